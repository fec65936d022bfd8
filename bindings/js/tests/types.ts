// The types of the package, as a program uses them.
import { Chuhe, Engine, type Line, type Move, type Outcome, search } from "chuhe";

const board = new Chuhe("4k4/R8/1R7/9/9/9/9/9/9/3K5 w", { game: "xiangqi" });
const texts: string[] = board.moves({ style: "wxf" });
const moves: Move[] = board.moves({ verbose: true });
const line: Line = search(board, { depth: texts.length });
const outcome: Outcome | undefined = board.outcome();
// @ts-expect-error a game that is not there
new Chuhe(undefined, { game: "go" });
export const played: Promise<Line> = new Engine().play(board, { time: 50, level: moves.length });
export const result = [line.mate ?? 0, outcome?.winner === "w", board.move(moves[0].lan).after];
