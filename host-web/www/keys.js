// Keys, the field for moves, and links that hold a game.
import { now, page, update } from "./app.js";
import { $, tell } from "./dom.js";

const NAMES = {
    " ": "Space", Escape: "Esc", Delete: "Del", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left",
    ArrowRight: "Right", PageUp: "PgUp", PageDown: "PgDn",
};

addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.key === "Tab") return;
    // A field keeps its keys, and a button those that press it.
    if (event.target.matches("input") && event.key !== "Escape") return;
    if (event.target.matches("button") && ["Enter", " "].includes(event.key)) return;
    const prefix = (event.ctrlKey ? "Ctrl+" : "") + (event.shiftKey && event.key.length > 1 ? "Shift+" : "");
    const name = NAMES[event.key] ?? event.key.toUpperCase();
    if (["Ctrl+C", "Ctrl+V", "Ctrl+L", "Ctrl+N", "F5"].includes(prefix + name)) return;
    if (page.key(prefix + (NAMES[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key)), now())) {
        event.preventDefault();
        update();
    }
});

addEventListener("paste", (event) => {
    if (event.target.closest?.("input")) return;
    page.paste(event.clipboardData.getData("text"), now());
    update();
});

$("entry").onsubmit = (event) => {
    event.preventDefault();
    page.paste($("move").value, now());
    $("move").value = "";
    update();
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
        tell("linkInAddress");
    }
};

export function followLink() {
    if (!location.hash.startsWith(LINK)) return;
    let text;
    try { text = decodeURIComponent(location.hash.slice(LINK.length)); } catch { text = location.hash; }
    history.replaceState(null, "", location.pathname);
    page.paste(text, now());
    update();
}
addEventListener("hashchange", followLink);
