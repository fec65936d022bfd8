// The menus: buttons that disclose their items. On a narrow screen one button discloses the menus.
import { click, now, page, update } from "./app.js";
import { $, create, fill, goByArrow, isAlone, put } from "./dom.js";
import { button } from "./panel.js";

// The number of the open menu.
let open = null;

function line(items) {
    return (element, item, row) => {
        element.className = item.label ? "" : "line";
        put(element, "hidden", item.hidden || (items[row + 1]?.hidden ?? true) && !item.label);
        fill(element, "button", item.label ? [item] : [], (entry) => {
            button("item")(entry, { ...item, icon: null }, row);
            put(entry, "ariaLabel", item.label);
            if (entry.children.length < 2) entry.append(create("kbd"));
            put(entry.children[1], "textContent", item.shortcut);
        });
    };
}

// Shows the menus of a narrow screen, or hides them.
function show(isShown) {
    $("menus").classList.toggle("open", isShown);
    $("menu").setAttribute("aria-expanded", String(isShown));
}

/** @param {import("./chuhe_web.js").Snapshot} view */
export function menus(view) {
    // A menu that closes loses its items, so its button gets the focus. When a dialog closes, the focus returns
    // there.
    const closes = open !== null && view.open === null;
    if (closes && (view.dialog || document.querySelector("#menus li :focus-visible"))) {
        ($("menu").checkVisibility() ? $("menu") : $("menus").children[open].firstChild).focus();
    }
    fill($("menus"), "div", view.menus, (element, menu, index) => {
        if (!element.firstChild) element.append(create("button"), create("ul"));
        const [title, list] = element.children;
        const isOpen = view.open === index;
        put(title, "textContent", menu.title);
        title.setAttribute("aria-expanded", String(isOpen));
        title.onclick = click("menu", index);
        list.hidden = !isOpen;
        fill(list, "li", isOpen ? menu.items : [], line(menu.items));
    });
    // A menu that a key has opened takes the focus. In a field no key opens a menu.
    const opened = open === null && view.open !== null && !document.activeElement.closest("#menus, input");
    open = view.open;
    if (opened) {
        show(true);
        $("menus").children[open].firstChild.focus();
    }
}

$("menu").onclick = () => show(!$("menus").classList.contains("open"));

$("menus").addEventListener("click", ({ target }) => { if (target.closest("li")) show(false); });

addEventListener("pointerdown", (/** @type {any} */ { target }) => {
    if (target.closest?.("#menus, #menu")) return;
    if (open !== null) click("menu", open)();
    show(false);
});

// The arrows go through the buttons that are shown.
$("menu").onkeydown = $("menus").onkeydown = (event) => {
    if (!$("menus").checkVisibility() || !isAlone(event)) return;
    if (event.key === "Escape" && open === null && $("menus").classList.contains("open")) {
        show(false);
        $("menu").focus();
    } else if (event.key === "Escape" && open !== null) {
        const title = $("menus").children[open].firstChild;
        page.key("Esc", now());
        update();
        title.focus();
    } else if (!goByArrow($("menus"), event) && event.key !== "Enter" && event.key !== " ") {
        return;
    }
    event.stopPropagation();
    if (event.key === "Escape") event.preventDefault();
};
