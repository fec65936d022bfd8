// Tests the storage of the browser, also if it keeps nothing.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { readText, renameText, writeSettings, writeText } from "../../www/store.js";

let kept;

beforeEach(() => {
    kept = new Map();
    globalThis.localStorage = {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, text) => kept.set(name, text),
        removeItem: (name) => kept.delete(name),
    };
});

test("a text is kept under its name", () => {
    assert.equal(readText("settings"), undefined);
    assert.equal(writeText("settings", "{}"), true);
    assert.equal(readText("settings"), "{}");
});

test("a renamed text leaves its old name", () => {
    writeText("game", "broken");
    assert.equal(renameText("game", "game-broken"), true);
    assert.deepEqual([...kept], [["game-broken", "broken"]]);
    assert.equal(renameText("game", "game-broken"), false);
});

test("an endgame that another tab has solved stays solved", () => {
    const write = (solved) => writeSettings(JSON.stringify({ theme: "Dark", solved }));
    for (const kept of [undefined, "{]", "{}"]) {
        if (kept) writeText("settings", kept);
        assert.equal(write(["one", "two"]), true);
        assert.equal(write(["two", "three"]), true);
        assert.deepEqual(JSON.parse(readText("settings")), { theme: "Dark", solved: ["one", "two", "three"] });
    }
});

test("a setting that another tab has changed stays, and one that was not kept is written again", () => {
    const write = (settings) => writeSettings(JSON.stringify({ solved: [], ...settings }));
    const setItem = globalThis.localStorage.setItem;
    write({ theme: "Dark", sounds: true });
    writeText("settings", JSON.stringify({ solved: [], theme: "Wood", sounds: true, fonts: 1 }));
    globalThis.localStorage.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    assert.equal(write({ theme: "Dark", sounds: false }), false);
    globalThis.localStorage.setItem = setItem;
    assert.equal(write({ theme: "Dark", sounds: false }), true);
    assert.deepEqual(JSON.parse(readText("settings")), { solved: [], theme: "Wood", sounds: false });
});

test("what another tab has written under the name of a text that was read stays", () => {
    writeText("game", "other");
    assert.equal(renameText("game", "game-broken", "broken"), true);
    assert.deepEqual([...kept], [["game", "other"], ["game-broken", "broken"]]);
});

test("a browser that keeps nothing is told of, and loses nothing", () => {
    writeText("game", "broken");
    globalThis.localStorage.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    assert.equal(writeText("settings", "{}"), false);
    assert.equal(renameText("game", "game-broken"), false);
    assert.equal(readText("game"), "broken");
    globalThis.localStorage = { getItem() { throw new DOMException("no", "SecurityError"); } };
    assert.equal(readText("game"), undefined);
});
