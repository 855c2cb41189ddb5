//! What the platform knows anyway: the crates that know it natively are not shipped in the wasm.

#[cfg(all(feature = "wasm", target_arch = "wasm32"))]
pub(crate) use crate::wasm::text::{nfc, number};

#[cfg(not(all(feature = "wasm", target_arch = "wasm32")))]
pub(crate) use native::{nfc, number};

#[cfg(not(all(feature = "wasm", target_arch = "wasm32")))]
mod native {
    use unicode_normalization::UnicodeNormalization;

    /// The text in Unicode's composed normal form (NFC).
    pub(crate) fn nfc(text: &str) -> String {
        text.nfc().collect()
    }

    /// The number as JSON writes it.
    pub(crate) fn number(number: f64) -> String {
        number.to_string()
    }
}
