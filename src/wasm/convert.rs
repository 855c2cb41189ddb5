//! Values that cross the border. What a host returns is checked before it is believed: `None` is an answer that the
//! contract does not allow.

use crate::input::{Input, Value};
use crate::limits::Limits;
use crate::path::{MemoryPath, Naming};
use crate::storage::{
    Budget, Capabilities, Entry, Kind, Page, ReadResult, RemoveResult, RenameResult, Stat, Usage, Version, When,
    WriteResult,
};
use crate::tool::{CreateExisting, Options};
use js_sys::{Object, Reflect, Uint8Array};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};

fn from<T: DeserializeOwned>(value: JsValue) -> Option<T> {
    serde_wasm_bindgen::from_value(value).ok()
}

// ---- From JavaScript ----------------------------------------------------------------------------------------------

/// A tool's input. `core.ts` has made it a plain value whose texts are bytes of UTF-8.
pub(super) fn input(value: JsValue) -> Input {
    from(value).unwrap_or(Input(Value::Nested("a value that is not JSON")))
}

/// The options, which `options.ts` has checked.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RawOptions {
    file_bytes: f64,
    total_bytes: f64,
    files: f64,
    view_characters: f64,
    image_characters: f64,
    overwrite: bool,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a limit beyond the type is no limit"
)]
pub(super) fn options(value: JsValue) -> Option<Options> {
    let raw: RawOptions = from(value)?;
    let limits = Limits {
        file_bytes: raw.file_bytes as u64,
        total_bytes: raw.total_bytes as u64,
        files: raw.files as u64,
        view_characters: raw.view_characters as usize,
        image_characters: raw.image_characters as usize,
    };
    let create_existing = if raw.overwrite {
        CreateExisting::Overwrite
    } else {
        CreateExisting::Error
    };
    Some(Options {
        limits,
        create_existing,
    })
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct RawCapabilities {
    compare_and_set: Option<bool>,
    folds_case: bool,
    windows_names: bool,
    longest_name: Option<u32>,
    foreign_entries: bool,
}

pub(super) fn capabilities(value: JsValue) -> Result<Capabilities, JsValue> {
    let raw = if value.is_undefined() || value.is_null() {
        RawCapabilities::default()
    } else {
        serde_wasm_bindgen::from_value(value)?
    };
    let naming = Naming::default();
    Ok(Capabilities {
        compare_and_set: raw.compare_and_set.unwrap_or(true),
        folds_case: raw.folds_case,
        naming: Naming {
            windows: raw.windows_names,
            longest: raw.longest_name.map_or(naming.longest, |longest| longest as usize),
        },
        foreign_entries: raw.foreign_entries,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum RawKind {
    File,
    Directory,
    Other,
}

impl From<RawKind> for Kind {
    fn from(raw: RawKind) -> Self {
        match raw {
            RawKind::File => Self::File,
            RawKind::Directory => Self::Directory,
            RawKind::Other => Self::Other,
        }
    }
}

#[derive(Deserialize)]
struct RawStat {
    kind: RawKind,
    size: u64,
    version: String,
    modified: f64,
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a time before 1970 counts as 1970"
)]
pub(super) fn stat(value: JsValue) -> Option<Option<Stat>> {
    if value.is_null() || value.is_undefined() {
        return Some(None);
    }
    let raw: RawStat = from(value)?;
    Some(Some(Stat {
        kind: raw.kind.into(),
        size: raw.size,
        version: Version(raw.version),
        modified: Some(raw.modified as u64),
    }))
}

/// What every verb that changes something, and `read`, answers: a status and what goes with it.
#[derive(Deserialize)]
struct RawAnswer {
    status: String,
    version: Option<String>,
    path: Option<String>,
    usage: Option<RawUsage>,
}

#[derive(Deserialize)]
struct RawUsage {
    files: u64,
    bytes: u64,
}

impl From<RawUsage> for Usage {
    fn from(raw: RawUsage) -> Self {
        Self {
            files: raw.files,
            bytes: raw.bytes,
        }
    }
}

pub(super) fn usage(value: JsValue) -> Option<Usage> {
    from::<RawUsage>(value).map(Usage::from)
}

pub(super) fn read_result(value: JsValue) -> Option<ReadResult> {
    let raw: RawAnswer = from(value.clone())?;
    match raw.status.as_str() {
        "ok" => {
            let bytes = Reflect::get(&value, &"bytes".into()).ok()?;
            Some(ReadResult::File {
                bytes: bytes.dyn_ref::<Uint8Array>()?.to_vec(),
                version: Version(raw.version?),
            })
        }
        "missing" => Some(ReadResult::Missing),
        _ => None,
    }
}

pub(super) fn write_result(value: JsValue) -> Option<WriteResult> {
    let raw: RawAnswer = from(value)?;
    match raw.status.as_str() {
        "ok" => Some(WriteResult::Done(Version(raw.version?))),
        "exists" => Some(WriteResult::Exists),
        "changed" => Some(WriteResult::Changed),
        "is_directory" => Some(WriteResult::IsDirectory),
        "not_a_directory" => Some(WriteResult::NotADirectory(MemoryPath::parse(&raw.path?).ok()?)),
        "over_budget" => Some(WriteResult::OverBudget(raw.usage?.into())),
        _ => None,
    }
}

pub(super) fn remove_result(value: JsValue) -> Option<RemoveResult> {
    let raw: RawAnswer = from(value)?;
    match raw.status.as_str() {
        "ok" => Some(RemoveResult::Done),
        "missing" => Some(RemoveResult::Missing),
        "changed" => Some(RemoveResult::Changed),
        _ => None,
    }
}

pub(super) fn rename_result(value: JsValue) -> Option<RenameResult> {
    let raw: RawAnswer = from(value)?;
    match raw.status.as_str() {
        "ok" => Some(RenameResult::Done),
        "missing" => Some(RenameResult::Missing),
        "exists" => Some(RenameResult::Exists),
        "not_a_directory" => Some(RenameResult::NotADirectory(MemoryPath::parse(&raw.path?).ok()?)),
        "over_budget" => Some(RenameResult::OverBudget(raw.usage?.into())),
        _ => None,
    }
}

#[derive(Deserialize)]
struct RawPage {
    entries: Vec<RawEntry>,
    cursor: Option<String>,
}

#[derive(Deserialize)]
struct RawEntry {
    path: String,
    kind: RawKind,
    size: u64,
}

pub(super) fn page(value: JsValue) -> Option<Option<Page>> {
    if value.is_null() || value.is_undefined() {
        return Some(None);
    }
    let raw: RawPage = from(value)?;
    let entry = |raw: RawEntry| Entry {
        path: raw.path,
        kind: raw.kind.into(),
        size: raw.size,
    };
    Some(Some(Page {
        entries: raw.entries.into_iter().map(entry).collect(),
        cursor: raw.cursor,
    }))
}

// ---- To JavaScript ------------------------------------------------------------------------------------------------

/// An object of these fields, without those that are undefined.
pub(super) fn object<const N: usize>(fields: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        if !value.is_undefined() {
            // Setting a field of a new plain object does not fail.
            let _ = Reflect::set(&object, &name.into(), &value);
        }
    }
    object.into()
}

pub(super) fn when(when: When) -> JsValue {
    match when {
        When::Absent => "absent".into(),
        When::Any => "any".into(),
        When::Matches(version) => object([("version", version.0.into())]),
    }
}

#[expect(clippy::cast_precision_loss, reason = "so many bytes are no limit")]
pub(super) fn budget(budget: Budget) -> JsValue {
    let number = |limit: u64| if limit == u64::MAX { f64::INFINITY } else { limit as f64 };
    object([
        ("bytes", number(budget.bytes).into()),
        ("files", number(budget.files).into()),
    ])
}
