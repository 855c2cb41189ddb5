//! The cases of `tests/vectors`, on the reference store.

#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use memory_tool::storage::{Capabilities, InMemory};
use memory_tool::{Content, MemoryTool};
use serde_json::{Value, json};
use support::vectors::{self, Case};

/// The store's own, and smaller than most files of the vectors: these are then viewed in several blocks.
const BLOCKS: [u64; 4] = [1024 * 1024, 16, 19, 1000];
/// What has more bytes is not read in blocks of a few.
const LARGE: usize = 20_000;

#[test]
fn every_vector_holds() {
    let mut failures = Vec::new();
    let cases = vectors::all();
    for case in &cases {
        let large = case
            .before
            .iter()
            .flat_map(|(_, bytes)| bytes)
            .any(|bytes| bytes.len() > LARGE);
        for block_bytes in BLOCKS.into_iter().filter(|bytes| !large || *bytes >= 1000) {
            if let Err(failure) = check(case, block_bytes) {
                failures.push(format!(
                    "{} ({}), blocks of {block_bytes}: {failure}",
                    case.name, case.why
                ));
            }
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

fn check(case: &Case, block_bytes: u64) -> Result<(), String> {
    let store = InMemory::with_capabilities(Capabilities {
        block_bytes,
        ..case.capabilities
    });
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
