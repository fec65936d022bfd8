// Compares the search in V8, the engine of Chromium and Node, with the native program. They run a bench in turns, so
// that other work of the machine slows all. The best run of each counts.
//
//   node tests/compare.mjs ../target/release/chuhe-uci [RUNS]
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const DEPTH = 11;
const root = new URL("../target/page/", import.meta.url);
const version = readdirSync(root).find((name) => /^[0-9a-f]{16}$/.test(name));
const file = (name) => new URL(`${version}/${name}`, root);
const [native, runs = 20] = process.argv.slice(2);

async function engine(name) {
    const { start, Engine } = await import(file(`${name}.js`));
    await start({ module_or_path: readFileSync(file(`${name}_bg.wasm`)) });
    const engine = new Engine();
    for (const game of ["xiangqi", "zhonggong"]) engine.add_network(readFileSync(file(`${game}.nn`)));
    return () => { const [nodes, millis] = engine.bench(DEPTH); return nodes / millis / 1000; };
}

const contestants = {
    native: () => Number(/second +: (\d+)/.exec(execFileSync(native, ["bench", String(DEPTH)], { encoding: "utf8" }))[1]) / 1e6,
    "page with SIMD": await engine("chuhe_web_engine_simd"),
    "page without SIMD": await engine("chuhe_web_engine"),
};
const best = {};
for (let run = 0; run < runs; run += 1) {
    for (const [name, bench] of Object.entries(contestants)) best[name] = Math.max(best[name] ?? 0, bench());
}
for (const [name, speed] of Object.entries(best)) {
    console.log(`${name}: ${speed.toFixed(2)} million positions a second, ${Math.round(100 * speed / best.native)} %`);
}
