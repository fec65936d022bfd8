// Elements of the page, and its words.
import { texts } from "./texts.js";

/** @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);
/** @type {(selector: string) => any[]} */
export const all = (selector) => [...document.querySelectorAll(selector)];
export const word = (name) => texts[name][document.documentElement.lang] ?? texts[name].en;

// Lets the browser show what is there, and do what else waits.
export const turn = () => new Promise((resolve) => { setTimeout(resolve); });

// True if no other key is held with this one. With others, the arrows are for the game or the browser.
export const isAlone = ({ altKey, ctrlKey, metaKey }) => !(altKey || ctrlKey || metaKey);

export function put(element, name, value) {
    if (element[name] !== value) element[name] = value;
}

// What the page tells apart from the game: a fault, or something done. What is over goes away.
export function tell(name, detail = "", seconds = 0) {
    const text = `${word(name)} ${detail}`.trim();
    // An open dialog hides all else from a screen reader.
    if ($("dialog").open) $("title").after($("notice"));
    put($("notice"), "textContent", text);
    const end = () => { if ($("notice").textContent === text) put($("notice"), "textContent", ""); };
    if (seconds) setTimeout(end, seconds * 1000);
}

export const create = (name, values = {}) => Object.assign(document.createElement(name), values);

// Makes the children of an element from texts, and keeps those that are there already.
export function fill(parent, tag, items, set) {
    let element = parent.firstElementChild;
    items.forEach((item, index) => {
        if (!element?.matches(tag)) element = parent.insertBefore(document.createElement(tag), element);
        set(element, item, index);
        element = element.nextElementSibling;
    });
    while (element) {
        const rest = element;
        element = element.nextElementSibling;
        rest.remove();
    }
}
