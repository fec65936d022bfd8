#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod action;
mod analysis;
mod app;
pub mod app_error;
mod board;
mod context;
mod dialog;
mod editor;
pub mod endgames;
mod engines;
mod event;
mod explorer;
pub mod form;
pub mod game_model;
mod game_number;
mod keeping;
mod library;
mod look;
mod menus;
mod note;
pub mod picture;
pub mod player;
mod pointer;
mod reply;
pub mod report;
mod reporting;
pub mod screen;
pub mod settings;
pub mod sound;
mod starts;
pub mod study;
pub mod training;
pub mod words;

pub use action::{Action, Key, Press};
pub use analysis::Analysing;
pub use app::{App, RemotePlayer};
pub use board::{GameBoard, Selection};
pub use context::Context;
pub use dialog::{Dialog, DialogTexts, ELO_STEPS, Form, Topic};
pub use editor::{Editor, EditorFault};
pub use engines::{Engines, Probe};
pub use event::{AppEvent, Effect, LibraryTask, Notification, Target, WindowPoint};
pub use explorer::Explorer;
pub use form::PartId;
pub use game_number::{GameNumber, PLAYER_TAGS};
pub use library::{
    ExploreRequest, Explored, Exported, Library, ListFaults, ListPage, ListProgress, ListRequest,
    ListedFault, ListedUse, OpenedGame, PlaceKind,
};
pub use menus::{EDITOR_ACTIONS, MENUS, menu_actions};
pub use note::{Note, Refusal};
pub use reply::Reply;
pub use reporting::{Making, Reporting};
pub use starts::Starts;
pub use study::Shape;

pub(crate) use app_error::AppError;
pub(crate) use dialog::{Message, Request};
pub(crate) use endgames::Attempt;
pub(crate) use form::{Allowed, Change, FormPart, TextField, Widget, Widgets};
pub(crate) use game_model::GameModel;
pub(crate) use player::{Limit, PlayerSetting};
pub(crate) use settings::{ClockSetting, Settings};
pub(crate) use sound::Sound;
pub(crate) use study::Study;
pub(crate) use training::HAS_TRAINER;
pub(crate) use words::Words;
