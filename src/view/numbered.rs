//! Lines with their numbers, as a view shows them.

use crate::message;
use crate::text::character_count;
use memchr::memchr_iter;

/// Numbered lines in the making. The text of the lines comes in pieces, which may end anywhere.
#[derive(Debug)]
pub(crate) struct Numbered {
    text: String,
    /// Characters that the numbered lines may take.
    limit: usize,
    first: usize,
    last: usize,
    /// Lines that are shown whole.
    shown: usize,
    /// Characters that they take.
    characters: usize,
    /// The next line's number, as it is shown.
    number: Number,
    line: Option<Line>,
    cut: Option<Cut>,
    /// Nothing more is to be shown or counted.
    done: bool,
}

/// The line that is being added.
#[derive(Debug)]
struct Line {
    /// Where it begins in the text: at what parts it from the line before.
    start: usize,
    /// Characters before its own: the separator, the number, the tab.
    prefix: usize,
    /// Its own characters.
    characters: usize,
    /// The last of them is a `\r`, which belongs to the line's ending if a `\n` follows.
    carriage: bool,
}

/// Where the limit cut the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// Before a line.
    Before,
    /// Inside the first line, whose characters are counted to its end.
    Within,
}

impl Numbered {
    /// What comes before the lines, and which of them are to be shown.
    pub(crate) fn new(header: String, (first, last): (usize, usize), limit: usize) -> Self {
        Self {
            text: header,
            limit,
            first,
            last,
            shown: 0,
            characters: 0,
            number: Number::new(first),
            line: None,
            cut: None,
            done: false,
        }
    }

    /// Makes room at once for most of what a file of so many bytes shows, so that a large text is not moved as it grows.
    pub(crate) fn expect(&mut self, bytes: u64) {
        let bytes = usize::try_from(bytes).unwrap_or_default();
        self.text.reserve(bytes.saturating_add(bytes / 8).min(self.limit));
    }

    /// Adds more of the text, which begins with the first line. In a file with `crlf` a `\r` before a `\n` is not shown.
    pub(crate) fn push(&mut self, text: &str, crlf: bool) {
        let mut start = 0;
        for newline in memchr_iter(b'\n', text.as_bytes()) {
            if self.done {
                return;
            }
            self.add(text.get(start..newline).unwrap_or_default());
            self.end(crlf);
            start = newline.saturating_add(1);
        }
        let rest = text.get(start..).unwrap_or_default();
        if self.done || rest.is_empty() {
            return;
        }
        self.add(rest);
        // A `\r` that turns out to belong to the ending takes no room.
        let ending = self.line.as_ref().is_some_and(|line| crlf && line.carriage);
        self.cut_beyond(usize::from(ending));
    }

    /// Adds a line without text or ending: the one that an empty file has.
    pub(crate) fn push_empty(&mut self) {
        self.add("");
    }

    /// Adds to the line, and begins it where none is begun.
    fn add(&mut self, piece: &str) {
        let line = self.line.get_or_insert_with(|| {
            let start = self.text.len();
            self.text.push_str(self.number.shown(self.shown > 0));
            Line {
                start,
                prefix: self.text.len().saturating_sub(start),
                characters: 0,
                carriage: false,
            }
        });
        if let Some(last) = piece.as_bytes().last() {
            line.carriage = *last == b'\r';
        }
        if self.limit < usize::MAX {
            line.characters = line.characters.saturating_add(character_count(piece));
        }
        if self.cut.is_none() {
            self.text.push_str(piece);
        }
    }

    /// Ends the line at its `\n`.
    fn end(&mut self, crlf: bool) {
        if let Some(line) = &mut self.line
            && crlf
            && line.carriage
        {
            line.characters = line.characters.saturating_sub(1);
            if self.cut.is_none() {
                self.text.pop();
            }
        }
        self.cut_beyond(0);
        if self.cut.is_some() {
            self.done = true;
            return;
        }
        if let Some(line) = self.line.take() {
            self.characters = self
                .characters
                .saturating_add(line.prefix)
                .saturating_add(line.characters);
        }
        self.shown = self.shown.saturating_add(1);
        self.number.next();
        self.done = self.number.value > self.last;
    }

    /// Cuts off what does not fit, if more than `spare` characters do not.
    fn cut_beyond(&mut self, spare: usize) {
        let Some(line) = &self.line else { return };
        let needed = self
            .characters
            .saturating_add(line.prefix)
            .saturating_add(line.characters);
        if self.cut.is_some() || needed.saturating_sub(spare) <= self.limit {
            return;
        }
        if self.shown > 0 {
            self.text.truncate(line.start);
            self.cut = Some(Cut::Before);
            self.done = true;
            return;
        }
        let start = line.start.saturating_add(line.prefix);
        let own = self.text.get(start..).unwrap_or_default();
        let end = own.char_indices().nth(self.limit.saturating_sub(line.prefix));
        let end = end.map_or(own.len(), |(end, _)| end);
        self.text.truncate(start.saturating_add(end));
        self.cut = Some(Cut::Within);
    }

    /// The lines, and a notice where the limit cut them. `last` and `total` tell what there is to see.
    pub(crate) fn finish(mut self, last: usize, total: usize) -> String {
        self.cut_beyond(0);
        let (first, limit) = (self.first, self.limit);
        let notice = match (self.cut, &self.line) {
            (None, _) => return self.text,
            (Some(Cut::Within), Some(line)) => {
                let shown = limit.saturating_sub(line.prefix);
                message::line_cut(first, shown, line.characters, last, limit)
            }
            (Some(_), _) => {
                let shown = first.saturating_add(self.shown).saturating_sub(1);
                message::lines_cut(first, shown, last, total, limit)
            }
        };
        self.text + "\n" + &notice
    }
}

/// The number of a line as it is shown, which is counted up in its digits: to write each anew takes longer than the line.
#[derive(Debug)]
struct Number {
    value: usize,
    /// The end of the line before, the number, a tab.
    shown: String,
}

impl Number {
    fn new(value: usize) -> Self {
        let shown = format!("\n{value:>6}\t");
        Self { value, shown }
    }

    fn shown(&self, after_another: bool) -> &str {
        let shown = self.shown.as_str();
        if after_another {
            shown
        } else {
            shown.trim_start_matches('\n')
        }
    }

    fn next(&mut self) {
        self.value = self.value.saturating_add(1);
        self.shown.pop();
        match self.shown.pop() {
            Some(digit @ '0'..='8') => {
                self.shown.extend(char::from_u32(u32::from(digit).saturating_add(1)));
                self.shown.push('\t');
            }
            _ => *self = Self::new(self.value),
        }
    }
}
