/** Xiangqi, Zhonggong xiangqi and chess, with the names of chess.js where the thing is the same. */

export type Game = "xiangqi" | "zhonggong" | "chess";

/** `w` is Red, or White in chess. */
export type Color = "w" | "b";

/** `san` is the usual notation of a game: algebraic in chess, WXF in the others. */
export type Style = "san" | "coordinates" | "iccs" | "wxf" | "chinese" | "simplified";

export interface Piece {
    /** The small letter of a FEN, such as `c` for a cannon. */
    type: string;
    color: Color;
}

export interface Move {
    color: Color;
    /** A square such as `h2`; empty for an exchange of Zhonggong. */
    from: string;
    to: string;
    piece?: string;
    captured?: string;
    promotion?: string;
    san: string;
    /** The coordinates, such as `h2e2`. */
    lan: string;
    /** The FEN before the move. */
    before: string;
}

export interface PlayedMove extends Move {
    /** The FEN after the move. */
    after: string;
}

export interface Outcome {
    /** The winner; `null` for a draw. */
    winner: Color | null;
    /** The reason in words, such as `checkmate` or `perpetual check`. */
    reason: string;
}

export class Chuhe {
    /** Begins a game. A FEN may lack its last fields. An `Error` says what is wrong, and where. */
    constructor(fen?: string, options?: { game?: Game });
    readonly game: Game;
    load(fen: string): void;
    reset(): void;
    fen(): string;
    turn(): Color;
    moves(options?: { verbose?: false; square?: string; style?: Style }): string[];
    moves(options: { verbose: true; square?: string }): Move[];
    /** Plays a move, given in any notation. An `Error` says why it is not legal. */
    move(move: string | { from: string; to: string; promotion?: string }): PlayedMove;
    /** Takes the last move back; `null` if no move was played. */
    undo(): PlayedMove | null;
    history(options?: { verbose?: false }): string[];
    history(options: { verbose: true }): PlayedMove[];
    /** A legal move, given in any notation, in a notation. */
    notation(move: string, style: Style): string;
    /**
     * Why a move of two squares is not legal; `undefined` for a legal move. The reason is a word such as `Blocked`,
     * `Screen`, `River`, `Facing` or `IntoCheck`, and the square is that of the piece that makes the move illegal.
     * For any other text the reason is a sentence.
     */
    moveError(move: string): { reason: string; square?: string } | undefined;
    get(square: string): Piece | undefined;
    /** The rows from the last rank to the first. */
    board(): (Piece | null)[][];
    ascii(): string;
    isCheck(): boolean;
    inCheck(): boolean;
    isCheckmate(): boolean;
    /** Without a legal move and not in check. It loses in xiangqi and draws in chess. */
    isStalemate(): boolean;
    isDraw(): boolean;
    isGameOver(): boolean;
    /** The end of the game, by the board or by its history; `undefined` while it goes on. */
    outcome(): Outcome | undefined;
    /** The end of the game if both sides repeat their last moves once more, if they did so once. */
    repetition(): Outcome | undefined;
    /** Counts the lines of legal moves of this length: plies, a whole number up to 255. */
    perft(depth: number): number;
}

/** At least one limit must be given. */
export interface Limit {
    /** Milliseconds. */
    time?: number;
    /** Positions, a whole number. */
    nodes?: number;
    /** Plies, a whole number up to 255. */
    depth?: number;
    /** The playing strength, 0 to 9. */
    level?: number;
}

export interface Line {
    /** The best move in coordinates. */
    move: string;
    /** Hundredths of a soldier for the side to move. */
    score: number;
    /** Moves to mate, below 0 for the side that is mated; `null` without a mate. */
    mate: number | null;
    depth: number;
    nodes: number;
    pv: string[];
}

/** The best line, found in this thread. `hash` is the size of the transposition table, 1 to 1024 MiB. */
export function search(chuhe: Chuhe, limit: Limit, options?: { hash?: number }): Line;

/** A computer player in a worker. It answers one request after the other. */
export class Engine {
    constructor(options?: { hash?: number });
    /** Rejects if the worker did not start, such as without memory for `hash`. */
    play(chuhe: Chuhe, limit: Limit): Promise<Line>;
    /** Ends the worker, also in the middle of a search. */
    terminate(): Promise<void>;
}
