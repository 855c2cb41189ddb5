//! Images, told by their first bytes.

use crate::limits::Limits;
use crate::message;
use crate::path::MemoryPath;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The media type of an image that the API can show: the file is named like one and begins like one.
pub(crate) fn media_type(path: &MemoryPath, bytes: &[u8]) -> Option<&'static str> {
    if is_image_name(path) { signature(bytes) } else { None }
}

fn is_image_name(path: &MemoryPath) -> bool {
    let extension = path.as_str().rsplit_once('.').map(|(_, extension)| extension);
    extension.is_some_and(|extension| {
        ["png", "jpg", "jpeg", "gif", "webp"]
            .iter()
            .any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// The media type that the bytes begin like.
fn signature(bytes: &[u8]) -> Option<&'static str> {
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

/// Refuses an image of so many bytes, if it takes more characters of base64 than can be shown.
pub(crate) fn check_size(path: &MemoryPath, bytes: u64, limits: &Limits) -> Result<(), String> {
    let characters = bytes.div_ceil(3).saturating_mul(4);
    if characters > limits.image_characters as u64 {
        return Err(message::image_too_large(path, characters, limits.image_characters));
    }
    Ok(())
}

/// The bytes as base64.
pub(crate) fn encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
