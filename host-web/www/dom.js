// Elements of the page, and its words.
import { texts } from "./texts.js";

/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);
/** @type {(selector: string) => any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];
export const word = (name) => texts[name][document.documentElement.lang] ?? texts[name].en;

// Lets the browser draw, and do other work that waits.
export const turn = () => new Promise((resolve) => { setTimeout(resolve); });

// True if no other key is held with this one. With others, the arrows are for the game or the browser.
export const isAlone = ({ altKey, ctrlKey, metaKey }) => !(altKey || ctrlKey || metaKey);

export function put(element, name, value) {
    if (element[name] !== value) element[name] = value;
}

// Makes an element the one tab stop of its parent.
export function makeStop(element) {
    for (const child of element.parentElement.children) put(child, "tabIndex", child === element ? 0 : -1);
}

const STEPS = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 1, ArrowLeft: -1 };

// Lets an arrow go to the next button that is shown. Returns true for such a key.
export function goByArrow(parent, event) {
    const step = STEPS[event.key];
    if (!step || !isAlone(event)) return false;
    const buttons = [...parent.querySelectorAll("button:enabled")].filter((element) => element.checkVisibility());
    const at = Math.max(buttons.indexOf(document.activeElement), step < 0 ? 0 : -1);
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
    return true;
}

// Clears the notice, if it still has this text.
export function untell(text) {
    if ($("notice").textContent === text) $("notice").textContent = "";
}

// Shows a notice, such as a fault. It goes away after some seconds, if they are given.
export function tell(name, detail = "", seconds = 0) {
    const text = `${word(name)} ${detail}`.trim();
    // An open dialog hides all else from a screen reader.
    if ($("dialog").open) $("title").after($("notice"));
    put($("notice"), "textContent", text);
    if (seconds) setTimeout(() => untell(text), seconds * 1000);
}

export const create = (name, values = {}) => Object.assign(document.createElement(name), values);

// Makes one child for each item, and keeps existing children.
export function fill(parent, tag, items, set) {
    let element = parent.firstElementChild;
    items.forEach((item, index) => {
        if (!element?.matches(tag)) element = parent.insertBefore(document.createElement(tag), element);
        set(element, item, index);
        element = element.nextElementSibling;
    });
    while (parent.children.length > items.length) parent.lastElementChild.remove();
}
