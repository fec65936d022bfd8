// Runs the handheld. A busy worker receives no message, so each button also has an address that answers until the
// button is pressed. The search requests these addresses.
import init, { Device } from "./chuhe_web_handheld.js";

let bells = {};
let heard = 0;
const pressed = [];
// The addresses of presses that were noticed before their messages came.
const early = new Set();

function isGone(address) {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    try { request.send(); return false; } catch { return true; }
}

const peripherals = {
    show: (greys, colours) => postMessage({ greys, colours }),
    log: (line) => postMessage({ line }),
    pressed() {
        const rung = Object.entries(bells).find(([, address]) => isGone(address));
        if (!rung) return undefined;
        const [name, address] = rung;
        delete bells[name];
        early.add(address);
        heard += 1;
        return name;
    },
};
const tell = () => postMessage({ waits: heard });
const failed = (error) => postMessage({ fault: String(error) });
const device = init({ module_or_path: fetch(new URL("chuhe_web_handheld_bg.wasm", import.meta.url)) }).then(() => new Device(peripherals));
const turn = () => new Promise((done) => setTimeout(done));
device.then(tell, failed);

let runs = false;
let timer;

// Runs the device until it waits for a button. Between its steps, messages come in. With clocks it runs again after
// 200 ms.
async function run() {
    if (runs) return;
    runs = true;
    const handheld = await device;
    let waits;
    do {
        if (pressed.length) heard += 1;
        waits = handheld.step(pressed.shift());
        await turn();
    } while (pressed.length || !waits);
    runs = false;
    tell();
    clearTimeout(timer);
    if (handheld.has_clocks()) timer = setTimeout(() => run().catch(failed), 200);
}

onmessage = ({ data: { name, before, bells: now } }) => {
    // If even a valid address does not answer, a press counts after the computer's move.
    bells = isGone(Object.values(now)[0]) ? {} : now;
    if (name && !early.delete(before)) pressed.push(name);
    run().catch(failed);
};
