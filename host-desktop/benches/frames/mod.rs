//! Measures how long drawing a picture takes, for the benchmark and for a test.

use chuhe_app::player::PlayerSetting;
use chuhe_app::screen::Screen;
use chuhe_app::settings::Settings;
use chuhe_app::{App, AppEvent, Effect, Press, Target};
use chuhe_core::rules::Rules;
use chuhe_core::{Move, Position, Score, SearchLine, Square};
use chuhe_host::Map;
use chuhe_host::analysis::Analysis;
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

pub(crate) const SIZE: [usize; 2] = [960, 720];

/// The time that is available for one picture at 60 pictures a second.
pub(crate) const FRAME: Duration = Duration::from_millis(16);

pub(crate) fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The processor time of this thread, which other programs do not lengthen.
pub(crate) fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// Plays a move and takes it back, `times` times. Returns the median time of drawing the move, measured by `clock`.
pub(crate) fn redraw(times: u32, clock: fn() -> Duration) -> Duration {
    let settings = Settings { black: PlayerSetting::Person, ..Settings::default() };
    let mut app = App::new(settings, Vec::new(), vec![Map::standard(Rules::Xiangqi)], 0, None, 1);
    let mut screen = Screen::new(&app, SIZE);
    screen.draw(&app);
    let mut now = Duration::ZERO;
    let mut on = |app: &mut App, event: AppEvent| {
        now += Duration::from_secs(1);
        drop(app.on(event, now));
    };
    let undo = Press::named("U").expect("a key");
    let mut spent: Vec<Duration> = (0..times)
        .map(|_| {
            for square in ["h2", "e2"] {
                let target = Square::from_name(square).map(Target::Square);
                on(&mut app, AppEvent::Pressed(target, (0, 0)));
                on(&mut app, AppEvent::Released(target, (0, 0)));
            }
            let start = clock();
            screen.draw(&app);
            let spent = clock() - start;
            on(&mut app, AppEvent::Key(undo));
            spent
        })
        .collect();
    median(&mut spent)
}

/// Returns the median time, measured by `clock`, of handling and drawing an analysis report of five lines. The window
/// handles at most one report per picture.
pub(crate) fn analysis_redraw(times: u32, clock: fn() -> Duration) -> Duration {
    let settings = Settings { analysis_lines: 5, ..Settings::default() };
    let mut app = App::new(settings, Vec::new(), vec![Map::standard(Rules::Xiangqi)], 0, None, 1);
    let mut screen = Screen::new(&app, SIZE);
    let switch = Press::named("L").expect("a key");
    let effects = app.on(AppEvent::Key(switch), Duration::ZERO);
    let id = effects.into_iter().find_map(|effect| match effect {
        Effect::Analyse(Some(request)) => Some(request.id),
        _ => None,
    });
    let first = Rules::Xiangqi.start().legal_moves();
    let mut spent: Vec<Duration> = (0..times)
        .map(|nodes| {
            let line = |number: usize| SearchLine {
                depth: 20,
                score: Score::new(nodes as i16 - number as i16),
                nodes: nodes.into(),
                millis: 1,
                pv: moves_from(first[number]).into_iter().collect(),
                ..SearchLine::default()
            };
            let lines = (0..5).map(line).collect();
            let analysis = Analysis { lines, done: false };
            let report = AppEvent::Analysed(id.unwrap_or_default(), Ok(analysis));
            let start = clock();
            drop(app.on(report, Duration::from_millis(nodes.into())));
            assert!(screen.draw(&app), "the report is shown");
            clock() - start
        })
        .collect();
    median(&mut spent)
}

fn moves_from(first: Move) -> Vec<Move> {
    let mut position = Rules::Xiangqi.start().play(first);
    let next = |_| {
        let mv = position.legal_moves()[0];
        position = position.play(mv);
        mv
    };
    std::iter::once(first).chain((1..20).map(next)).collect()
}
