#!/usr/bin/python3
"""Makes two fonts of a few plain shapes, for tests that must not depend on the system's fonts.

    apt-get install python3-fonttools
    tests/data/fonts/make.py

`square.ttf` has a square for U+0416 and U+1F642, and a mark left of the pen for U+0301. `circle.otf`
has a circle of cubic curves for U+03A9. An em is 1000 units.
"""

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

HERE = Path(__file__).parent


def square(pen, x, y, side):
    pen.moveTo((x, y))
    pen.lineTo((x, y + side))
    pen.lineTo((x + side, y + side))
    pen.lineTo((x + side, y))
    pen.closePath()


def circle(pen, x, y, radius):
    handle = radius * 0.5523
    pen.moveTo((x + radius, y))
    pen.curveTo((x + radius, y + handle), (x + handle, y + radius), (x, y + radius))
    pen.curveTo((x - handle, y + radius), (x - radius, y + handle), (x - radius, y))
    pen.curveTo((x - radius, y - handle), (x - handle, y - radius), (x, y - radius))
    pen.curveTo((x + handle, y - radius), (x + radius, y - handle), (x + radius, y))
    pen.closePath()


def build(name, truetype, shapes, widths, characters):
    builder = FontBuilder(1000, isTTF=truetype)
    builder.setupGlyphOrder(list(shapes))
    builder.setupCharacterMap(characters)
    metrics = {}
    glyphs = {}
    for glyph, draw in shapes.items():
        pen = TTGlyphPen(None) if truetype else T2CharStringPen(widths[glyph], None)
        draw(pen)
        glyphs[glyph] = pen.glyph() if truetype else pen.getCharString()
        metrics[glyph] = (widths[glyph], 0)
    if truetype:
        builder.setupGlyf(glyphs)
        metrics = {glyph: (width, builder.font["glyf"][glyph].xMin if hasattr(builder.font["glyf"][glyph], "xMin") else 0) for glyph, (width, _) in metrics.items()}
    else:
        builder.setupCFF(name, {}, glyphs, {})
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2()
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.font.recalcTimestamp = False
    builder.save(HERE / f"{name.lower()}.{'ttf' if truetype else 'otf'}")


def nothing(_):
    pass


build(
    "Square",
    True,
    {
        ".notdef": nothing,
        "square": lambda pen: square(pen, 100, 0, 500),
        "mark": lambda pen: square(pen, -300, 600, 100),
    },
    {".notdef": 500, "square": 700, "mark": 0},
    {0x416: "square", 0x1F642: "square", 0x301: "mark"},
)
build(
    "Circle",
    False,
    {".notdef": nothing, "circle": lambda pen: circle(pen, 400, 300, 300)},
    {".notdef": 500, "circle": 800},
    {0x3A9: "circle"},
)
