// A window on an automation server: a client that speaks its protocol through a WebSocket, and shows
// the board, the moves and the messages.
import init, { Board } from "./chuhe_web_server.js";
import { language } from "./language.js";
import { texts } from "./server-texts.js";

const $ = (id) => document.getElementById(id);
const word = (name) => texts[name][language];

// The messages that are kept in the page, and the longest wait for the next attempt to connect.
const MESSAGES = 200;
const LONGEST_WAIT = 10_000;

let socket;
// Commands that wait for a reply, in their order, each with the functions of its promise.
let waiting = [];
let attempts = 0;
// The name of the shown game: empty for a game without a name, undefined before a game is chosen.
let game = new URLSearchParams(location.search).get("game")?.toLowerCase();
let rules;
let board;
let state = "";
let moves = [];
// All replies about the game, to notice a change.
let position;
let chosen = "";
// The points that the chosen piece reaches, each with its letters of promotion.
let targets = new Map();
let flipped = false;

// The messages.

function log(text, kind) {
    const line = Object.assign(document.createElement("li"), { textContent: text, className: kind });
    $("log").append(line);
    while ($("log").children.length > MESSAGES) $("log").firstChild.remove();
    $("log").scrollTop = $("log").scrollHeight;
}

const notice = (text) => { $("notice").textContent = text; };

// Sends a command and waits for its reply. A quiet command, which only refreshes the page, is not shown.
function ask(command, quiet = false) {
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error(word("lost")));
    if (!quiet) log(`> ${command}`, "sent");
    socket.send(command);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject, quiet }));
}

const PUSH = /^(SERVER_BUSY|CurrentBoard:.*|Journal:\w+|win:[rb]|draw)$/;

function receive({ data }) {
    const { resolve, quiet } = PUSH.test(data) ? { resolve: refresh } : waiting.shift() ?? {};
    if (!quiet) log(`< ${data}`, "heard");
    if (data === "SERVER_BUSY") notice(word("busy"));
    else resolve?.(data);
}

// The connection.

function connect() {
    const address = new URL("/ws", location);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    // A proxy finds the server of the game by its name.
    if (game) address.searchParams.set("game", game);
    socket = new WebSocket(address);
    socket.onmessage = receive;
    socket.onopen = () => {
        $("connection").textContent = word("connected");
        begin().catch(lost);
    };
    socket.onclose = () => {
        const unanswered = waiting;
        waiting = [];
        unanswered.forEach(({ reject }) => reject(new Error(word("lost"))));
        $("connection").textContent = word("lost");
        document.documentElement.dataset.ready = "lost";
        setTimeout(connect, Math.min(500 * 2 ** attempts, LONGEST_WAIT));
        attempts += 1;
    };
}

// Shows an error. A lost connection is shown when it closes.
const lost = (error) => { if (socket.readyState === WebSocket.OPEN) notice(String(error.message ?? error)); };

// The page shows the game of its address, or goes on with its game after a lost connection. Otherwise it shows
// the games to choose from, or a new one.
async function begin() {
    if (!game || await ask(`Resume:${game}`) !== "True") {
        const names = await list();
        game = game === undefined && names.length > 0 ? undefined : "";
    }
    attempts = 0;
    notice("");
    if (game === undefined) $("status").textContent = word("choose");
    else await refresh();
    if (socket.readyState === WebSocket.OPEN) document.documentElement.dataset.ready = "connected";
}

async function list() {
    const reply = await ask("Games");
    const names = reply.startsWith("Games:") ? reply.slice(6).split(";").filter(Boolean) : [];
    $("list").hidden = names.length === 0;
    $("games").replaceChildren(...names.map((name) => button(name, () => watch(name))));
    return names;
}

async function watch(name) {
    if (await ask(`Resume:${name}`) !== "True") return notice(word("refused"));
    game = name;
    notice("");
    await refresh();
}

// The game.

let refreshing = false;
let again = false;

// Asks for everything that is shown. If something happens meanwhile, it asks again.
async function refresh() {
    again = true;
    if (refreshing) return;
    refreshing = true;
    try {
        while (again) {
            again = false;
            const asked = ["Rules", "RequestBoard", "Status", "Moves"].map((command) => ask(command, true));
            show(...(await Promise.all(asked)).map((reply) => reply.slice(reply.indexOf(":") + 1)));
        }
    } catch (error) {
        lost(error);
    } finally {
        refreshing = false;
    }
}

function show(name, pieces, status, played) {
    if (name !== rules) board = new Board(name);
    rules = name;
    board.place(pieces);
    [state, moves] = [status, played.split(" ").filter(Boolean)];
    // The chosen piece stays chosen until the game changes.
    const now = [name, pieces, status, played].join("\n");
    if (now !== position) {
        [chosen, targets] = ["", new Map()];
        $("choice").close();
    }
    position = now;
    game ??= "";
    draw();
}

function draw() {
    if (!board) return;
    const ratio = window.devicePixelRatio || 1;
    const space = Math.min($("board").getBoundingClientRect().width, window.innerHeight * 0.74);
    board.mark(moves.at(-1) ?? "", chosen, [...targets.keys()].join(";"));
    board.draw(Math.max(16, Math.floor((space * ratio) / 10.2)), flipped);
    const pixels = new Uint8ClampedArray(board.pixels().buffer);
    const width = board.width();
    const height = pixels.length / 4 / width;
    Object.assign($("canvas"), { width, height });
    Object.assign($("canvas").style, { width: `${width / ratio}px`, height: `${height / ratio}px` });
    $("canvas").getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
    squares(ratio);
    const side = (red, chess) => word(rules === "chess" ? chess : red);
    const words = {
        red: () => side("redMoves", "whiteMoves"), black: () => word("blackThinks"),
        "win:r": () => side("redWon", "whiteWon"), "win:b": () => word("blackWon"), draw: () => word("draw"),
    };
    $("status").textContent = `${game ? `${game} · ` : ""}${words[state]?.() ?? state}`;
    const shown = moves.map((text) => Object.assign(document.createElement("li"), { textContent: text }));
    $("moves").replaceChildren(...shown);
    $("moves").scrollTop = $("moves").scrollHeight;
}

// The point that is the tab stop.
let current = 0;

// The points as buttons over the picture: for the pointer, for the keyboard and for screen readers.
function squares(ratio) {
    const [left, top, width, height] = [...board.grid()].map((length) => length / ratio);
    const [rows, columns] = board.size();
    const parent = $("squares");
    while (parent.children.length > rows * columns) parent.lastChild.remove();
    while (parent.children.length < rows * columns) parent.append(document.createElement("button"));
    current = Math.min(current, rows * columns - 1);
    [...parent.children].forEach((element, index) => {
        const [y, x] = [Math.floor(index / columns), index % columns];
        const [row, column] = flipped ? [rows - 1 - y, columns - 1 - x] : [y, x];
        const point = `${row},${column}`;
        element.textContent = `${point} ${board.piece(row, column, language)}`;
        element.dataset.square = point;
        element.tabIndex = index === current ? 0 : -1;
        element.onfocus = () => {
            parent.children[current].tabIndex = -1;
            element.tabIndex = 0;
            current = index;
        };
        element.setAttribute("aria-pressed", String(point === chosen));
        Object.assign(element.style, {
            left: `${left + (x - 0.5) * width}px`, top: `${top + (y - 0.5) * height}px`,
            width: `${width}px`, height: `${height}px`,
        });
        element.onclick = () => { pressed = pressed.then(() => press(point)).catch(lost); };
    });
}

// The arrows go through the points.
$("squares").onkeydown = (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const columns = board.size()[1];
    const [row, column] = [Math.floor(current / columns) + step[0], current % columns + step[1]];
    if (column >= 0 && column < columns) $("squares").children[row * columns + column]?.focus();
};

// A press waits until the one before it is answered.
let pressed = Promise.resolve();

async function press(point) {
    if (chosen && targets.has(point)) return move(point);
    const reply = point === chosen ? "LegalMoves:" : await ask(`LegalMoves:${point}`, true);
    const reached = reply.slice(reply.indexOf(":") + 1).split(";").filter(Boolean);
    // A pawn that can become four kinds of pieces reaches its point four times.
    targets = Map.groupBy(reached.map((move) => /:([\d,]+)([a-z]?)$/.exec(move)), ([, to]) => to);
    chosen = targets.size > 0 ? point : "";
    draw();
}

const KINDS = "qrbn";

// Moves the chosen piece. If a pawn can become several kinds of pieces, the page asks which.
function move(to) {
    const [from, letters] = [chosen, targets.get(to).map(([, , letter]) => letter)];
    const play = (letter) => perform(`Move:${from}:${to}${letter}`);
    if (letters.length === 1) return play(letters[0]);
    letters.sort((one, other) => KINDS.indexOf(one) - KINDS.indexOf(other));
    const kinds = letters.map((letter) => button(board.promotion(letter, language), () => {
        $("choice").close();
        return play(letter);
    }));
    $("kinds").replaceChildren(...kinds, button(word("cancel"), () => $("choice").close()));
    $("choice").showModal();
}

// Sends a command of the person, and shows what it changed.
async function perform(command) {
    notice("");
    const reply = await ask(command);
    if (reply === "CMD_FORMAT_ERROR") return notice(word("noCommand"));
    if (reply === "False" || reply === "Moved") return notice(word("refused"));
    const named = /^\s*(?:Resume|Name)\s*[:：]\s*([\w-]+)\s*$/i.exec(command);
    if (named && reply === "True") game = named[1].toLowerCase();
    if (/^\s*(Games|Ping|Stats|Quit)\b/i.test(command)) return undefined;
    return refresh();
}

// The controls.

function button(text, act) {
    const element = Object.assign(document.createElement("button"), { textContent: text, type: "button" });
    element.onclick = () => Promise.resolve(act()).catch(lost);
    return element;
}

$("buttons").append(
    button(word("newGame"), () => perform("NewGame")),
    button(word("takeBack"), () => perform("Undo")),
    button(word("turn"), () => { flipped = !flipped; draw(); }),
    button(word("games"), list),
);
$("entry").onsubmit = (event) => {
    event.preventDefault();
    const command = $("line").value.trim();
    $("line").value = "";
    if (command) perform(command).catch(lost);
};
for (const element of document.querySelectorAll("[data-label]")) element.ariaLabel = word(element.dataset.label);
for (const element of document.querySelectorAll("[data-text]")) element.textContent = word(element.dataset.text);
$("line").placeholder = word("command");
addEventListener("resize", draw);

init({ module_or_path: fetch(new URL("chuhe_web_server_bg.wasm", import.meta.url)) }).then(connect, ({ message }) => {
    notice(`${word("notStarted")} ${message}`);
    document.documentElement.dataset.ready = "false";
});
