//! Images, told by their first bytes.

use crate::path::MemoryPath;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Whether the name says that the file is an image which the API can show.
pub(crate) fn is_image_name(path: &MemoryPath) -> bool {
    let extension = path.as_str().rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| {
        ["png", "jpg", "jpeg", "gif", "webp"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// The media type that the bytes begin like.
pub(crate) fn media_type(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("image/png")
    } else if bytes.starts_with(b"\xff\xd8\xff") {
        Some("image/jpeg")
    } else if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
        Some("image/gif")
    } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        Some("image/webp")
    } else {
        None
    }
}

/// Characters that the bytes take as base64.
pub(crate) fn encoded_length(bytes: &[u8]) -> usize {
    bytes.len().div_ceil(3).saturating_mul(4)
}

/// The bytes as base64.
pub(crate) fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
