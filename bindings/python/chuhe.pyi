"""Xiangqi, Zhonggong xiangqi and chess: boards, moves and game files, and a computer player."""

import os
from typing import Final, Optional, Union, final

__all__ = [
    "Board", "Outcome", "planes", "Engine", "Info", "Limit", "Move", "FileGame", "FileMove", "read_games", "RED", "WHITE",
    "BLACK", "GAMES", "__version__",
]
__version__: Final[str]
RED: Final[bool]
WHITE: Final[bool]
"""Another name for `RED`, for chess."""
BLACK: Final[bool]
GAMES: Final[list[str]]
"""The names of the games: xiangqi, zhonggong, chess."""

@final
class Move:
    """A move of a game: two squares and perhaps a promotion. In Zhonggong it can also be an exchange."""

    @property
    def from_square(self) -> Optional[str]:
        """The square that the piece leaves, such as `"h2"`; `None` for an exchange."""
    @property
    def to_square(self) -> Optional[str]:
        """The square that the move names as its destination; `None` for an exchange."""
    def uci(self) -> str:
        """The move in coordinates, such as `"h2e2"` or `"e7e8q"`."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

_MoveOrText = Union[Move, str]
"""A `Move`, or the text of a move in any notation."""

@final
class Outcome:
    """The end of a game: its winner and the reason."""

    @property
    def winner(self) -> Optional[bool]:
        """The winner: `RED`, `BLACK`, or `None` for a draw."""
    @property
    def termination(self) -> str:
        """The reason in words, such as `"checkmate"` or `"perpetual check"`."""
    def result(self) -> str:
        """The result as in PGN: `"1-0"`, `"0-1"` or `"1/2-1/2"`."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Board:
    """A game that is being played: a position and the moves that led to it.

    `Board()` is the start of xiangqi, `Board(game="chess")` the start of chess. A FEN may lack its last fields.
    """

    def __new__(cls, fen: Optional[str] = None, game: str = "xiangqi") -> Board:
        """Begins a game. Raises `ValueError` with the reason and the place if the FEN is faulty."""
    @property
    def game(self) -> str:
        """The name of the game: `"xiangqi"`, `"zhonggong"` or `"chess"`."""
    @property
    def turn(self) -> bool:
        """The side to move: `RED` or `BLACK`. `WHITE` is another name for `RED`."""
    @property
    def ply(self) -> int:
        """The number of moves played."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played, the oldest first."""
    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves. The list is empty if the position itself ends the game, as a checkmate does."""
    def push(self, mv: _MoveOrText) -> Move:
        """Plays a move, or the text of a move in any notation, and returns the move. Raises `ValueError` if the move
        is not legal, or if the game is over."""
    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises `IndexError` if no move was played."""
    def parse(self, text: str) -> Move:
        """Returns the legal move for a text in any notation. Raises `ValueError` with the reason if there is none."""
    def is_legal(self, mv: _MoveOrText) -> bool: ...
    def move_error(self, mv: _MoveOrText, chinese: bool = False) -> Optional[str]:
        """Returns a sentence that says why a move is not legal; `None` for a legal move."""
    def san(self, mv: _MoveOrText) -> str:
        """The move in the usual notation of the game: algebraic in chess, WXF in the other games."""
    def wxf(self, mv: _MoveOrText) -> str:
        """The move in WXF notation, such as `"C2=5"`."""
    def chinese(self, mv: _MoveOrText, simplified: bool = False) -> str:
        """The move in Chinese, such as `"炮二平五"`."""
    def is_capture(self, mv: _MoveOrText) -> bool: ...
    def is_promotion(self, mv: _MoveOrText) -> bool: ...
    def gives_check(self, mv: _MoveOrText) -> bool: ...
    def is_check(self) -> bool: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool:
        """True if the side to move has no legal move and is not in check. This loses in xiangqi and draws in chess."""
    def is_game_over(self) -> bool: ...
    def outcome(self) -> Optional[Outcome]:
        """The end of the game; `None` while the game goes on. If rules and file name different winners, the file
        counts."""
    def repetition(self) -> Optional[Outcome]:
        """The end of the game if both sides repeat their last moves once more; `None` in a new position or after the
        end."""
    def fen(self) -> str:
        """The position as a FEN with all six fields."""
    def piece_at(self, square: str) -> Optional[str]:
        """The letter of the piece on a square, a capital for Red; `None` if the square is empty."""
    def piece_map(self) -> dict[str, str]:
        """The letters of all pieces. The keys are the names of their squares."""
    def perft(self, depth: int) -> int:
        """Counts the sequences of `depth` legal moves."""
    def copy(self) -> Board: ...
    def png(self, cell: int = 48, flipped: bool = False) -> bytes:
        """A picture of the board as PNG. `cell` is the size of a square in pixels, 16 to 256. Notebooks show this
        picture."""
    def _repr_png_(self) -> bytes: ...
    def svg(self, size: int = 440, flipped: bool = False) -> str:
        """A picture of the board as SVG, `size` pixels high."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...

def planes(boards: list[Board]) -> bytes:
    """The pieces on many boards as bytes. All boards must be of the same game. The bytes have the shape (boards,
    pieces, ranks, files). A byte is 1 if this piece stands on this square, otherwise 0.

    The pieces have the order `KABNRCP` in xiangqi and `KBNRPQ` in chess, first for Red, then for Black. Rank 0 is
    Red's home rank. For boards of xiangqi, this call makes an array of the bytes:
    `numpy.frombuffer(planes(boards), numpy.uint8).reshape(len(boards), 14, 10, 9)`.
    """

@final
class Limit:
    """The limits of a search. At least one must be given."""

    def __new__(
        cls,
        time: Optional[float] = None,
        *,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        level: Optional[int] = None,
    ) -> Limit:
        """`time` in seconds, `nodes` in positions, `depth` in plies, `level` from 0 to 9."""

@final
class Info:
    """A line of moves that a search found, with its score and the cost of the search."""

    @property
    def move(self) -> Move:
        """The first move of the line."""
    @property
    def multipv(self) -> int:
        """The rank of the line among the best lines: 1 for the best."""
    @property
    def depth(self) -> int:
        """The depth of the search in plies."""
    @property
    def seldepth(self) -> int:
        """The number of plies in the longest line that was searched."""
    @property
    def score(self) -> int:
        """The score for the side to move, in hundredths of a soldier."""
    @property
    def mate(self) -> Optional[int]:
        """The number of moves to mate, below 0 if the side to move is mated; `None` without a mate."""
    @property
    def nodes(self) -> int:
        """The number of positions searched so far."""
    @property
    def time(self) -> float:
        """The time of the search so far, in seconds."""
    @property
    def pv(self) -> list[Move]:
        """The moves of the line."""

@final
class Engine:
    """A computer player with memory of its own. Searches run without the GIL, one at a time."""

    def __new__(
        cls,
        *,
        hash: int = 16,
        threads: int = 1,
        network: Optional[Union[str, os.PathLike[str]]] = None,
    ) -> Engine:
        """`hash` is the size of the transposition table in MiB. `network` is the path of a network file. This
        network replaces the built-in network of the same game. Raises `MemoryError` if there is not enough memory,
        and `OSError` if the network cannot be read."""
    def play(self, board: Board, limit: Limit) -> Info:
        """The best line of moves for the side to move. The `move` of this line is the move to play. Raises
        `RuntimeError` if the game is over."""
    def analyse(self, board: Board, limit: Limit, multipv: int = 1) -> list[Info]:
        """The `multipv` best lines, the best first. There is at most one line for each legal move."""
    def evaluate(self, board: Board) -> int:
        """The evaluation for the side to move, in hundredths of a soldier. No move is searched."""
    def new_game(self) -> None:
        """Forgets all positions searched so far. Call it between two games."""

@final
class FileMove:
    """A move of a file, with its comments and glyphs."""

    @property
    def move(self) -> Optional[Move]:
        """The move; `None` at the root."""
    @property
    def starting_comment(self) -> str:
        """The comment before the move. Only the first move of a variation has such a comment."""
    @property
    def comment(self) -> str:
        """The comment after the move; at the root, the comment before the first move."""
    @property
    def nags(self) -> list[int]:
        """Numeric annotation glyphs, such as 1 for `!` and 2 for `?`."""
    @property
    def variations(self) -> list[FileMove]:
        """The next moves that the file gives. The first continues the line, the others begin variations."""
    def board(self) -> Board:
        """The board after the move. If the rules end the game before this move, `move_stack` is empty."""

@final
class FileGame:
    """A game of a file: its tags, and its moves with variations and comments."""

    @property
    def headers(self) -> dict[str, str]:
        """The tags by name, such as `Red`, `Black`, `Event` and `Date`."""
    @property
    def root(self) -> FileMove:
        """A node without a move. Its `variations` are the first moves, and its `comment` is the text before them."""
    def mainline(self) -> list[FileMove]:
        """The moves of the main line from the first move on, without the root."""
    def end(self) -> Board:
        """The board at the end of the main line, with the result that the file gives."""
    def pgn(self) -> str:
        """The game as PGN, with its variations and comments."""

def read_games(source: Union[str, os.PathLike[str], bytes]) -> tuple[list[FileGame], list[str]]:
    """Reads all games of a file, whatever its format and encoding: PGN, XQF, CBR, CBL, CBF, DhtmlXQ, WXF or plain text.

    Returns the games, and the faults of games that could be read only in part. Raises `OSError` if the file cannot be
    read, or if it is a pipe or a device.
    """
