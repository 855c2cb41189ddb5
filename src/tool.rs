//! Carries commands out: the only module that awaits.

mod apart;
mod call;
mod edits;
mod view;

use crate::command::{Command, Refused};
use crate::edit::Edit;
use crate::input::Input;
use crate::limits::Limits;
use crate::outcome::{Content, Execution, Outcome};
use crate::queue::Queue;
use crate::storage::{Budget, Storage};
use call::Call;

/// The handler of the memory tool, over one store. Calls may run at the same time.
#[derive(Debug)]
pub struct MemoryTool<S> {
    storage: S,
    options: Options,
    queue: Queue<Edit, Result<String, String>>,
}

/// What the host can set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How much a memory may hold and a view may show.
    pub limits: Limits,
    /// What `create` does where a file is.
    pub create_existing: CreateExisting,
}

/// What `create` does where a file is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CreateExisting {
    /// Answers that it exists.
    #[default]
    Error,
    /// Replaces it.
    Overwrite,
}

impl<S: Storage> MemoryTool<S> {
    /// A handler over `storage`.
    pub fn new(storage: S, options: Options) -> Self {
        Self {
            storage,
            options,
            queue: Queue::default(),
        }
    }

    /// The store.
    pub fn storage(&self) -> &S {
        &self.storage
    }

    /// Carries out what a `tool_use` block asks for. Whatever goes wrong is an outcome that the model can read.
    pub async fn execute(&self, input: Input) -> Execution<S::Error> {
        let command = match Command::parse(input, &self.storage.capabilities().naming) {
            Ok(command) => command,
            Err(Refused(text)) => {
                return Execution {
                    outcome: Outcome::error(text),
                    events: Vec::new(),
                };
            }
        };
        let mut call = Call::new(self, command.name());
        let outcome = match call.run(command).await {
            Ok(content) => Outcome {
                content,
                is_error: false,
            },
            Err(text) => Outcome::error(text),
        };
        let events = call.into_events();
        Execution { outcome, events }
    }

    fn budget(&self) -> Budget {
        Budget {
            bytes: self.options.limits.total_bytes,
            files: self.options.limits.files,
        }
    }
}

impl Outcome {
    fn error(text: String) -> Self {
        Self {
            content: Content::Text(text),
            is_error: true,
        }
    }
}
