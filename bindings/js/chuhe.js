// Xiangqi, Zhonggong xiangqi and chess, with the names of chess.js. chuhe.d.ts describes everything.
import { Board, Searcher, start } from "./chuhe_js.js";

const wasm = new URL("./chuhe_js_bg.wasm", import.meta.url);
const isNode = typeof process !== "undefined" && process.versions?.node !== undefined;
// Node does not fetch files.
await start({ module_or_path: isNode ? (await import("node:fs/promises")).readFile(wasm) : wasm });

const SIDES = { w: "w", b: "b", "-": null };

/** @param {string | undefined} text */
function ending(text) {
    return text === undefined ? undefined : { winner: SIDES[text[0]], reason: text.slice(1) };
}

/** @param {string} letter */
function pieceOf(letter) {
    const type = letter.toLowerCase();
    return { type, color: letter === type ? "b" : "w" };
}

export class Chuhe {
    #game;
    #start;
    #board;
    #played = [];

    constructor(fen, { game = "xiangqi" } = {}) {
        this.#game = game;
        this.load(fen);
    }

    get game() {
        return this.#game;
    }

    load(fen) {
        const board = new Board(this.#game, fen);
        this.#board?.free();
        this.#board = board;
        this.#start = board.fen();
        this.#played = [];
    }

    reset() {
        this.load(undefined);
    }

    fen() {
        return this.#board.fen();
    }

    turn() {
        return this.fen().split(" ")[1];
    }

    moves({ verbose = false, square = undefined, style = "san" } = {}) {
        const keys = this.#board.moves("coordinates");
        const texts = verbose ? keys : this.#board.moves(style);
        const wanted = keys.map((key) => square === undefined || this.#board.parts(key)[0] === square);
        return texts.filter((_, place) => wanted[place]).map((text) => (verbose ? this.#describe(text) : text));
    }

    move(move) {
        const text = typeof move === "string" ? move : `${move.from}${move.to}${move.promotion ?? ""}`;
        const key = this.notation(text, "coordinates");
        const played = this.#describe(key);
        this.#board.play(key);
        this.#played.push({ ...played, after: this.fen() });
        return { ...this.#played.at(-1) };
    }

    undo() {
        return this.#board.undo() ? this.#played.pop() : null;
    }

    history({ verbose = false } = {}) {
        return this.#played.map((move) => (verbose ? { ...move } : move.san));
    }

    notation(move, style) {
        return this.#board.write(move, style);
    }

    moveError(move) {
        const [reason, square] = this.#board.move_error(move) ?? [];
        return reason === undefined ? undefined : { reason, square };
    }

    get(square) {
        const letter = this.#board.piece(square);
        return letter === undefined ? undefined : pieceOf(letter);
    }

    board() {
        const letters = this.ascii().split("\n").map((line) => line.split(" "));
        return letters.map((line) => line.map((letter) => (letter === "." ? null : pieceOf(letter))));
    }

    ascii() {
        return this.#board.ascii();
    }

    isCheck() {
        return this.#board.in_check();
    }

    inCheck() {
        return this.isCheck();
    }

    isCheckmate() {
        return this.outcome()?.reason === "checkmate";
    }

    isStalemate() {
        return this.outcome()?.reason === "stalemate";
    }

    isDraw() {
        return this.outcome()?.winner === null;
    }

    isGameOver() {
        return this.outcome() !== undefined;
    }

    outcome() {
        return ending(this.#board.ending());
    }

    repetition() {
        return ending(this.#board.repetition());
    }

    perft(depth) {
        if (!Number.isInteger(depth) || depth < 0 || depth > 255) throw new RangeError("depth is 0 to 255, and whole");
        return this.#board.perft(depth);
    }

    /** What a worker needs to have the same game. */
    toJSON() {
        return { game: this.#game, fen: this.#start, moves: this.#played.map((move) => move.lan) };
    }

    /** The inner board, for a search in this thread. */
    get inner() {
        return this.#board;
    }

    #describe(key) {
        const [from, to, piece, captured, promotion] = this.#board.parts(key);
        const { type, color } = piece === "" ? { type: undefined, color: this.turn() } : pieceOf(piece);
        const move = { color, from, to, piece: type, san: this.notation(key, "san"), lan: key, before: this.fen() };
        if (captured !== "") move.captured = captured.toLowerCase();
        if (promotion !== "") move.promotion = promotion;
        return move;
    }
}

/** @returns {[number, number, number, number]} */
function limits({ time = 0, nodes = 0, depth = 0, level = 9 }) {
    const isCount = (number) => Number.isInteger(number) && number >= 0;
    if (!Number.isFinite(time) || time < 0 || ![nodes, depth, level].every(isCount) || depth > 255 || level > 9) {
        throw new RangeError("time and nodes are at least 0, depth 0 to 255, level 0 to 9; all but time are whole");
    }
    if (time === 0 && nodes === 0 && depth === 0 && level === 9) {
        throw new RangeError("a search without time, nodes, depth or level would never end");
    }
    return [time, nodes, depth, level];
}

/** @param {number} hash */
function megabytes(hash) {
    if (!Number.isInteger(hash) || hash < 1 || hash > 1024) throw new RangeError("hash is 1 to 1024 MiB");
    return hash;
}

function found(searcher, chuhe, limit) {
    if (chuhe.isGameOver()) throw new Error("there is no move: the game is over");
    const line = JSON.parse(searcher.search(chuhe.inner, ...limits(limit)));
    return { move: line.pv[0], ...line };
}

/** The best line, found in this thread. */
export function search(chuhe, limit, { hash = 16 } = {}) {
    const searcher = new Searcher(megabytes(hash));
    try {
        return found(searcher, chuhe, limit);
    } finally {
        searcher.free();
    }
}

/** Answers the requests of an engine: the other end of `Engine`. */
export function answers({ hash }) {
    const searcher = new Searcher(hash);
    return ({ id, position, limit }) => {
        try {
            const chuhe = new Chuhe(position.fen, { game: position.game });
            position.moves.forEach((move) => chuhe.move(move));
            return { id, line: found(searcher, chuhe, limit) };
        } catch (error) {
            return { id, error: String(error.message ?? error) };
        }
    };
}

export class Engine {
    #worker;
    #next = 0;
    #waiting = new Map();
    /** Why the worker is gone. */
    #ended;

    constructor({ hash = 16 } = {}) {
        const address = new URL("./worker.js", import.meta.url);
        address.searchParams.set("hash", String(megabytes(hash)));
        this.#worker = this.#start(address);
    }

    async #start(address) {
        const take = ({ id, line, error }) => {
            const asked = this.#waiting.get(id);
            this.#waiting.delete(id);
            // An answer may be on its way when the engine is ended.
            if (error === undefined) asked?.resolve(line);
            else asked?.reject(new Error(error));
        };
        const fail = (error) => this.#end(error);
        if (isNode) {
            const { Worker } = await import("node:worker_threads");
            const worker = new Worker(address, { workerData: address.href });
            worker.on("message", take).on("error", fail).on("exit", () => fail(new Error("the engine was ended")));
            return worker;
        }
        const worker = new Worker(address, { type: "module" });
        worker.onmessage = ({ data }) => take(data);
        worker.onerror = (event) => fail(new Error(event.message));
        return worker;
    }

    async play(chuhe, limit) {
        limits(limit);
        const [id, position] = [this.#next++, chuhe.toJSON()];
        const worker = await this.#worker;
        if (this.#ended) throw this.#ended;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            worker.postMessage({ id, position, limit });
        });
    }

    async terminate() {
        (await this.#worker).terminate();
        this.#end(new Error("the engine was ended"));
    }

    #end(error) {
        this.#ended ??= error;
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
    }
}
