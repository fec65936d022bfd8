// The code of the page, which comes in two parts. A first visit begins with that of the first moves.
import { start } from "./chuhe_web.js";
import { $, tell } from "./dom.js";
import { again, fetchFile, fetchOnce } from "./fetch.js";

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
export function fetchRest() {
    rest ??= addRest();
    return rest;
}

// All but the board under the left button, and the end of the welcome.
function needsRest({ type, key, target, button }) {
    if (type === "keydown") return key !== "Escape" || !$("dialog").open;
    if (type.startsWith("pointer")) return button === 2 && $("picture").contains(target);
    return !$("picture").contains(target) && !$("answers").lastElementChild?.contains(target);
}

// What needs the rest waits for it.
function hold(event) {
    if (isWhole || !needsRest(event)) return;
    event.stopImmediatePropagation();
    if (event.type !== "keydown") event.preventDefault();
    fetchRest().then(() => event.target.dispatchEvent(new event.constructor(event.type, event)));
}
for (const kind of ["click", "change", "submit", "pointerdown", "pointerup"]) addEventListener(kind, hold, true);
addEventListener("keydown", hold);

// The errors of code that breaks. Browsers have two names for a full stack.
const BREAKS = ["RuntimeError", "RangeError", "InternalError"];

// A function of the rest that was called too early has broken the code. The game is kept, and goes on in the whole one.
// When the whole code breaks, a person loads it again.
function stopped(event) {
    if (!BREAKS.includes((event.error ?? event.reason)?.name)) return;
    if (isWhole) return tell("broken");
    event.preventDefault();
    fetchRest().then(() => location.reload());
}
for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, stopped);
