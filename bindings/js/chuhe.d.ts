/** Xiangqi, Zhonggong xiangqi and chess. Methods that chess.js also has have the same names as there. */

export type Game = "xiangqi" | "zhonggong" | "chess";

/** `w` is Red, or White in chess. */
export type Color = "w" | "b";

/** `san` is the usual notation of a game: algebraic in chess, WXF in the other games. */
export type Style = "san" | "coordinates" | "iccs" | "wxf" | "chinese" | "simplified";

export interface Piece {
    /** The letter of a FEN in lower case, such as `c` for a cannon. */
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
    /** Begins a game. A FEN may lack its last fields. Throws an `Error` with the reason and the place of a fault. */
    constructor(fen?: string, options?: { game?: Game });
    readonly game: Game;
    load(fen: string): void;
    reset(): void;
    fen(): string;
    turn(): Color;
    moves(options?: { verbose?: false; square?: string; style?: Style }): string[];
    moves(options: { verbose: true; square?: string }): Move[];
    /** Plays a move, given in any notation. Throws an `Error` with the reason if the move is not legal. */
    move(move: string | { from: string; to: string; promotion?: string }): PlayedMove;
    /** Takes the last move back; `null` if no move was played. */
    undo(): PlayedMove | null;
    history(options?: { verbose?: false }): string[];
    history(options: { verbose: true }): PlayedMove[];
    /** Writes a legal move in the notation `style`. The text `move` may be in any notation. */
    notation(move: string, style: Style): string;
    /**
     * Returns why a move is illegal; `undefined` for a legal move. The reason is a word such as `Blocked`, `Screen`,
     * `River`, `Facing` or `IntoCheck`, and the square is that of the piece that causes it. If the text is not two
     * squares, the reason is the message that says why the text cannot be read.
     */
    moveError(move: string): { reason: string; square?: string } | undefined;
    get(square: string): Piece | undefined;
    /** The ranks from Black's home rank down; `null` for an empty square. */
    board(): (Piece | null)[][];
    ascii(): string;
    isCheck(): boolean;
    inCheck(): boolean;
    isCheckmate(): boolean;
    /** True if the side to move has no legal move and is not in check. This loses in xiangqi and draws in chess. */
    isStalemate(): boolean;
    isDraw(): boolean;
    isGameOver(): boolean;
    /** The end of the game; `undefined` while the game goes on. */
    outcome(): Outcome | undefined;
    /**
     * The end of the game if both sides repeat their last moves once more; `undefined` in a new position or after the
     * end.
     */
    repetition(): Outcome | undefined;
    /** Counts the sequences of `depth` legal moves. The depth is a whole number up to 255. */
    perft(depth: number): number;
}

/** The limits of a search. At least one must be given. */
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
    /** The score for the side to move, in hundredths of a soldier. */
    score: number;
    /** The number of moves to mate, below 0 if the side to move is mated; `null` without a mate. */
    mate: number | null;
    depth: number;
    nodes: number;
    pv: string[];
}

/** The best line of moves, found in this thread. `hash` is the size of the transposition table, 1 to 1024 MiB. */
export function search(chuhe: Chuhe, limit: Limit, options?: { hash?: number }): Line;

/** A computer player in a worker. It answers one request after another. */
export class Engine {
    constructor(options?: { hash?: number });
    /** Rejects if the worker could not start, for example if there is not enough memory for `hash`. */
    play(chuhe: Chuhe, limit: Limit): Promise<Line>;
    /** Ends the worker at once, even in the middle of a search. */
    terminate(): Promise<void>;
}
