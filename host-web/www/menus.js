// The menus.
import { click } from "./app.js";
import { $, fill, put } from "./dom.js";
import { button } from "./panel.js";

export function menus(view) {
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
            put(line, "hidden", item.hidden || (menu.items[row + 1]?.hidden ?? true) && !item.label);
            fill(line, "button", item.label ? [item] : [], (element) => {
                button("item")(element, item, row);
                element.setAttribute("role", "menuitem");
                element.removeAttribute("aria-pressed");
            });
        });
    });
}
