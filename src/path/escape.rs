//! Percent escapes: a name is refused when any reader could decode it into something that is refused.

use super::check_characters;

/// Whether decoding `name`, once or several times over, brings out a slash or something that no name may hold.
pub(super) fn hides_refused(name: &str) -> bool {
    let mut current = name.to_owned();
    loop {
        let decoded = decode(&current);
        if decoded == current {
            return false;
        }
        if decoded.contains('/') || check_characters(&decoded).is_err() {
            return true;
        }
        current = decoded;
    }
}

/// One round of decoding: `%XX` as bytes of UTF-8, `%uXXXX` as units of UTF-16. What is no escape stays as it is.
fn decode(text: &str) -> String {
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('%') {
        decoded.push_str(plain);
        if let Some((bytes, after)) = bytes(escape) {
            push_utf8(&mut decoded, &bytes);
            rest = after;
        } else if let Some((units, after)) = units(escape) {
            decoded.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
            rest = after;
        } else {
            decoded.push('%');
            rest = escape;
        }
    }
    decoded.push_str(rest);
    decoded
}

/// The bytes of a run of `%XX`, whose first percent sign has been taken off, and what follows the run.
fn bytes(escape: &str) -> Option<(Vec<u8>, &str)> {
    run(
        escape,
        2,
        |text| text.strip_prefix('%'),
        |digits| u8::from_str_radix(digits, 16).ok(),
    )
}

/// The units of a run of `%uXXXX`, whose first percent sign has been taken off, and what follows the run.
fn units(escape: &str) -> Option<(Vec<u16>, &str)> {
    let first = unit_mark(escape)?;
    run(
        first,
        4,
        |text| unit_mark(text.strip_prefix('%')?),
        |digits| u16::from_str_radix(digits, 16).ok(),
    )
}

fn unit_mark(text: &str) -> Option<&str> {
    text.strip_prefix(['u', 'U'])
}

/// Values of `width` hexadecimal digits, where `next` takes off what stands before each but the first. At least one value,
/// or nothing.
fn run<T>(
    text: &str,
    width: usize,
    next: impl Fn(&str) -> Option<&str>,
    value: impl Fn(&str) -> Option<T>,
) -> Option<(Vec<T>, &str)> {
    let one = |text: &str| {
        let digits = text.get(..width)?;
        let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        value(digits).filter(|_| hexadecimal)
    };
    let mut values = vec![one(text)?];
    let mut rest = text.get(width..)?;
    while let Some(after) = next(rest)
        && let Some(found) = one(after)
    {
        values.push(found);
        rest = after.get(width..)?;
    }
    Some((values, rest))
}

/// Decodes bytes as UTF-8 without asking for the shortest form, as careless decoders do: `C0 AF` is a slash.
fn push_utf8(decoded: &mut String, bytes: &[u8]) {
    let mut rest = bytes.iter().copied().peekable();
    while let Some(first) = rest.next() {
        let (mut value, following) = match first {
            0x00..=0x7f => (u32::from(first), 0),
            0xc0..=0xdf => (u32::from(first & 0x1f), 1),
            0xe0..=0xef => (u32::from(first & 0x0f), 2),
            0xf0..=0xf7 => (u32::from(first & 0x07), 3),
            0xf8..=0xfb => (u32::from(first & 0x03), 4),
            0xfc..=0xfd => (u32::from(first & 0x01), 5),
            0x80..=0xbf | 0xfe..=0xff => (u32::from(char::REPLACEMENT_CHARACTER), 0),
        };
        for _ in 0..following {
            match rest.next_if(|next| next & 0xc0 == 0x80) {
                Some(next) => value = value.wrapping_shl(6) | u32::from(next & 0x3f),
                None => value = u32::from(char::REPLACEMENT_CHARACTER),
            }
        }
        decoded.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
}
