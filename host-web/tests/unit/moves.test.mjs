// Tests the texts of clocks and moves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, plies, treeItems } from "../../www/moves.js";

test("a clock shows whole seconds", () => {
    assert.deepEqual([0, 999, 1000, 61_000, 3_600_000].map(clock), ["0:00", "0:00", "0:01", "1:01", "60:00"]);
});

test("moves are numbered by turns, also where Black begins", () => {
    const turns = (first) => plies({ moves: ["a", "b", "c"], played: 2, first }).map(({ turn }) => turn);
    assert.deepEqual(turns(0), [1, undefined, 2]);
    assert.deepEqual(turns(1), [undefined, 2, undefined]);
});

test("the last move that is shown is the current one", () => {
    const current = plies({ moves: ["a", "b", "c"], played: 2, first: 0 }).map((ply) => ply.current);
    assert.deepEqual(current, [false, true, false]);
});

test("the words of a comment become one text, with spaces only in English", () => {
    const word = (text, begins = false) => ({ text, begins, comment: true });
    const move = { text: "1. C2=5", comment: false };
    const texts = (...items) => treeItems(items).map(({ text }) => text);
    assert.deepEqual(texts(move, word("a"), word("good"), word("move")), ["1. C2=5", "a good move"]);
    assert.deepEqual(texts(word("好"), word("棋")), ["好棋"]);
    assert.deepEqual(texts(word("one"), word("two", true)), ["one", "two"]);
    assert.equal(treeItems([word("a"), word("b"), move]).at(-1).number, 2);
});
