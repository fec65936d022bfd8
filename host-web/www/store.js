// Reads and writes the storage of the browser: a few texts, and the games. A reload restores the game of the tab.

// Reads a text by its name. Returns `undefined` if there is none, or if the browser keeps nothing.
export function readText(name, storage = "localStorage") {
    try { return globalThis[storage].getItem(name) ?? undefined; } catch { return undefined; }
}

export function writeText(name, text, storage = "localStorage") {
    try { globalThis[storage].setItem(name, text); return true; } catch { return false; }
}

export function removeText(name, storage = "localStorage") {
    try { globalThis[storage].removeItem(name); } catch { /* It keeps nothing. */ }
}

// Renames a text. The old text stays if the new one cannot be written, or if another tab has changed it.
export function renameText(from, to, text = readText(from)) {
    if (text === undefined || !writeText(to, text)) return false;
    if (readText(from) === text) removeText(from);
    return true;
}

// The settings that this tab has read or written last.
let known = readText("settings") ?? "{}";

// Writes the settings that this tab has changed. Settings that another tab has changed stay. Solved endgames add up.
export function writeSettings(text) {
    const settings = JSON.parse(text);
    try {
        const [kept, old] = [readText("settings"), known].map((it) => JSON.parse(it));
        const solved = [...new Set([...kept.solved, ...settings.solved])];
        for (const name of Object.keys(settings)) {
            const isSame = JSON.stringify(settings[name]) === JSON.stringify(old[name]);
            if (isSame && name in kept) settings[name] = kept[name];
        }
        settings.solved = solved;
    } catch { /* No settings are kept, or none that can be read. */ }
    const isKept = writeText("settings", JSON.stringify(settings));
    if (isKept) known = text;
    return isKept;
}

const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
});

// A change is kept when its transaction ends. Until then, a full disk may take it back.
const kept = ({ transaction }) => new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
});

let opened;

const forget = () => { opened = undefined; };

// The games by their numbers. A database that does not open, or that the browser has closed, is opened again.
async function games(mode) {
    if (!opened) {
        const request = indexedDB.open("chuhe", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
        opened = done(request);
        opened.then((base) => { base.onclose = forget; }, forget);
    }
    return (await opened).transaction("games", mode).objectStore("games");
}

export const readGames = async () => done((await games("readonly")).getAll());
export const removeGame = async (id) => kept((await games("readwrite")).delete(id));

// Two tabs never write the same game: the second one writes a copy with a number of its own.

// The numbers that this tab has claimed. Claims and new numbers of games, by order in this visit and old number.
const claimed = new Set();
const claims = new Map();
const numbers = new Map();

// The number of a game: the old number until the game is claimed.
export const numberOf = (order, id) => numbers.get(`${order} ${id}`) ?? id;

// Claims a game. Returns its number: another one if another tab has the game.
export async function claim(order, id) {
    const key = `${order} ${id}`;
    if (!claims.has(key)) claims.set(key, lock(id));
    const number = await claims.get(key);
    numbers.set(key, number);
    return number;
}

// A browser has no locks for a page without HTTPS. There the tabs ask each other which games they have.
let tabs;

function channel() {
    const tabs = new BroadcastChannel("games");
    tabs.addEventListener("message", ({ data }) => {
        if (claimed.has(data.asked)) tabs.postMessage({ taken: data.asked });
    });
    return tabs;
}

async function ask(id) {
    claimed.add(id);
    tabs ??= channel();
    const isTaken = await new Promise((resolve) => {
        // The end of the time removes the listener, too: a later answer is for another tab.
        const signal = AbortSignal.timeout(250);
        signal.onabort = () => resolve(false);
        tabs.addEventListener("message", ({ data }) => { if (data.taken === id) resolve(true); }, { signal });
        tabs.postMessage({ asked: id });
    });
    if (!isTaken) return id;
    claimed.delete(id);
    return lock(Date.now());
}

function lock(id) {
    if (claimed.has(id)) return id;
    if (!navigator.locks) return globalThis.BroadcastChannel ? ask(id) : id;
    return new Promise((resolve) => {
        // After a reload, the claim waits for the end of the old page. A claim ends with its page.
        navigator.locks.request(`game-${id}`, { signal: AbortSignal.timeout(1000) }, () => {
            claimed.add(id);
            resolve(id);
            return new Promise(() => {});
        }).catch(({ name }) => resolve(name === "TimeoutError" ? lock(Date.now()) : id));
    });
}

// Remembers the game that the next visit restores. Returns false if the browser keeps nothing.
export function rememberGame({ id, pgn }) {
    writeText("game-id", String(id), "sessionStorage");
    return writeText("game", pgn) && writeText("game-id", String(id));
}

export const writeGame = async (game) => kept((await games("readwrite")).put(game));

// Returns the game of this tab with its number, or else the last game of any tab.
export async function restoredGame() {
    const [own, last] = [readText("game-id", "sessionStorage"), readText("game-id")].map(Number);
    if (own && own !== last) {
        try {
            const game = await done((await games("readonly")).get(own));
            if (game) return game;
        } catch { /* The last game is there. */ }
    }
    return { id: last || null, pgn: readText("game") || null };
}
