// The board: a canvas, and above it the squares as buttons for screen readers and keyboards.
import { click, memory, now, page, update } from "./app.js";
import { $, fill, isAlone, makeStop, put, turn, word } from "./dom.js";
import { paint, ratio } from "./picture.js";

const canvas = $("canvas");
let cell = 0;
// The width of the board in squares, with its frame.
let wide = 10.2;

// Returns the size of a square with which the board fits into its element.
function measure() {
    const bar = $("bar").hidden ? 0 : $("bar").offsetWidth + 7;
    return Math.max(8, Math.floor(((($("board").clientWidth - bar) * ratio()) / wide)));
}

export const fits = () => measure() === cell;

export function fit() { cell = measure(); }

// Takes the width of the board from its picture. Returns true if the picture fits.
function learn() {
    wide = Math.ceil((10 * page.width()) / cell) / 10;
    return fits();
}

// Draws the first board in turns.
export async function begin() {
    do {
        await turn();
        fit();
    } while ([page.prepare(cell), !learn()].some(Boolean));
    draw();
}

// Draws the changed part from the memory of the page. If the game has changed, the board may have another width.
export function draw() {
    let changed = page.draw(cell);
    if (!learn()) {
        fit();
        changed = page.draw(cell);
    }
    const [width, height] = [page.width(), page.height()];
    $("picture").style.width = `${width / ratio()}px`;
    $("bar").style.height = `${height / ratio()}px`;
    paint(canvas, new Uint8ClampedArray(memory.buffer, page.pixels(), 4 * width * height), width, changed);
}

// Draws once in the next frame, if only the picture changes.
let frame;

export function drawSoon() {
    frame ??= requestAnimationFrame(() => { frame = undefined; draw(); });
}

/** @returns {[number, number]} */
function place({ clientX, clientY }) {
    const box = canvas.getBoundingClientRect();
    return [
        Math.round((clientX - box.left) * canvas.width / box.width),
        Math.round((clientY - box.top) * canvas.height / box.height),
    ];
}

// The left button plays, the right one draws, and the middle one is the browser's.
const BUTTONS = { 0: "", 2: "other-" };

function pointer(kind, event, at = event) {
    page.pointer(kind, ...place(at), now());
    event.preventDefault();
    update();
}

function pressed(kind) {
    return (event) => {
        if (!(event.button in BUTTONS)) return;
        if (kind === "pressed") canvas.setPointerCapture(event.pointerId);
        pointer(BUTTONS[event.button] + kind, event);
    };
}

// Only the first finger plays.
for (const [type, act] of Object.entries({
    pointerdown: pressed("pressed"), pointerup: pressed("released"),
    pointermove: (event) => pointer("moved", event), pointercancel: (event) => pointer("cancelled", event),
})) canvas.addEventListener(type, (event) => { if (event.isPrimary) act(event); });
canvas.addEventListener("contextmenu", (event) => {
    // The right button drops the piece that the left button holds.
    if (event.buttons & 1) pointer("cancelled", event);
    event.preventDefault();
});

// The squares as buttons over the board, for screen readers and keyboards. The pointer goes through them to the
// canvas.
let current = 0;

const named = ({ label, target }) => (target === null ? label : `${label}, ${word("canGo")} ${target}`.trim());

/** @param {import("./chuhe_web.js").Snapshot} view */
export function squares(view) {
    const [left, top, width, height] = [...page.grid()].map((length) => length / ratio());
    const parent = $("squares");
    put(parent, "ariaLabel", word("squares"));
    current = Math.min(current, view.squares.length - 1);
    fill(parent, "button", view.squares, (element, square, order) => {
        const { name, index, row, column, chosen, target } = square;
        put(element, "textContent", named(square));
        put(element, "tabIndex", order === current ? 0 : -1);
        Object.assign(element.dataset, { square: name, row, column });
        element.setAttribute("aria-pressed", String(chosen));
        element.classList.toggle("target", target !== null);
        Object.assign(element.style, {
            left: `${left + (column - 0.5) * width}px`, top: `${top + (row - 0.5) * height}px`,
            width: `${width}px`, height: `${height}px`,
        });
        element.onclick = click("square", index);
        element.onfocus = () => { current = order; makeStop(element); };
    });
    say(view.squares);
}

// Says where the chosen piece can go.
function say(squares) {
    const chosen = squares.find((square) => square.chosen);
    const targets = squares.filter(({ target }) => target !== null).map(({ name, target }) => target || name);
    put($("said"), "textContent", chosen ? `${chosen.label}. ${word("targets")} ${targets.join(word("comma")) || "—"}` : "");
}

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// In the editor the key `Delete` removes a piece, as the right button does.
function takeAway(event) {
    const { left, top, width, height } = event.target.getBoundingClientRect();
    pointer("other-pressed", event, { clientX: left + width / 2, clientY: top + height / 2 });
}

$("squares").onkeydown = (event) => {
    if (event.key === "Delete" && !$("tray").hidden) takeAway(event);
    const step = STEPS[event.key];
    if (!step || !isAlone(event)) return;
    const { row, column } = event.target.dataset;
    const [nextRow, nextColumn] = [Number(row) + step[0], Number(column) + step[1]];
    $("squares").querySelector(`[data-row="${nextRow}"][data-column="${nextColumn}"]`)?.focus();
    event.preventDefault();
    event.stopPropagation();
};
