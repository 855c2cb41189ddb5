//! The cases of `tests/vectors`, on the reference store.

#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use memory_tool::storage::InMemory;
use memory_tool::{Content, MemoryTool};
use serde_json::{Value, json};
use support::vectors::{self, Case};

#[test]
fn every_vector_holds() {
    let mut failures = Vec::new();
    let cases = vectors::all();
    for case in &cases {
        if let Err(failure) = check(case) {
            failures.push(format!("{} ({}): {failure}", case.name, case.why));
        }
    }
    println!("{} vectors", cases.len());
    assert!(
        failures.is_empty(),
        "{} failed:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

fn check(case: &Case) -> Result<(), String> {
    let store = InMemory::with_capabilities(case.capabilities);
    for (path, bytes) in &case.before {
        store.put(path, bytes.clone());
    }
    let before = store.contents();
    let tool = MemoryTool::new(store, case.options);
    for (index, call) in case.calls.iter().enumerate() {
        let input = serde_json::from_value(call.input.clone()).map_err(|error| error.to_string())?;
        let outcome = pollster::block_on(tool.execute(input)).outcome;
        let content = as_json(&outcome.content);
        if content != call.content || outcome.is_error != call.is_error {
            return Err(format!(
                "call {index}:\n  expected {} {}\n  got      {} {content}",
                call.is_error, call.content, outcome.is_error
            ));
        }
    }
    let expected = match &case.after {
        Some(after) => {
            let store = InMemory::default();
            for (path, bytes) in after {
                store.put(path, bytes.clone());
            }
            store.contents()
        }
        None => before,
    };
    let found = tool.storage().contents();
    if found == expected {
        Ok(())
    } else {
        Err(format!(
            "the tree afterwards:\n  expected {expected:?}\n  got      {found:?}"
        ))
    }
}

fn as_json(content: &Content) -> Value {
    match content {
        Content::Text(text) => json!(text),
        Content::Image { media_type, data } => {
            json!([{"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}])
        }
    }
}
