// Plays the first moves of first visits in an instrumented module, and writes the profile of the functions that they call.
import { readFileSync, writeFileSync } from "node:fs";
import { Page, start } from "./script.mjs";

// Columns and rows: all kinds of pieces, the cannon first; a square where none of them can go; a place next to the board.
const [PIECES, NOWHERE, AWAY] = [[[1, 7], [0, 9], [1, 9], [2, 9], [3, 9], [4, 9], [4, 6]], [4, 4], [-3, 4]];
const PAUSES = [...Array(20).fill(50), 1000, 10_000];
const exports = await start({ module_or_path: readFileSync("instrumented.wasm") });
let time = 0;

// Plays one visit: leaves the welcome if there is one, tries illegal moves, then moves a piece by a drag or by two
// clicks.
function visit(language, cell, leave, isDrag, from) {
    const kept = { settings: null, game: null, game_id: null };
    const page = new Page(JSON.stringify({ ...kept, language, begin: 0, date: "2026.01.01", seed: 1, is_calm: !leave, is_dark: !leave }));
    function show(pause) {
        page.tick(time += pause);
        for (const state of ["effects", "revision", "prepare", "draw", "width", "height", "pixels", "is_moving"]) page[state](cell);
        return JSON.parse(page.snapshot());
    }
    function point([column, row], ...events) {
        const [left, top, width, height] = page.grid();
        for (const event of events) page.pointer(event, left + column * width, top + row * height, time);
        show(20);
    }
    Page.version();
    show(0);
    if (leave) page.welcome(time);
    PAUSES.forEach(show);
    leave?.(page);
    page.click("square", 0, time);
    for (const square of [NOWHERE, from, PIECES[0], from, NOWHERE]) point(square, "moved", "pressed", "released");
    point(from, "pressed");
    point(AWAY, "moved", "released", "cancelled");
    point(from, "pressed", ...(isDrag ? [] : ["released"]));
    const { column, row } = show(0).squares.find(({ target }) => target !== null);
    point([column, row], "moved", ...(isDrag ? [] : ["pressed"]), "released");
    // The cannon has taken a horse, which is drawn next to its player.
    Array.from({ length: 14 }, (_, piece) => page.piece(piece, 0xffffff, 20)).forEach((picture) => [picture.width, picture.pixels, picture.free()]);
    PAUSES.forEach(show);
    page.leave(time);
    if (show(0).moves.length !== 1) throw new Error("no move was played");
    page.free();
}

for (const language of ["en", "zh-Hans", "zh-Hant"])
    for (const kind of [[71, (page) => page.click("answer", 1, time), true], [40, (page) => page.key("Esc", time), false], [27, undefined, false]])
        for (const piece of PIECES) visit(language, ...kind, piece);
// The profile is written over memory that nothing uses any more.
const length = exports.__write_profile(0, exports.memory.buffer.byteLength);
writeFileSync("profile", new Uint8Array(exports.memory.buffer, 0, length));
