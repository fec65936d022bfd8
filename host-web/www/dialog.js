// The dialog, in the controls of the browser.
import { click, now, page, update } from "./app.js";
import { $, fill, put, word } from "./dom.js";
import { button } from "./panel.js";
import { cardBoard, drawSmall } from "./picture.js";

export function dialog(view) {
    const element = $("dialog");
    if (!view.dialog) {
        if (element.open) element.close();
        // A field that is not shown any more keeps the next keys until the browser draws.
        if (element.contains(document.activeElement)) document.activeElement.blur();
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
        if (part.label) row.append(create("span", { textContent: part.label }));
        row.append(...elements);
        return row;
    };
    const act = (name, ...values) => { page[name](index, ...values, now()); update(); };
    const choices = (items, className) => {
        const row = create("div", { className });
        row.append(...items.map(({ label, checked, enabled, hidden }, item) => {
            const element = create("button", { textContent: label, hidden, disabled: !enabled || !part.enabled });
            element.setAttribute("aria-pressed", String(checked));
            element.onclick = () => act("choose", item);
            return element;
        }));
        return row;
    };
    const disabled = !part.enabled;
    const rows = part.rows.map((label, item) => ({ label, checked: item === part.chosen, enabled: true, hidden: false }));
    if (part.hidden) return create("span", { hidden: true });
    switch (part.kind) {
    case "heading": return create("h3", { textContent: part.label });
    case "options": return labelled(choices(part.options, "options"));
    case "list": return choices(rows, "entries");
    case "cards": {
        const cards = choices(rows, "cards");
        [...cards.children].forEach((card, item) => card.prepend(cardBoard(index, item)));
        return cards;
    }
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
    case "board": {
        const board = create("canvas");
        drawSmall(board, index, undefined, 320);
        board.setAttribute("role", "img");
        board.ariaLabel = [part.text, part.targets && `${word("targets")} ${part.targets}`].filter(Boolean).join(". ");
        return board;
    }
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

$("dialog").addEventListener("cancel", (event) => {
    event.preventDefault();
    page.key("Esc", now());
    update();
});
