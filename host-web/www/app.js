// The state of the page, which is in WebAssembly. Events go in; a snapshot and effects come out.
import { Page } from "./chuhe_web.js";
import { fetchRest, memory } from "./code.js";
import { turn } from "./dom.js";
import { claim, readText, restoredGame } from "./store.js";

export { Page, memory };

await turn();
const today = new Date();
const { id, pgn } = await restoredGame();
// What an earlier visit has kept.
export const kept = { settings: readText("settings"), game: pgn };
// False if another tab has the game.
export const isOwn = !id || claim(0, id).then((own) => own === id);
// A kept game, kept settings or a link need more code than the first moves.
if (pgn || kept.settings || readText("study", "sessionStorage") || location.hash) await fetchRest();
export const page = new Page(JSON.stringify({
    language: navigator.language,
    settings: kept.settings || null,
    game: pgn,
    game_id: id,
    begin: today.getTime(),
    date: [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, "0")).join("."),
    seed: crypto.getRandomValues(new Uint32Array(1))[0],
    is_calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
    is_dark: matchMedia("(prefers-color-scheme: dark)").matches,
}));

// A page that is awake asks for the time more often than this, also in a hidden tab. A longer pause means that it
// slept.
const LONGEST_PAUSE = 90_000;
let [last, slept] = [0, 0];

// The time in milliseconds, without the sleep of the page: nobody could think or see a clock then.
export function now() {
    const time = performance.now();
    slept += Math.max(0, time - last - LONGEST_PAUSE);
    last = time;
    return time - slept;
}

// Functions of the page: `update` shows changes, `effects` carries out effects.
export let update;
let effects;

/** @type {(show: () => void, carriers: { [Kind in import("./chuhe_web.js").PageEffect["kind"]]: (effect: any) => void }) => void} */
export function onChange(show, carriers) {
    update = show;
    effects = carriers;
}

// Carries out the effects of the last events, and of those that follow from them.
export function carryOut() {
    for (let round = 0; round < 8; round += 1) {
        /** @type {import("./chuhe_web.js").PageEffect[]} */
        const list = JSON.parse(page.effects());
        if (!list.length) break;
        for (const effect of list) effects[effect.kind](effect);
    }
}

// Presses a control of the snapshot.
export function click(kind, index) {
    return () => { page.click(kind, index, now()); update(); };
}
