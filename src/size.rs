//! Sizes as a listing shows them.

/// The size of a directory: that of the entry itself, not of what is in it.
pub(crate) const DIRECTORY: &str = "4.0K";

/// Bytes below 1,024 as `{n}B`; else one decimal and K, M or G, rounded half up, carrying into the next unit.
pub(crate) fn human(bytes: u64) -> String {
    if bytes < 1_024 {
        return format!("{bytes}B");
    }
    let mut unit = 1_024_u64;
    let mut letters = "KMG".chars();
    let mut letter = letters.next();
    loop {
        let tenths = tenths(bytes, unit);
        let next = if tenths >= 10_240 { letters.next() } else { None };
        if next.is_none() {
            return format!("{}.{}{}", tenths / 10, tenths % 10, letter.unwrap_or_default());
        }
        letter = next;
        unit = unit.saturating_mul(1_024);
    }
}

/// How many tenths of `unit` there are in `bytes`, rounded half up.
fn tenths(bytes: u64, unit: u64) -> u64 {
    let twentieths = bytes.saturating_mul(20).saturating_add(unit);
    twentieths.checked_div(unit.saturating_mul(2)).unwrap_or_default()
}
