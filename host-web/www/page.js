// The page around the board. The state is in WebAssembly: events go in, a snapshot and effects come out.
import init, { Page } from "./chuhe_web.js";

const $ = (id) => document.getElementById(id);
const store = {
    get(name) { try { return localStorage.getItem(name) ?? undefined; } catch { return undefined; } },
    set(name, text) {
        try {
            if (text === null) localStorage.removeItem(name);
            else localStorage.setItem(name, text);
        } catch { /* A browser may forbid it: the page then forgets when it is closed. */ }
    },
};

const module = await WebAssembly.compileStreaming(fetch("chuhe_web_bg.wasm"));
await init({ module_or_path: module });
const page = new Page(
    navigator.language, store.get("settings"), store.get("game"), crypto.getRandomValues(new Uint32Array(1))[0],
);
const now = () => performance.now();

// The computer player.

let worker;
let thinking = false;
let latest;

function stop() {
    if (thinking) {
        worker.terminate();
        worker = undefined;
    }
    thinking = false;
    latest = undefined;
}

function search(order) {
    stop();
    worker ??= new Worker("worker.js", { type: "module" });
    thinking = true;
    worker.onmessage = ({ data }) => {
        if (data.report) {
            latest = JSON.parse(data.report);
            page.report(data.report, now());
        } else {
            thinking = false;
            page.answer(data.answer, now());
        }
        update();
    };
    worker.onerror = (event) => {
        stop();
        $("status").textContent = event.message;
    };
    worker.postMessage({ module, order });
}

function moveNow() {
    if (!latest) return;
    const answer = JSON.stringify({ id: latest.id, best: latest.line[0] });
    stop();
    page.answer(answer, now());
    update();
}

// Effects.

const effects = {
    search: ({ order }) => search(order),
    "move-now": moveNow,
    stop,
    sound({ wav }) {
        const url = URL.createObjectURL(new Blob([new Uint8Array(wav)], { type: "audio/wav" }));
        const audio = new Audio(url);
        audio.onended = () => URL.revokeObjectURL(url);
        // A browser plays nothing before the first click.
        audio.play().catch(() => URL.revokeObjectURL(url));
    },
    copy: ({ text }) => navigator.clipboard?.writeText(text),
    paste: () => navigator.clipboard?.readText().then((text) => { page.paste(text, now()); update(); }, () => {}),
    settings: ({ text }) => store.set("settings", text),
    game: ({ pgn }) => store.set("game", pgn),
    download({ name, bytes }) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
        link.download = name;
        link.click();
        URL.revokeObjectURL(link.href);
    },
    upload: () => $("file").click(),
};

$("file").onchange = async () => {
    const [file] = $("file").files;
    if (file) page.paste(await file.text(), now());
    $("file").value = "";
    update();
};

// The board.

const canvas = $("canvas");
let shown = -1;
let cell = 0;

function measure() {
    const ratio = window.devicePixelRatio || 1;
    const box = $("board").getBoundingClientRect();
    const space = Math.min(box.width, window.innerHeight * 0.82 * 0.9);
    return Math.max(16, Math.floor((space * ratio) / 10.2));
}

function draw() {
    page.draw(cell);
    const [width, height] = [page.width(), page.height()];
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width;
    canvas.height = height;
    canvas.style.width = `${width / ratio}px`;
    canvas.style.height = `${height / ratio}px`;
    canvas.getContext("2d").putImageData(
        new ImageData(new Uint8ClampedArray(page.pixels()), width, height), 0, 0);
}

function place(event) {
    const box = canvas.getBoundingClientRect();
    return [
        Math.round((event.clientX - box.left) * canvas.width / box.width),
        Math.round((event.clientY - box.top) * canvas.height / box.height),
    ];
}

function pointer(kind) {
    return (event) => {
        if (kind === "pressed") canvas.setPointerCapture(event.pointerId);
        page.pointer(kind, ...place(event), now());
        event.preventDefault();
        update();
    };
}
canvas.addEventListener("pointerdown", pointer("pressed"));
canvas.addEventListener("pointermove", pointer("moved"));
canvas.addEventListener("pointerup", pointer("released"));
canvas.addEventListener("pointercancel", pointer("cancelled"));
canvas.addEventListener("contextmenu", pointer("cancelled"));

// Everything around the board.

function click(kind, index) {
    return () => { page.click(kind, index, now()); update(); };
}

// Makes the children of an element from texts, and keeps those that are there already.
function fill(parent, tag, items, set) {
    while (parent.children.length > items.length) parent.lastElementChild.remove();
    while (parent.children.length < items.length) parent.append(document.createElement(tag));
    items.forEach((item, index) => set(parent.children[index], item, index));
}

function put(element, name, value) {
    if (element[name] !== value) element[name] = value;
}

function button(kind) {
    return (element, { label, shortcut, enabled, checked }, index) => {
        put(element, "textContent", label);
        put(element, "disabled", !enabled);
        put(element, "title", shortcut);
        element.setAttribute("aria-pressed", String(checked));
        element.onclick = click(kind, index);
    };
}

function clock(millis) {
    const seconds = Math.floor(millis / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function player(element, { name, detail, clock: time, to_move }) {
    put(element, "textContent", [name, detail, time === null ? "" : clock(time)].filter(Boolean).join(" · "));
    element.classList.toggle("to-move", to_move);
}

function menus(view) {
    fill($("menus"), "div", view.menus, (element, menu, index) => {
        if (!element.firstChild) element.append(document.createElement("button"), document.createElement("ul"));
        const [title, list] = element.children;
        const open = view.open === index;
        put(title, "textContent", menu.title);
        title.setAttribute("role", "menuitem");
        title.setAttribute("aria-haspopup", "menu");
        title.setAttribute("aria-expanded", String(open));
        title.onclick = click("menu", index);
        list.hidden = !open;
        list.setAttribute("role", "menu");
        fill(list, "li", open ? menu.items : [], (line, item, row) => {
            line.setAttribute("role", item.label ? "none" : "separator");
            fill(line, "button", item.label ? [item] : [], (element) => {
                button("item")(element, item, row);
                element.setAttribute("role", "menuitem");
                element.removeAttribute("aria-pressed");
            });
        });
    });
}

function dialog(view) {
    const element = $("dialog");
    if (!view.dialog) {
        if (element.open) element.close();
        return;
    }
    const { title, text, list, chosen, parts, answers } = view.dialog;
    put($("title"), "textContent", title);
    const rows = [
        ...text.split("\n").filter(Boolean).map((text) => ({ text })),
        ...list.map((entry, index) => ({ entry, index })),
        ...parts.map((part, index) => ({ part, index })),
    ];
    const body = $("body");
    const state = JSON.stringify([title, rows, chosen]);
    if (body.dataset.state !== state) {
        body.dataset.state = state;
        const focused = document.activeElement?.dataset?.part;
        body.replaceChildren(...rows.map((row) => dialogRow(row, chosen)));
        if (focused !== undefined) body.querySelector(`[data-part="${focused}"]`)?.focus();
    }
    fill($("answers"), "button", answers, button("answer"));
    if (!element.open) element.showModal();
}

// A part of a dialog in the controls of the browser.
function dialogPart(part, index) {
    const create = (name, values) => Object.assign(document.createElement(name), values);
    const labelled = (...elements) => {
        const row = create("label", { className: "part" });
        row.append(create("span", { textContent: part.label }), ...elements);
        return row;
    };
    const act = (name, ...values) => { page[name](index, ...values, now()); update(); };
    const choices = (items, className) => {
        const row = create("div", { className });
        row.append(...items.map(({ label, checked, enabled }, item) => {
            const element = create("button", { textContent: label, disabled: !enabled || !part.enabled });
            element.setAttribute("aria-pressed", String(checked));
            element.onclick = () => act("choose", item);
            return element;
        }));
        return row;
    };
    const disabled = !part.enabled;
    const rows = part.rows.map((label, item) => ({ label, checked: item === part.chosen, enabled: true }));
    switch (part.kind) {
    case "heading": return create("h3", { textContent: part.label });
    case "options": return labelled(choices(part.options, "options"));
    case "list": return choices(rows, "entries");
    case "slider": {
        const slider = create("input", { type: "range", min: 0, max: part.steps - 1, value: part.at, disabled });
        slider.dataset.part = index;
        slider.oninput = () => act("choose", Number(slider.value));
        return labelled(slider, create("output", { textContent: part.text }));
    }
    case "check": {
        const box = create("input", { type: "checkbox", checked: part.checked, disabled });
        box.onchange = () => act("choose", 0);
        return labelled(box);
    }
    case "field": {
        const field = create("input", { type: "text", value: part.text, placeholder: part.placeholder, disabled });
        field.dataset.part = index;
        field.onchange = () => act("write", field.value);
        return labelled(field);
    }
    case "board": return create("span");
    default: return create("p", { textContent: part.text });
    }
}

function dialogRow({ text, entry, part, index }, chosen) {
    if (part !== undefined) return dialogPart(part, index);
    if (text !== undefined) {
        return Object.assign(document.createElement("p"), { textContent: text });
    }
    const element = Object.assign(document.createElement("button"), { textContent: entry });
    element.className = "entry";
    element.setAttribute("aria-pressed", String(index === chosen));
    element.onclick = click("row", index);
    return element;
}

function squares(view) {
    const ratio = window.devicePixelRatio || 1;
    const columns = 1 + Math.max(...view.squares.map(({ column }) => column));
    const parent = $("squares");
    parent.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    parent.dataset.step = String(cell / ratio);
    fill(parent, "button", view.squares, (element, { label, index, chosen, target }) => {
        put(element, "textContent", label);
        element.setAttribute("aria-pressed", String(chosen));
        element.classList.toggle("target", target);
        element.onclick = click("square", index);
    });
}

function update() {
    for (let round = 0; round < 8; round += 1) {
        const list = JSON.parse(page.effects());
        if (!list.length) break;
        for (const effect of list) effects[effect.kind]?.(effect);
    }
    const size = measure();
    if (page.revision() === shown && size === cell) return;
    shown = page.revision();
    cell = size;
    const view = JSON.parse(page.snapshot());
    document.documentElement.lang = view.language;
    document.documentElement.dataset.theme = view.theme;
    put($("status"), "textContent", view.status);
    $("status").classList.toggle("alarm", view.alarm);
    player($("upper"), view.players[0]);
    player($("lower"), view.players[1]);
    put($("thinking"), "textContent", view.thinking ?? "");
    fill($("steps"), "button", view.steps, button("step"));
    fill($("tools"), "button", view.tools, button("tool"));
    fill($("buttons"), "button", view.buttons, button("button"));
    fill($("moves"), "li", view.moves, (line, text, ply) => {
        fill(line, "button", [text], (element) => {
            put(element, "textContent", text);
            element.setAttribute("aria-current", ply + 1 === view.played ? "step" : "false");
            element.onclick = click("ply", ply);
        });
    });
    menus(view);
    dialog(view);
    squares(view);
    draw();
}

// Keys and the field for moves.

const NAMES = {
    " ": "Space", Escape: "Esc", Delete: "Del", ArrowUp: "Up", ArrowDown: "Down", ArrowLeft: "Left",
    ArrowRight: "Right", PageUp: "PgUp", PageDown: "PgDn",
};

addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, button, #squares");
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.altKey || event.metaKey || event.key === "Tab") return;
    if (typing && (plain || event.target.matches("input")) && event.key !== "Escape") return;
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

$("dialog").addEventListener("cancel", (event) => {
    event.preventDefault();
    page.key("Esc", now());
    update();
});

addEventListener("resize", update);
setInterval(() => { page.tick(now()); update(); }, 50);
update();
document.documentElement.dataset.ready = "true";
