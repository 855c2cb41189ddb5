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
    let pieces = vec!["a", "b", "aa", "aba", "\n", "\n\n", "é", "😀", "$&", "\\1", "\t", " "];
    prop::collection::vec(prop::sample::select(pieces), 0..6).prop_map(|pieces| pieces.concat())
}

fn command() -> impl Strategy<Value = Value> {
    prop_oneof![
        path().prop_map(|path| json!({"command": "view", "path": path})),
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
        let tool = MemoryTool::new(InMemory::default(), Options::default());
        let mut naive = Naive::default();
        for command in &commands {
            let outcome = execute(&tool, command);
            let expected = naive.execute(command);
            prop_assert_eq!(outcome.is_error, expected.is_err(), "{}", command);
            prop_assert_eq!(text(&outcome), expected.unwrap_or_else(|text| text), "{}", command);
        }
        let (mut files, mut directories) = (Vec::new(), Vec::new());
        for (path, bytes) in tool.storage().contents() {
            match bytes {
                Some(bytes) => files.push((path.to_string(), String::from_utf8(bytes).unwrap())),
                None => directories.push(path.to_string()),
            }
        }
        files.sort();
        directories.sort();
        prop_assert_eq!(files, naive.files.into_iter().collect::<Vec<_>>());
        prop_assert_eq!(directories, naive.directories.into_iter().collect::<Vec<_>>());
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
}
