// The handheld: a display and five buttons. The device itself runs in a worker.
import { texts } from "./texts.js";

const $ = (id) => document.getElementById(id);
const language = navigator.language.toLowerCase();
const traditional = ["hant", "tw", "hk", "mo"].some((part) => language.split("-").includes(part));
const lang = !language.startsWith("zh") ? "en" : traditional ? "zh-Hant" : "zh-Hans";
const word = (name) => texts[name][lang];
document.documentElement.lang = lang;

const worker = new Worker("handheld-worker.js", { type: "module" });
const failed = (why) => { $("notice").textContent = `${word("deviceDied")} ${why}`; };

worker.onmessage = ({ data: { picture, line, waits, fault } }) => {
    if (picture) draw(picture);
    if (line) $("status").textContent = line;
    if (waits !== undefined) document.documentElement.dataset.ready = String(waits);
    if (fault) failed(fault);
};
worker.onerror = (event) => failed(event.message);

// Two pixels of 16 greys are in a byte, the left one in the high half.
function draw(picture) {
    const image = new ImageData(128, 64);
    picture.forEach((byte, index) => {
        [byte >> 4, byte & 15].forEach((grey, half) => {
            image.data.set([grey * 17, grey * 17, grey * 17, 255], 8 * index + 4 * half);
        });
    });
    $("display").getContext("2d").putImageData(image, 0, 0);
}

const SIGNS = { up: "▲", left: "◀", select: "●", right: "▶", down: "▼" };
const KEYS = {
    ArrowUp: "up", ArrowLeft: "left", ArrowRight: "right", ArrowDown: "down", Enter: "select", " ": "select",
    Control: "select",
};

function press(name) {
    worker.postMessage(name);
}

for (const [name, sign] of Object.entries(SIGNS)) {
    const button = Object.assign(document.createElement("button"), { textContent: sign, ariaLabel: word(name) });
    button.dataset.key = name;
    button.onclick = () => press(name);
    $("keys").append(button);
}
$("keys").ariaLabel = word("keys");
$("display").ariaLabel = word("display");
$("back").textContent = word("toBoard");

addEventListener("keydown", (event) => {
    const name = KEYS[event.key];
    if (!name || event.altKey || event.metaKey) return;
    // A button keeps the keys that press it.
    if (event.target.matches("button, a") && ["Enter", " "].includes(event.key)) return;
    press(name);
    event.preventDefault();
});
