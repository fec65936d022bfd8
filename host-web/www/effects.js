// Carries out the effects for the browser: sounds, the clipboard, storage, and files.
import { kept, now, page, update } from "./app.js";
import { awaitRest } from "./code.js";
import { $, create, tell, word } from "./dom.js";
import {
    claim, numberOf, readGames, readText, rememberGame, removeGame, removeText, renameText, writeGame, writeSettings, writeText,
} from "./store.js";

let persistence;

// The current game. A game that is stored late does not take its place.
let played;

// Removes a link that holds another game than the current one.
const leaveLink = () => location.hash && history.replaceState(null, "", location.pathname + location.search);

// A browser may forbid the clipboard, or have none without HTTPS. A text from the clipboard is pasted.
async function clipboard(refusal, use) {
    const text = await use().catch(() => page.clipboard_failed(word(refusal), now()));
    if (text !== undefined) page.paste(text, now());
    update();
}

export const browser = {
    sound({ wav }) {
        const sound = new Audio(URL.createObjectURL(new Blob([new Uint8Array(wav)], { type: "audio/wav" })));
        const forget = () => URL.revokeObjectURL(sound.src);
        sound.onended = forget;
        // A browser plays nothing before the first click.
        sound.play().catch(forget);
    },
    copy: ({ text }) => clipboard("noCopy", async () => navigator.clipboard.writeText(text)),
    paste: () => clipboard("noPaste", async () => navigator.clipboard.readText()),
    settings: ({ text }) => writeSettings(text) || tell("settingsNotKept"),
    // A deleted game comes back under its old number. Other games have an order in this visit.
    game({ game, order, is_played }) {
        const { id } = game;
        game.id = numberOf(order, id);
        if (is_played && !readText("study", "sessionStorage")) leaveLink();
        if (is_played) played = game;
        const remember = () => !played || rememberGame(played) || tell("notKept");
        remember();
        change(async () => {
            if (order !== null) game.id = await claim(order, id);
            await writeGame(game);
            remember();
        });
        // With the first game the page asks the browser to keep the games.
        if (is_played) persistence ??= navigator.storage?.persist?.().catch(() => {});
    },
    // A study belongs to its tab. When a study is left, its link goes away.
    study({ pgn }) {
        if (pgn) return writeText("study", JSON.stringify({ pgn, of: location.hash }), "sessionStorage") || tell("notKept");
        removeText("study", "sessionStorage");
        leaveLink();
    },
    async "read-games"() {
        await changes;
        const games = await readGames().then((Ok) => ({ Ok }), () => ({ Err: word("noGames") }));
        page.show_games(JSON.stringify(games), now());
        update();
    },
    "set-aside"({ name }) {
        const to = `${name}-broken`;
        if (renameText(name, to, kept[name])) page.set_aside(name, to);
        else tell(name === "game" ? "notKept" : "settingsNotKept");
    },
    delete: ({ id }) => change(() => removeGame(id), "noGames"),
    download({ name, bytes }) {
        const href = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
        create("a", { href, download: name }).click();
        // A browser that first asks the person fetches the file later.
        setTimeout(() => URL.revokeObjectURL(href), 60_000);
        page.saved(name, now());
    },
};

// The changes of the kept games, one after the other.
let changes = Promise.resolve();

function change(task, fault = "notKept") {
    changes = changes.then(task).catch(() => tell(fault));
}

$("open").onclick = () => $("file").click();

async function openFirst([file]) {
    // A larger file could exhaust the memory of the code and end it.
    if (file?.size > 2 ** 28) return tell("noFile", "> 256 MiB", 15);
    const bytes = await file?.arrayBuffer().catch(({ message }) => tell("noFile", message, 15));
    await awaitRest();
    if (bytes) page.open(file.name, new Uint8Array(bytes), now());
    update();
}

$("file").onchange = () => {
    openFirst($("file").files);
    $("file").value = "";
};

// A dropped file is opened here. The browser would leave the page to show the file.
for (const type of ["dragover", "drop"]) addEventListener(type, (/** @type {any} */ event) => {
    const { types, files } = event.dataTransfer;
    if (!types.includes("Files")) return;
    event.preventDefault();
    if (type === "drop") openFirst(files);
});
