//! The memory tool as one would write it on an afternoon, over a map of strings: slow, simple, and another way to the same
//! answers. It knows plain paths and `\n` alone.

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
            "view" => self.view(path),
            "create" => self.create(path, field("file_text")),
            "str_replace" => self.str_replace(path, field("old_str"), field("new_str")),
            "insert" => self.insert(path, input["insert_line"].as_i64().unwrap(), field("insert_text")),
            "delete" => self.delete(path),
            _ => self.rename(field("old_path"), field("new_path")),
        }
    }

    fn is_directory(&self, path: &str) -> bool {
        path == "/memories" || self.directories.contains(path)
    }

    fn exists(&self, path: &str) -> bool {
        self.is_directory(path) || self.files.contains_key(path)
    }

    fn view(&self, path: &str) -> Answer {
        if let Some(text) = self.files.get(path) {
            let lines = numbered(text, 1, usize::MAX);
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
        let mut listing = format!(
            "Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and node_modules:\n4.0K\t{path}"
        );
        for (_, line) in entries {
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
        let starts: Vec<usize> = (0..text.len())
            .filter(|at| text.as_bytes()[*at..].starts_with(old.as_bytes()))
            .collect();
        match starts[..] {
            [] => Err(format!(
                "No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
            )),
            [start] => {
                *text = text.replacen(old, new, 1);
                let line = |at: usize| text[..at].matches('\n').count() + 1;
                let total = text.strip_suffix('\n').unwrap_or(text).matches('\n').count() + 1;
                let first = line(start).min(total);
                let last = if new.is_empty() {
                    first
                } else {
                    (start..start + new.len())
                        .filter(|at| text.is_char_boundary(*at))
                        .map(line)
                        .max()
                        .unwrap()
                };
                let lines = numbered(text, first.saturating_sub(2).max(1), (last + 2).min(total));
                Ok(format!(
                    "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{lines}"
                ))
            }
            _ => {
                let lines: Vec<String> = starts
                    .iter()
                    .map(|at| (text[..*at].matches('\n').count() + 1).to_string())
                    .collect();
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
        let ended = text.ends_with('\n');
        let mut lines: Vec<&str> = if text.is_empty() {
            vec![]
        } else {
            text.strip_suffix('\n').unwrap_or(text).split('\n').collect()
        };
        let count = lines.len();
        let Some(at) = usize::try_from(line).ok().filter(|at| *at <= count) else {
            return Err(format!(
                "Error: Invalid `insert_line` parameter: {line}. It should be within the range of lines of the file: [0, {count}]"
            ));
        };
        if text.is_empty() {
            *text = new.to_owned();
        } else {
            let new = new.strip_suffix('\n').unwrap_or(new);
            lines.splice(at..at, new.split('\n'));
            // Without a newline an empty last line would not be there.
            let newline = ended || (at == count && lines.last() == Some(&""));
            *text = lines.join("\n") + if newline { "\n" } else { "" };
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

fn numbered(text: &str, first: usize, last: usize) -> String {
    let lines = text.strip_suffix('\n').unwrap_or(text).split('\n').enumerate();
    let shown = lines.filter(|(index, _)| (first..=last).contains(&(index + 1)));
    shown
        .map(|(index, line)| format!("{:>6}\t{line}", index + 1))
        .collect::<Vec<_>>()
        .join("\n")
}
