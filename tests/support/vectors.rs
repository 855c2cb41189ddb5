//! Reads `tests/vectors/*.json`.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::wildcard_enum_match_arm
)]

use base64::Engine;
use memory_tool::storage::Capabilities;
use memory_tool::{CreateExisting, MemoryPath, Naming, Options};
use serde_json::{Map, Value, json};
use std::fs;

/// A tree of files; directories have no bytes.
pub(crate) type Tree = Vec<(MemoryPath, Option<Vec<u8>>)>;

pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) why: String,
    pub(crate) options: Options,
    pub(crate) capabilities: Capabilities,
    pub(crate) before: Tree,
    pub(crate) calls: Vec<Call>,
    pub(crate) after: Option<Tree>,
}

pub(crate) struct Call {
    pub(crate) input: Value,
    pub(crate) content: Value,
    pub(crate) is_error: bool,
}

/// All cases of all files.
pub(crate) fn all() -> Vec<Case> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
    let mut files: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let content: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        cases.extend(content["cases"].as_array().unwrap().iter().map(case));
    }
    cases
}

fn case(value: &Value) -> Case {
    Case {
        name: value["name"].as_str().unwrap().to_owned(),
        why: value["why"].as_str().unwrap().to_owned(),
        options: options(&value["options"]),
        capabilities: capabilities(&value["store"]),
        before: tree(&value["before"]).unwrap_or_default(),
        calls: value["calls"].as_array().unwrap().iter().map(call).collect(),
        after: tree(&value["after"]),
    }
}

fn call(value: &Value) -> Call {
    Call {
        input: expanded(&value["input"]),
        content: expanded(&value["content"]),
        is_error: value["is_error"].as_bool().unwrap(),
    }
}

fn options(value: &Value) -> Options {
    let mut options = Options::default();
    let limits = &value["limits"];
    let set = |field: &str| {
        limits[field]
            .as_u64()
            .or_else(|| (limits[field] == "Infinity").then_some(u64::MAX))
    };
    let limit = &mut options.limits;
    limit.file_bytes = set("fileBytes").unwrap_or(limit.file_bytes);
    limit.total_bytes = set("totalBytes").unwrap_or(limit.total_bytes);
    limit.files = set("files").unwrap_or(limit.files);
    limit.view_characters = set("viewCharacters").map_or(limit.view_characters, |n| usize::try_from(n).unwrap());
    limit.image_characters = set("imageCharacters").map_or(limit.image_characters, |n| usize::try_from(n).unwrap());
    if value["createExisting"] == "overwrite" {
        options.create_existing = CreateExisting::Overwrite;
    }
    options
}

fn capabilities(value: &Value) -> Capabilities {
    let flag = |field: &str| value[field].as_bool().unwrap_or_default();
    let longest = value["longestName"].as_u64().unwrap_or(255);
    Capabilities {
        folds_case: flag("foldsCase"),
        naming: Naming {
            windows: flag("windowsNames"),
            longest: usize::try_from(longest).unwrap(),
        },
        ..Capabilities::default()
    }
}

fn tree(value: &Value) -> Option<Tree> {
    let file = |(path, content): (&String, &Value)| {
        let bytes = match content {
            Value::Null => None,
            Value::Object(object) if object.contains_key("base64") => {
                let data = object["base64"].as_str().unwrap();
                Some(base64::engine::general_purpose::STANDARD.decode(data).unwrap())
            }
            text => Some(expanded(text).as_str().unwrap().as_bytes().to_vec()),
        };
        (MemoryPath::parse(path).unwrap(), bytes)
    };
    Some(value.as_object()?.iter().map(file).collect())
}

/// The value with every `{"$text": […]}` in it replaced by the text that it describes.
fn expanded(value: &Value) -> Value {
    if let Some(parts) = value.get("$text").and_then(Value::as_array) {
        return json!(parts.iter().map(part).collect::<String>());
    }
    match value {
        Value::Object(object) => {
            let fields = object.iter().map(|(name, value)| (name.clone(), expanded(value)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Value::Array(elements) => elements.iter().map(expanded).collect(),
        other => other.clone(),
    }
}

fn part(value: &Value) -> String {
    if let Some(text) = value.as_str() {
        return text.to_owned();
    }
    if let Some(text) = value["repeat"].as_str() {
        return text.repeat(usize::try_from(value["times"].as_u64().unwrap()).unwrap());
    }
    let template = value["lines"].as_str().unwrap();
    let numbers = value["from"].as_u64().unwrap()..=value["to"].as_u64().unwrap();
    let line = |number: u64| {
        let six = format!("{number:>6}");
        template.replace("{n6}", &six).replace("{n}", &number.to_string())
    };
    numbers.map(line).collect()
}
