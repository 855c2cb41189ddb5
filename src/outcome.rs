//! What a command comes back with.

use crate::fault::FaultCode;

/// What goes into the `tool_result` block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The result's content.
    pub content: Content,
    /// Whether the model should read it as an error.
    pub is_error: bool,
}

/// The content of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text.
    Text(String),
    /// An image content block.
    Image {
        /// For instance `image/png`.
        media_type: &'static str,
        /// The bytes as base64.
        data: String,
    },
}

/// An outcome for the model, and what the host should know besides.
#[derive(Debug)]
pub struct Execution<E> {
    /// For the model.
    pub outcome: Outcome,
    /// For the host, in the order in which it happened.
    pub events: Vec<Event<E>>,
}

/// Something that the host may want to log or act on. Never shown to the model.
#[derive(Debug)]
pub enum Event<E> {
    /// A store failed.
    StorageFailed {
        /// The command that was carried out.
        command: &'static str,
        /// The path that the store was asked for.
        path: String,
        /// The kind of failure.
        code: FaultCode,
        /// What went wrong.
        failure: Failure<E>,
        /// Whether the call was made again after this.
        retried: bool,
    },
    /// A listing left out what is not memory: links, special files, names that are not legal.
    ForeignSkipped {
        /// The directory that was listed.
        directory: String,
        /// What was left out, as the store names it: at most a hundred paths.
        paths: Vec<String>,
    },
}

/// How a store failed.
#[derive(Debug)]
pub enum Failure<E> {
    /// With an error of its own.
    Store(E),
    /// With a listing that has no end: it gave this cursor a second time.
    RepeatedCursor(String),
}
