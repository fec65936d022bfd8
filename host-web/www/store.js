// What the browser keeps: a few texts, and the games.

// A text by its name. Returns false if the browser keeps nothing.
export function readText(name) {
    try { return localStorage.getItem(name) ?? undefined; } catch { return undefined; }
}

export function writeText(name, text) {
    try { localStorage.setItem(name, text); return true; } catch { return false; }
}

// Gives a text another name. What cannot be written stays as it is.
export function renameText(from, to) {
    const text = readText(from);
    if (text === undefined || !writeText(to, text)) return false;
    localStorage.removeItem(from);
    return true;
}

const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error);
});

let opened;

// The games by their numbers. A database that does not open is tried again.
async function games(mode) {
    if (!opened) {
        const request = indexedDB.open("chuhe", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
        opened = done(request);
        opened.catch(() => { opened = undefined; });
    }
    return (await opened).transaction("games", mode).objectStore("games");
}

export const readGames = async () => done((await games("readonly")).getAll());
export const writeGame = async (game) => done((await games("readwrite")).put(game));
export const removeGame = async (id) => done((await games("readwrite")).delete(id));
