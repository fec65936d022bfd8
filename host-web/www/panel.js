// What stands around the board: players, controls, moves, and the pieces of the editor.
import { click } from "./app.js";
import { $, fill, put, word } from "./dom.js";
import { drawPiece } from "./picture.js";

export function button(kind) {
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

export function playerLine(element, { name, detail, clock: time, to_move, captured }) {
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
        drawPiece(canvas, index);
        put(text, "data", count > 1 ? `×${count}` : "");
    });
}

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
export function moveList(view) {
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

export function tray(view) {
    $("tray").hidden = !view.tray.length;
    fill($("tray"), "button", view.tray, (element, { index, label, left, chosen }) => {
        put(element, "textContent", `${label} ${left}`);
        put(element, "disabled", left === 0);
        element.setAttribute("aria-pressed", String(chosen));
        element.onclick = click("tray", index);
    });
}
