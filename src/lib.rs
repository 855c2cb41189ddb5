//! The handler for Claude's memory tool (`memory_20250818`): six file commands under `/memories`, carried out over any
//! [`Storage`].
//!
//! ```
//! use memory_tool::{Content, Input, MemoryTool, Options, storage::InMemory};
//!
//! # pollster::block_on(async {
//! let memory = MemoryTool::new(InMemory::default(), Options::default());
//! let input: Input = serde_json::from_value(serde_json::json!({
//!     "command": "create", "path": "/memories/notes.md", "file_text": "Prefers email.\n"
//! }))
//! .unwrap();
//! let outcome = memory.execute(input).await.outcome;
//! assert_eq!(outcome.content, Content::Text("File created successfully at: /memories/notes.md".into()));
//! assert!(!outcome.is_error);
//! # });
//! ```

mod command;
mod edit;
mod fault;
mod image;
mod input;
mod limits;
mod listing;
mod message;
mod outcome;
mod path;
mod platform;
mod queue;
mod size;
pub mod storage;
mod text;
mod tool;
mod unicode;
mod utf8;
mod view;
#[cfg(feature = "wasm")]
mod wasm;

pub use command::{Command, Refused, ViewRange};
pub use fault::{Fault, FaultCode, FaultOutcome};
pub use input::Input;
pub use limits::Limits;
pub use outcome::{Content, Event, Execution, Failure, Outcome};
pub use path::{MemoryPath, Naming, Refusal};
pub use storage::Storage;
pub use tool::{CreateExisting, MemoryTool, Options};
#[cfg(feature = "wasm")]
#[doc(hidden)]
pub use wasm::{JsHost, JsStorage, WasmMemoryTool};
