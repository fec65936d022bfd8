#!/usr/bin/python3
"""Quantises outlines of the typefaces that chuhe-view draws with.

Run it after changing a list in this folder:

    apt-get install fonts-noto-cjk fonts-lxgw-wenkai python3-fonttools
    lib/view/glyphs/glyphs.py

A list `NAME.txt` holds characters, `#` starts a comment line; `figures.txt` holds one SVG path a
line instead, drawn in a square of 224 units. Each becomes `NAME.bin`:

    u16          how many glyphs
    per glyph    u16 code point, u8 advance, u24 offset of its outline; in the order of code points
    per outline  u8 contours, and per contour u8 points, a bit for each point that lies on the
                 curve (the lowest bit first), and x, y of each as a byte

An em is 216 units; the pen starts at x = 12, the baseline lies at y = 192, y grows downwards.
Between two points off the curve lies one on it, as in TrueType. All numbers are little-endian.
"""

from pathlib import Path
from struct import pack

from fontTools.pens.basePen import BasePen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

EM, PEN_X, BASELINE = 216, 12, 192
GLYPHS = Path(__file__).parent
NOTO_SANS = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"
NOTO_SERIF = "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc"
KAI = "/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf"
WESTERN, SIMPLIFIED = 1, 2  # the faces with narrow punctuation and with mainland forms
COMPOSED = {"…": "..."}  # the typeface has it for Chinese only, at half height


class Contours(BasePen):
    """Collects contours of (x, y, on the curve), rounded to whole units."""

    def __init__(self):
        super().__init__(None)
        self.contours = []

    def add(self, point, on):
        x, y = (round(value) for value in point)
        if not (0 <= x <= 255 and 0 <= y <= 255):
            raise ValueError(f"({x}, {y}) lies outside of the grid")
        self.contours[-1].append((x, y, on))

    def _moveTo(self, point):
        self.contours.append([])
        self.add(point, True)

    def _lineTo(self, point):
        self.add(point, True)

    def qCurveTo(self, *points):
        if points[-1] is None:
            raise ValueError("a contour without a point on the curve")
        for point in points[:-1]:
            self.add(point, False)
        self.add(points[-1], True)

    def _closePath(self):
        contour = self.contours[-1]
        kept = contour[:1] + [p for p, before in zip(contour[1:], contour) if p != before]
        while len(kept) > 1 and kept[-1][2] and kept[0][:2] == kept[-1][:2]:
            kept.pop()
        self.contours[-1] = kept if len(kept) > 2 else []

    _endPath = _closePath

    def outline(self):
        contours = [contour for contour in self.contours if contour]
        data = pack("B", len(contours))
        for contour in contours:
            bits = sum(1 << place for place, (_, _, on) in enumerate(contour) if on)
            data += pack("B", len(contour)) + bits.to_bytes((len(contour) + 7) // 8, "little")
            data += b"".join(pack("BB", x, y) for x, y, _ in contour)
        return data


def lines(name):
    text = (GLYPHS / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("# ")]


def typeface(name, path, face=-1):
    """Code point, advance and outline of each character that a list names."""
    font = TTFont(path, fontNumber=face)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    scale = EM / font["head"].unitsPerEm
    for character in sorted(set("".join(lines(name)))):
        pen = Contours()
        scaled = TransformPen(pen, (scale, 0, 0, -scale, PEN_X, BASELINE))
        width = 0
        for part in COMPOSED.get(character, character):
            glyph = glyphs[names[ord(part)]]
            glyph.draw(TransformPen(Cu2QuPen(scaled, max_err=0.4 / scale), (1, 0, 0, 1, width, 0)))
            width += glyph.width
        yield ord(character), round(width * scale), pen.outline()


def figures(name):
    """The figures, numbered from the start of the private use area."""
    for code, line in enumerate(lines(name), start=0xE000):
        pen = Contours()
        moved = TransformPen(pen, (1, 0, 0, 1, PEN_X, PEN_X))
        parse_path(line.split(":", 1)[1], Cu2QuPen(moved, max_err=0.4))
        yield code, EM, pen.outline()


def write(name, glyphs):
    glyphs = list(glyphs)
    index, outlines = pack("<H", len(glyphs)), b""
    for code, advance, outline in glyphs:
        offset = 2 + 6 * len(glyphs) + len(outlines)
        index += pack("<HBHB", code, advance, offset & 0xFFFF, offset >> 16)
        outlines += outline
    (GLYPHS / f"{name}.bin").write_bytes(index + outlines)
    print(f"{name}: {len(glyphs)} glyphs, {len(index + outlines)} bytes")


write("kai", typeface("kai", KAI))
write("serif", typeface("serif", NOTO_SERIF, WESTERN))
write("latin", typeface("latin", NOTO_SANS, WESTERN))
write("hanzi", typeface("hanzi", NOTO_SANS, SIMPLIFIED))
write("figures", figures("figures"))
