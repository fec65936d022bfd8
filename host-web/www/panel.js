// Shows the parts around the board: players, controls, moves, and the pieces of the editor.
import { click } from "./app.js";
import { $, create, fill, goByArrow, makeStop, put, word } from "./dom.js";
import { icon } from "./icons.js";
import { clock, plies, treeItems } from "./moves.js";
import { drawPiece } from "./picture.js";

// Fills a button with its drawing, if it has one, and its name.
function face(element, { label, icon: name }) {
    const shown = `${name ?? ""} ${label}`;
    if (element.dataset.face === shown) return;
    element.dataset.face = shown;
    element.replaceChildren(...(name ? [icon(name)] : []), create("span", { textContent: label }));
}

export function button(kind) {
    /** @param {import("./chuhe_web.js").ControlTexts} control */
    return (element, control, index) => {
        const { shortcut, enabled, checked, hidden, primary } = control;
        face(element, control);
        put(element, "hidden", hidden);
        put(element, "ariaDisabled", enabled ? null : "true");
        // A disabled button would lose the focus of the keyboard.
        put(element, "disabled", !enabled && element !== document.activeElement);
        put(element, "title", [control.icon && control.label, shortcut].filter(Boolean).join(" · "));
        element.classList.toggle("primary", primary);
        if (checked) element.setAttribute("aria-pressed", "true");
        else element.removeAttribute("aria-pressed");
        element.onclick = click(kind, index);
    };
}

/** @type {(element: Element, player: import("./chuhe_web.js").PlayerLine) => void} */
export function playerLine(element, { name, detail, clock: time, to_move, captured }) {
    const [line, pieces, rest] = element.children;
    put(line, "textContent", [name, detail].filter(Boolean).join(" · "));
    put(rest, "textContent", time === null ? "" : clock(time));
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
        drawPiece(canvas, index);
        put(text, "data", count > 1 ? `×${count}` : "");
    });
}

// Scrolls a list to one of its elements. The page itself stays at the board.
function reveal(element, list) {
    const [{ top, bottom }, box] = [element.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(0, top - box.top) + Math.max(0, bottom - box.bottom);
}

let lastMarked;

// The moves of the game, or the tree of a study: one tab stop. If a move has the focus, the focus follows the current
// move.
/** @param {import("./chuhe_web.js").Snapshot} view */
export function moveList(view) {
    const items = view.tree ? treeItems(view.tree) : plies(view);
    const stop = Math.max(0, items.findIndex(({ current }) => current));
    put($("moves"), "className", view.tree ? "tree" : "");
    put($("moves"), "ariaLabel", word("moves"));
    fill($("moves"), "li", items, (line, { text, number, current, begins, indent, comment, turn }, order) => {
        if (turn) line.dataset.number = turn;
        else delete line.dataset.number;
        line.classList.toggle("begins", Boolean(begins));
        line.classList.toggle("main", indent === 0 && !comment);
        line.classList.toggle("comment", Boolean(comment));
        line.style.setProperty("--indent", indent ?? 0);
        fill(line, "button", [text], (element) => {
            put(element, "textContent", text);
            put(element, "tabIndex", order === stop ? 0 : -1);
            element.setAttribute("aria-current", current ? "step" : "false");
            element.onclick = click(view.tree ? "node" : "ply", number);
        });
    });
    const marked = $("moves").querySelector("[aria-current=step]");
    if (marked && marked !== lastMarked) {
        if ($("moves").contains(document.activeElement)) marked.focus({ preventScroll: true });
        reveal(marked, $("moves"));
    }
    lastMarked = marked;
}

// True if a piece of the editor can be taken or put back.
const isUsable = (piece) => Boolean(piece?.count || piece?.chosen);

// The piece that is the tab stop.
let stop = 0;

// The pieces that can be set up, with the number of each that is left. The arrows go through them.
/** @param {import("./chuhe_web.js").Snapshot} view */
export function tray(view) {
    $("tray").hidden = !view.tray.length;
    if (!isUsable(view.tray[stop])) stop = view.tray.findIndex(isUsable);
    fill($("tray"), "button", view.tray, (element, piece, order) => {
        const { index, label, count, chosen } = piece;
        if (!element.firstChild) element.append(create("canvas"), create("span"));
        const [canvas, text] = element.children;
        put(element, "ariaLabel", `${label} ${count}`);
        put(element, "title", label);
        put(text, "textContent", `×${count}`);
        put(element, "disabled", !isUsable(piece));
        put(element, "tabIndex", order === stop ? 0 : -1);
        element.setAttribute("aria-pressed", String(chosen));
        element.onclick = click("tray", index);
        element.onfocus = () => { stop = order; makeStop(element); };
        drawPiece(canvas, index);
    });
}

$("tray").onkeydown = (event) => { goByArrow($("tray"), event); };
