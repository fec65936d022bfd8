// Shows the dialog in controls of the browser. A change updates the existing controls, so that the focus stays.
import { click, now, page, update } from "./app.js";
import { $, create, fill, put, word } from "./dom.js";
import { button } from "./panel.js";
import { cardBoard, drawSmall } from "./picture.js";

/** @type {(name: "choose" | "write" | "sort", index: number, value: any) => void} */
function act(name, index, value) {
    /** @type {any} */ (page)[name](index, value, now());
    update();
}

function setTitle(element, part) {
    put(element.firstChild, "textContent", part.label);
    element.firstChild.hidden = !part.label;
}

// A group of radio buttons.
const group = (className, face) => ({
    make() {
        const box = create("fieldset", { className: "part" });
        box.append(create("legend", { className: "title" }), create("div", { className }));
        return box;
    },
    set(element, part, index) {
        setTitle(element, part);
        fill(element.lastChild, "label", part.options, (label, { label: text, checked, enabled, hidden }, item) => {
            if (!label.firstChild) label.append(create("input", { type: "radio" }), create("span"));
            label.className = "choice";
            const input = label.querySelector("input");
            put(label, "hidden", hidden);
            put(input, "name", `part-${index}`);
            put(input, "disabled", !enabled || !part.enabled);
            put(label.querySelector("span"), "textContent", text);
            put(input, "checked", checked);
            input.onchange = () => act("choose", index, item);
            face?.(label, index, item);
        });
    },
});

// The board of a card. A double click opens it, as Enter does.
function showBoard(label, index, item) {
    label.ondblclick = () => $("answers").firstElementChild.click();
    if (label.children.length < 3) label.prepend(create("canvas", { width: 90, height: 100 }));
    cardBoard(label.firstChild, index, item);
}

// A list of rows, each with a radio button. So the browser makes them one tab stop, and its arrows choose.
const table = {
    make() {
        const box = create("div", { className: "scroll" });
        const made = create("table");
        made.append(create("thead"), create("tbody"));
        box.append(made);
        return box;
    },
    set(element, part, index) {
        const [head, body] = element.firstChild.children;
        const titles = part.columns.some(Boolean) ? [part.columns] : [];
        const [by, isUpwards] = part.sorted ?? [];
        fill(head, "tr", titles, (row) => fill(row, "th", part.columns, (cell, title, column) => {
            cell.scope = "col";
            put(cell, "ariaSort", part.sorted && (column === by ? (isUpwards ? "ascending" : "descending") : "none"));
            fill(cell, part.sorted ? "button" : "span", [title], (name) => {
                put(name, "textContent", title);
                name.onclick = part.sorted && (() => act("sort", index, column));
            });
        }));
        fill(body, "tr", part.cells, (row, cells, item) => {
            row.classList.toggle("chosen", item === part.chosen);
            fill(row, "td", cells, (cell, text, column) => {
                if (column) return put(cell, "textContent", text);
                if (!cell.firstChild) cell.append(create("span"), create("input", { type: "radio" }));
                const [name, radio] = cell.children;
                put(name, "textContent", text || "—");
                put(radio, "name", `part-${index}`);
                put(radio, "ariaLabel", cells.filter(Boolean).join(word("comma")) || "—");
                put(radio, "checked", item === part.chosen);
                row.onclick = () => { radio.focus(); act("choose", index, item); };
            });
        });
    },
};

// A control with its name.
function labelled(kind, ...values) {
    const row = create("label", { className: `part ${kind}` });
    row.append(create("span", { className: "title" }), ...values);
    return row;
}

const slider = {
    make: () => labelled("slider", create("input", { type: "range", min: 0 }), create("output")),
    set(element, part, index) {
        setTitle(element, part);
        const [, range, output] = element.children;
        put(range, "max", String(part.steps - 1));
        put(range, "value", String(part.at));
        put(range, "disabled", !part.enabled);
        range.setAttribute("aria-valuetext", part.text);
        range.oninput = () => act("choose", index, Number(range.value));
        put(output, "textContent", part.text);
    },
};

const check = {
    make: () => labelled("check", create("input", { type: "checkbox" })),
    set(element, part, index) {
        setTitle(element, part);
        const box = element.lastChild;
        put(box, "checked", part.checked);
        put(box, "disabled", !part.enabled);
        box.onchange = () => act("choose", index, 0);
    },
};

// A text field of one line or of several.
const typed = (tag) => ({
    make: () => labelled("field", create(tag)),
    set(element, part, index) {
        setTitle(element, part);
        const input = element.lastChild;
        put(input, "placeholder", part.placeholder);
        put(input, "disabled", !part.enabled);
        if (input !== document.activeElement) put(input, "value", part.text);
        // If Escape has closed the dialog, the text is not sent.
        input.onchange = () => $("dialog").open && act("write", index, input.value);
    },
});

const board = {
    make: () => create("canvas", { role: "img" }),
    set(element, part, index) {
        drawSmall(element, index, undefined, 300);
        element.ariaLabel = [part.text, part.targets && `${word("targets")} ${part.targets}`].filter(Boolean).join(word("comma"));
    },
};

const text = { make: () => create("p"), set: (element, part) => put(element, "textContent", part.text.replace(/\n+/g, "\n")) };
const heading = { make: () => create("h3"), set: (element, part) => put(element, "textContent", part.label) };
const entry = {
    make: () => create("button", { className: "entry" }),
    set(element, part, index) {
        put(element, "textContent", part.text);
        element.setAttribute("aria-pressed", String(part.checked));
        element.onclick = click("row", index);
    },
};

const KINDS = {
    options: group("options"), cards: group("cards", showBoard), table, slider, check,
    field: typed("input"), lines: typed("textarea"), board, text, heading, entry,
};

// Updates the parts in a place. A part of another kind takes the place of the one that is there.
function show(parent, parts) {
    while (parent.children.length > parts.length) parent.lastElementChild.remove();
    parts.forEach(({ part, index }, place) => {
        let element = parent.children[place];
        if (element?.dataset.kind !== part.kind) {
            const made = KINDS[part.kind].make();
            made.dataset.kind = part.kind;
            if (element) element.replaceWith(made);
            else parent.append(made);
            element = made;
        }
        element.hidden = Boolean(part.hidden);
        KINDS[part.kind].set(element, part, index);
    });
}

// Hides the parts that most people leave as they are behind one word.
function showMore(parts) {
    const element = $("more");
    element.hidden = !parts.length;
    put(element.firstElementChild, "textContent", word("more"));
    show(element.lastElementChild, parts);
}

function rows({ text, list, chosen, parts }) {
    const line = (text) => ({ part: { kind: "text", text } });
    const piece = (text, index) => ({ part: { kind: "entry", text, checked: index === chosen }, index });
    return [
        ...text.split("\n").filter(Boolean).map(line), ...list.map(piece), ...parts.map((part, index) => ({ part, index })),
    ];
}

let shown;

/** @param {import("./chuhe_web.js").Snapshot} view */
export function dialog(view) {
    const element = $("dialog");
    if (!view.dialog) {
        shown = undefined;
        if (element.open) element.close();
        // A field in a closed dialog would keep the next keys until the browser draws.
        if (element.contains(document.activeElement)) /** @type {HTMLElement} */ (document.activeElement).blur();
        return;
    }
    const { title, parts, answers, more } = view.dialog;
    const isOther = title !== $("title").textContent;
    if (isOther) {
        $("title").textContent = title;
        $("more").open = false;
    }
    const state = JSON.stringify(view.dialog);
    if (state !== shown) {
        shown = state;
        element.classList.toggle("wide", parts.some(({ kind, columns }) => kind === "table" && columns.length > 4));
        const all = rows(view.dialog);
        const first = all.filter(({ index }) => more === null || index === undefined || index < more);
        show($("parts"), first);
        showMore(all.slice(first.length));
    }
    fill($("answers"), "button", answers, (answer, control, index) => {
        button("answer")(answer, control, index);
        answer.removeAttribute("aria-pressed");
        answer.classList.toggle("primary", index === 0 && !view.dialog.list.length);
    });
    // The dialog is filled before it is shown, so the browser lays it out once.
    if (!element.open) element.showModal();
    if (isOther) $("body").scrollTop = 0;
    if (!element.contains(document.activeElement) || document.activeElement.matches("#dialog, #body")) firstControl().focus();
}

// Returns the control with the first focus: an input, in a group the chosen one, or else an answer.
function firstControl() {
    const inputs = [...$("parts").querySelectorAll("input:enabled, textarea:enabled, button:enabled")].filter((input) => input.checkVisibility());
    const chosen = inputs.find((input) => input.type !== "radio" || input.checked);
    return chosen ?? $("answers").firstElementChild ?? $("dialog");
}

// Enter presses the first answer, as in the window. A row or a card with the focus is chosen before.
$("body").onkeydown = (event) => {
    const { key, target } = event;
    if (key !== "Enter" || target.type !== "radio") return;
    event.preventDefault();
    if (!target.checked) target.click();
    $("answers").firstElementChild.click();
};

function cancel() {
    page.key("Esc", now());
    update();
}

$("dialog").oncancel = (event) => {
    event.preventDefault();
    cancel();
};

// A browser may close a dialog by itself, such as at a phone's back gesture.
$("dialog").onclose = () => {
    if ($("dialog").open) return;
    if ($("dialog").contains($("notice"))) $("status").after($("notice"));
    if (shown) cancel();
};
