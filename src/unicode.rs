//! The classes of characters that names and messages look at.

use crate::platform;

/// Zero width non-joiner and joiner, which some scripts and most emoji need inside a word.
pub(crate) const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Unicode's general category Cf: characters that have an effect but no look of their own.
pub(crate) fn is_format(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
        | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}'
        | '\u{e0020}'..='\u{e007f}')
}

/// Letters that are drawn as nothing.
pub(crate) fn is_blank_letter(character: char) -> bool {
    matches!(character, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}')
}

/// The line and the paragraph separator (categories Zl and Zp).
pub(crate) fn is_separator(character: char) -> bool {
    matches!(character, '\u{2028}' | '\u{2029}')
}

/// Characters that a reader, or a careless decoder, takes for a dot, a slash or a backslash.
pub(crate) fn is_path_look_alike(character: char) -> bool {
    matches!(
        character,
        '\u{2024}'
            | '\u{2025}'
            | '\u{2044}'
            | '\u{2215}'
            | '\u{2216}'
            | '\u{29f5}'
            | '\u{29f8}'
            | '\u{29f9}'
            | '\u{fe19}'
            | '\u{fe30}'
            | '\u{fe52}'
            | '\u{fe68}'
            | '\u{ff0e}'
            | '\u{ff0f}'
            | '\u{ff3c}'
    )
}

/// Whether a message can show the character as it is: it is visible, or an ordinary space.
pub(crate) fn is_plain(character: char) -> bool {
    let hidden = character.is_control()
        || character.is_whitespace()
        || is_separator(character)
        || is_format(character)
        || is_blank_letter(character);
    character == ' ' || !hidden
}

/// The text in Unicode's composed normal form (NFC).
pub(crate) fn nfc(text: &str) -> String {
    if text.is_ascii() {
        text.to_owned()
    } else {
        platform::nfc(text)
    }
}

#[cfg(test)]
mod tests {
    use unicode_general_category::{GeneralCategory, get_general_category};

    #[test]
    fn format_characters_are_those_of_unicode() {
        for character in '\0'..=char::MAX {
            let category = get_general_category(character) == GeneralCategory::Format;
            assert_eq!(super::is_format(character), category, "{character:?}");
        }
    }
}
