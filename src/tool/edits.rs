//! Edits of one file: done together, by compare-and-set.

use super::call::{Answer, Call};
use crate::edit::{Edit, Edited};
use crate::fault::{FaultCode, FaultOutcome};
use crate::message;
use crate::path::MemoryPath;
use crate::queue::{Batch, EditTurn};
use crate::storage::{ReadResult, Storage, When, WriteResult};
use std::sync::Arc;

/// How often edits begin anew because others changed the file between their read and their write.
const ATTEMPTS: usize = 32;

/// What became of edits that were to be written at once.
enum Committed {
    /// Each has its answer.
    Answered(Vec<Answer<String>>),
    /// Together they do not fit into the store. One by one some may.
    TooMuch,
}

impl<S: Storage> Call<'_, S> {
    /// Waits for this edit's turn and does it, together with the edits of the same file that wait by then: they are
    /// applied in the order in which they came and written once.
    pub(super) async fn edit(&mut self, path: &MemoryPath, edit: Edit) -> Answer<String> {
        let batch = match self.tool.queue.edit(path, edit).await {
            EditTurn::Leads(batch) => batch,
            EditTurn::Answered(answer) => return answer,
        };
        let mut own = None;
        let (mut start, mut together) = (0_usize, usize::MAX);
        loop {
            let edits = batch.edits(start, together);
            if edits.is_empty() {
                break;
            }
            match self.commit(path, &batch, start, &edits).await {
                Committed::Answered(answers) => {
                    own = own.or(batch.answer(start, answers));
                    start = start.saturating_add(edits.len());
                }
                Committed::TooMuch => together = 1,
            }
        }
        own.unwrap_or_else(|| Err(message::changed_meanwhile(path)))
    }

    /// Reads the file, applies the edits, and writes it unless others have changed the file meanwhile; then anew.
    async fn commit(
        &mut self,
        path: &MemoryPath,
        batch: &Batch<'_, Edit, Answer<String>>,
        start: usize,
        edits: &[Arc<Edit>],
    ) -> Committed {
        let all = |answer: &dyn Fn(&Edit) -> String| {
            Committed::Answered(edits.iter().map(|edit| Err(answer(edit))).collect())
        };
        for _ in 0..ATTEMPTS {
            let (bytes, version) = match self.read(path, None, None).await {
                Ok(ReadResult::File { bytes, version, .. }) => (bytes, version),
                Ok(ReadResult::Missing | ReadResult::Changed) => return all(&|edit| edit.missing(path)),
                Err(text) => return all(&|_| text.clone()),
            };
            let before = bytes.len() as u64;
            let mut edited: Option<Vec<u8>> = None;
            let mut answers = Vec::with_capacity(edits.len());
            for edit in edits {
                let current = edited.as_deref().unwrap_or(&bytes);
                answers.push(self.apply(path, edit, current).map(|Edited { bytes, answer }| {
                    edited = Some(bytes);
                    answer
                }));
            }
            drop(bytes);
            let Some(edited) = edited else {
                return Committed::Answered(answers);
            };
            let added = (edited.len() as u64).saturating_sub(before);
            let unknown = Err(message::storage_failed(FaultCode::Unavailable, FaultOutcome::Unknown));
            batch.otherwise(start, edits.len(), Some(&unknown));
            let written = self.write(path, edited, When::Matches(version)).await;
            batch.otherwise(start, edits.len(), None);
            let failure = match written {
                Ok(WriteResult::Done(_)) => return Committed::Answered(answers),
                Ok(WriteResult::OverBudget(_)) if edits.len() > 1 => return Committed::TooMuch,
                Ok(WriteResult::OverBudget(usage)) => self.over_budget(usage, added),
                Ok(
                    WriteResult::Changed
                    | WriteResult::Exists
                    | WriteResult::IsDirectory
                    | WriteResult::NotADirectory(_),
                ) => continue,
                Err(text) => text,
            };
            // What failed on the file as it is keeps its own answer; what came after an edit that is lost does not.
            let mut lost = false;
            let failed = answers.into_iter().map(|answer| {
                lost |= answer.is_ok();
                if lost { Err(failure.clone()) } else { answer }
            });
            return Committed::Answered(failed.collect());
        }
        all(&|_| message::changed_meanwhile(path))
    }

    fn apply(&self, path: &MemoryPath, edit: &Edit, bytes: &[u8]) -> Answer<Edited> {
        let edited = edit.apply(path, bytes, &self.tool.options.limits)?;
        self.check_file_limit(path, edited.bytes.len() as u64, bytes.len() as u64)?;
        Ok(edited)
    }
}
