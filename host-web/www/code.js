// Loads the code of the page, in two parts, and that of the computer. A first visit begins with the part for the
// first moves.
import { start } from "./chuhe_web.js";
import { $, tell, untell, word } from "./dom.js";
import { address, again, failing, fetchFile, fetchOnce } from "./fetch.js";

const first = await again(() => start({ module_or_path: fetchOnce("chuhe_web_bg.wasm") }));
export const { memory } = first;

let rest;
let isWhole = false;

async function addRest() {
    const add = async (file) => WebAssembly.instantiate(await file.arrayBuffer(), { primary: { ...first } });
    await fetchFile("chuhe_web_rest.wasm", add);
    isWhole = true;
}

// Fetches the rest, once.
export const fetchRest = () => (rest ??= addRest());

// A small module with an instruction of SIMD.
const SIMD = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);
export const hasSimd = WebAssembly.validate(SIMD);
const ENGINE = hasSimd ? "chuhe_web_engine_simd" : "chuhe_web_engine";
const NETWORKS = ["xiangqi.nn", "zhonggong.nn", "chess.nn"];

let parts;

// Fetches the code, with SIMD if the browser has it, and its networks.
async function fetchParts() {
    const code = fetchFile(`${ENGINE}_bg.wasm`, async (file) => WebAssembly.compile(await file.arrayBuffer()));
    const networks = NETWORKS.map((name) => fetchFile(name, (file) => file.arrayBuffer()));
    return { bindings: address(`${ENGINE}.js`), code: await code, networks: await Promise.all(networks) };
}

// Fetches the parts of the computer, once for all workers.
export const fetchEngine = () => (parts ??= fetchParts());

// Waits for the rest. After half a second the page says so. A failed fetch has its own message.
export async function awaitRest() {
    const timer = setTimeout(() => { if (!failing) tell("loading"); }, 500);
    await fetchRest();
    clearTimeout(timer);
    untell(word("loading"));
}

// True for a key that needs the rest: any but the one that ends the welcome.
export const isEarly = ({ key }) => !isWhole && (key !== "Escape" || !$("dialog").open);

// True for the right button on the board, a language, a sent text, and most buttons. Squares and the end of the
// welcome work at once. So does the choice of a file, which a browser allows only soon after a click.
function needsRest({ type, target, button }) {
    if (type.startsWith("pointer")) return button === 2 && $("picture").contains(target);
    return type === "submit" || target.closest?.("#language, button:not(#picture *, #open, #answers > :last-child)");
}

// Holds an event that needs the rest, and sends it again later.
function hold(event) {
    if (isWhole || !needsRest(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    awaitRest().then(() => event.target.dispatchEvent(new event.constructor(event.type, event)));
}
for (const kind of ["click", "change", "submit", "pointerdown", "pointerup"]) addEventListener(kind, hold, true);

// The errors of code that breaks. Browsers have two names for a stack overflow.
const BREAKS = ["RuntimeError", "RangeError", "InternalError"];

// If a function of the rest was called too early, the page reloads with the whole code, and the game goes on. If the
// whole code breaks, a message asks the person to reload.
function stopped(event) {
    if (!BREAKS.includes((event.error ?? event.reason)?.name)) return;
    if (isWhole) return tell("broken");
    event.preventDefault();
    awaitRest().then(() => location.reload());
}
for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, stopped);
