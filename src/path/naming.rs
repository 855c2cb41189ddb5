//! The names that a store can hold.

use super::{MAX_NAME, MemoryPath, Refusal};

/// A store's naming rules, which it declares with its capabilities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Naming {
    /// Names that Windows reserves or refuses cannot be held.
    pub windows: bool,
    /// The longest name, in bytes of UTF-8.
    pub longest: usize,
}

impl Default for Naming {
    fn default() -> Self {
        Self {
            windows: false,
            longest: MAX_NAME,
        }
    }
}

impl Naming {
    /// Refuses a path that has a name which the store cannot hold.
    pub fn check(&self, path: &MemoryPath) -> Result<(), Refusal> {
        let holds = |name: &str| name.len() <= self.longest && !(self.windows && windows_refuses(name));
        if path.names().all(holds) {
            Ok(())
        } else {
            Err(Refusal::StoreCannotHold)
        }
    }
}

/// Names of devices (with any extension), characters that Windows keeps for itself, and the final dot that it drops.
fn windows_refuses(name: &str) -> bool {
    if name.ends_with('.') || name.contains(['<', '>', ':', '"', '|', '?', '*']) {
        return true;
    }
    let stem = name.split('.').next().unwrap_or(name).trim_end().to_ascii_uppercase();
    if matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") {
        return true;
    }
    let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    port.is_some_and(|number| {
        let mut characters = number.chars();
        let single = |character: char| character.is_ascii_digit() || matches!(character, '¹' | '²' | '³');
        characters.next().is_some_and(single) && characters.next().is_none()
    })
}
