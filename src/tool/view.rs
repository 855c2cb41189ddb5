//! `view`: a directory's listing page by page, and a file block by block.

use super::call::{Answer, Call};
use crate::command::ViewRange;
use crate::image;
use crate::listing::{self, Listing};
use crate::message;
use crate::outcome::{Content, Event};
use crate::path::MemoryPath;
use crate::storage::{Entry, Part, ReadResult, Storage};
use crate::view::{self, FileView};
use std::ops::ControlFlow;

/// An image is told by its first twelve bytes, which are not to come in two blocks.
const SMALLEST_BLOCK: u64 = 16;

impl<S: Storage> Call<'_, S> {
    pub(super) async fn view(&mut self, path: &MemoryPath, range: Option<ViewRange>) -> Answer<Content> {
        if !path.is_root()
            && let Some(content) = self.view_file(path, range).await?
        {
            return Ok(content);
        }
        self.view_directory(path, range).await
    }

    async fn view_directory(&mut self, path: &MemoryPath, range: Option<ViewRange>) -> Answer<Content> {
        let mut listing = Listing::new(path, range, &self.tool.options.limits);
        let push = |entry: &Entry| {
            listing.push(entry);
            ControlFlow::Continue(())
        };
        if !self.list_all(path, listing::DEPTH, push).await? {
            return Err(message::nothing_to_view(path));
        }
        let foreign = std::mem::take(&mut listing.foreign);
        if !foreign.is_empty() {
            self.events.push(Event::ForeignSkipped {
                directory: path.to_string(),
                paths: foreign,
            });
        }
        listing.finish().map(Content::Text)
    }

    /// What the file shows; nothing where there is none.
    async fn view_file(&mut self, path: &MemoryPath, range: Option<ViewRange>) -> Answer<Option<Content>> {
        let limits = &self.tool.options.limits;
        let mut part = Part {
            offset: 0,
            length: self.tool.storage.capabilities().block_bytes.max(SMALLEST_BLOCK),
        };
        let ReadResult::File { bytes, version, size } = self.read(path, Some(part), None).await? else {
            return Ok(None);
        };
        if bytes.len() as u64 >= size {
            return view::file(path, &bytes, range, limits).map(Some);
        }
        if image::media_type(path, &bytes).is_some() {
            image::check_size(path, size, limits)?;
            return self.view_whole_file(path, range).await;
        }
        let mut view = FileView::new(path, size, range, limits);
        let mut block = bytes;
        loop {
            match view.push(&block) {
                Ok(()) => {}
                Err(view::Stop::NotText) => return Err(message::not_text(path)),
                Err(view::Stop::Mixed) => return self.view_whole_file(path, range).await,
            }
            part.offset = part.offset.saturating_add(block.len() as u64);
            if part.offset >= size {
                return view.finish().map(|text| Some(Content::Text(text)));
            }
            drop(block);
            block = match self.read(path, Some(part), Some(&version)).await? {
                ReadResult::File { bytes, .. } if !bytes.is_empty() => bytes,
                // Blocks of two versions make no file. One read is always of one version.
                ReadResult::File { .. } | ReadResult::Missing | ReadResult::Changed => {
                    return self.view_whole_file(path, range).await;
                }
            };
        }
    }

    async fn view_whole_file(&mut self, path: &MemoryPath, range: Option<ViewRange>) -> Answer<Option<Content>> {
        let ReadResult::File { bytes, .. } = self.read(path, None, None).await? else {
            return Ok(None);
        };
        view::file(path, &bytes, range, &self.tool.options.limits).map(Some)
    }
}
