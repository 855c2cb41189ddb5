//! How much a memory may hold and a view may show.

/// The limits that a host can set. `u64::MAX` and `usize::MAX` stand for no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one file. Default 1 MiB.
    pub file_bytes: u64,
    /// Bytes of all files. Default 100 MiB.
    pub total_bytes: u64,
    /// Files and directories. Default 10,000.
    pub files: u64,
    /// Characters (Unicode scalar values) of the numbered text of a view. Default 16,000.
    pub view_characters: usize,
    /// Characters of base64 of an image. Default 5 MiB, which is what the API takes.
    pub image_characters: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 1024 * 1024,
            total_bytes: 100 * 1024 * 1024,
            files: 10_000,
            view_characters: 16_000,
            image_characters: 5 * 1024 * 1024,
        }
    }
}

impl Limits {
    /// Whether a file may have `bytes` bytes where it had `before`: a write that makes it no longer is always allowed.
    pub(crate) fn allow_file(&self, bytes: u64, before: u64) -> bool {
        bytes <= self.file_bytes || bytes <= before
    }
}
