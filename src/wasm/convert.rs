//! Values that cross the border. What a host returns is checked before it is believed: `None` is an answer that the
//! contract does not allow.
//!
//! By hand, not by serde-wasm-bindgen: that crate brings its error messages and with them the formatting of floating-point
//! numbers, a third of the whole module.

use crate::command::FIELDS;
use crate::input::{Input, Value};
use crate::limits::Limits;
use crate::path::{MemoryPath, Naming};
use crate::storage::{
    Budget, Capabilities, Entry, Kind, Page, ReadResult, RemoveResult, RenameResult, Stat, Usage, Version, When,
    WriteResult,
};
use crate::tool::{CreateExisting, Options};
use js_sys::{Array, ArrayBuffer, Object, Reflect, Symbol, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

// ---- From JavaScript ----------------------------------------------------------------------------------------------

/// The field of an object; undefined where there is none.
fn field(value: &JsValue, name: &str) -> JsValue {
    Reflect::get(value, &name.into()).unwrap_or_default()
}

fn text(value: &JsValue, name: &str) -> Option<String> {
    field(value, name).as_string()
}

/// A number that is not negative.
fn number(value: &JsValue, name: &str) -> Option<f64> {
    field(value, name).as_f64().filter(|number| *number >= 0.0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole and not negative"
)]
fn whole(value: &JsValue, name: &str) -> Option<u64> {
    number(value, name)
        .filter(|number| number.fract() == 0.0)
        .map(|number| number as u64)
}

fn is_nothing(value: &JsValue) -> bool {
    value.is_null() || value.is_undefined()
}

/// A tool's input, of which `input.ts` has made a plain value whose texts are bytes of UTF-8.
pub(super) fn input(value: &JsValue) -> Input {
    if !value.is_object() || Array::is_array(value) || value.is_instance_of::<Uint8Array>() {
        return Input(input_value(value));
    }
    let values = FIELDS
        .iter()
        .map(|name| ((*name).to_owned(), input_value(&field(value, name))));
    Input(Value::Object(values.collect()))
}

fn input_value(value: &JsValue) -> Value {
    if let Some(list) = value.dyn_ref::<Array>() {
        return Value::List(
            list.iter()
                .take(Value::LIST)
                .map(|element| input_element(&element))
                .collect(),
        );
    }
    let scalar = input_element(value);
    if let Value::Nested(_) = scalar {
        Value::Object(Vec::new())
    } else {
        scalar
    }
}

fn input_element(value: &JsValue) -> Value {
    if is_nothing(value) {
        Value::Nothing
    } else if let Some(flag) = value.as_bool() {
        Value::Bool(flag)
    } else if let Some(number) = value.as_f64() {
        Value::Number(number)
    } else if let Some(text) = value.as_string() {
        Value::Text(text)
    } else if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        Value::text_of(bytes.to_vec())
    } else {
        Value::Nested(if Array::is_array(value) {
            Value::NESTED_LIST
        } else {
            Value::NESTED_OBJECT
        })
    }
}

/// The options, which `options.ts` has checked. `Infinity` becomes the largest number, which stands for no limit.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a limit beyond the type is no limit"
)]
pub(super) fn options(value: &JsValue) -> Option<Options> {
    let limits = Limits {
        file_bytes: number(value, "fileBytes")? as u64,
        total_bytes: number(value, "totalBytes")? as u64,
        files: number(value, "files")? as u64,
        view_characters: number(value, "viewCharacters")? as usize,
        image_characters: number(value, "imageCharacters")? as usize,
    };
    let overwrite = field(value, "overwrite").as_bool()?;
    let create_existing = if overwrite {
        CreateExisting::Overwrite
    } else {
        CreateExisting::Error
    };
    Some(Options {
        limits,
        create_existing,
    })
}

pub(super) fn capabilities(value: &JsValue) -> Capabilities {
    let standard = Capabilities::default();
    if !value.is_object() {
        return standard;
    }
    let flag = |name: &str, otherwise: bool| field(value, name).as_bool().unwrap_or(otherwise);
    let longest = whole(value, "longestName").and_then(|longest| usize::try_from(longest).ok());
    Capabilities {
        folds_case: flag("foldsCase", standard.folds_case),
        naming: Naming {
            windows: flag("windowsNames", standard.naming.windows),
            longest: longest.unwrap_or(standard.naming.longest),
        },
        foreign_entries: flag("foreignEntries", standard.foreign_entries),
        block_bytes: whole(value, "blockBytes")
            .filter(|bytes| *bytes > 0)
            .unwrap_or(standard.block_bytes),
    }
}

/// The bytes of a real `Uint8Array`: what only has its prototype throws when it is read, and nothing here could catch that.
/// It may be one of another realm (a frame, a test runner's sandbox), whose prototype is another.
fn bytes(value: &JsValue) -> Option<Vec<u8>> {
    let bytes = field(value, "bytes");
    let tag = Reflect::get(&bytes, &Symbol::to_string_tag()).ok()?;
    let real = ArrayBuffer::is_view(&bytes) && tag.as_string().as_deref() == Some("Uint8Array");
    real.then(|| bytes.unchecked_ref::<Uint8Array>().to_vec())
}

fn kind(value: &JsValue) -> Option<Kind> {
    match text(value, "kind")?.as_str() {
        "file" => Some(Kind::File),
        "directory" => Some(Kind::Directory),
        "other" => Some(Kind::Other),
        _ => None,
    }
}

fn version(value: &JsValue) -> Option<Version> {
    text(value, "version").map(Version)
}

/// The path in the answer of a store that met a file in the place of a directory.
fn path(value: &JsValue) -> Option<MemoryPath> {
    MemoryPath::parse(&text(value, "path")?).ok()
}

#[expect(
    clippy::option_option,
    reason = "an answer that says that nothing is there is an answer"
)]
pub(super) fn stat(value: &JsValue) -> Option<Option<Stat>> {
    if is_nothing(value) {
        return Some(None);
    }
    Some(Some(Stat {
        kind: kind(value)?,
        size: whole(value, "size")?,
        version: version(value)?,
        modified: whole(value, "modified"),
    }))
}

pub(super) fn usage(value: &JsValue) -> Option<Usage> {
    Some(Usage {
        files: whole(value, "files")?,
        bytes: whole(value, "bytes")?,
    })
}

pub(super) fn read_result(value: &JsValue) -> Option<ReadResult> {
    match text(value, "status")?.as_str() {
        "ok" => Some(ReadResult::File {
            bytes: bytes(value)?,
            version: version(value)?,
            size: whole(value, "size")?,
        }),
        "missing" => Some(ReadResult::Missing),
        "changed" => Some(ReadResult::Changed),
        _ => None,
    }
}

pub(super) fn write_result(value: &JsValue) -> Option<WriteResult> {
    match text(value, "status")?.as_str() {
        "ok" => version(value).map(WriteResult::Done),
        "exists" => Some(WriteResult::Exists),
        "changed" => Some(WriteResult::Changed),
        "is_directory" => Some(WriteResult::IsDirectory),
        "not_a_directory" => path(value).map(WriteResult::NotADirectory),
        "over_budget" => usage(&field(value, "usage")).map(WriteResult::OverBudget),
        _ => None,
    }
}

pub(super) fn remove_result(value: &JsValue) -> Option<RemoveResult> {
    match text(value, "status")?.as_str() {
        "ok" => Some(RemoveResult::Done),
        "missing" => Some(RemoveResult::Missing),
        "changed" => Some(RemoveResult::Changed),
        _ => None,
    }
}

pub(super) fn rename_result(value: &JsValue) -> Option<RenameResult> {
    match text(value, "status")?.as_str() {
        "ok" => Some(RenameResult::Done),
        "missing" => Some(RenameResult::Missing),
        "exists" => Some(RenameResult::Exists),
        "not_a_directory" => path(value).map(RenameResult::NotADirectory),
        "over_budget" => usage(&field(value, "usage")).map(RenameResult::OverBudget),
        _ => None,
    }
}

#[expect(
    clippy::option_option,
    reason = "an answer that says that no directory is there is an answer"
)]
pub(super) fn page(value: &JsValue) -> Option<Option<Page>> {
    if is_nothing(value) {
        return Some(None);
    }
    let entries = field(value, "entries");
    // By `Reflect`, which catches what a proxy throws, and before `is_array`, which throws for a revoked one.
    let length = u32::try_from(whole(&entries, "length")?).ok()?;
    if !Array::is_array(&entries) {
        return None;
    }
    let element = |index| entry(&Reflect::get_u32(&entries, index).ok()?);
    let entries: Option<Vec<Entry>> = (0..length).map(element).collect();
    let entries = entries?;
    let cursor = field(value, "cursor");
    // A cursor that is no text would end the listing early without a word.
    let cursor = if is_nothing(&cursor) {
        None
    } else {
        Some(cursor.as_string()?)
    };
    Some(Some(Page { entries, cursor }))
}

fn entry(value: &JsValue) -> Option<Entry> {
    Some(Entry {
        path: text(value, "path")?,
        kind: kind(value)?,
        size: whole(value, "size")?,
    })
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

pub(super) fn budget(budget: Budget) -> JsValue {
    let limit = |limit: u64| {
        if limit == u64::MAX {
            f64::INFINITY
        } else {
            from_u64(limit)
        }
    };
    object([
        ("bytes", limit(budget.bytes).into()),
        ("files", limit(budget.files).into()),
    ])
}

#[expect(clippy::cast_precision_loss, reason = "no file has so many bytes")]
pub(super) fn from_u64(number: u64) -> f64 {
    number as f64
}
