// Pictures that the state of the page draws: boards and pieces.
import { page } from "./app.js";
import { put } from "./dom.js";

// A new size clears a canvas, so an equal size is not set.
/** @type {(canvas: HTMLCanvasElement, pixels: Uint8ClampedArray<ArrayBuffer>, width: number, changed?: any) => void} */
export function paint(canvas, pixels, width, changed) {
    const picture = new ImageData(pixels, width);
    put(canvas, "width", width);
    put(canvas, "height", picture.height);
    const context = canvas.getContext("2d");
    if (changed) context.putImageData(picture, 0, 0, changed[0], changed[1], changed[2], changed[3]);
    else context.putImageData(picture, 0, 0);
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
const cardBoards = new IntersectionObserver((/** @type {any[]} */ entries) => {
    for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        cardBoards.unobserve(target);
        drawSmall(target, Number(target.dataset.board), Number(target.dataset.item), target.clientWidth);
    }
});

// Draws the small board of a card when it comes into view, also if it was drawn before.
export function cardBoard(canvas, board, item) {
    Object.assign(canvas.dataset, { board, item });
    canvas.setAttribute("aria-hidden", "true");
    cardBoards.unobserve(canvas);
    cardBoards.observe(canvas);
}

// The colour behind an element, as a number.
function ground(element) {
    for (let behind = element; behind; behind = behind.parentElement) {
        const [red, green, blue, alpha = 1] = getComputedStyle(behind).backgroundColor.match(/[\d.]+/g).map(Number);
        if (alpha) return (red * 256 + green) * 256 + blue;
    }
    return 0;
}

// Draws a piece by its index, as wide as its canvas.
export function drawPiece(canvas, index) {
    const picture = page.piece(index, ground(canvas), Math.round(canvas.clientWidth * ratio()));
    if (picture) paint(canvas, bytes(picture), picture.width);
}
