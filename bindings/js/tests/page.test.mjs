// Runs the tests of chuhe.test.mjs and the programs of the documents in a page of Chromium, or of the browser `CHROMIUM`.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const browser = process.env.CHROMIUM ?? "chromium";
const isMissing = spawnSync(browser, ["--version"]).status !== 0;
const skip = isMissing && !process.env.CHUHE_ALL_TESTS && `${browser} is missing`;

/** Serves this folder, and resolves to what the page reports. */
function report(server) {
    return new Promise((resolve) => {
        server.on("request", async (request, response) => {
            const { pathname } = new URL(request.url, "http://localhost");
            if (pathname === "/report") resolve(JSON.parse(Buffer.concat(await request.toArray())));
            const file = await readFile(new URL(`.${pathname}`, import.meta.url)).catch(() => undefined);
            response.writeHead(file ? 200 : 404, { "content-type": TYPES[extname(pathname)] ?? "text/plain" }).end(file);
        });
    });
}

test("the package works in a page", { skip, timeout: 90_000 }, async (context) => {
    const server = createServer();
    const reported = report(server);
    await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
    const profile = fileURLToPath(new URL("./profile", import.meta.url));
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", `--user-data-dir=${profile}`];
    const child = spawn(browser, [...flags, `http://127.0.0.1:${server.address().port}/page.html`], { stdio: "ignore" });
    const ended = new Promise((resolve) => child.on("exit", resolve).on("error", resolve));
    context.after(() => {
        child.kill();
        server.close();
        server.closeAllConnections();
    });
    const results = await Promise.race([reported, ended.then((end) => [`the browser ended: ${end}`])]);
    assert.deepEqual(results.filter((result) => result[1] !== "passed"), []);
    assert.ok(results.some(([name]) => name === "a search finds a mate, here and in a worker"));
});
