//! What JavaScript knows of text and numbers, so that its tables are not shipped once more.

use js_sys::{JsString, Number};

/// The text in Unicode's composed normal form (NFC).
pub(crate) fn nfc(text: &str) -> String {
    JsString::from(text).normalize("NFC").into()
}

/// The number as JavaScript writes it.
pub(crate) fn number(number: f64) -> String {
    Number::from(number)
        .to_string_with_radix(10)
        .map_or_else(|_| "a number".to_owned(), String::from)
}
