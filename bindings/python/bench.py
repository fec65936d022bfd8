"""Compares the speed with pyffish and cchess in one run: python bench.py"""

import random
import time
from typing import Callable

import cchess  # type: ignore[import-untyped]
import pyffish

import chuhe


def seconds(act: Callable[[], object]) -> float:
    """The best of three runs."""

    def once() -> float:
        start = time.perf_counter()
        act()
        return time.perf_counter() - start

    return min(once() for _ in range(3))


def game_of_100_plies() -> list[str]:
    chance = random.Random(1)
    board = chuhe.Board()
    while board.ply < 100 and not board.is_game_over():
        board.push(chance.choice(board.legal_moves))
    return [str(move) for move in board.move_stack]


MOVES = game_of_100_plies()
FROM_ONE = [f"{m[0]}{int(m[1]) + 1}{m[2]}{int(m[3]) + 1}" for m in MOVES]


def play_here() -> None:
    board = chuhe.Board()
    for move in MOVES:
        board.legal_moves
        board.push(move)


def play_in_pyffish() -> None:
    start = pyffish.start_fen("xiangqi")
    for ply, _ in enumerate(FROM_ONE):
        pyffish.legal_moves("xiangqi", start, FROM_ONE[:ply])


def perft_in_cchess(board: cchess.ChessBoard, depth: int) -> int:
    count = 0
    for start, end in list(board.create_moves()):
        if board.is_checked_move(start, end):
            continue
        if depth == 1:
            count += 1
            continue
        after = board.copy()
        after.move(start, end)
        after.next_turn()
        count += perft_in_cchess(after, depth - 1)
    return count


if __name__ == "__main__":
    ours, theirs = seconds(play_here), seconds(play_in_pyffish)
    print(f"100 plies with their legal moves: {theirs / ours:.0f} times pyffish ({ours * 1000:.2f} ms)")
    assert theirs / ours > 20
    board = chuhe.Board()
    ours = seconds(lambda: board.perft(3))
    start = cchess.ChessBoard(cchess.FULL_INIT_FEN)
    assert perft_in_cchess(start, 2) == board.perft(2)
    theirs = seconds(lambda: perft_in_cchess(start, 2))
    ratio = (theirs / board.perft(2)) / (ours / board.perft(3))
    print(f"perft: {ratio:.0f} times cchess a leaf ({board.perft(3) / ours / 1e6:.1f} million leaves a second)")
    assert ratio > 100
