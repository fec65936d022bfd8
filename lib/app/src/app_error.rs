//! Errors of files, texts and the clipboard, with their messages.
//!
//! The English texts come from `Display`, and the Chinese texts from this module.

use chuhe_core::map::{self, MapError, MapPiece, MapPlace, MapToken};
use chuhe_core::notation::{FenError, FenFault, FenField, MoveError};
use chuhe_core::rules::SetupError;
use chuhe_host::engine::EngineError;
use chuhe_host::text::NotText;
use chuhe_host::{MapFault, MapRefusal};
use chuhe_records::{Fault, Place, RecordError, RecordFault};
use chuhe_view::text::{Language, Named, SetupMessage, Text, Traditional, kind_name};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum AppError {
    #[error("{0}")]
    Position(FenError),
    #[error(transparent)]
    Move(MoveError),
    #[error(transparent)]
    Game(#[from] RecordError),
    #[error(transparent)]
    Map(#[from] MapRefusal),
    #[error("{}: {fault}", .file.display())]
    File { file: PathBuf, fault: FileFault },
    #[error("the clipboard: {0}")]
    Clipboard(String),
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum FileFault {
    #[error(transparent)]
    NotText(#[from] NotText),
    #[error("{0}")]
    Content(String),
    #[error(transparent)]
    Game(#[from] RecordError),
    #[error("the file has changed since it was read")]
    Changed,
    #[error("another program has changed it; the game goes on in another file")]
    Left,
    #[error("a game cannot be taken out of this file")]
    Inseparable,
    #[error("{1}")]
    System(io::ErrorKind, String),
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> Self {
        Self::System(error.kind(), error.to_string())
    }
}

impl AppError {
    pub fn file(file: &Path, fault: impl Into<FileFault>) -> Self {
        Self::File { file: file.to_owned(), fault: fault.into() }
    }

    pub const fn file_fault(&self) -> Option<&FileFault> {
        if let Self::File { fault, .. } = self { Some(fault) } else { None }
    }

    pub const fn title(&self) -> Text {
        match self {
            Self::Position(_) | Self::Move(_) => Text::CouldNotPaste,
            Self::Clipboard(_) => Text::CouldNotUseClipboard,
            Self::Game(_) | Self::File { fault: FileFault::Game(_), .. } => Text::CouldNotOpen,
            Self::File { fault: FileFault::System(io::ErrorKind::StorageFull, _), .. } => {
                Text::CouldNotWrite
            }
            Self::File { .. } => Text::CouldNotSave,
            Self::Map(_) => Text::InvalidMap,
        }
    }

    pub fn message(&self, language: Language) -> String {
        if language == Language::English {
            return self.to_string();
        }
        let chinese = match self {
            Self::Position(error) => position(error),
            Self::Move(error) => no_move(error),
            Self::Game(error) => game(error),
            Self::Map(refusal) => refused(refusal),
            Self::File { fault, .. } => file_fault(fault),
            Self::Clipboard(why) => format!("剪贴板：{why}"),
        };
        let message = match language {
            Language::TraditionalChinese => Traditional(&chinese).to_string(),
            _ => chinese,
        };
        match self {
            Self::File { file, .. } => format!("{}：{message}", file.display()),
            _ => message,
        }
    }
}

/// The Chinese text of a fault, without the full stop at the end.
pub fn fault_in_chinese(fault: &Fault) -> String {
    format!("第{}局，{}", fault.game, game(&fault.error).trim_end_matches('。'))
}

/// The reason why an engine failed, in English and in Chinese, without a full stop at the end.
pub fn engine_failure(error: &EngineError) -> [String; 2] {
    [error.to_string(), engine(error)]
}

fn engine(error: &EngineError) -> String {
    match error {
        EngineError::NoCommand => "没有写明程序".into(),
        EngineError::Start { program, kind, error } => {
            let why = file_fault(&FileFault::System(*kind, error.clone()));
            format!("{program} 不能启动：{}", why.trim_end_matches('。'))
        }
        EngineError::Silent { awaited, patience } => {
            format!("{}秒内没有 {awaited}", patience.as_secs_f64())
        }
        EngineError::Ended { status, stderr_tail } => {
            let status = status.map(|status| format!("（{status}）")).unwrap_or_default();
            let said = if stderr_tail.is_empty() { "" } else { "，最后写出：" };
            format!("程序已结束{status}{said}{stderr_tail}")
        }
        EngineError::Closed => "程序关闭了输出".into(),
        EngineError::Flood { lines } => format!("写出{lines}行，没有回答"),
        EngineError::Late => "没有在时限内走棋".into(),
        EngineError::Hung => "没有在时限内走棋，停止后也没有回答".into(),
        EngineError::Cancelled => "已取消".into(),
        EngineError::OtherProtocol => "不认识所用的命令".into(),
        EngineError::Illegal(text) => format!("“{text}”不是合法的着法"),
        EngineError::NoMove => "认为没有着法".into(),
        EngineError::Refused(text) => format!("不接受着法或局面：{text}"),
        EngineError::Rules(rules) => format!("不会下{}", Text::game(*rules).get(Language::Chinese)),
        EngineError::NoOption(name) => format!("没有选项“{name}”"),
        EngineError::NoProtocol(faults) => {
            let faults =
                faults.iter().map(|(protocol, error)| format!("{protocol}：{}", engine(error)));
            faults.collect::<Vec<_>>().join("；")
        }
        EngineError::NoAnalysis => "没有给出分析".into(),
        EngineError::Panic => "Chuhe 内部出错".into(),
        other => other.to_string(),
    }
}

fn setup(error: SetupError) -> String {
    SetupMessage(error, Language::Chinese, None).to_string()
}

fn file_fault(fault: &FileFault) -> String {
    match fault {
        FileFault::NotText(NotText { line }) => format!("第{line}行既不是 UTF-8 也不是 GBK。"),
        FileFault::System(io::ErrorKind::NotFound, _) => "文件不存在。".into(),
        FileFault::System(io::ErrorKind::PermissionDenied, _) => "没有权限。".into(),
        FileFault::System(io::ErrorKind::ReadOnlyFilesystem, _) => "磁盘是只读的。".into(),
        FileFault::System(io::ErrorKind::StorageFull, _) => "磁盘已满。".into(),
        FileFault::System(io::ErrorKind::InvalidData, _) => "文件已损坏。".into(),
        FileFault::System(io::ErrorKind::InvalidInput, _) => "这不是文件。".into(),
        FileFault::System(io::ErrorKind::FileTooLarge, _) => "文件太大。".into(),
        FileFault::Game(error) => game(error),
        FileFault::Changed => "文件读取后已有改动。".into(),
        FileFault::Left => "文件已被别的程序改动，这局棋改存到另一个文件。".into(),
        FileFault::Inseparable => "不能从这个文件里取出单局棋谱。".into(),
        FileFault::System(_, why) | FileFault::Content(why) => why.clone(),
    }
}

fn position(error: &FenError) -> String {
    let field = match error.field {
        FenField::Board => "棋盘",
        FenField::Side => "走棋方",
        FenField::Castling => "第三段",
        FenField::EnPassant => "第四段",
        FenField::HalfmoveClock => "无吃子步数",
        FenField::MoveNumber => "回合数",
        FenField::Rest => "末尾",
    };
    let fault = match error.fault {
        FenFault::Missing => "缺少内容。".into(),
        FenFault::Unexpected(found) => format!("不应有“{}”。", found.escape_debug()),
        FenFault::Width { rank, files, of } if files > of => format!("横线 {rank} 多于{of}格。"),
        FenFault::Width { rank, files, of } => {
            format!("横线 {rank} 只有{files}格，应有{of}格。")
        }
        FenFault::Ranks { ranks, of } => format!("只有{ranks}行，应有{of}行。"),
        FenFault::Number { least, most } => format!("应为{least}到{most}的数。"),
        FenFault::Setup(error) => setup(error),
        other => format!("{other:?}"),
    };
    format!("{field}，第{}个字符：{fault}", error.at + 1)
}

fn game(RecordError { place, fault }: &RecordError) -> String {
    let fault = match fault {
        RecordFault::NoGame => "没有棋谱。".into(),
        RecordFault::Tag => "标签应写作 [名称 \"内容\"]。".into(),
        RecordFault::Unclosed(bracket) => format!("“{bracket}”没有结束。"),
        RecordFault::Unopened(bracket) => format!("多余的“{bracket}”。"),
        RecordFault::UnknownGame(name) => format!("不认识棋种“{name}”。"),
        RecordFault::Fen(error) => format!("FEN：{}", position(error)),
        RecordFault::Result(result) => format!("结果“{result}”应为 1-0、0-1、1/2-1/2 或 *。"),
        RecordFault::Move { text, rules, side, error } => {
            let side = Text::side(*rules, *side).get(Language::Chinese);
            format!("“{text}”不是{side}的着法：{}", no_move(error))
        }
        RecordFault::NullMove { text } => format!("“{text}”不是着法，以后的着法写成了注解。"),
        RecordFault::VariationWithoutMove => "变着前面没有着法。".into(),
        RecordFault::NotText => "不是 UTF-8、GBK 或 Big5 文本。".into(),
        RecordFault::TooDeep { limit } => format!("变着多于{limit}层。"),
        other => damage(other),
    };
    match place {
        Place::Text { line, column } => format!("第{line}行第{column}列：{fault}"),
        Place::Byte(at) => format!("第{at:#x}字节：{fault}"),
    }
}

fn damage(fault: &RecordFault) -> String {
    match fault {
        RecordFault::Version(version) => format!("不认识版本 {}.{}。", version / 10, version % 10),
        RecordFault::Checksum => "密钥不正确。".into(),
        RecordFault::Truncated => "文件不完整。".into(),
        RecordFault::Xml => "不是 XML。".into(),
        RecordFault::Piece(byte) => format!("{byte:#x} 不是棋子。"),
        RecordFault::SetUp(error) => setup(*error),
        RecordFault::CommentLength => "注解的长度不正确。".into(),
        RecordFault::Text { .. } => "有些字符无法识别。".into(),
        RecordFault::TooManyMoves { limit } => format!("着法多于{limit}步。"),
        RecordFault::TooManyFaults { limit } => format!("错误多于{limit}处。"),
        RecordFault::Field(name) => format!("“{name}”的内容不正确。"),
        other => other.to_string(),
    }
}

fn no_move(error: &MoveError) -> String {
    match error {
        MoveError::Unreadable { at } => format!("从第{}个字符起无法识别。", at + 1),
        MoveError::NoSuchPiece => "没有这个棋子。".into(),
        MoveError::Illegal => "不合棋规。".into(),
        MoveError::Ambiguous(rules, one, other) => {
            format!("可能是 {} 或 {}。", rules.move_name(*one), rules.move_name(*other))
        }
        MoveError::Exchange(_) => "不是正确的兑子。".into(),
    }
}

fn refused(refusal: &MapRefusal) -> String {
    match refusal {
        MapRefusal::Unknown { name, file, names, more } => {
            let file = file.display();
            let known = match names.as_deref() {
                None => format!("没有文件 {file}。"),
                Some([]) => format!("{file} 里没有局面。"),
                Some(names) if *more == 0 => format!("{file} 里有：{}。", names.join("、")),
                Some(names) => format!("{file} 里有：{}，还有 {more} 个。", names.join("、")),
            };
            format!("没有局面“{name}”。{known}")
        }
        MapRefusal::Invalid { name, fault, file, line } => {
            let fault = match fault {
                MapFault::Pieces(error) => map_error(error),
                MapFault::Rules(rules) => format!("不认识棋种“{rules}”。"),
                MapFault::Turn(turn) => format!("走棋方“{turn}”应为 red 或 black。"),
            };
            format!("{name}：{fault}（{}，第{line}行）", file.display())
        }
    }
}

fn map_error(MapError { place, fault }: &MapError) -> String {
    let piece = |piece: &MapPiece| {
        let named = Named(piece.piece, piece.rules, Language::Chinese);
        format!("{named}{}", piece.number)
    };
    let fault = match *fault {
        map::MapFault::Expected(token, found) => {
            let found = match found {
                Some(found) => format!("“{}”", found.escape_debug()),
                None => "结尾".into(),
            };
            format!("应为{}，却是{found}。", token_name(token))
        }
        map::MapFault::OffBoard(rules) => {
            let (columns, rows) = rules.size();
            format!("棋盘有{rows}行{columns}列，从0数起。")
        }
        map::MapFault::Number { rules, kind, most } => {
            let kind = kind_name(rules, kind, Language::Chinese);
            format!("{kind}的编号应为0到{most}。")
        }
        map::MapFault::Occupied(other) => format!("那里已有{}。", piece(&other)),
        map::MapFault::Twice(point) => format!("它已在 {point}。"),
        map::MapFault::Setup(error) => setup(error),
        map::MapFault::Over(ending) => {
            let loser = Text::OneSide.get(Language::Chinese);
            let reason = Text::reason(ending.reason);
            format!("开局即终局：{}", reason.with(Language::Chinese, &[&loser]))
        }
        other => format!("{other}"),
    };
    match place {
        MapPlace::Character(at) => format!("第{}个字符：{fault}", at + 1),
        MapPlace::Piece(at) => format!("{}（{}）：{fault}", piece(at), at.point),
        MapPlace::Whole => fault,
    }
}

const fn token_name(token: MapToken) -> &'static str {
    match token {
        MapToken::Row => "行号",
        MapToken::Column => "列号",
        MapToken::Comma => "逗号",
        MapToken::Side => "红黑字母",
        MapToken::Kind => "棋子字母",
        MapToken::Number => "棋子编号",
        MapToken::Semicolon => "分号",
    }
}
