"""Xiangqi, Zhonggong xiangqi and chess: rules, notation, game files and a computer player."""

import os
from typing import Final, Optional, Union, final

__all__ = [
    "Board", "Outcome", "planes", "Engine", "Info", "Limit", "Move", "FileGame", "FileMove", "read_games", "RED", "WHITE",
    "BLACK", "GAMES", "__version__",
]
__version__: Final[str]
RED: Final[bool]
WHITE: Final[bool]
"""Another name of `RED`, for chess."""
BLACK: Final[bool]
GAMES: Final[list[str]]
"""The names of the games: xiangqi, zhonggong, chess."""

@final
class Move:
    """A move: two squares, perhaps a promotion, or an exchange of Zhonggong."""

    @property
    def from_square(self) -> Optional[str]:
        """The square that the piece leaves, such as `"h2"`; `None` for an exchange."""
    @property
    def to_square(self) -> Optional[str]:
        """The square that the move names as its goal; `None` for an exchange."""
    def uci(self) -> str:
        """The move in coordinates, such as `"h2e2"` or `"e7e8q"`."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

_MoveOrText = Union[Move, str]
"""A move, or its text in any notation."""

@final
class Outcome:
    """The end of a game."""

    @property
    def winner(self) -> Optional[bool]:
        """`RED`, `BLACK`, or `None` for a draw."""
    @property
    def termination(self) -> str:
        """The reason in words, such as `"checkmate"` or `"perpetual check"`."""
    def result(self) -> str:
        """`"1-0"`, `"0-1"` or `"1/2-1/2"`."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Board:
    """A game that is being played: a position and the moves that led to it."""

    def __new__(cls, fen: Optional[str] = None, game: str = "xiangqi") -> Board:
        """Begins a game. A FEN may lack its last fields. `ValueError` says what is wrong, and where."""
    @property
    def game(self) -> str:
        """`"xiangqi"`, `"zhonggong"` or `"chess"`."""
    @property
    def turn(self) -> bool:
        """The side to move: `RED` or `BLACK`."""
    @property
    def ply(self) -> int:
        """The number of moves played."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played, the oldest first."""
    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves. The list is empty when the pieces on the board end the game."""
    def push(self, mv: _MoveOrText) -> Move:
        """Plays a move. `ValueError` if it is not legal, if it is of another game, or if the game is over."""
    def pop(self) -> Move:
        """Takes the last move back. `IndexError` if no move was played."""
    def parse(self, text: str) -> Move:
        """Returns the legal move that a text stands for, in any notation. `ValueError` says why not."""
    def is_legal(self, mv: _MoveOrText) -> bool: ...
    def move_error(self, mv: _MoveOrText, chinese: bool = False) -> Optional[str]:
        """Returns why a move is not legal, in a sentence; `None` for a legal move."""
    def san(self, mv: _MoveOrText) -> str:
        """The usual notation of the game: algebraic in chess, WXF in the others."""
    def wxf(self, mv: _MoveOrText) -> str:
        """WXF notation, such as `"C2=5"`."""
    def chinese(self, mv: _MoveOrText, simplified: bool = False) -> str:
        """Chinese notation, such as `"炮二平五"`."""
    def is_capture(self, mv: _MoveOrText) -> bool: ...
    def is_promotion(self, mv: _MoveOrText) -> bool: ...
    def gives_check(self, mv: _MoveOrText) -> bool: ...
    def is_check(self) -> bool: ...
    def is_checkmate(self) -> bool: ...
    def is_stalemate(self) -> bool:
        """Without a legal move and not in check. It loses in xiangqi and draws in chess."""
    def is_game_over(self) -> bool: ...
    def outcome(self) -> Optional[Outcome]:
        """The end of the game, by its file, the board or its history; `None` while it goes on."""
    def repetition(self) -> Optional[Outcome]:
        """The end of the game if both sides repeat their last moves once more, if they did so once."""
    def fen(self) -> str: ...
    def piece_at(self, square: str) -> Optional[str]:
        """The letter of the piece, a capital for Red; `None` for an empty square."""
    def piece_map(self) -> dict[str, str]:
        """The letters of all pieces by the names of their squares."""
    def perft(self, depth: int) -> int:
        """Counts the lines of legal moves of this length, in plies."""
    def copy(self) -> Board: ...
    def png(self, cell: int = 48, flipped: bool = False) -> bytes:
        """A picture as PNG. `cell` is the size of a square in pixels, 16 to 256."""
    def _repr_png_(self) -> bytes: ...
    def svg(self, size: int = 440, flipped: bool = False) -> str:
        """A picture as SVG. `size` is its height in pixels."""
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...

def planes(boards: list[Board]) -> bytes:
    """The pieces of boards of one game, as bytes 0 and 1 of the shape (boards, pieces, ranks, files).

    The pieces have the order of `KABNRCP` in xiangqi and Zhonggong, and of `KBNRPQ` in chess; those of Red
    come first. Rank 0 is Red's home rank.
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
    """A line of a search."""

    @property
    def move(self) -> Move:
        """The first move of the line."""
    @property
    def multipv(self) -> int:
        """The place of the line among the best, from 1."""
    @property
    def depth(self) -> int: ...
    @property
    def seldepth(self) -> int: ...
    @property
    def score(self) -> int:
        """Hundredths of a soldier for the side to move."""
    @property
    def mate(self) -> Optional[int]:
        """Moves to mate, below 0 for the side that is mated; `None` without a mate."""
    @property
    def nodes(self) -> int:
        """Positions searched."""
    @property
    def time(self) -> float:
        """Seconds."""
    @property
    def pv(self) -> list[Move]: ...

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
        """`hash` is the size of the transposition table in MiB. `network` is a file of weights that replaces
        the built-in network of its game. `MemoryError` or `OSError` says what is missing."""
    def play(self, board: Board, limit: Limit) -> Info:
        """The best line for the side to move. `RuntimeError` when the game is over."""
    def analyse(self, board: Board, limit: Limit, multipv: int = 1) -> list[Info]:
        """The best lines, the best first."""
    def evaluate(self, board: Board) -> int:
        """The evaluation for the side to move, without a search."""
    def new_game(self) -> None:
        """Forgets all positions, as between two games."""

@final
class FileMove:
    """A move of a file with what is written about it."""

    @property
    def move(self) -> Optional[Move]:
        """The move; `None` at the start."""
    @property
    def starting_comment(self) -> str:
        """The comment before the move. Only the first move of a variation has one."""
    @property
    def comment(self) -> str:
        """The comment after the move. That of the start stands before the game."""
    @property
    def nags(self) -> list[int]:
        """Numeric annotation glyphs, such as 1 for `!` and 2 for `?`."""
    @property
    def variations(self) -> list[FileMove]:
        """The moves that follow, the main one first."""
    def board(self) -> Board:
        """The board after the move. If the rules end the game before it, the board has no earlier moves."""

@final
class FileGame:
    """A game of a file: its tags, and its moves with variations and comments."""

    @property
    def headers(self) -> dict[str, str]: ...
    @property
    def root(self) -> FileMove:
        """The start. Its variations are the first moves."""
    def mainline(self) -> list[FileMove]: ...
    def end(self) -> Board:
        """The board at the end of the main line, as `FileMove.board` has it, with the result that the file tells."""
    def pgn(self) -> str: ...

def read_games(source: Union[str, os.PathLike[str], bytes]) -> tuple[list[FileGame], list[str]]:
    """Reads all games of a file: PGN, XQF, CBR, CBL, CBF, DhtmlXQ, WXF or plain text, in any encoding.

    Returns the games, and the faults of those that could not be read whole. `OSError` if there is no file. A pipe
    or a device is none.
    """
