"""What a user of the package relies on: moves and reasons, endings, pictures, the computer, files, threads."""

import os
import signal
import struct
import subprocess
import sys
import threading
import time
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import pytest

import chuhe
from chuhe import Board, Engine, Limit


def test_a_move_in_every_notation_is_the_same() -> None:
    board = Board()
    move = board.parse("炮二平五")
    assert move == board.parse("C2=5") == board.parse("h2e2") == board.parse("H2-E2")
    assert (move.from_square, move.to_square, str(move)) == ("h2", "e2", "h2e2")
    assert (board.wxf(move), board.chinese(move), board.san(move)) == ("C2=5", "炮二平五", "C2=5")
    assert board.chinese("b0c2", simplified=True) == "马八进七"
    assert len({move, board.parse("C2=5")}) == 1


def test_push_and_pop() -> None:
    board = Board()
    start = board.fen()
    played = [board.push(move) for move in ("h2e2", "h9g7", "h0g2")]
    assert board.move_stack == played and board.ply == 3 and board.turn == chuhe.BLACK
    assert board.fen() == "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2"
    copy = board.copy()
    assert [board.pop() for _ in played] == played[::-1] and board.fen() == start
    assert copy.ply == 3 and copy != board
    with pytest.raises(IndexError):
        board.pop()


def test_a_refused_move_has_its_reason() -> None:
    board = Board()
    with pytest.raises(ValueError, match="h2h9x"):
        board.push("h2h9x")
    assert board.move_error("h2e2") is None
    assert "c0" in str(board.move_error("b0d1"))
    assert "馬" in str(board.move_error("b0d1", chinese=True)) or "马" in str(board.move_error("b0d1", chinese=True))
    # In xiangqi these coordinates are a legal move, that of a soldier.
    chess = Board("4k3/8/8/8/4P3/8/8/4K3 w", game="chess")
    of_chess = chess.parse("e4e5")
    with pytest.raises(ValueError, match="a move of chess"):
        board.push(of_chess)
    assert not board.is_legal(of_chess) and "a move of chess" in str(board.move_error(of_chess))
    assert board.fen() == Board().fen()


@pytest.mark.parametrize(
    "game, fen, wrong",
    [
        ("xiangqi", "rnbakabnr/9", "board"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w", "face"),
        ("chess", "8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("go", None, "xiangqi, zhonggong, chess"),
    ],
)
def test_a_wrong_position_is_told(game: str, fen: "str | None", wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Board(fen, game)


def test_a_fen_may_lack_its_last_fields() -> None:
    assert Board("4k4/9/9/9/9/9/9/4C4/4A4/4K4 b").fen() == "4k4/9/9/9/9/9/9/4C4/4A4/4K4 b - - 0 1"


def test_mate_and_stalemate_end_a_game() -> None:
    board = Board("4k4/R8/1R7/9/9/9/9/9/9/3K5 w")
    assert board.outcome() is None
    board.push("R8+2")
    outcome = board.outcome()
    assert outcome is not None and board.is_checkmate() and board.legal_moves == []
    assert (outcome.winner, outcome.termination, outcome.result()) == (chuhe.RED, "checkmate", "1-0")
    with pytest.raises(ValueError):
        board.push("e9e8")


def test_perpetual_check_loses() -> None:
    board = Board("3k5/9/9/9/9/9/9/9/4R4/5K3 w")
    for move in ("e1d1", "d9e9", "d1e1", "e9d9") * 2:
        assert board.outcome() is None
        board.push(move)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (chuhe.BLACK, "perpetual check")


def test_zhonggong_exchanges_soldiers() -> None:
    board = Board("P1P6/4c4/9/3k5/9/4K4/9/9/9 w", game="zhonggong")
    exchanges = [move for move in board.legal_moves if move.from_square is None]
    assert [str(move) for move in exchanges] == ["a8c8xe7"]
    assert board.push("a8c8xe7") == exchanges[0]
    assert board.piece_map() == {"d5": "k", "e3": "K"}


def test_the_picture_is_a_png() -> None:
    picture = Board().png(cell=20)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", picture[16:24])
    assert width > 9 * 20 and height > 10 * 20
    assert Board()._repr_png_() == Board().png(48)
    with pytest.raises(ValueError, match="cell is 1000"):
        Board().png(cell=1000)


def characters(svg: str) -> "dict[str, tuple[str, str]]":
    texts = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return {f"{it.text}{it.get('x')}": (it.get("y") or "", it.get("fill") or "") for it in texts}


def test_the_drawing_has_each_piece_on_its_square() -> None:
    board = Board("4k4/9/9/9/9/9/9/4C4/4A4/4K4 b")
    shown, turned = characters(board.svg()), characters(board.svg(flipped=True))
    assert shown["帥180"] == ("380", "#b01818") and shown["將180"] == ("20", "#101010")
    assert turned["帥180"][0] == "20" and len(shown) == len(board.piece_map())
    chess = characters(Board("4k3/8/8/8/8/8/8/4K2R w K -", game="chess")._repr_svg_())
    assert chess["♜300"] == ("300", "#ffffff")
    assert 'height="100"' in board.svg(100)


def test_the_text_shows_the_pieces() -> None:
    lines = str(Board(game="chess")).splitlines()
    assert lines[0] == "r n b q k b n r" and lines[7] == "R N B Q K B N R" and len(lines) == 8


def test_planes_are_the_pieces() -> None:
    board = Board()
    board.push("h2e2")
    data = chuhe.planes([Board(), board])
    assert len(data) == 2 * 14 * 90 and sum(data) == 2 * 32
    second = (14 + "KABNRCP".index("C")) * 90
    assert data[second + 2 * 9 + 4] == 1 and data[second + 2 * 9 + 7] == 0
    with pytest.raises(ValueError, match="several games"):
        chuhe.planes([Board(), Board(game="chess")])
    numpy = pytest.importorskip("numpy")
    array = numpy.frombuffer(data, numpy.uint8).reshape(2, 14, 10, 9)
    # The move changes two squares of one plane: the cannon's, on the files e and h of the rank 2.
    assert numpy.argwhere(array[0] != array[1]).tolist() == [["KABNRCP".index("C"), 2, 4], ["KABNRCP".index("C"), 2, 7]]


def test_the_computer_finds_a_mate() -> None:
    board = Board("4k4/R8/1R7/9/9/9/9/9/9/3K5 w")
    info = Engine().play(board, Limit(depth=4))
    assert str(info.move) == "b7b9" and info.mate == 1 and info.nodes > 0 and info.pv[0] == info.move


@pytest.mark.parametrize("game, move", [("xiangqi", "h2e2"), ("zhonggong", "e3e4")])
def test_the_networks_are_built_in(game: str, move: str) -> None:
    board = Board(game=game)
    board.push(move)
    file = Path(__file__).parents[3] / f"lib/host/networks/{game}.nn"
    assert Engine().evaluate(board) == Engine(network=file).evaluate(board)
    with pytest.raises(OSError, match="none.nn"):
        Engine(network="none.nn")


@pytest.mark.skipif(sys.platform != "linux", reason="the variable has another effect elsewhere")
def test_a_search_goes_on_without_the_threads_that_the_system_refuses() -> None:
    code = "import chuhe; print(chuhe.Engine(threads=3).play(chuhe.Board(), chuhe.Limit(depth=2)).depth)"
    # No thread gets so large a stack.
    environment = {**os.environ, "RUST_MIN_STACK": str(1 << 60)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.stdout == "2\n", done.stderr


def test_the_best_lines_differ_and_are_in_order() -> None:
    lines = Engine(threads=2).analyse(Board(game="chess"), Limit(nodes=20_000), multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert len({str(line.move) for line in lines}) == 3
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)


def test_a_time_is_kept_without_the_gil() -> None:
    engine, counted = Engine(), 0
    done = threading.Event()

    def search() -> None:
        engine.play(Board(), Limit(0.5))
        done.set()

    start = time.monotonic()
    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        counted += 1
    thread.join()
    assert 0.4 < time.monotonic() - start < 30 and counted > 1000


def test_ctrl_c_ends_a_search() -> None:
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
        Engine().play(Board(), Limit(600.0))


def test_a_search_needs_a_limit_and_a_move() -> None:
    with pytest.raises(ValueError, match="never end"):
        Limit()
    with pytest.raises(ValueError, match="time is -1"):
        Limit(-1.0)
    for threads in (0, 10**12):
        with pytest.raises(ValueError, match="not 1 to 256"):
            Engine(threads=threads)
    with pytest.raises(OverflowError):
        Board().perft(256)
    mated = Board("1R2k4/R8/9/9/9/9/9/9/9/3K5 b")
    with pytest.raises(RuntimeError, match="no move"):
        Engine().play(mated, Limit(depth=1))


PGN = b"""[Game "Chinese Chess"]
[Red "A"]
[Black "B"]

1. C2=5 {the central cannon} H8+7 (1... {Same direction} C8=5 $2 {opposes}) 2. H2+3 1-0
"""


def test_a_file_keeps_variations_and_comments() -> None:
    games, faults = chuhe.read_games(PGN)
    assert faults == [] and len(games) == 1
    game = games[0]
    assert game.headers["Red"] == "A"
    line = game.mainline()
    assert [str(node.move) for node in line] == ["h2e2", "h9g7", "h0g2"]
    assert line[0].comment == "the central cannon" and game.root.move is None
    other = line[0].variations[1]
    assert str(other.move) == "h7e7" and other.nags == [2]
    assert (other.starting_comment, other.comment) == ("Same direction", "opposes")
    assert line[0].starting_comment == ""
    outcome = game.end().outcome()
    assert outcome is not None and outcome.result() == "1-0"
    again, _ = chuhe.read_games(game.pgn().encode())
    assert [str(node.move) for node in again[0].mainline()] == ["h2e2", "h9g7", "h0g2"]
    with pytest.raises(FileNotFoundError, match="no such file.pgn"):
        chuhe.read_games("no such file.pgn")
    with pytest.raises(IsADirectoryError):
        chuhe.read_games(os.path.dirname(__file__))
    with pytest.raises(OSError, match="this is not a file"):
        chuhe.read_games("/dev/zero")


REPEATED = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
THIRD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 5"
LATER = "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 6"


@pytest.mark.parametrize(
    "start, moves, result, end, has_history",
    [
        (None, f"{REPEATED} 1-0", "1-0", THIRD, True),
        (None, f"{REPEATED} *", "1/2-1/2", THIRD, True),
        (None, f"{REPEATED} 5. e3 d6 1-0", "1-0", LATER, False),
        (None, f"{REPEATED} 5. e3 d6 *", None, LATER, False),
        ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "1. Kxe2 Kd7 2. Kd3 0-1", "0-1", "8/3k4/8/8/8/3K4/8/8 b - - 2 2", False),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 98 70", "Kd8 Ra2 Kc8 1-0", "1-0", "2k5/8/8/8/8/8/R7/4K3 w - - 101 72", False),
    ],
)
def test_a_file_goes_on_after_an_end_by_the_rules(
    start: "str | None", moves: str, result: "str | None", end: str, has_history: bool
) -> None:
    tag = f'[FEN "{start}"]\n' if start else ""
    [game], faults = chuhe.read_games(f'[White "A"]\n{tag}\n{moves}\n'.encode())
    line, board = game.mainline(), game.end()
    assert faults == [] and board.fen() == line[-1].board().fen() == end
    assert (board.ply == len(line)) == has_history
    outcome = board.outcome()
    assert (outcome and outcome.result()) == result and board.is_game_over() == (result is not None)


def test_faults_of_a_file_are_told() -> None:
    games, faults = chuhe.read_games(b'[Red "A"]\n\n1. C2=5 Z9\n')
    assert len(games) == 1 and "line 3" in faults[0]


def test_the_wheel_has_its_licences() -> None:
    names = {file.name for file in metadata.files("chuhe") or []}
    assert {"LICENSE-APACHE", "LICENSE-MIT", "OFL.txt"} <= names
