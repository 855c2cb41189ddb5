//! UTF-8, whole and in blocks.

/// The text that these bytes are, if they are UTF-8.
pub(crate) fn text(bytes: &[u8]) -> Option<&str> {
    simdutf8::basic::from_utf8(bytes).ok()
}

/// Reads UTF-8 that comes in blocks, each of which may end inside a character.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// The beginning of a character, whose end is in the next block.
    rest: Vec<u8>,
}

impl Blocks {
    /// Hands over the text up to the last whole character; nothing where the bytes are not UTF-8.
    pub(crate) fn push<T>(&mut self, block: &[u8], take: impl FnOnce(&str) -> T) -> Option<T> {
        let joined;
        let bytes = if self.rest.is_empty() {
            block
        } else {
            joined = [self.rest.as_slice(), block].concat();
            &joined
        };
        let (whole, rest) = bytes.split_at_checked(whole_characters(bytes))?;
        let taken = take(text(whole)?);
        self.rest = rest.to_vec();
        Some(taken)
    }

    /// Whether the last block did not end inside a character.
    pub(crate) fn is_whole(&self) -> bool {
        self.rest.is_empty()
    }
}

/// How many of the bytes come before a character that is not whole. Whether they are UTF-8 is not looked at.
fn whole_characters(bytes: &[u8]) -> usize {
    for (back, byte) in (1..=3).zip(bytes.iter().rev()) {
        let length = match byte {
            0x80..=0xbf => continue,
            0xc0..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xff => 4,
            0x00..=0x7f => 1,
        };
        let cut = if length > back { back } else { 0 };
        return bytes.len().saturating_sub(cut);
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_give_the_text_however_it_is_cut() {
        let whole = "aé漢🎉\u{feff}z\r\n";
        for size in 1..=whole.len() {
            let mut blocks = Blocks::default();
            let mut read = String::new();
            for block in whole.as_bytes().chunks(size) {
                blocks.push(block, |text| read.push_str(text)).unwrap();
            }
            assert_eq!((read.as_str(), blocks.is_whole()), (whole, true), "in blocks of {size}");
        }
    }

    #[test]
    fn blocks_refuse_what_is_not_utf8_however_it_is_cut() {
        for bytes in [
            &b"a\xff"[..],
            b"\x80",
            b"a\x80\x80\x80\x80",
            b"\xc3(",
            b"\xe2\x82",
            b"\xf0\x9f\x8e",
            b"\xed\xa0\x80",
            b"\xf8\x88\x80\x80\x80",
            b"\xc0\xafz",
        ] {
            for size in 1..=bytes.len() {
                let mut blocks = Blocks::default();
                let all = bytes.chunks(size).all(|block| blocks.push(block, |_| ()).is_some());
                assert!(!all || !blocks.is_whole(), "{bytes:?} in blocks of {size}");
            }
        }
    }
}
