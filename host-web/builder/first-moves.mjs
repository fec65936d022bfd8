// Plays the first moves of a first visit, and writes the profile of the functions that they call.
// Arguments: the script of an instrumented module, this module, and the file of the profile.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [script, code, profile] = process.argv.slice(2);
const { Page, start } = await import(pathToFileURL(resolve(script)).href);
const exports = await start({ module_or_path: readFileSync(code) });

let time = 0;
let page;

// What the page does after an event.
function show(cell) {
    page.effects();
    page.revision();
    page.snapshot();
    page.draw(cell);
    return [page.width(), page.height(), page.pixels(), page.grid(), page.is_moving()];
}

function look(picture) {
    if (!picture?.width || !picture.pixels.length) throw new Error("no picture");
    picture.free();
}

// Lets time pass until a piece has arrived and a note is over.
function wait(cell) {
    for (const pause of [...Array(20).fill(50), 1000, 10_000]) {
        page.tick(time += pause);
        show(cell);
    }
}

// Does something with the pointer at a column and a row.
function point(events, [column, row], cell) {
    const [left, top, width, height] = page.grid();
    for (const event of events) page.pointer(event, left + column * width, top + row * height, time += 20);
    show(cell);
}

// The cannon cannot go to a piece of its own side. Then it takes a horse.
const [PIECE, OTHER, AWAY, TAKEN, NOWHERE] = [[1, 7], [4, 6], [-3, 4], [1, 0], [4, 4]];

function playByPointer(cell) {
    point(["other-pressed"], PIECE, cell);
    point(["moved", "other-released"], OTHER, cell);
    for (const square of [NOWHERE, TAKEN, PIECE, OTHER, PIECE, NOWHERE]) point(["moved", "pressed", "released"], square, cell);
    point(["pressed"], PIECE, cell);
    point(["moved"], AWAY, cell);
    point(["released", "cancelled"], AWAY, cell);
    point(["pressed"], PIECE, cell);
    for (const square of [NOWHERE, TAKEN]) point(["moved"], square, cell);
    point(["released"], TAKEN, cell);
}

function press(square, cell) {
    page.click("square", square.index, time += 20);
    show(cell);
}

const squares = () => JSON.parse(page.snapshot()).squares;

// The first moves of Red, who is below: the buttons of the pieces and of where they can go.
function firstMoves(cell) {
    page = newPage("en", true, false);
    return squares().filter(({ row, name, label }) => row > 4 && label !== name).flatMap((piece) => {
        press(piece, cell);
        return squares().filter(({ target }) => target !== null).map((target) => [piece, target]);
    });
}

const playByButtons = (move) => (cell) => move.forEach((square) => press(square, cell));

// The ways in which the welcome is left. A visit may have none.
const LEAVE = {
    answer: () => page.click("answer", 1, time += 10),
    key: () => page.key("Esc", time += 10),
};

const newPage = (language, isCalm, isDark) => new Page(JSON.stringify({
    language, settings: null, game: null, game_id: null, begin: 0, date: "2026.01.01", seed: 1, is_calm: isCalm, is_dark: isDark,
}));

function visit(language, isCalm, isDark, welcome, play, cell) {
    page = newPage(language, isCalm, isDark);
    Page.version();
    show(cell);
    if (welcome) {
        page.welcome(time += 10);
        wait(cell);
        LEAVE[welcome]();
        show(cell);
    }
    play(cell);
    wait(cell + 1);
    if (JSON.parse(page.snapshot()).moves.length !== 1) throw new Error("no move was played");
    // A captured piece is drawn next to its player.
    for (let piece = 0; piece < 14; piece += 1) look(page.piece(piece, 0xffffff, 20));
    page.leave(time += 10);
    show(cell);
    page.free();
}

const moves = firstMoves(40);
for (const language of ["en", "zh-Hans", "zh-Hant"]) {
    visit(language, false, false, "answer", playByPointer, 71);
    visit(language, true, true, undefined, playByPointer, 27);
    visit(language, false, false, "key", playByButtons(moves[0]), 40);
}
for (const move of moves) visit("en", true, false, undefined, playByButtons(move), 40);

// The profile is written over memory that nothing uses any more.
const length = exports.__write_profile(0, exports.memory.buffer.byteLength);
writeFileSync(profile, new Uint8Array(exports.memory.buffer, 0, length));
