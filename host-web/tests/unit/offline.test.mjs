// Tests the service worker with caches that may fail.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const file = new URL("../../www/offline.js", import.meta.url);
const code = readFileSync(file, "utf8").replace("{{version}}", "0").replace("{{files}}", "[]");

const fail = async () => { throw new DOMException("denied", "SecurityError"); };
const CACHES = {
    "has the file": [async () => ({ match: async () => "kept" }), "kept"],
    "has another file": [async () => ({ match: async () => undefined }), "fetched"],
    "does not open": [fail, "fetched"],
    "cannot be read": [async () => ({ match: fail }), "fetched"],
};

for (const [name, [open, wanted]] of Object.entries(CACHES)) {
    test(`where the cache ${name}, the file is ${wanted}`, async () => {
        const listeners = {};
        runInNewContext(code, {
            URL, location: "https://chuhe.invalid/offline.js", registration: { scope: "/" }, caches: { open },
            addEventListener: (kind, listener) => { listeners[kind] = listener; }, fetch: async () => "fetched",
        });
        let answer;
        listeners.fetch({ request: { method: "GET" }, respondWith: (response) => { answer = response; } });
        assert.equal(await answer, wanted);
    });
}
