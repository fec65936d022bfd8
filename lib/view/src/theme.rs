use embedded_graphics::pixelcolor::Rgb888;

/// The colour depth of a display.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Depth {
    /// Two colours, which are never mixed. Marks differ by shape alone.
    Mono,
    /// Some greys. Areas are flat, without grain or shadow.
    Grey,
    /// Many colours, enough for wood, light and shadow.
    Rgb,
}

/// The colours of a side's pieces, which are discs or figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Disc {
    /// The face, a gradient: the colours at its top and its bottom.
    pub face: [Rgb888; 2],
    /// The edge of the disc, seen below the face.
    pub side: Rgb888,
    /// The colour of the rings on the face.
    pub ring: Rgb888,
    /// The character, letter or figure.
    pub sign: Rgb888,
    /// The rim of a figure that stands without a disc.
    pub rim: Rgb888,
    /// The number of rings on the face. It tells the sides apart on a display without colours.
    pub rings: u8,
}

/// The colours of a picture, and the colour depth of the display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The colour depth of the display.
    pub depth: Depth,
    /// The area behind the board and the panels.
    pub background: Rgb888,
    /// Panels and dialogs.
    pub card: Rgb888,
    /// The rims of panels and buttons.
    pub edge: Rgb888,
    /// Most text.
    pub text: Rgb888,
    /// Less important text.
    pub muted: Rgb888,
    /// The chosen or current item.
    pub accent: Rgb888,
    /// Text on the colour `accent`.
    pub on_accent: Rgb888,
    /// Warnings.
    pub alarm: Rgb888,
    /// A button, normally and under the pointer.
    pub button: [Rgb888; 2],
    /// The wood of the board: its light colour, then the dark colour of the grain.
    pub wood: [Rgb888; 2],
    /// The frame of the board.
    pub frame: Rgb888,
    /// The lines printed on the board.
    pub print: Rgb888,
    /// The dark and the light squares of a chess board.
    pub squares: [Rgb888; 2],
    /// Red's pieces, then Black's.
    pub discs: [Disc; 2],
    /// The marks on the squares of the last move.
    pub last: Rgb888,
    /// Selected pieces and their destinations.
    pub chosen: Rgb888,
    /// A general in check.
    pub check: Rgb888,
    /// A guarded general, its guards and its liberties.
    pub guard: Rgb888,
    /// The keyboard cursor.
    pub cursor: Rgb888,
    /// The arrows of hints, the best move first.
    pub hints: [Rgb888; 3],
}

/// Creates a colour from `0xRRGGBB`.
const fn rgb(code: u32) -> Rgb888 {
    let [_, red, green, blue] = code.to_be_bytes();
    Rgb888::new(red, green, blue)
}

const fn pair([one, other]: [u32; 2]) -> [Rgb888; 2] {
    [rgb(one), rgb(other)]
}

/// Creates the colours of a side's pieces: face at top and bottom, then edge, rings, sign and rim.
const fn disc(rings: u8, face: [u32; 2], [side, ring, sign, rim]: [u32; 4]) -> Disc {
    let ([side, ring], [sign, rim]) = (pair([side, ring]), pair([sign, rim]));
    Disc { face: pair(face), side, ring, sign, rim, rings }
}

impl Theme {
    /// A board of honey-coloured wood on a background like paper. The pieces are of maple and walnut.
    pub const WOOD: Self = Self::column(0);

    /// Light text on dark slate. The board is of slate, too.
    pub const DARK: Self = Self::column(1);

    /// High contrast: black, white and few colours.
    pub const CONTRAST: Self = Self::column(2);

    /// Returns a column of the table of colours: 0 is wood, 1 is dark, 2 is contrast.
    const fn column(at: usize) -> Self {
        Self {
            depth: [Depth::Rgb, Depth::Rgb, Depth::Grey][at],
            background: rgb([0xe9e1d2, 0x191c21, 0x000000][at]),
            card: rgb([0xf6f1e6, 0x23272e, 0x000000][at]),
            edge: rgb([0xd3c7b0, 0x3a414c, 0xffffff][at]),
            text: rgb([0x322b23, 0xe6e4de, 0xffffff][at]),
            muted: rgb([0x6c6151, 0x9aa1ac, 0xd8d8d8][at]),
            accent: rgb([0x2c6690, 0x7db7e8, 0xffe14d][at]),
            on_accent: rgb([0xffffff, 0x10151b, 0x000000][at]),
            alarm: rgb([0xa8321f, 0xff9073, 0xffb000][at]),
            button: pair([[0xede5d5, 0xfffdf8], [0x2c323b, 0x3a4350], [0x1c1c1c, 0x4a4a4a]][at]),
            wood: pair([[0xecca92, 0xd9b173], [0x4a5260, 0x404754], [0x000000, 0x000000]][at]),
            frame: rgb([0x7d4f27, 0x2a2f38, 0xffffff][at]),
            print: rgb([0x5b3a1b, 0xa9b3c1, 0xffffff][at]),
            squares: pair([[0xb58450, 0xecd2a4], [0x3b4350, 0x717c8c], [0x303030, 0x8c8c8c]][at]),
            discs: [
                [
                    disc(1, [0xfdf3dc, 0xefdcb4], [0xb88d52, 0xb3271e, 0xb3271e, 0x4a3626]),
                    disc(2, [0x55402f, 0x3a2a1d], [0x1f150d, 0xe6d0a2, 0xf6e7c6, 0xe6d0a2]),
                ],
                [
                    disc(1, [0xf4eada, 0xdccbb0], [0x8d7d63, 0x9f241c, 0x9f241c, 0x22262d]),
                    disc(2, [0x262a31, 0x15181d], [0x08090b, 0xc6ccd4, 0xf0f2f5, 0xc6ccd4]),
                ],
                [
                    disc(1, [0xffffff, 0xffffff], [0xffffff, 0x9c0000, 0x9c0000, 0x000000]),
                    disc(2, [0x000000, 0x000000], [0xffffff, 0xffffff, 0xffffff, 0xffffff]),
                ],
            ][at],
            last: rgb([0x2c6690, 0x7db7e8, 0x5cc8ff][at]),
            chosen: rgb([0x136558, 0x6fd3bd, 0xffe14d][at]),
            check: rgb([0xb02410, 0xff7a5c, 0xff8f3a][at]),
            guard: rgb([0x5a3d9a, 0xb9a2ff, 0xd7a8ff][at]),
            cursor: rgb([0x14507c, 0xffd479, 0xffffff][at]),
            hints: [
                rgb([0x1f6fb2, 0x7db7e8, 0x5cc8ff][at]),
                rgb([0x5b7fa6, 0x9db0c6, 0xa9d8ee][at]),
                rgb([0x8a94a3, 0x8b93a0, 0xb0b0b0][at]),
            ],
        }
    }

    /// The themes of a desktop.
    pub const ALL: [Self; 3] = [Self::WOOD, Self::DARK, Self::CONTRAST];

    /// A few greys on black, for a small display.
    pub const GREY: Self = Self {
        last: rgb(0xbbbbbb),
        chosen: rgb(0xffffff),
        check: rgb(0xffffff),
        guard: rgb(0xffffff),
        accent: rgb(0xffffff),
        hints: [rgb(0xffffff), rgb(0xbbbbbb), rgb(0x888888)],
        print: rgb(0x777777),
        discs: [
            disc(1, [0xffffff, 0xffffff], [0xffffff, 0x000000, 0x000000, 0x000000]),
            disc(2, [0x000000, 0x000000], [0xbbbbbb, 0xffffff, 0xffffff, 0xffffff]),
        ],
        ..Self::CONTRAST
    };

    /// Two colours, for a display of lit and dark pixels.
    pub const MONO: Self = Self { depth: Depth::Mono, print: rgb(0xffffff), ..Self::GREY };
}
