// Pictures that the state of the page draws: boards and pieces.
import { page } from "./app.js";
import { put } from "./dom.js";

// A canvas that gets another size is empty.
export function paint(canvas, pixels, width, changed = []) {
    const picture = new ImageData(pixels, width);
    put(canvas, "width", width);
    put(canvas, "height", picture.height);
    canvas.getContext("2d").putImageData(picture, 0, 0, ...changed);
}

const bytes = ({ pixels }) => new Uint8ClampedArray(pixels.buffer);

export const ratio = () => window.devicePixelRatio || 1;

// Draws a small board of a dialog with this width in pixels of CSS.
export function drawSmall(canvas, part, item, width) {
    const board = page.small_board(part, item, width * ratio());
    if (!board) return;
    paint(canvas, bytes(board), board.width);
    canvas.style.width = `${board.width / ratio()}px`;
}

// The boards of cards are drawn when they come into view.
const cardBoards = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        cardBoards.unobserve(target);
        drawSmall(target, Number(target.dataset.board), Number(target.dataset.item), target.clientWidth);
    }
});

export function cardBoard(board, item) {
    const canvas = Object.assign(document.createElement("canvas"), { width: 90, height: 100 });
    Object.assign(canvas.dataset, { board, item });
    canvas.setAttribute("aria-hidden", "true");
    cardBoards.observe(canvas);
    return canvas;
}

// Draws a piece by its index, as wide as its canvas, on the ground of the page.
export function drawPiece(canvas, index) {
    const ground = getComputedStyle(document.body).backgroundColor.match(/\d+/g).reduce((all, part) => 256 * all + Number(part), 0);
    const picture = page.piece(index, ground, Math.round(canvas.clientWidth * ratio()));
    if (picture) paint(canvas, bytes(picture), picture.width);
}
