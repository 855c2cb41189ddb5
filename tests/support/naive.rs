//! The memory tool as one would write it on an afternoon, over a map of strings: slow, simple, and another way to the same
//! answers. It knows plain paths alone.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(crate) struct Naive {
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) directories: BTreeSet<String>,
}

type Answer = Result<String, String>;

impl Naive {
    pub(crate) fn execute(&mut self, input: &Value) -> Answer {
        let field = |name: &str| input[name].as_str().unwrap_or_default();
        let path = field("path");
        match field("command") {
            "view" => self.view(path, input.get("view_range")),
            "create" => self.create(path, field("file_text")),
            "str_replace" => self.str_replace(path, field("old_str"), field("new_str")),
            "insert" => self.insert(path, input["insert_line"].as_i64().unwrap(), field("insert_text")),
            "delete" => self.delete(path),
            _ => self.rename(field("old_path"), field("new_path")),
        }
    }

    /// Everything that is there; directories have no text.
    pub(crate) fn tree(&self) -> BTreeMap<String, Option<String>> {
        let directories = self.directories.iter().map(|path| (path.clone(), None));
        let files = self.files.iter().map(|(path, text)| (path.clone(), Some(text.clone())));
        directories.chain(files).collect()
    }

    fn is_directory(&self, path: &str) -> bool {
        path == "/memories" || self.directories.contains(path)
    }

    fn exists(&self, path: &str) -> bool {
        self.is_directory(path) || self.files.contains_key(path)
    }

    fn view(&self, path: &str, range: Option<&Value>) -> Answer {
        if let Some(text) = self.files.get(path) {
            let total = lines(text).len();
            let (first, last) = resolve(range, total).ok_or_else(|| invalid(range, "file has the lines", total))?;
            let lines = numbered(text, first, last);
            return Ok(format!("Here's the content of {path} with line numbers:\n{lines}"));
        }
        if !self.is_directory(path) {
            return Err(format!("The path {path} does not exist. Please provide a valid path."));
        }
        let mut entries: Vec<(Vec<&str>, String)> = Vec::new();
        for each in self.directories.iter().chain(self.files.keys()) {
            let Some(below) = each.strip_prefix(&format!("{path}/")) else {
                continue;
            };
            let names: Vec<&str> = below.split('/').collect();
            let hidden = names
                .iter()
                .any(|name| name.starts_with('.') || *name == "node_modules");
            if names.len() > 2 || hidden {
                continue;
            }
            let line = match self.files.get(each) {
                Some(text) => format!("{}B\t{each}", text.len()),
                None => format!("4.0K\t{each}/"),
            };
            entries.push((names, line));
        }
        entries.sort();
        let total = entries.len().max(1);
        let (first, last) = resolve(range, total).ok_or_else(|| invalid(range, "listing has the entries", total))?;
        let mut listing = format!(
            "Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and node_modules:\n4.0K\t{path}"
        );
        for (_, line) in entries.iter().take(last).skip(first - 1) {
            listing += &format!("\n{line}");
        }
        Ok(listing)
    }

    fn create(&mut self, path: &str, text: &str) -> Answer {
        if self.exists(path) {
            return Err(format!("Error: File {path} already exists"));
        }
        self.make_parents(path)?;
        self.files.insert(path.to_owned(), text.to_owned());
        Ok(format!("File created successfully at: {path}"))
    }

    fn make_parents(&mut self, path: &str) -> Result<(), String> {
        let parents: Vec<String> = path
            .match_indices('/')
            .skip(2)
            .map(|(at, _)| path[..at].to_owned())
            .collect();
        if let Some(file) = parents.iter().find(|parent| self.files.contains_key(*parent)) {
            return Err(format!("Error: The path {file} is a file, not a directory"));
        }
        self.directories.extend(parents);
        Ok(())
    }

    fn str_replace(&mut self, path: &str, old: &str, new: &str) -> Answer {
        if old.is_empty() {
            return Err(
                "Error: `old_str` must not be empty. Give the text to replace, or use `insert` to add text".to_owned(),
            );
        }
        let Some(text) = self.files.get_mut(path) else {
            return Err(format!(
                "Error: The path {path} does not exist. Please provide a valid path."
            ));
        };
        let Parts { mark, body, crlf } = parts(text);
        let (exact, new) = (adapt(old, crlf), adapt(new, crlf));
        let starts: Vec<usize> = (0..body.len())
            .filter(|at| body.as_bytes()[*at..].starts_with(exact.as_bytes()))
            .collect();
        let line = |at: usize| body.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        match starts[..] {
            [] => Err(format!(
                "No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
            )),
            [start] => {
                let edited = format!("{mark}{}", body.replacen(&exact, &new, 1));
                // All lines that begin at or before the last byte of the new text; a newline belongs to the line it ends.
                let total = lines(&edited).len();
                let first = line(start).min(total);
                let last = match new.strip_suffix('\n').unwrap_or(&new) {
                    _ if new.is_empty() => first,
                    within => (line(start) + within.matches('\n').count()).min(total),
                };
                let lines = numbered(&edited, first.saturating_sub(2).max(1), (last + 2).min(total));
                *text = edited;
                Ok(format!(
                    "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{lines}"
                ))
            }
            _ => {
                let lines: Vec<String> = starts.iter().map(|at| line(*at).to_string()).collect();
                Err(format!(
                    "No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {}. Please ensure it is unique",
                    lines.join(", ")
                ))
            }
        }
    }

    fn insert(&mut self, path: &str, line: i64, new: &str) -> Answer {
        let Some(text) = self.files.get_mut(path) else {
            return Err(format!("Error: The path {path} does not exist"));
        };
        let Parts { mark, body, crlf } = parts(text);
        let ended = body.ends_with('\n');
        let mut lines = if body.is_empty() { vec![] } else { lines(text) };
        let count = lines.len();
        let Some(at) = usize::try_from(line).ok().filter(|at| *at <= count) else {
            return Err(format!(
                "Error: Invalid `insert_line` parameter: {line}. It should be within the range of lines of the file: [0, {count}]"
            ));
        };
        if body.is_empty() {
            *text = format!("{mark}{new}");
        } else {
            let new = adapt(new, crlf);
            let ending = if crlf { "\r\n" } else { "\n" };
            let new = new.strip_suffix(ending).unwrap_or(&new);
            lines.splice(at..at, new.split(ending).map(str::to_owned));
            // Without a newline an empty last line would not be there.
            let newline = ended || (at == count && lines.last().is_some_and(String::is_empty));
            *text = format!("{mark}{}{}", lines.join(ending), if newline { ending } else { "" });
        }
        Ok(format!("The file {path} has been edited."))
    }

    fn delete(&mut self, path: &str) -> Answer {
        if path == "/memories" {
            return Err("Error: Cannot delete the /memories directory itself".to_owned());
        }
        if !self.exists(path) {
            return Err(format!("Error: The path {path} does not exist"));
        }
        let kept = |each: &str| each != path && !each.starts_with(&format!("{path}/"));
        self.files.retain(|each, _| kept(each));
        self.directories.retain(|each| kept(each));
        Ok(format!("Successfully deleted {path}"))
    }

    fn rename(&mut self, from: &str, to: &str) -> Answer {
        if from == "/memories" {
            return Err("Error: Cannot rename the /memories directory itself".to_owned());
        }
        if !self.exists(from) {
            return Err(format!("Error: The path {from} does not exist"));
        }
        if self.exists(to) {
            return Err(format!("Error: The destination {to} already exists"));
        }
        if to.starts_with(&format!("{from}/")) {
            return Err(format!("Error: Cannot move {from} into itself"));
        }
        self.make_parents(to)?;
        let moved = |each: &str| match each.strip_prefix(from) {
            Some(below) if below.is_empty() || below.starts_with('/') => format!("{to}{below}"),
            _ => each.to_owned(),
        };
        self.files = self
            .files
            .iter()
            .map(|(path, text)| (moved(path), text.clone()))
            .collect();
        self.directories = self.directories.iter().map(|path| moved(path)).collect();
        Ok(format!("Successfully renamed {from} to {to}"))
    }
}

/// The first and the last that are asked for.
fn resolve(range: Option<&Value>, total: usize) -> Option<(usize, usize)> {
    let Some(range) = range else {
        return Some((1, total));
    };
    let (start, end) = (range[0].as_i64().unwrap(), range[1].as_i64().unwrap());
    let count = total as i64;
    let end = if end == -1 || end > count { count } else { end };
    (1 <= start && start <= end).then_some((start as usize, end as usize))
}

fn invalid(range: Option<&Value>, what: &str, total: usize) -> String {
    let (start, end) = (&range.unwrap()[0], &range.unwrap()[1]);
    format!(
        "Error: Invalid `view_range` parameter: [{start}, {end}]. The {what} [1, {total}]; the range must start within \
         them and not end before it starts, and an end of -1 means the last"
    )
}

struct Parts<'a> {
    mark: &'a str,
    body: &'a str,
    crlf: bool,
}

fn parts(text: &str) -> Parts<'_> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mark = &text[..text.len() - body.len()];
    let crlf = body.contains('\n') && !body.replace("\r\n", "").contains('\n');
    Parts { mark, body, crlf }
}

/// A `\n` alone stands for a CRLF file's line ending.
fn adapt(text: &str, crlf: bool) -> String {
    if crlf {
        text.replace("\r\n", "\n").replace('\n', "\r\n")
    } else {
        text.to_owned()
    }
}

/// The lines that a view shows.
fn lines(text: &str) -> Vec<String> {
    let Parts { body, crlf, .. } = parts(text);
    let ending = if crlf { "\r\n" } else { "\n" };
    let body = body.strip_suffix(ending).unwrap_or(body);
    body.split(ending).map(str::to_owned).collect()
}

fn numbered(text: &str, first: usize, last: usize) -> String {
    let all = lines(text).into_iter().enumerate();
    let shown = all.filter(|(index, _)| (first..=last).contains(&(index + 1)));
    shown
        .map(|(index, line)| format!("{:>6}\t{line}", index + 1))
        .collect::<Vec<_>>()
        .join("\n")
}
