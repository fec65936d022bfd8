// The page around the board: shows the state, and lets time pass.
import { analysis, bar, chart } from "./analysis.js";
import { Page, carryOut, isOwn, now, onChange, page, update } from "./app.js";
import { begin, draw, drawSoon, fit, fits, squares } from "./board.js";
import { fetchEngine, fetchRest, hasSimd } from "./code.js";
import { dialog } from "./dialog.js";
import { $, all, create, fill, put, tell, turn, word } from "./dom.js";
import { browser } from "./effects.js";
import { newComputer } from "./engine.js";
import { fetchFile, rest } from "./fetch.js";
import { hasLetters, reopen, setLetters } from "./keys.js";
import { menus } from "./menus.js";
import { button, moveList, playerLine, tray } from "./panel.js";
import { readText } from "./store.js";

const isFirst = readText("settings") === undefined && readText("game") === undefined && !location.hash;

let shown = -1;
// The snapshot that the page around the board shows, as text and as values.
let told;
/** @type {import("./chuhe_web.js").Snapshot} */
let view;

const parts = [
    () => {
        document.documentElement.lang = view.language;
        document.documentElement.dataset.theme = view.theme;
        put($("status"), "textContent", view.status);
        $("status").classList.toggle("alarm", view.alarm);
        playerLine($("upper"), view.players[0]);
        playerLine($("lower"), view.players[1]);
        put($("thinking"), "textContent", view.thinking ?? "");
        fill($("steps"), "button", view.steps, button("step"));
        fill($("tools"), "button", view.tools, button("tool"));
        fill($("buttons"), "button", view.buttons, button("button"));
        moveList(view);
    },
    () => {
        analysis(view);
        bar(view);
        chart(view);
        tray(view);
    },
    () => {
        labels();
        menus(view);
    },
    () => {
        fit();
        draw();
    },
    () => {
        squares(view);
        dialog(view);
    },
];

// Takes a new snapshot. Returns false if the parts of the page show it already.
function take() {
    carryOut();
    if (page.revision() === shown && fits()) return false;
    shown = page.revision();
    const text = page.snapshot();
    if (text === told && fits()) {
        drawSoon();
        return false;
    }
    told = text;
    view = JSON.parse(text);
    return true;
}

// The element with the keyboard focus, before a dialog has opened.
let focused;

function show() {
    if (!take()) return;
    if (!$("dialog").open) focused = document.querySelector("main :focus-visible");
    for (const part of parts) part();
    // If the element with the focus is hidden, the board gets the focus.
    if (focused?.checkVisibility() === false && !$("dialog").open) $("squares").querySelector(":not([tabindex='-1'])").focus();
}

async function showInTurns() {
    await turn();
    if (!take()) return;
    for (const part of parts) {
        await turn();
        part();
    }
}

const computer = newComputer({ fetchEngine, now, page, rest, tell, update: show });
onChange(show, { ...browser, ...computer });

// The language of the labels.
let labelled;

// Sets the texts that depend on the language alone. A chosen language that waits for the rest of the code stays
// chosen.
function labels() {
    if (labelled === view.language) return;
    labelled = view.language;
    for (const element of all("[data-label]")) put(element, "ariaLabel", word(element.dataset.label));
    put($("move"), "placeholder", word("move"));
    for (const element of all("[data-text]")) put(element, "textContent", word(element.dataset.text));
    put($("menu"), "textContent", "☰");
    put($("version"), "textContent", `Chuhe ${Page.version()} · ${word("licence")}`);
    put($("language"), "value", labelled);
    put($("letters"), "checked", hasLetters);
}

// The page begins in turns, so that no task is long: the board, what stands around it, and the welcome.
await begin();
await showInTurns();
if (isFirst) {
    page.welcome(now());
    await showInTurns();
}

$("language").onchange = () => {
    page.set_language($("language").value, now());
    // The revision does not count this change, so a new snapshot is forced.
    shown = -1;
    update();
};
$("letters").onchange = () => setLetters($("letters").checked);

addEventListener("resize", update);
setInterval(() => { page.tick(now()); update(); }, 50);

// While a piece is on its way, each frame of the screen shows it.
function animate() {
    if (page.is_moving()) {
        page.tick(now());
        update();
    }
    requestAnimationFrame(animate);
}
requestAnimationFrame(animate);

reopen();
performance.mark("playable");
document.documentElement.dataset.ready = "true";

// Keeps the clocks, because the page may not come back.
function leave() {
    page.leave(now());
    carryOut();
}
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); });

// Fetches everything that the first moves do not need.
async function fetchLater() {
    await fetchRest();
    if (!await isOwn) tell("otherTab", "", 15);
    await fetchEngine();
    const table = (name) => fetchFile(name, (file) => file.text());
    const names = ["xiangqi.tsv", "chess.tsv", "chess_families.tsv", "problems.tsv"];
    const [xiangqi, chess, families, problems] = await Promise.all(names.map(table));
    page.set_tables(xiangqi, chess, families, problems);
    shown = -1;
    await showInTurns();
    // These links come late, because a browser then loads the large icon at once.
    for (const [rel, href] of [["apple-touch-icon", "icon-192.png"], ["manifest", "manifest.webmanifest"]]) {
        document.head.append(create("link", { rel, href }));
    }
    if (!("serviceWorker" in navigator)) return;
    try {
        awaitNew(await navigator.serviceWorker.register(hasSimd ? "offline.js?simd" : "offline.js"));
    } catch { tell("notOffline"); }
}

// Reports a new version, which begins when no page of the old one is open. Also reports if a first version cannot be
// kept.
function awaitNew(registration) {
    const told = () => { if (registration.waiting && navigator.serviceWorker.controller) tell("newVersion"); };
    // After a reload the installation may already be under way.
    const watch = () => {
        const { installing } = registration;
        installing?.addEventListener("statechange", () => {
            told();
            if (installing.state === "redundant" && !registration.active) tell("notOffline");
        });
    };
    told();
    watch();
    registration.addEventListener("updatefound", watch);
}
fetchLater();
