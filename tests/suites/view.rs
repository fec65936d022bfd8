//! Drawings of the view, compared with pictures.

use chuhe_core::notation::{self, Fen, Script, Style};
use chuhe_core::rules::{Rules, Xiangqi};
use chuhe_core::{Bitboard, Game, Kind, Move, Piece, Position, Side, Square};
use chuhe_tests::snapshot::{Picture, compare};
use chuhe_view::letters::FULL;
use chuhe_view::paint::{Canvas, Mixed, Threshold};
use chuhe_view::text::{Language, Text};
use chuhe_view::{
    BoardDesign, BoardPicture, Body, Card, CardList, Cards, Column, Control, Dialog, Field, Form,
    Labels, Layout, Lifted, Menu, Part, PieceSet, Player, Scene, Slider, SmallLayout, StatusLine,
    Table, TableRows, Theme, Thinking, Tray, View, Widget,
};
use embedded_graphics::framebuffer::Framebuffer;
use embedded_graphics::image::GetPixel;
use embedded_graphics::pixelcolor::raw::{BigEndian, LittleEndian};
use embedded_graphics::pixelcolor::{BinaryColor, Gray4, PixelColor, Rgb565, Rgb888, RgbColor};
use embedded_graphics::prelude::{Point, Size};

/// A game into the middle game, with captures on both sides.
const GAME: &str = "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 h0h6 b9c7 c3c4 b7a7 b0c2 a9b9 a0b0 h7i7 h6g6 \
                    i7i3 g2i3 b9b5 e2e6 c7e6 g6e6 g7e8 b2b4 h9h5";

fn square(name: &str) -> Square {
    Square::from_name(name).unwrap_or_else(|| panic!("{name} is no square"))
}

fn play(game: &mut Game<Xiangqi>, style: Style, moves: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for text in moves.split_whitespace() {
        let mv = notation::read(Style::Coordinates, text, game.position())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        texts.push(notation::write(style, game.position(), mv).to_string());
        game.play(mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    texts
}

const SIMPLIFIED: Style = Style::Chinese(Script::Simplified);

/// The values that a host holds while it shows a game.
struct Shown {
    view: View<'static>,
    game: Game<Xiangqi>,
    plies: &'static [String],
    buttons: Vec<Control<'static>>,
    menus: Vec<Menu<'static>>,
    status: String,
    details: [String; 2],
}

impl Shown {
    fn new(view: View<'static>, style: Style, start: Xiangqi, moves: &str) -> Self {
        let language = view.language;
        let word = |text: Text| text.get(language);
        let mut game = Game::new(start);
        let texts = play(&mut game, style, moves);
        let button = |(text, key)| Control::new(word(text), key);
        let buttons = [
            (Text::NewGame, "N"),
            (Text::Hint, "H"),
            (Text::Undo, "Ctrl+Z"),
            (Text::Redo, "Ctrl+Y"),
            (Text::MoveNow, "M"),
            (Text::AnotherMove, "A"),
            (Text::Flip, "F"),
            (Text::Resign, "R"),
        ]
        .map(button);
        let moves = [
            button((Text::Undo, "Ctrl+Z")),
            Control { enabled: false, ..button((Text::Redo, "Ctrl+Y")) },
            Control::SEPARATOR,
            button((Text::Hint, "H")),
            button((Text::MoveNow, "M")),
            button((Text::AnotherMove, "A")),
            Control { checked: true, ..button((Text::Pause, "P")) },
            Control::SEPARATOR,
            button((Text::FirstMove, "Home")),
            button((Text::PreviousMove, "Page Up")),
            button((Text::NextMove, "Page Down")),
            button((Text::LastMove, "End")),
        ];
        let titles =
            [Text::MenuGame, Text::MenuMoves, Text::MenuPosition, Text::MenuView, Text::MenuHelp];
        // Kept for the whole run of the tests.
        let items: &'static [Control<'static>] = Vec::leak(moves.to_vec());
        let menus = titles.map(|title| Menu { title: word(title), items });
        let side = Text::side(Rules::Xiangqi, game.position().side());
        let mover = Text::side(Rules::Xiangqi, !game.position().side());
        let mut status = match texts.last() {
            Some(mv) => Text::Moved.with(language, &[&word(mover), mv]).to_string() + " ",
            None => String::new(),
        };
        status += &Text::ToMove.with(language, &[&word(side)]).to_string();
        let seconds = Text::Seconds.with(language, &[&2]).to_string();
        let details = [String::new(), format!("{} · {seconds}", word(Text::Hard))];
        Self {
            view,
            game,
            plies: Vec::leak(texts),
            buttons: buttons.to_vec(),
            menus: menus.to_vec(),
            status,
            details,
        }
    }

    /// The scene, handed to `change` before it is drawn at a size.
    fn draw<'a>(
        &'a self,
        (width, height): (u32, u32),
        flipped: bool,
        change: impl FnOnce(&mut Scene<'a>, &Layout),
    ) -> Picture {
        let layout = Layout::new(Size::new(width, height), &BoardDesign::XIANGQI, flipped, 100);
        let mut scene = Scene::new(Rules::Xiangqi, &self.game);
        scene.record.plies = &self.plies;
        scene.status = StatusLine { text: &self.status, ..StatusLine::default() };
        scene.buttons = &self.buttons;
        scene.menus = &self.menus;
        let word = |text: Text| text.get(self.view.language);
        let player = |text, detail, clock| Player { name: word(text), detail, clock: Some(clock) };
        scene.players = [
            player(Text::Human, self.details[0].as_str(), 583_000),
            player(Text::Computer, self.details[1].as_str(), 412_400),
        ];
        change(&mut scene, &layout);
        draw(&self.view, &layout, &scene)
    }
}

const VIEW: View<'static> = View {
    theme: &Theme::WOOD,
    set: PieceSet::Traditional,
    labels: Labels::Files,
    face: FULL,
    language: Language::English,
};

fn draw(view: &View<'_>, layout: &Layout, scene: &Scene<'_>) -> Picture {
    let size = layout.size;
    let mut picture = Picture::new(size.width as usize, size.height as usize);
    let mut canvas = Canvas::new(&mut picture.pixels, size);
    let Ok(()) = view.background(&mut canvas, layout);
    let Ok(()) = view.scene(&mut canvas, layout, scene);
    picture
}

#[track_caller]
fn check(name: &str, picture: &Picture) {
    if let Err(difference) = compare(name, picture) {
        panic!("{difference}");
    }
}

/// Where the piece on a square can go.
fn targets(game: &Game<Xiangqi>, from: Square) -> Bitboard {
    let moves = game.position().legal_moves();
    moves.iter().filter(|mv| mv.from() == Some(from)).filter_map(|mv| mv.to()).collect()
}

const THINKING: Thinking<'static> = Thinking {
    depth: 17,
    score: "+0.84",
    nodes: 2_431_870,
    per_second: 1_204_000,
    line: "C5+4 A4+5 R5=6 R1+2 H3+4 C1=5 R8+9 H3-4 C5-2",
};

#[test]
fn middle_game_at_several_sizes() {
    let shown = Shown::new(VIEW, Style::Wxf, Xiangqi::start(), GAME);
    let select = |scene: &mut Scene<'_>, _: &Layout| {
        scene.thinking = Some(THINKING);
        scene.selected = square("i3").into();
        scene.targets = targets(&shown.game, square("i3"));
    };
    for size in [(320, 240), (640, 480), (960, 720), (1500, 1100), (600, 900)] {
        let name = format!("middle-game-{}x{}", size.0, size.1);
        check(&name, &shown.draw(size, false, select));
    }
}

#[test]
fn start_in_chinese_and_a_button_under_the_pointer() {
    let view = View { set: PieceSet::Simplified, language: Language::Chinese, ..VIEW };
    let shown = Shown::new(view, SIMPLIFIED, Xiangqi::start(), "");
    let picture = shown.draw((800, 600), false, |scene, layout| {
        scene.pointer = Some(layout.button(1, 8).center());
        scene.cursor = Some(square("e4"));
    });
    check("start-chinese", &picture);
}

#[test]
fn dark_and_flipped_with_hints_and_a_check() {
    let view = View { theme: &Theme::DARK, language: Language::Chinese, ..VIEW };
    let fen: Fen<Xiangqi> =
        "3akab2/9/2n1b1n2/p3p3p/2p3p2/2P3P2/P3P3P/2N1C1N2/4A4/R1BAK1Br1 w - - 0 20"
            .parse()
            .expect("a position");
    let shown = Shown::new(view, Style::Chinese(Script::Traditional), fen.position, "e2e6");
    let hints =
        ["c7e6", "g7e6", "f9e8"].map(|text| Move::new(square(&text[..2]), square(&text[2..])));
    let picture = shown.draw((960, 720), true, |scene, _| {
        scene.hints = &hints;
        scene.thinking =
            Some(Thinking { line: "馬3進5 兵五進一 馬7進5 車九平八", ..THINKING });
    });
    check("dark-flipped-hints", &picture);
}

#[test]
fn high_contrast_letters_with_a_menu() {
    let view = View {
        theme: &Theme::CONTRAST,
        set: PieceSet::Letters,
        labels: Labels::Coordinates,
        ..VIEW
    };
    let shown = Shown::new(view, Style::Coordinates, Xiangqi::start(), GAME);
    let picture = shown.draw((800, 600), false, |scene, _| {
        scene.open = Some((1, Some(4)));
        scene.selected = square("e6").into();
        scene.targets = targets(&shown.game, square("e6"));
        scene.cursor = Some(square("e8"));
    });
    check("contrast-letters-menu", &picture);
}

#[test]
fn figures() {
    let view = View { set: PieceSet::Figures, ..VIEW };
    let shown = Shown::new(view, Style::Wxf, Xiangqi::start(), GAME);
    check("figures", &shown.draw((640, 480), false, |_, _| ()));
}
fn answers(view: &View<'_>, texts: &[(Text, &'static str)]) -> Vec<Control<'static>> {
    texts.iter().map(|&(text, key)| Control::new(text.get(view.language), key)).collect()
}

#[test]
fn a_won_game() {
    let shown = Shown::new(VIEW, Style::Wxf, Xiangqi::start(), GAME);
    let texts = [(Text::NewGame, "Enter"), (Text::Review, "Esc"), (Text::OkQuit, "")];
    let controls = answers(&VIEW, &texts);
    let picture = shown.draw((640, 480), false, |scene, _| {
        scene.turn = None;
        scene.banner = Some(Dialog {
            title: Text::RedWon.get(Language::English),
            body: Body::Text(Text::Checkmate.get(Language::English)),
            first: 0,
            answers: &controls,
            focus: Some(0),
        });
    });
    check("dialog-won", &picture);
}

/// The rows of a table, and the cards of a grid.
#[derive(Debug)]
struct Listed;

impl TableRows for Listed {
    fn len(&self) -> usize {
        40
    }

    fn cell(&self, row: usize, column: usize) -> &str {
        [["Hu Ronghua", "1-0", "57"], ["杨官璘", "½-½", "132"]][row % 2][column]
    }
}

impl CardList for Listed {
    fn len(&self) -> usize {
        9
    }

    fn card(&self, index: usize) -> Card<'_> {
        let mut pieces = [None; Square::COUNT];
        for square in Square::all() {
            pieces[square.index()] = Xiangqi::start().piece_at(square);
        }
        let board = BoardPicture {
            board: &BoardDesign::XIANGQI,
            pieces,
            last: Bitboard::EMPTY,
            targets: Bitboard::EMPTY,
            blocks: Bitboard::EMPTY,
            flipped: false,
        };
        Card { title: "双车错", detail: "#4", board: Some(board), ticked: index == 1 }
    }
}

/// All widgets of a dialog, in all themes, and where only a part of them fits.
#[test]
fn widgets_of_dialogs() {
    let columns =
        [("Player", "", 1, false), ("Result", "½-½", 0, false), ("Moves", "100", 0, true)]
            .map(|(title, widest, share, right)| Column { title, widest, share, right });
    let options = ["Red", "Black", "Either"].map(|label| Control::new(label, ""));
    let options = [options[0], Control { checked: true, ..options[1] }, options[2]];
    let field = Field { text: "/usr/games/象", placeholder: "", caret: 14, anchor: 5, first: 0 };
    let empty = Field { placeholder: "Search", ..Field::default() };
    let table = Table {
        columns: &columns,
        rows: &Listed,
        chosen: Some(3),
        first: 2,
        sorted: Some((2, false)),
    };
    let slider = Slider { steps: 10, at: 6, word: "6 Hard" };
    let cards = Cards { cards: &Listed, chosen: Some(1), first: 0, ems: 8 };
    let Some(board) = Listed.card(0).board else { panic!("a board") };
    let parts = [
        Part::new("Game", Widget::Heading),
        Part::new("I play", Widget::Options(&options)),
        Part::new("Level", Widget::Slider(slider)),
        Part::new("Blink the selected piece", Widget::Check(true)),
        Part { beside: true, ..Part::new("Sounds", Widget::Check(false)) },
        Part::new("Command", Widget::Field(field)),
        Part { enabled: false, ..Part::new("Find", Widget::Field(empty)) },
        Part::new("", Widget::Table(table)),
        Part { beside: true, ..Part::new("", Widget::Board(board)) },
        Part::new("", Widget::Cards(cards)),
        Part::new(
            "",
            Widget::Text("A text that is long enough to be wrapped into two lines of it."),
        ),
    ];
    for (theme, name) in
        [(&Theme::WOOD, ""), (&Theme::DARK, "-dark"), (&Theme::CONTRAST, "-contrast")]
    {
        let view = View { theme, ..VIEW };
        let controls = answers(&view, &[(Text::Play, ""), (Text::Cancel, "")]);
        let shown = Shown::new(view, Style::Wxf, Xiangqi::start(), GAME);
        for ((width, height), focus, first) in [((960, 720), 5, 0), ((420, 320), 7, 9)] {
            let picture = shown.draw((width, height), false, |scene, _| {
                scene.dialog = Some(Dialog {
                    title: "Widgets",
                    body: Body::Form(Form { parts: &parts, focus: Some(focus), ems: 44 }),
                    first,
                    answers: &controls,
                    focus: None,
                });
            });
            if name.is_empty() || width == 960 {
                check(&format!("form{name}-{width}x{height}"), &picture);
            }
        }
    }
}

#[test]
fn rules_in_chinese() {
    let view = View { language: Language::Chinese, ..VIEW };
    let shown = Shown::new(view, SIMPLIFIED, Xiangqi::start(), GAME);
    let controls = answers(&view, &[(Text::Close, "Esc")]);
    let picture = shown.draw((640, 480), false, |scene, _| {
        scene.dialog = Some(Dialog {
            title: Text::RulesOfGame.get(Language::Chinese),
            body: Body::Text(Text::XiangqiRules.get(Language::Chinese)),
            first: 1,
            answers: &controls,
            focus: Some(0),
        });
    });
    check("rules-chinese", &picture);
}

#[test]
fn editor() {
    let shown = Shown::new(VIEW, Style::Wxf, Xiangqi::start(), "");
    let texts = [
        (Text::Red, "R"),
        (Text::Black, "B"),
        (Text::Clear, "Del"),
        (Text::StartPosition, "S"),
        (Text::SaveMap, "Ctrl+S"),
        (Text::CopyPosition, "Ctrl+C"),
        (Text::Cancel, "Esc"),
        (Text::Play, "Enter"),
    ];
    let mut controls = answers(&VIEW, &texts);
    controls[0].checked = true;
    controls[7].enabled = false;
    let mut left = [0; Piece::COUNT];
    for side in Side::ALL {
        for (kind, count) in [
            (Kind::Advisor, 2),
            (Kind::Elephant, 1),
            (Kind::Horse, 2),
            (Kind::Chariot, 1),
            (Kind::Cannon, 2),
            (Kind::Soldier, 5),
        ] {
            left[Piece::new(side, kind).index()] = count;
        }
    }
    let picture = shown.draw((800, 600), false, |scene, _| {
        *scene = Scene { players: scene.players, menus: scene.menus, ..Scene::empty() };
        for (name, side, kind) in [
            ("e0", Side::Red, Kind::General),
            ("e9", Side::Black, Kind::General),
            ("h6", Side::Red, Kind::Chariot),
            ("c9", Side::Black, Kind::Elephant),
        ] {
            scene.pieces[square(name).index()] = Some(Piece::new(side, kind));
        }
        scene.tray = Some(Tray {
            kinds: &Kind::ALL[..7],
            left,
            chosen: Some(Piece::new(Side::Black, Kind::Chariot)),
        });
        scene.cursor = Some(square("d7"));
        scene.buttons = &controls;
        scene.status = StatusLine {
            text: Text::GeneralsFacing.get(Language::English),
            alarm: true,
            refused: false,
        };
    });
    check("editor", &picture);
}

#[test]
fn a_piece_dragged_out_of_check() {
    let view = View { theme: &Theme::CONTRAST, ..VIEW };
    let fen: Fen<Xiangqi> =
        "3ak4/4a4/4b4/9/9/9/9/4C4/4R4/3K5 b - - 0 20".parse().expect("a position");
    let shown =
        Shown::new(View { theme: &Theme::WOOD, ..view }, Style::Wxf, fen.position, "e9f9 e1f1");
    let picture = shown.draw((640, 480), false, |scene, layout| {
        let from = square("e8");
        scene.selected = from.into();
        scene.targets = targets(&shown.game, from);
        let at = layout.grid.center(square("f7")) + Point::new(-9, 14);
        scene.lifted = Some(Lifted { square: from, at });
        scene.status =
            StatusLine { text: Text::Check.get(Language::English), alarm: true, refused: false };
    });
    check("drag-check", &picture);
}

/// Puts the pieces of a FEN's first field on a scene, chess letters too.
fn set_up(scene: &mut Scene<'_>, ranks: u8, board: &str) {
    for (line, rank) in board.split('/').zip((0..ranks).rev()) {
        let mut file = 0;
        for letter in line.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let kind = match letter.to_ascii_lowercase() {
                'k' => Kind::General,
                'a' => Kind::Advisor,
                'b' => Kind::Elephant,
                'n' => Kind::Horse,
                'r' => Kind::Chariot,
                'c' => Kind::Cannon,
                'q' => Kind::Queen,
                _ => Kind::Soldier,
            };
            let side = if letter.is_uppercase() { Side::Red } else { Side::Black };
            let square = Square::new(file, rank).expect("on the board");
            scene.pieces[square.index()] = Some(Piece::new(side, kind));
            file += 1;
        }
    }
}

#[test]
fn boards_of_other_games() {
    let zhonggong = "rnbacabnr/4c4/p1p1p1p1p/4k4/9/4K4/P1P1P1P1P/4C4/RNBACABNR";
    let chess = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R";
    for (name, board, pieces, theme) in [
        ("zhonggong", &BoardDesign::ZHONGGONG, zhonggong, &Theme::WOOD),
        ("chess", &BoardDesign::CHESS, chess, &Theme::WOOD),
        ("chess-dark", &BoardDesign::CHESS, chess, &Theme::DARK),
    ] {
        let view = View { labels: board.labels, theme, ..VIEW };
        let layout = Layout::new(Size::new(800, 600), board, false, 100);
        let mut scene = Scene::empty();
        set_up(&mut scene, board.ranks, pieces);
        scene.turn = Some(Side::Red);
        scene.taken[Piece::new(Side::Black, Kind::Horse).index()] = 2;
        scene.selected = square("c2").into();
        scene.targets = square("c3").into();
        check(name, &draw(&view, &layout, &scene));
    }
}

/// A display of few colours as a picture.
fn shades<C: PixelColor, D: GetPixel<Color = C>>(display: &D, size: Size) -> Picture
where
    Rgb888: From<C>,
{
    let mut picture = Picture::new(size.width as usize, size.height as usize);
    for (index, pixel) in picture.pixels.iter_mut().enumerate() {
        let at = Point::new(index as i32 % size.width as i32, index as i32 / size.width as i32);
        let color = Rgb888::from(display.pixel(at).expect("a pixel"));
        *pixel = u32::from_be_bytes([0, color.r(), color.g(), color.b()]);
    }
    picture
}

#[test]
fn small_displays() {
    let shown = Shown::new(VIEW, Style::Wxf, Xiangqi::start(), GAME);
    let mut scene = Scene::new(Rules::Xiangqi, &shown.game);
    scene.selected = square("i3").into();
    scene.targets = targets(&shown.game, square("i3"));
    scene.cursor = Some(square("h5"));
    scene.status = StatusLine { text: "R8+4 Red", ..StatusLine::default() };
    let size = Size::new(128, 64);
    let small = SmallLayout::new(size, &BoardDesign::XIANGQI, false, square("h5"));

    let mut grey = Framebuffer::<Gray4, _, BigEndian, 128, 64, 4096>::new();
    let view = View { theme: &Theme::GREY, ..VIEW };
    let Ok(()) = view.small_scene(&mut Mixed(&mut grey), &small, &scene);
    check("small-grey", &shades(&grey, size));

    let mut mono = Framebuffer::<BinaryColor, _, BigEndian, 128, 64, 1024>::new();
    let view = View { theme: &Theme::MONO, ..VIEW };
    let Ok(()) = view.small_scene(&mut Threshold(&mut mono), &small, &scene);
    check("small-mono", &shades(&mono, size));

    let size = Size::new(240, 240);
    let small = SmallLayout::new(size, &BoardDesign::XIANGQI, true, square("h5"));
    let mut rgb = Framebuffer::<Rgb565, _, LittleEndian, 240, 240, { 240 * 240 * 2 }>::new();
    let Ok(()) = VIEW.small_scene(&mut Mixed(&mut rgb), &small, &scene);
    check("small-rgb565", &shades(&rgb, size));
}

/// A window so low, and letters so large, that a tray has no room for its pieces.
#[test]
fn a_tray_without_room_is_drawn() {
    let kinds = &Kind::ALL[..7];
    let tray = Tray { kinds, left: [1; Piece::COUNT], chosen: None };
    let layout = Layout::new(Size::new(340, 260), &BoardDesign::CHESS, false, 150);
    assert_eq!(layout.tray(&tray, 0).size.height, 0);
    let scene = Scene { tray: Some(tray), ..Scene::empty() };
    for theme in [&Theme::WOOD, &Theme::GREY] {
        draw(&View { set: PieceSet::Letters, theme, ..VIEW }, &layout, &scene);
    }
}
