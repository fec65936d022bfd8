// Tests what a user of the package relies on. The command `dist/npm --test` runs them on the packed package.
import assert from "node:assert/strict";
import test from "node:test";
import { Chuhe, Engine, search } from "chuhe";

test("a move in every notation is the same", () => {
    for (const text of ["炮二平五", "C2=5", "h2e2", "H2-E2"]) {
        const board = new Chuhe();
        const move = board.move(text);
        assert.deepEqual([move.from, move.to, move.piece, move.color], ["h2", "e2", "c", "w"]);
        assert.deepEqual([move.san, move.lan], ["C2=5", "h2e2"]);
        assert.equal(move.after, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
    }
    const board = new Chuhe();
    assert.equal(board.notation("h2e2", "chinese"), "炮二平五");
    assert.equal(board.notation("b0c2", "simplified"), "马八进七");
});

test("moves, history and undo", () => {
    const board = new Chuhe();
    assert.equal(board.moves().length, 44);
    assert.deepEqual(board.moves({ square: "b0" }).sort(), ["H8+7", "H8+9"]);
    assert.equal(board.moves({ verbose: true, square: "b2" }).find((move) => move.to === "b9").captured, "n");
    board.move({ from: "h2", to: "e2" });
    board.move("h9g7");
    assert.deepEqual(board.history(), ["C2=5", "H8+7"]);
    assert.equal(board.undo().lan, "h9g7");
    assert.equal(board.turn(), "b");
    board.reset();
    assert.equal(board.undo(), null);
    assert.equal(board.perft(3), 79_666);
    for (const depth of [-1, 0.5, 256]) assert.throws(() => board.perft(depth), /0 to 255/);
});

test("chess has the names and squares of chess", () => {
    const middle = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    assert.equal(new Chuhe(middle, { game: "chess" }).perft(3), 97_862);
    const board = new Chuhe("4k3/P7/8/8/8/8/8/4K2R w K -", { game: "chess" });
    assert.ok(board.moves().includes("O-O") && board.moves().includes("a8=Q+"));
    const move = board.move({ from: "a7", to: "a8", promotion: "n" });
    assert.deepEqual([move.san, move.promotion, board.get("a8")], ["a8=N", "n", { type: "n", color: "w" }]);
    assert.equal(board.board()[0][0].type, "n");
    assert.equal(board.ascii().split("\n").length, 8);
});

test("a refused move and a wrong position have their reasons", () => {
    const board = new Chuhe();
    assert.throws(() => board.move("h2h9x"), /h2h9x/);
    assert.equal(board.moveError("h2e2"), undefined);
    assert.deepEqual(board.moveError("b0d1"), { reason: "Blocked", square: "c0" });
    assert.deepEqual(board.moveError("a3b3"), { reason: "River", square: undefined });
    assert.match(board.moveError("x").reason, /not a move/);
    assert.throws(() => new Chuhe("rnbakabnr/9"), /board/);
    assert.throws(() => new Chuhe(undefined, { game: "go" }), /xiangqi/);
    assert.throws(() => board.load("9/9"), /board/);
    assert.equal(board.moves().length, 44);
});

test("perpetual check loses, and a warning comes before", () => {
    const board = new Chuhe("3k5/9/9/9/9/9/9/9/4R4/5K3 w");
    const cycle = ["e1d1", "d9e9", "d1e1", "e9d9"];
    cycle.forEach((move) => board.move(move));
    assert.deepEqual(board.repetition(), { winner: "b", reason: "perpetual check" });
    cycle.forEach((move) => board.move(move));
    assert.deepEqual(board.outcome(), { winner: "b", reason: "perpetual check" });
    assert.ok(board.isGameOver() && !board.isDraw() && !board.isCheckmate());
});

const MATE = "4k4/R8/1R7/9/9/9/9/9/9/3K5 w";

test("a search finds a mate, here and in a worker", async (context) => {
    const board = new Chuhe(MATE);
    const line = search(board, { depth: 4 });
    assert.deepEqual([line.mate, line.pv[0]], [1, line.move]);
    const engine = new Engine({ hash: 1 });
    context.after(() => engine.terminate());
    const lines = await Promise.all([engine.play(board, { depth: 4 }), engine.play(new Chuhe(), { nodes: 5000 })]);
    assert.equal(lines[0].mate, 1);
    assert.ok(new Chuhe().moves({ style: "coordinates" }).includes(lines[1].move));
    // Mate and stalemate win in one move here, and either is right.
    for (const { move } of [line, lines[0]]) {
        board.move(move);
        assert.equal(board.outcome().winner, "w");
        board.undo();
    }
    board.move("b7b9");
    assert.ok(board.isCheckmate());
    await assert.rejects(engine.play(board, { depth: 1 }), /game is over/);
    await assert.rejects(engine.play(new Chuhe(), {}), /never end/);
    const endless = engine.play(new Chuhe(), { depth: 200 });
    await Promise.all([assert.rejects(endless, /ended/), engine.terminate()]);
    await assert.rejects(engine.play(new Chuhe(), { depth: 1 }), /ended/);
    assert.throws(() => new Engine({ hash: 0 }), /1 to 1024/);
    assert.throws(() => search(board, { depth: 1 }, { hash: 4096 }), /1 to 1024/);
    const wrong = [{ depth: 0.5 }, { depth: 256 }, { nodes: 0.5 }, { nodes: Infinity }, { level: 1.5 }, { time: -1 }];
    for (const limit of wrong) assert.throws(() => search(new Chuhe(), limit), /time and nodes are/);
});

test("an engine that does not start says so", async (context) => {
    const { set } = URLSearchParams.prototype;
    // The worker is to take more memory than WebAssembly has.
    URLSearchParams.prototype.set = function (name) {
        set.call(this, name, "65535");
    };
    const engine = new Engine();
    URLSearchParams.prototype.set = set;
    context.after(() => engine.terminate());
    await assert.rejects(engine.play(new Chuhe(), { depth: 1 }), /did not start/);
});
