//! What holds for whatever a model sends.

#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::all, clippy::pedantic, clippy::restriction)]

#[path = "support/naive.rs"]
mod naive;

use memory_tool::storage::InMemory;
use memory_tool::{Content, Input, Limits, MemoryPath, MemoryTool, Options, Outcome};
use naive::Naive;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn execute(tool: &MemoryTool<InMemory>, input: &Value) -> Outcome {
    let input: Input = serde_json::from_value(input.clone()).unwrap();
    pollster::block_on(tool.execute(input)).outcome
}

fn text(outcome: &Outcome) -> &str {
    match &outcome.content {
        Content::Text(text) => text,
        Content::Image { .. } => panic!("no image was asked for"),
    }
}

fn tree(tool: &MemoryTool<InMemory>) -> BTreeMap<String, Option<String>> {
    let contents = tool.storage().contents().into_iter();
    contents
        .map(|(path, bytes)| (path.to_string(), bytes.map(|bytes| String::from_utf8(bytes).unwrap())))
        .collect()
}

/// Few paths, so that commands meet: files, directories, what lies below a file, hidden names, look-alike prefixes.
fn path() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "/memories",
        "/memories/a",
        "/memories/a/b",
        "/memories/a/b/c",
        "/memories/a-b",
        "/memories/ab",
        "/memories/.hidden/x",
        "/memories/d/node_modules",
        "/memories/d/é😀",
    ])
}

fn piece() -> impl Strategy<Value = String> {
    // In a text of one kind all line endings are the same, as in most files.
    let of = |ending: &'static str| {
        let pieces = vec![
            "a", "b", "aa", "aba", ending, ending, ending, "\r", "é", "😀", "$&", "\\1", "\t", " ", "\u{feff}",
        ];
        prop::collection::vec(prop::sample::select(pieces), 0..7).prop_map(|pieces| pieces.concat())
    };
    prop_oneof![3 => of("\n"), 2 => of("\r\n"), 1 => "[a\r\n]{0,5}"]
}

fn command() -> impl Strategy<Value = Value> {
    prop_oneof![
        path().prop_map(|path| json!({"command": "view", "path": path})),
        (path(), -1_i64..6, -1_i64..6)
            .prop_map(|(path, start, end)| json!({"command": "view", "path": path, "view_range": [start, end]})),
        (path(), piece()).prop_map(|(path, text)| json!({"command": "create", "path": path, "file_text": text})),
        (path(), piece(), piece()).prop_map(
            |(path, old, new)| json!({"command": "str_replace", "path": path, "old_str": old, "new_str": new})
        ),
        (path(), -1_i64..8, piece()).prop_map(
            |(path, line, text)| json!({"command": "insert", "path": path, "insert_line": line, "insert_text": text})
        ),
        path().prop_map(|path| json!({"command": "delete", "path": path})),
        (path(), path()).prop_map(|(from, to)| json!({"command": "rename", "old_path": from, "new_path": to})),
    ]
}

/// An edit or a view of one file, which often finds what it looks for.
fn edit() -> impl Strategy<Value = Value> {
    let old = prop_oneof![
        4 => prop::sample::select(vec!["a", "b", "aa", "\n", "\r\n", "\r", "\n\n", "a\n", "\na", "\u{feff}", "é"])
            .prop_map(str::to_owned),
        1 => piece(),
    ];
    let edit = prop_oneof![
        3 => (old, piece()).prop_map(|(old, new)| json!({"command": "str_replace", "old_str": old, "new_str": new})),
        2 => (-1_i64..8, piece())
            .prop_map(|(line, text)| json!({"command": "insert", "insert_line": line, "insert_text": text})),
        1 => (0_i64..6, -1_i64..6).prop_map(|(start, end)| json!({"command": "view", "view_range": [start, end]})),
    ];
    edit.prop_map(|mut edit| {
        edit["path"] = json!("/memories/a");
        edit
    })
}

/// Carries the commands out twice, and compares after each what is said and what is there.
fn agree(commands: &[Value]) -> Result<(), TestCaseError> {
    let tool = MemoryTool::new(InMemory::default(), Options::default());
    let mut naive = Naive::default();
    for command in commands {
        let outcome = execute(&tool, command);
        let expected = naive.execute(command);
        prop_assert_eq!(outcome.is_error, expected.is_err(), "{}", command);
        prop_assert_eq!(text(&outcome), expected.unwrap_or_else(|text| text), "{}", command);
        prop_assert_eq!(tree(&tool), naive.tree(), "{}", command);
    }
    Ok(())
}

/// Percent escapes of UTF-8 and of bytes that are none, as a careless reader decodes them.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match escaped {
            Some(byte) if *first == b'%' && !digits.unwrap().starts_with('+') => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Any JSON value, nested and with the names of fields in it.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
        path().prop_map(Value::from),
    ];
    let names = prop::sample::select(vec![
        "command",
        "path",
        "view_range",
        "file_text",
        "old_str",
        "new_str",
        "insert_line",
        "insert_text",
        "__proto__",
    ]);
    let commands = prop::sample::select(vec!["view", "create", "str_replace", "insert", "delete", "rename"]);
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            (
                commands.clone(),
                prop::collection::btree_map(names.clone(), inner, 0..6)
            )
                .prop_map(|(command, fields)| {
                    let mut object = json!(fields);
                    object["command"] = json!(command);
                    object
                }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn commands_do_what_the_naive_model_does(commands in prop::collection::vec(command(), 1..24)) {
        agree(&commands)?;
    }

    #[test]
    fn edits_of_one_file_do_what_the_naive_model_does(text in piece(), edits in prop::collection::vec(edit(), 1..8)) {
        let create = json!({"command": "create", "path": "/memories/a", "file_text": text});
        agree(&[vec![create], edits].concat())?;
    }

    #[test]
    fn any_input_has_an_outcome_and_an_error_changes_nothing(inputs in prop::collection::vec(any_json(), 1..6)) {
        let tool = MemoryTool::new(InMemory::default(), Options::default());
        execute(&tool, &json!({"command": "create", "path": "/memories/a/b", "file_text": "a\nb\n"}));
        for input in &inputs {
            let before = tool.storage().contents();
            let outcome = execute(&tool, input);
            if outcome.is_error {
                prop_assert!(text(&outcome).len() < 8_000);
                prop_assert_eq!(tool.storage().contents(), before);
            }
        }
    }

    #[test]
    fn a_path_is_legal_and_stays_what_it_is(raw in prop_oneof![".{0,60}", "/memories(/[a.%2eE5cC/\\\\ \u{e9}\u{301}]{0,6}){0,4}"]) {
        if let Ok(path) = MemoryPath::parse(&raw) {
            prop_assert_eq!(MemoryPath::parse(path.as_str()).unwrap(), path.clone());
            prop_assert!(path.names().all(|name| !["", ".", ".."].contains(&name) && !name.contains(['/', '\\', '\0'])));
        }
    }

    #[test]
    fn no_decoding_brings_out_what_a_name_may_not_hold(name in "(%(25)?[2u][0-9a-f]{1,4}|%(25){0,3}(2e|2f|5c|00|c0%ae)|[.%a]){1,6}") {
        if let Ok(path) = MemoryPath::parse(&format!("/memories/{name}/x")) {
            let mut text = path.to_string();
            for _ in 0..10 {
                let names: Vec<&str> = text.split('/').collect();
                prop_assert!(names.len() == 4, "{}", text);
                prop_assert!(!names.contains(&"..") && !names.contains(&".") && !text.contains(['\\', '\0']), "{}", text);
                text = percent_decoded(&text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn paging_through_a_cut_view_shows_every_line(lines in prop::collection::vec("[a-z\u{e9}😀]{0,80}", 1..60), limit in 100_usize..400) {
        let limits = Limits { view_characters: limit, ..Limits::default() };
        let tool = MemoryTool::new(InMemory::default(), Options { limits, ..Options::default() });
        let content = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        execute(&tool, &json!({"command": "create", "path": "/memories/a", "file_text": content}));
        let (mut shown, mut range) = (String::new(), json!([1, -1]));
        loop {
            let outcome = execute(&tool, &json!({"command": "view", "path": "/memories/a", "view_range": range}));
            prop_assert!(!outcome.is_error);
            let (_, page) = text(&outcome).split_once('\n').unwrap();
            let notice = page.rfind("\n[Lines ").map(|at| page.split_at(at + 1));
            let (numbered, next) = notice.map_or((page, None), |(numbered, notice)| (numbered.trim_end_matches('\n'), Some(notice)));
            prop_assert!(numbered.chars().count() <= limit);
            for line in numbered.split('\n') {
                shown += &format!("{}\n", line.split_once('\t').unwrap().1);
            }
            let Some(next) = next else { break };
            let (_, after) = next.split_once("view_range ").unwrap();
            range = serde_json::from_str(after.trim_end_matches(".]")).unwrap();
        }
        prop_assert_eq!(shown, content);
    }

    #[test]
    fn an_input_of_any_depth_and_width_is_taken(field in 0_usize..10, depth in 0_usize..120, width in 0_usize..3_000, object in any::<bool>()) {
        const FIELDS: [&str; 10] = [
            "command", "path", "view_range", "file_text", "old_str", "new_str", "insert_line", "insert_text", "old_path", "other",
        ];
        let mut value = json!(vec![1; width]);
        for _ in 0..depth {
            value = if object { json!({"path": value}) } else { json!([value]) };
        }
        let tool = MemoryTool::new(InMemory::default(), Options::default());
        for command in ["view", "create", "str_replace", "insert", "delete", "rename"] {
            let mut input = json!({
                "command": command, "path": "/memories/a", "file_text": "", "old_str": "a", "new_str": "", "insert_line": 0,
                "insert_text": "", "old_path": "/memories/a", "new_path": "/memories/b",
            });
            let before = tree(&tool);
            input[FIELDS[field]] = value.clone();
            // By way of text too, which is how it comes from a model.
            let input: Input = serde_json::from_str(&input.to_string()).unwrap();
            let outcome = pollster::block_on(tool.execute(input)).outcome;
            prop_assert!(text(&outcome).chars().count() < 600);
            if outcome.is_error {
                prop_assert_eq!(tree(&tool), before);
            }
        }
    }
}
