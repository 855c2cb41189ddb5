//! Test only: commands that stop the core in the middle of a call.

use super::bridge::BridgedStorage;
use crate::input::{Input, Value};
use crate::path::MemoryPath;
use crate::storage::Storage;
use crate::tool::MemoryTool;

/// Panics at once on the command `trap`, and after the store has answered on `trap_later`.
#[expect(clippy::panic, clippy::manual_assert, reason = "it is what this is for")]
pub(super) async fn spring(input: &Input, tool: &MemoryTool<BridgedStorage>) {
    let Value::Object(fields) = &input.0 else { return };
    let asked = |wanted: &str| {
        let is_asked = |value: &Value| matches!(value, Value::Text(command) if command == wanted);
        fields.iter().any(|(name, value)| name == "command" && is_asked(value))
    };
    if asked("trap") {
        panic!("sprung at once");
    }
    if asked("trap_later") {
        let _ = tool.storage().stat(&MemoryPath::root()).await;
        panic!("sprung later");
    }
}
