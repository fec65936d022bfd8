// The parts of the computer, fetched after the board is shown: its code, with SIMD where the browser has it,
// and the networks by which it evaluates.
import { address, fetchFile } from "./fetch.js";

// A module with an instruction of SIMD.
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);
export const hasSimd = WebAssembly.validate(SIMD);
const CODE = hasSimd ? "chuhe_web_engine_simd" : "chuhe_web_engine";
const NETWORKS = ["xiangqi.nn", "zhonggong.nn", "chess.nn"];

export const newWorker = (name) => new Worker(address("worker.js"), { type: "module", name });

let parts;

async function fetchParts() {
    const code = fetchFile(`${CODE}_bg.wasm`, async (file) => WebAssembly.compile(await file.arrayBuffer()));
    const networks = NETWORKS.map((name) => fetchFile(name, (file) => file.arrayBuffer()));
    return { bindings: address(`${CODE}.js`), code: await code, networks: await Promise.all(networks) };
}

// The parts, the same for all workers.
export function fetchEngine() {
    parts ??= fetchParts();
    return parts;
}
