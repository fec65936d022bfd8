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
    """Yields the boards of random games, that of the end too, or of ply 200. A fifth of the moves go back."""
    chance = random.Random(35)
    board = chuhe.Board(game=game)
    for _ in range(count):
        yield board
        if board.is_game_over() or board.ply == 200:
            board = chuhe.Board(game=game)
            continue
        moves, last = board.legal_moves, board.move_stack[-2:-1]
        back = [mv for mv in moves if [(mv.to_square, mv.from_square)] == [(it.from_square, it.to_square) for it in last]]
        board.push(back[0] if back and chance.random() < 0.2 else chance.choice(moves))


def test_chess_is_that_of_python_chess() -> None:
    for board in random_positions("chess", POSITIONS):
        peer = chess.Board()
        for mv in board.move_stack:
            peer.push_uci(str(mv))
        at = board.fen()
        assert peer.fen(en_passant="fen") == at
        moves = board.legal_moves
        assert sorted(map(str, moves)) == sorted(mv.uci() for mv in peer.legal_moves), at
        for mv in moves[board.ply % max(len(moves), 1) :][:3]:
            same = chess.Move.from_uci(str(mv))
            assert board.san(mv) == peer.san(same), at
            assert board.is_capture(mv) == peer.is_capture(same), at
            assert board.gives_check(mv) == peer.gives_check(same), at
            assert board.parse(peer.san(same)) == mv, at
        assert board.is_check() == peer.is_check(), at
        assert board.is_checkmate() == peer.is_checkmate(), at
        assert board.is_stalemate() == peer.is_stalemate(), at
        outcome = board.outcome()
        is_over = peer.is_game_over() or peer.is_repetition(3) or peer.is_fifty_moves()
        assert (outcome is not None) == is_over, at
        assert outcome is None or outcome.winner == (not peer.turn if peer.is_checkmate() else None), at
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
        for text, mv in list(moves.items())[board.ply % max(len(moves), 1) :][:1]:
            wxf = pyffish.get_san("xiangqi", at, text, False, pyffish.NOTATION_XIANGQI_WXF)
            assert board.wxf(mv) == wxf, at
            after = chuhe.Board(at)
            after.push(mv)
            assert after.fen() == pyffish.get_fen("xiangqi", at, [text]), at
        outcome = board.outcome()
        played = [from_one(str(mv)) for mv in board.move_stack]
        is_drawn, score = pyffish.is_optional_game_end("xiangqi", pyffish.start_fen("xiangqi"), played)
        # Without a capture, a game ends after 50 moves there and after 60 here.
        assert (outcome is not None) == (is_drawn or not moves) or int(at.split()[4]) >= 100, at
        assert outcome is None or (outcome.winner, score) == (None if moves else not board.turn, 0), at


@pytest.mark.parametrize("game, depth", [("xiangqi", 3), ("chess", 3)])
def test_leaves_are_counted_as_by_peers(game: str, depth: int) -> None:
    def leaves(fen: str, depth: int) -> int:
        moves = pyffish.legal_moves(game, fen, [])
        if depth == 1:
            return len(moves)
        return sum(leaves(pyffish.get_fen(game, fen, [mv]), depth - 1) for mv in moves)

    board = chuhe.Board(game=game)
    assert board.perft(depth) == leaves(board.fen(), depth)
