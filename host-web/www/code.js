// The code of the page, which comes in two parts. A first visit begins with that of the first moves.
import { start } from "./chuhe_web.js";
import { $, tell, untell, word } from "./dom.js";
import { again, failing, fetchFile, fetchOnce } from "./fetch.js";

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

// Waits for the rest as a person does, who is told after a moment. What fails is told already.
export async function awaitRest() {
    const timer = setTimeout(() => { if (!failing) tell("loading"); }, 500);
    await fetchRest();
    clearTimeout(timer);
    untell(word("loading"));
}

// True for a key that needs the rest: any but the one that ends the welcome.
export const isEarly = ({ key }) => !isWhole && (key !== "Escape" || !$("dialog").open);

// The right button on the board, a language, a text that is sent, and most buttons. Not so a square, the end of the
// welcome, and the choice of a file, which a browser allows only soon after a click.
function needsRest({ type, target, button }) {
    if (type.startsWith("pointer")) return button === 2 && $("picture").contains(target);
    return type === "submit" || target.closest?.("#language, button:not(#picture *, #open, #answers > :last-child)");
}

// What needs the rest waits for it.
function hold(event) {
    if (isWhole || !needsRest(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    awaitRest().then(() => event.target.dispatchEvent(new event.constructor(event.type, event)));
}
for (const kind of ["click", "change", "submit", "pointerdown", "pointerup"]) addEventListener(kind, hold, true);

// The errors of code that breaks. Browsers have two names for a full stack.
const BREAKS = ["RuntimeError", "RangeError", "InternalError"];

// A function of the rest that was called too early has broken the code. The game is kept, and goes on in the whole one.
// When the whole code breaks, a person loads it again.
function stopped(event) {
    if (!BREAKS.includes((event.error ?? event.reason)?.name)) return;
    if (isWhole) return tell("broken");
    event.preventDefault();
    awaitRest().then(() => location.reload());
}
for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, stopped);
