//! The border to JavaScript: the only modules that name its types.

mod bridge;
mod convert;
mod fault;
mod requests;
mod tasks;
pub(crate) mod text;
mod tool;
#[cfg(feature = "trap")]
mod trap;

pub use bridge::{JsHost, JsStorage};
pub use tool::WasmMemoryTool;
