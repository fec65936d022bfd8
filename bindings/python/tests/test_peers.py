"""Ten thousand random positions against python-chess and pyffish: moves, FEN, notation, check, ending."""

import random
from typing import Iterator

import chess
import pyffish
import pytest

import chuhe

POSITIONS = 5000
"""The number of positions for each game."""


def random_positions(game: str, count: int) -> Iterator[chuhe.Board]:
    """Yields the boards of random games; a game ends after at most 200 plies."""
    chance = random.Random(35)
    while count > 0:
        board = chuhe.Board(game=game)
        while count > 0 and board.ply < 200 and not board.is_game_over():
            count -= 1
            yield board
            board.push(chance.choice(board.legal_moves))


def test_chess_is_that_of_python_chess() -> None:
    for board in random_positions("chess", POSITIONS):
        peer = chess.Board()
        for mv in board.move_stack:
            peer.push_uci(str(mv))
        at = board.fen()
        assert peer.fen(en_passant="fen") == at
        moves = board.legal_moves
        assert sorted(map(str, moves)) == sorted(mv.uci() for mv in peer.legal_moves), at
        for mv in moves[:3]:
            same = chess.Move.from_uci(str(mv))
            assert board.san(mv) == peer.san(same), at
            assert board.is_capture(mv) == peer.is_capture(same), at
            assert board.gives_check(mv) == peer.gives_check(same), at
            assert board.parse(peer.san(same)) == mv, at
        assert board.is_check() == peer.is_check(), at
        assert board.is_checkmate() == peer.is_checkmate(), at
        assert board.is_stalemate() == peer.is_stalemate(), at
        pieces = {chess.square_name(square): str(piece) for square, piece in peer.piece_map().items()}
        assert board.piece_map() == pieces, at


def from_one(move: str) -> str:
    """A move with the ranks of pyffish, which begin at 1."""
    files = [place for place, letter in enumerate(move) if letter.isalpha()]
    first, second = move[: files[1]], move[files[1] :]
    return "".join(f"{square[0]}{int(square[1:]) + 1}" for square in (first, second))


def test_xiangqi_is_that_of_pyffish() -> None:
    for board in random_positions("xiangqi", POSITIONS):
        at = board.fen()
        moves = {from_one(str(mv)): mv for mv in board.legal_moves}
        assert sorted(moves) == sorted(pyffish.legal_moves("xiangqi", at, [])), at
        assert board.is_check() == pyffish.gives_check("xiangqi", at, []), at
        for text, mv in list(moves.items())[:2]:
            wxf = pyffish.get_san("xiangqi", at, text, False, pyffish.NOTATION_XIANGQI_WXF)
            assert board.wxf(mv) == wxf, at
            after = chuhe.Board(at)
            after.push(mv)
            assert after.fen() == pyffish.get_fen("xiangqi", at, [text]), at


@pytest.mark.parametrize("game, depth", [("xiangqi", 3), ("chess", 3)])
def test_leaves_are_counted_as_by_peers(game: str, depth: int) -> None:
    def leaves(fen: str, depth: int) -> int:
        moves = pyffish.legal_moves(game, fen, [])
        if depth == 1:
            return len(moves)
        return sum(leaves(pyffish.get_fen(game, fen, [mv]), depth - 1) for mv in moves)

    board = chuhe.Board(game=game)
    assert board.perft(depth) == leaves(board.fen(), depth)
