// Keys, the field for moves, and links that hold a game.
import { now, page, update } from "./app.js";
import { awaitRest, isEarly } from "./code.js";
import { $, tell } from "./dom.js";
import { readText, removeText, writeText } from "./store.js";

const NAMES = {
    " ": "Space", Escape: "Esc", Delete: "Del", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left",
    ArrowRight: "Right", PageUp: "PgUp", PageDown: "PgDn",
};

// Keys of one letter may be switched off: a person who dictates may say them by mistake. They stay off in this visit
// even if the browser keeps nothing.
export let hasLetters = readText("letters") !== "off";

export function setLetters(isOn) {
    hasLetters = isOn;
    writeText("letters", isOn ? "on" : "off");
}

// The name of a pressed key, such as `Ctrl+Z`.
function nameOf({ key, shiftKey }, hasControl) {
    const isSign = key.length === 1;
    const prefix = (hasControl ? "Ctrl+" : "") + (shiftKey && (hasControl || !isSign) ? "Shift+" : "");
    return prefix + (NAMES[key] ?? (isSign ? key.toUpperCase() : key));
}

addEventListener("keydown", async (/** @type {any} */ event) => {
    // An input method keeps its keys, such as the Escape that ends it.
    if (event.isComposing || event.altKey || event.key === "Tab") return;
    // On a Mac, Command is the key for undo and redo. The system and the browser have its other keys.
    const hasControl = event.ctrlKey || (event.metaKey && event.key.toLowerCase() === "z");
    if (event.metaKey && !hasControl) return;
    // A field keeps its keys, and a button those that press it.
    if (event.target.matches("input, select, textarea") && event.key !== "Escape") return;
    if (event.target.matches("button, summary") && ["Enter", " "].includes(event.key)) return;
    const isLetter = event.key.length === 1 && event.key !== " " && !hasControl;
    if (isLetter && !hasLetters) return;
    if (isEarly(event)) await awaitRest();
    // A key that the page does not use is left to the browser.
    if (!page.key(nameOf(event, hasControl), now())) return;
    event.preventDefault();
    update();
});

// Plays or opens a text. An empty text is ignored, because the middle button pastes, too.
async function take(text) {
    if (!text) return;
    await awaitRest();
    page.paste(text, now());
    update();
}

addEventListener("paste", (/** @type {any} */ event) => {
    if (!event.target.closest?.("input, textarea")) take(event.clipboardData.getData("text"));
});

$("entry").onsubmit = (event) => {
    event.preventDefault();
    take($("move").value);
    $("move").value = "";
};

// A link that holds the game.
const LINK = "#game=";

$("link").onclick = async () => {
    const url = new URL(location.href);
    url.hash = LINK + encodeURIComponent(page.pgn());
    try {
        await navigator.clipboard.writeText(url.href);
        tell("linkCopied", "", 8);
    } catch {
        // A browser may forbid the clipboard. The address bar then has the link.
        history.replaceState(null, "", url);
        tell("linkInAddress", "", 15);
    }
};

// Opens the game of the link. The link stays in the address until another game is played, for a reload or a bookmark.
function followLink() {
    if (!location.hash.startsWith(LINK)) return;
    let text;
    try { text = decodeURIComponent(location.hash.slice(LINK.length)); } catch { text = location.hash; }
    take(text);
}

// Opens what this tab has shown before a reload: a study, or else the game of the link. A study that cannot be
// read is dropped.
export function reopen() {
    try {
        const { pgn, of } = JSON.parse(readText("study", "sessionStorage") ?? "{}");
        if (pgn && of === location.hash) return take(pgn);
    } catch { removeText("study", "sessionStorage"); }
    followLink();
}
addEventListener("hashchange", followLink);
