// The handheld: a display in greys, one in colour, and five buttons. The device itself runs in a worker.
import { texts } from "./handheld-texts.js";
import { language } from "./language.js";

/** @type {(id: string) => any} */
const $ = (id) => document.getElementById(id);
const word = (name) => texts[name][language];

// The address of a button answers until the button is pressed. So a busy worker can notice the press.
const address = () => URL.createObjectURL(new Blob());
let worker;
let bells;

// Starts a device in a worker of its own. A device that dies is started again. If it died before it waited for a
// button, only a press starts it again.
function start() {
    delete document.documentElement.dataset.ready;
    const started = new Worker(new URL("handheld-worker.js", import.meta.url), { type: "module" });
    const failed = (why) => { if (started === worker) fail(why); };
    worker = started;
    worker.onmessage = ({ data: { greys, colours, line, waits, fault } }) => {
        if (greys) draw(greys, colours);
        if (line) $("status").textContent = line;
        if (waits !== undefined) document.documentElement.dataset.ready = String(waits);
        if (fault) failed(fault);
    };
    worker.onerror = (event) => {
        event.preventDefault();
        // If the file of the worker does not load, the error has no message.
        failed(event.message ?? "handheld-worker.js");
    };
    bells = Object.fromEntries(Object.keys(SIGNS).map((name) => [name, address()]));
    worker.postMessage({ bells });
}

function fail(why) {
    worker.terminate();
    worker = undefined;
    Object.values(bells).forEach(URL.revokeObjectURL);
    const waited = document.documentElement.dataset.ready !== undefined;
    $("notice").textContent = `${word(waited ? "deviceDied" : "deviceDead")} ${why}`;
    if (waited) start();
}

// Two pixels of 16 greys are in a byte, the left one in the high half. A pixel in colour has four bytes.
function draw(greys, colours) {
    const image = new ImageData(128, 64);
    greys.forEach((byte, index) => {
        [byte >> 4, byte & 15].forEach((grey, half) => {
            image.data.set([grey * 17, grey * 17, grey * 17, 255], 8 * index + 4 * half);
        });
    });
    $("display").getContext("2d").putImageData(image, 0, 0);
    $("colours").getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(colours.buffer), 240), 0, 0);
}

const SIGNS = { up: "▲", left: "◀", select: "●", right: "▶", down: "▼" };
const KEYS = {
    ArrowUp: "up", ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down", Enter: "select", " ": "select",
};

function press(name) {
    $("notice").textContent = "";
    if (!worker) return start();
    const before = bells[name];
    bells[name] = address();
    worker.postMessage({ name, before, bells });
    URL.revokeObjectURL(before);
}

for (const [name, sign] of Object.entries(SIGNS)) {
    const button = Object.assign(document.createElement("button"), { textContent: sign, ariaLabel: word(name) });
    button.dataset.key = name;
    button.onclick = () => press(name);
    $("keys").append(button);
}
for (const name of ["keys", "display", "colours"]) $(name).ariaLabel = word(name);
$("back").textContent = word("toBoard");

addEventListener("keydown", (/** @type {any} */ event) => {
    const name = KEYS[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    // A button keeps the keys that press it.
    if (event.target.matches("button, a") && ["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    // As on the device, only the arrows repeat while they are held.
    if (!event.repeat || name !== "select") press(name);
});
start();
