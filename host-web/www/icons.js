// Drawings on buttons.
import { $ } from "./dom.js";

// The drawings of controls, by their names: strokes on a field of 24.
const PATHS = {
    Plus: "M12 5v14M5 12h14",
    Undo: "M9 6L4 11l5 5M4 11h10a6 6 0 0 1 0 12",
    Redo: "M15 6l5 5-5 5M20 11H10a6 6 0 0 0 0 12",
    Bulb: "M9 18h6M10 21h4M8 14a6 6 0 1 1 8 0c-.7.7-1 1.3-1 2H9c0-.7-.3-1.3-1-2z",
    Bolt: "M13 3L5 14h6l-1 7 8-11h-6z",
    Fork: "M12 21v-7L6 6M12 14l6-8M6 11V6h5M18 11V6h-5",
    Swap: "M4 8h15l-4-4M20 16H5l4 4",
    Half: "M7 3v8M5 5l2-2M5 21L19 5M15 15a2 2 0 1 1 4 0c0 2-4 3-4 6h4",
    Flag: "M6 21V4h12l-3 4 3 4H6",
    Pause: "M9 5v14M15 5v14",
    Turn: "M8 20V4L4 8M16 4v16l4-4",
    Lens: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l5 5",
    First: "M6 5v14M19 5l-9 7 9 7z",
    Back: "M16 5l-9 7 9 7z",
    Forward: "M8 5l9 7-9 7z",
    Last: "M18 5v14M5 5l9 7-9 7z",
    Mirror: "M12 3v18M9 6v12H3zM15 6v12h6z",
    Contrast: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 3v18M15 5v14M18 7v10",
    Sheets: "M8 7h11v14H8zM5 17V3h11",
    Tray: "M12 3v11M7 9l5 5 5-5M4 16v5h16v-5",
    Board: "M4 4h16v16H4zM12 4v16M4 12h16",
    Chart: "M5 20v-7M12 20V5M19 20V10",
    Castle: "M5 4v4h14V4M10 4v4M14 4v4M7 8v10M17 8v10M4 21h16v-3H4z",
};
const SVG = $("curve").namespaceURI;

export function icon(name) {
    const [picture, path] = ["svg", "path"].map((tag) => document.createElementNS(SVG, tag));
    picture.setAttribute("class", "icon");
    picture.setAttribute("viewBox", "0 0 24 24");
    picture.setAttribute("aria-hidden", "true");
    path.setAttribute("d", PATHS[name] ?? "");
    picture.append(path);
    return picture;
}
