// The page around the board. The state is in WebAssembly: events go in, a snapshot and effects come out.
import init, { Page } from "./chuhe_web.js";
import { fetchEngine, fetchFile, hasSimd, newWorker } from "./engine.js";
import { readGames, readText, removeGame, renameText, writeGame, writeText } from "./store.js";
import { texts } from "./texts.js";

const $ = (id) => document.getElementById(id);
const word = (name) => texts[name][document.documentElement.lang] ?? texts[name].en;

function put(element, name, value) {
    if (element[name] !== value) element[name] = value;
}

// What the page tells apart from the game: a fault, or something done. What is over goes away.
function tell(name, detail = "", seconds = 0) {
    const text = `${word(name)} ${detail}`.trim();
    put($("notice"), "textContent", text);
    const end = () => { if ($("notice").textContent === text) put($("notice"), "textContent", ""); };
    if (seconds) setTimeout(end, seconds * 1000);
}

const keepText = (name, text) => writeText(name, text) || tell("notKept");

const { memory } = await init({ module_or_path: fetch(new URL("chuhe_web_bg.wasm", import.meta.url)) });
const today = new Date();
const gameId = Number(readText("game-id"));
const page = new Page(JSON.stringify({
    language: navigator.language,
    settings: readText("settings") || null,
    game: readText("game") || null,
    game_id: gameId || null,
    begin: today.getTime(),
    date: [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, "0")).join("."),
    seed: crypto.getRandomValues(new Uint32Array(1))[0],
    is_calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
    is_first: readText("settings") === undefined && readText("game") === undefined && !location.hash,
}));
const now = () => performance.now();

// A task in a worker of its own. A worker that thinks hears nothing, so that its end is the only stop.
// A worker that dies is started again once with the same request.
class Task {
    constructor(name, task, told, failed) { Object.assign(this, { name, task, told, failed }); }

    start(id, request, tries = 2) {
        this.stop();
        this.worker ??= newWorker(this.name);
        Object.assign(this, { id, request });
        const { task } = this;
        this.worker.onmessage = ({ data: { report, done, fault } }) => {
            if (fault) return this.fault(fault, tries);
            if (done) this.request = undefined;
            this.told(id, report, done);
            update();
        };
        // A worker whose file does not come has no message.
        this.worker.onerror = ({ message }) => this.fault(message ?? "worker.js", tries);
        const { worker } = this;
        const send = (parts) => worker.postMessage({ parts, task, request });
        fetchEngine().then(send, (error) => { if (worker === this.worker) this.fault(error.message, tries); });
    }

    stop() {
        if (this.request) this.end();
    }

    end() {
        this.worker?.terminate();
        this.worker = this.request = undefined;
    }

    fault(why, tries) {
        const { id, request } = this;
        this.end();
        if (!request) return;
        tell("workerDied", why, 8);
        if (tries > 1) this.start(id, request, tries - 1);
        else this.failed(id, why);
        update();
    }
}

// The last line that the player has told.
let latest;

const player = new Task("player", "search", (id, line, done) => {
    latest = line;
    if (done) page.answer(id, line, now());
    else page.report(id, line, now());
}, (id, why) => page.failed(id, why, now()));

const analyst = new Task(
    "analyst", "analyse", (id, analysis) => page.analysed(id, analysis, now()),
    (id, why) => page.analysis_failed(id, why, now()),
);

const reporter = new Task(
    "reporter", "analyse", (id, analysis) => page.reported(id, analysis, now()),
    (id, why) => page.report_failed(id, why, now()),
);

function moveNow() {
    if (!latest || !player.request) return;
    player.stop();
    page.answer(player.id, latest, now());
}

// Effects.

// A browser may forbid the clipboard, or have none on an address without encryption.
async function clipboard(refusal, use) {
    try { await use(); } catch { page.clipboard_failed(word(refusal), now()); }
    update();
}

const effects = {
    search: ({ id, request }) => { latest = undefined; player.start(id, request); },
    "move-now": moveNow,
    stop: () => player.stop(),
    analyse: ({ id, request }) => (request ? analyst.start(id, request) : analyst.stop()),
    report: ({ id, request }) => (request ? reporter.start(id, request) : reporter.stop()),
    sound({ wav }) {
        const url = URL.createObjectURL(new Blob([new Uint8Array(wav)], { type: "audio/wav" }));
        const audio = new Audio(url);
        audio.onended = () => URL.revokeObjectURL(url);
        // A browser plays nothing before the first click.
        audio.play().catch(() => URL.revokeObjectURL(url));
    },
    copy: ({ text }) => clipboard("noCopy", () => navigator.clipboard.writeText(text)),
    paste: () => clipboard("noPaste", async () => page.paste(await navigator.clipboard.readText(), now())),
    settings: ({ text }) => keepText("settings", text),
    game({ game, is_played }) {
        if (is_played) {
            keepText("game", game.pgn);
            keepText("game-id", String(game.id));
        }
        change(() => writeGame(game));
    },
    "read-games": () => change(async () => { page.show_games(JSON.stringify(await readGames()), now()); update(); }),
    "set-aside": ({ name, to }) => renameText(name, to) || tell("notKept"),
    delete: ({ id }) => change(() => removeGame(id)),
    download({ name, bytes }) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
        link.download = name;
        link.click();
        URL.revokeObjectURL(link.href);
        page.saved(name, now());
    },
};

// The changes of the kept games, one after the other.
let changes = Promise.resolve();

function change(task) {
    changes = changes.then(task).catch(() => tell("notKept"));
}

$("open").onclick = () => $("file").click();

$("file").onchange = async () => {
    const [file] = $("file").files;
    if (file) page.open(file.name, new Uint8Array(await file.arrayBuffer()), now());
    $("file").value = "";
    update();
};

// The board.

const canvas = $("canvas");
let shown = -1;
// The snapshot that the page around the board shows.
let told;
let cell = 0;

function measure() {
    const ratio = window.devicePixelRatio || 1;
    const bar = $("bar").hidden ? 0 : $("bar").offsetWidth + 7;
    const space = Math.min($("board").clientWidth - bar, window.innerHeight * 0.82 * 0.9);
    return Math.max(16, Math.floor((space * ratio) / 10.2));
}

// Draws what has changed, from the memory of the page.
function draw() {
    const changed = page.draw(cell);
    const [width, height] = [page.width(), page.height()];
    const ratio = window.devicePixelRatio || 1;
    canvas.style.width = `${width / ratio}px`;
    canvas.style.height = `${height / ratio}px`;
    paint(canvas, new Uint8ClampedArray(memory.buffer, page.pixels(), 4 * width * height), width, changed);
}

// While nothing changes but the picture, a frame draws it once.
let frame;

function drawSoon() {
    frame ??= requestAnimationFrame(() => { frame = undefined; draw(); });
}

// A canvas that gets another size is empty.
function paint(canvas, pixels, width, changed = []) {
    const picture = new ImageData(pixels, width);
    put(canvas, "width", width);
    put(canvas, "height", picture.height);
    canvas.getContext("2d").putImageData(picture, 0, 0, ...changed);
}

const bytes = ({ pixels }) => new Uint8ClampedArray(pixels.buffer);

// Draws a small board of a dialog with this width in pixels of CSS.
function drawSmall(canvas, part, item, width) {
    const ratio = window.devicePixelRatio || 1;
    const board = page.small_board(part, item, width * ratio);
    if (!board) return;
    paint(canvas, bytes(board), board.width);
    canvas.style.width = `${board.width / ratio}px`;
}

// The boards of cards are drawn when they come into view.
const cardBoards = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        cardBoards.unobserve(target);
        drawSmall(target, Number(target.dataset.board), Number(target.dataset.item), target.clientWidth);
    }
});

function cardBoard(board, item) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 90, height: 100 });
    Object.assign(canvas.dataset, { board, item });
    canvas.setAttribute("aria-hidden", "true");
    cardBoards.observe(canvas);
    return canvas;
}

function place(event) {
    const box = canvas.getBoundingClientRect();
    return [
        Math.round((event.clientX - box.left) * canvas.width / box.width),
        Math.round((event.clientY - box.top) * canvas.height / box.height),
    ];
}

function pointer(kind) {
    return (event) => {
        if (kind === "pressed") canvas.setPointerCapture(event.pointerId);
        page.pointer(kind, ...place(event), now());
        event.preventDefault();
        update();
    };
}
canvas.addEventListener("pointerdown", pointer("pressed"));
canvas.addEventListener("pointermove", pointer("moved"));
canvas.addEventListener("pointerup", pointer("released"));
canvas.addEventListener("pointercancel", pointer("cancelled"));
canvas.addEventListener("contextmenu", pointer("cancelled"));

// Everything around the board.

function click(kind, index) {
    return () => { page.click(kind, index, now()); update(); };
}

// Makes the children of an element from texts, and keeps those that are there already.
function fill(parent, tag, items, set) {
    while (parent.children.length > items.length) parent.lastElementChild.remove();
    while (parent.children.length < items.length) parent.append(document.createElement(tag));
    items.forEach((item, index) => set(parent.children[index], item, index));
}

function button(kind) {
    return (element, { label, shortcut, enabled, checked, hidden }, index) => {
        put(element, "hidden", hidden);
        put(element, "textContent", label);
        put(element, "disabled", !enabled);
        put(element, "title", shortcut);
        element.setAttribute("aria-pressed", String(checked));
        element.onclick = click(kind, index);
    };
}

function clock(millis) {
    const seconds = Math.floor(millis / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function playerLine(element, { name, detail, clock: time, to_move, captured }) {
    const [line, pieces] = element.children;
    put(line, "textContent", [name, detail, time === null ? "" : clock(time)].filter(Boolean).join(" · "));
    element.classList.toggle("to-move", to_move);
    capturedPieces(pieces, captured);
}

// The pieces that a player has captured, each kind once, with its count.
function capturedPieces(element, captured) {
    put(element, "hidden", !captured.length);
    const counted = captured.map(({ label, count }) => (count > 1 ? `${label} ×${count}` : label));
    put(element, "ariaLabel", word("captured") + counted.join(word("comma")));
    fill(element, "span", captured, (item, { index, count }) => {
        if (!item.firstChild) item.append(document.createElement("canvas"), "");
        const [canvas, text] = item.childNodes;
        const ground = getComputedStyle(element.closest("body")).backgroundColor.match(/\d+/g).reduce((all, part) => 256 * all + Number(part), 0);
        const picture = page.piece(index, ground, Math.round(canvas.clientWidth * (window.devicePixelRatio || 1)));
        if (picture) paint(canvas, bytes(picture), picture.width);
        put(text, "data", count > 1 ? `×${count}` : "");
    });
}

function menus(view) {
    fill($("menus"), "div", view.menus, (element, menu, index) => {
        if (!element.firstChild) element.append(document.createElement("button"), document.createElement("ul"));
        const [title, list] = element.children;
        const open = view.open === index;
        put(title, "textContent", menu.title);
        title.setAttribute("role", "menuitem");
        title.setAttribute("aria-haspopup", "menu");
        title.setAttribute("aria-expanded", String(open));
        title.onclick = click("menu", index);
        list.hidden = !open;
        list.setAttribute("role", "menu");
        fill(list, "li", open ? menu.items : [], (line, item, row) => {
            line.setAttribute("role", item.label ? "none" : "separator");
            put(line, "hidden", item.hidden || (menu.items[row + 1]?.hidden ?? true) && !item.label);
            fill(line, "button", item.label ? [item] : [], (element) => {
                button("item")(element, item, row);
                element.setAttribute("role", "menuitem");
                element.removeAttribute("aria-pressed");
            });
        });
    });
}

function dialog(view) {
    const element = $("dialog");
    if (!view.dialog) {
        if (element.open) element.close();
        // A field that is not shown any more keeps the next keys until the browser draws.
        if (element.contains(document.activeElement)) document.activeElement.blur();
        return;
    }
    const { title, text, list, chosen, parts, answers } = view.dialog;
    put($("title"), "textContent", title);
    const rows = [
        ...text.split("\n").filter(Boolean).map((text) => ({ text })),
        ...list.map((entry, index) => ({ entry, index })),
        ...parts.map((part, index) => ({ part, index })),
    ];
    const body = $("body");
    const state = JSON.stringify([title, rows, chosen]);
    if (body.dataset.state !== state) {
        body.dataset.state = state;
        const focused = document.activeElement?.dataset?.part;
        body.replaceChildren(...rows.map((row) => dialogRow(row, chosen)));
        if (focused !== undefined) body.querySelector(`[data-part="${focused}"]`)?.focus();
    }
    fill($("answers"), "button", answers, button("answer"));
    if (!element.open) element.showModal();
}

// A part of a dialog in the controls of the browser.
function dialogPart(part, index) {
    const create = (name, values) => Object.assign(document.createElement(name), values);
    const labelled = (...elements) => {
        const row = create("label", { className: "part" });
        if (part.label) row.append(create("span", { textContent: part.label }));
        row.append(...elements);
        return row;
    };
    const act = (name, ...values) => { page[name](index, ...values, now()); update(); };
    const choices = (items, className) => {
        const row = create("div", { className });
        row.append(...items.map(({ label, checked, enabled, hidden }, item) => {
            const element = create("button", { textContent: label, hidden, disabled: !enabled || !part.enabled });
            element.setAttribute("aria-pressed", String(checked));
            element.onclick = () => act("choose", item);
            return element;
        }));
        return row;
    };
    const disabled = !part.enabled;
    const rows = part.rows.map((label, item) => ({ label, checked: item === part.chosen, enabled: true, hidden: false }));
    if (part.hidden) return create("span", { hidden: true });
    switch (part.kind) {
    case "heading": return create("h3", { textContent: part.label });
    case "options": return labelled(choices(part.options, "options"));
    case "list": return choices(rows, "entries");
    case "cards": {
        const cards = choices(rows, "cards");
        [...cards.children].forEach((card, item) => card.prepend(cardBoard(index, item)));
        return cards;
    }
    case "slider": {
        const slider = create("input", { type: "range", min: 0, max: part.steps - 1, value: part.at, disabled });
        slider.dataset.part = index;
        slider.oninput = () => act("choose", Number(slider.value));
        return labelled(slider, create("output", { textContent: part.text }));
    }
    case "check": {
        const box = create("input", { type: "checkbox", checked: part.checked, disabled });
        box.onchange = () => act("choose", 0);
        return labelled(box);
    }
    case "field": {
        const field = create("input", { type: "text", value: part.text, placeholder: part.placeholder, disabled });
        field.dataset.part = index;
        field.onchange = () => act("write", field.value);
        return labelled(field);
    }
    case "board": {
        const board = create("canvas");
        drawSmall(board, index, undefined, 320);
        board.setAttribute("role", "img");
        board.ariaLabel = [part.text, part.targets && `${word("targets")} ${part.targets}`].filter(Boolean).join(". ");
        return board;
    }
    default: return create("p", { textContent: part.text });
    }
}

function dialogRow({ text, entry, part, index }, chosen) {
    if (part !== undefined) return dialogPart(part, index);
    if (text !== undefined) {
        return Object.assign(document.createElement("p"), { textContent: text });
    }
    const element = Object.assign(document.createElement("button"), { textContent: entry });
    element.className = "entry";
    element.setAttribute("aria-pressed", String(index === chosen));
    element.onclick = click("row", index);
    return element;
}

// The squares as buttons over the board, for screen readers and keyboards. The pointer goes through them.
let current = 0;

function squares(view) {
    const [left, top, width, height] = [...page.grid()].map((length) => length / (window.devicePixelRatio || 1));
    const parent = $("squares");
    put(parent, "ariaLabel", word("squares"));
    current = Math.min(current, view.squares.length - 1);
    fill(parent, "button", view.squares, (element, { label, name, index, row, column, chosen, target }, order) => {
        put(element, "textContent", label);
        put(element, "tabIndex", order === current ? 0 : -1);
        Object.assign(element.dataset, { square: name, row, column });
        element.setAttribute("aria-pressed", String(chosen));
        element.classList.toggle("target", target);
        Object.assign(element.style, {
            left: `${left + (column - 0.5) * width}px`, top: `${top + (row - 0.5) * height}px`,
            width: `${width}px`, height: `${height}px`,
        });
        element.onclick = click("square", index);
        element.onfocus = () => { current = order; };
    });
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

$("squares").onkeydown = (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    const { row, column } = event.target.dataset;
    const [nextRow, nextColumn] = [Number(row) + step[0], Number(column) + step[1]];
    const next = $("squares").querySelector(`[data-row="${nextRow}"][data-column="${nextColumn}"]`);
    if (next) {
        event.target.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
    }
    event.preventDefault();
    event.stopPropagation();
};

// The moves of a study with their numbers. The words of a comment become one text.
function treeItems(tree) {
    const items = [];
    tree.forEach((item, number) => {
        const last = items.at(-1);
        const space = /[\u2e80-\uffff]/.test(item.text) ? "" : " ";
        if (item.comment && last?.comment && !item.begins) last.text += space + item.text;
        else items.push({ ...item, number });
    });
    return items;
}

// Scrolls a list to one of its elements. The page itself stays at the board.
function reveal(element, list) {
    const [{ top, bottom }, box] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(0, top - box.top) + Math.max(0, bottom - box.bottom);
}

// The moves of the game, or the tree of a study.
function moveList(view) {
    const plies = () => view.moves.map((text, number) => ({ text, number, current: number + 1 === view.played }));
    const items = view.tree ? treeItems(view.tree) : plies();
    put($("moves"), "className", view.tree ? "tree" : "");
    put($("moves"), "ariaLabel", word("moves"));
    fill($("moves"), "li", items, (line, { text, number, current, begins, indent, comment }) => {
        line.classList.toggle("begins", Boolean(begins));
        line.classList.toggle("main", indent === 0 && !comment);
        line.classList.toggle("comment", Boolean(comment));
        line.style.setProperty("--indent", indent ?? 0);
        fill(line, "button", [text], (element) => {
            put(element, "textContent", text);
            element.setAttribute("aria-current", current ? "step" : "false");
            element.onclick = click(view.tree ? "node" : "ply", number);
        });
    });
    const marked = $("moves").querySelector("[aria-current=step]");
    if (marked && marked !== moveList.marked) reveal(marked, $("moves"));
    moveList.marked = marked;
}

function analysis(view) {
    const element = $("analysis");
    element.hidden = !view.analysis;
    if (!view.analysis) return;
    const { controls, lines, figures } = view.analysis;
    fill($("lines"), "li", lines, (line, text, index) => {
        fill(line, "button", [text], (element) => {
            put(element, "textContent", text);
            element.onclick = click("line", index);
        });
    });
    put($("figures"), "textContent", figures);
    fill($("counts"), "button", controls, button("analysis"));
}

// The bar that shows who is better: the part of the lower side grows from the bottom.
function bar({ bar, players }) {
    const element = $("bar");
    element.hidden = !bar;
    if (!bar) return;
    const { share, score, colors } = bar;
    const upper = players[0].side === 0 ? share : 1000 - share;
    const values = { "--upper": `rgb(${colors[0]})`, "--lower": `rgb(${colors[1]})`, "--part": `${upper / 10}%` };
    for (const [name, value] of Object.entries(values)) element.style.setProperty(name, value);
    element.setAttribute("aria-valuenow", Math.round(share / 10));
    element.setAttribute("aria-valuetext", score);
}

// The report of the game: the chance of Red, or White, move by move. A click goes to the move.
function chart(view) {
    $("chart").hidden = !view.chart;
    if (!view.chart) return;
    const { shares, bad, current, words } = view.chart;
    const end = Math.max(1, shares.length - 1);
    const [curve, faults, here] = $("curve").children;
    const points = shares.map((share, ply) => (share === null ? "" : `${(100 * ply) / end},${100 - share / 10}`));
    const upright = (ply) => `M${(100 * ply) / end} 0V100`;
    fill($("report"), "p", words.filter(Boolean), (line, text) => put(line, "textContent", text));
    curve.setAttribute("points", points.filter(Boolean).join(" "));
    faults.setAttribute("d", bad.map(upright).join(""));
    here.setAttribute("d", current === null ? "" : upright(current));
    put($("curve"), "ariaLabel", words.join(". "));
    $("curve").onclick = ({ offsetX }) => click("chart", Math.round((end * offsetX) / $("curve").clientWidth))();
}

function tray(view) {
    $("tray").hidden = !view.tray.length;
    fill($("tray"), "button", view.tray, (element, { index, label, left, chosen }) => {
        put(element, "textContent", `${label} ${left}`);
        put(element, "disabled", left === 0);
        element.setAttribute("aria-pressed", String(chosen));
        element.onclick = click("tray", index);
    });
}

function update() {
    for (let round = 0; round < 8; round += 1) {
        const list = JSON.parse(page.effects());
        if (!list.length) break;
        for (const effect of list) effects[effect.kind]?.(effect);
    }
    if (page.revision() === shown && measure() === cell) return;
    shown = page.revision();
    const text = page.snapshot();
    if (text === told && measure() === cell) {
        drawSoon();
        return;
    }
    told = text;
    const view = JSON.parse(text);
    document.documentElement.lang = view.language;
    document.documentElement.dataset.theme = view.theme;
    put($("status"), "textContent", view.status);
    $("status").classList.toggle("alarm", view.alarm);
    playerLine($("upper"), view.players[0]);
    playerLine($("lower"), view.players[1]);
    put($("thinking"), "textContent", view.thinking ?? "");
    fill($("steps"), "button", view.steps, button("step"));
    fill($("tools"), "button", view.tools, button("tool"));
    fill($("buttons"), "button", view.buttons, button("button"));
    moveList(view);
    analysis(view);
    bar(view);
    chart(view);
    tray(view);
    labels();
    menus(view);
    dialog(view);
    cell = measure();
    draw();
    squares(view);
}

// Keys and the field for moves.

function labels() {
    for (const element of document.querySelectorAll("[data-label]")) put(element, "ariaLabel", word(element.dataset.label));
    put($("move"), "placeholder", word("move"));
    for (const name of ["link", "open", "handheld"]) put($(name), "textContent", word(name));
}

const NAMES = {
    " ": "Space", Escape: "Esc", Delete: "Del", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left",
    ArrowRight: "Right", PageUp: "PgUp", PageDown: "PgDn",
};

addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.key === "Tab") return;
    // A field keeps its keys, and a button those that press it.
    if (event.target.matches("input") && event.key !== "Escape") return;
    if (event.target.matches("button") && ["Enter", " "].includes(event.key)) return;
    const prefix = (event.ctrlKey ? "Ctrl+" : "") + (event.shiftKey && event.key.length > 1 ? "Shift+" : "");
    const name = NAMES[event.key] ?? event.key.toUpperCase();
    if (["Ctrl+C", "Ctrl+V", "Ctrl+L", "Ctrl+N", "F5"].includes(prefix + name)) return;
    if (page.key(prefix + (NAMES[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key)), now())) {
        event.preventDefault();
        update();
    }
});

addEventListener("paste", (event) => {
    if (event.target.closest?.("input")) return;
    page.paste(event.clipboardData.getData("text"), now());
    update();
});

$("entry").onsubmit = (event) => {
    event.preventDefault();
    page.paste($("move").value, now());
    $("move").value = "";
    update();
};

// A link that holds the game.
const LINK = "#game=";

$("link").onclick = async () => {
    const url = new URL(location.href);
    url.hash = LINK + encodeURIComponent(page.pgn());
    try {
        await navigator.clipboard.writeText(url.href);
        tell("linkCopied", "", 8);
    } catch {
        // A browser may forbid the clipboard. The address bar then has the link.
        history.replaceState(null, "", url);
        tell("linkInAddress");
    }
};

function followLink() {
    if (!location.hash.startsWith(LINK)) return;
    let text;
    try { text = decodeURIComponent(location.hash.slice(LINK.length)); } catch { text = location.hash; }
    history.replaceState(null, "", location.pathname);
    page.paste(text, now());
    update();
}
addEventListener("hashchange", followLink);

$("dialog").addEventListener("cancel", (event) => {
    event.preventDefault();
    page.key("Esc", now());
    update();
});

addEventListener("resize", update);
setInterval(() => { page.tick(now()); update(); }, 50);

// While a piece is on its way, each frame of the screen shows it.
function animate() {
    if (page.is_moving()) {
        page.tick(now());
        update();
    }
    requestAnimationFrame(animate);
}
requestAnimationFrame(animate);

update();
followLink();
performance.mark("playable");
document.documentElement.dataset.ready = "true";

// What the first moves do not need. A table that does not come leaves the openings without names.
async function fetchLater() {
    await fetchEngine().catch(() => {});
    const table = async (name) => (await fetchFile(name)).text();
    try {
        page.set_tables(...await Promise.all(["xiangqi.tsv", "chess.tsv", "chess_families.tsv", "problems.tsv"].map(table)));
        shown = -1;
        update();
    } catch { /* The next visit tries again. */ }
    document.head.append(Object.assign(document.createElement("link"), { rel: "apple-touch-icon", href: "icon-192.png" }));
    if (!("serviceWorker" in navigator)) return;
    await navigator.serviceWorker.register(hasSimd ? "offline.js?simd" : "offline.js").catch(() => tell("notOffline"));
}
fetchLater();
