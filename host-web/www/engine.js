// The parts of the computer, fetched after the board is shown: its code, with SIMD where the browser has it,
// and the networks by which it evaluates.

// A module with an instruction of SIMD.
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);
export const hasSimd = WebAssembly.validate(SIMD);
const CODE = hasSimd ? "chuhe_web_engine_simd" : "chuhe_web_engine";
const NETWORKS = ["xiangqi.nn", "zhonggong.nn"];

const address = (name) => new URL(name, import.meta.url).href;

// A file of this version of the page.
export async function fetchFile(name) {
    const response = await fetch(address(name));
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response;
}

const fetchBytes = async (name) => (await fetchFile(name)).arrayBuffer();

export const newWorker = (name) => new Worker(address("worker.js"), { type: "module", name });

let parts;

async function fetchParts() {
    const files = [`${CODE}_bg.wasm`, ...NETWORKS].map(fetchBytes);
    const [code, ...networks] = await Promise.all(files);
    return { bindings: address(`${CODE}.js`), code: await WebAssembly.compile(code), networks };
}

// The parts, the same for all workers. A failed fetch is tried again.
export function fetchEngine() {
    parts ??= fetchParts();
    parts.catch(() => { parts = undefined; });
    return parts;
}
