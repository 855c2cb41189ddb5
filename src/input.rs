//! The `input` of a `tool_use` block: any JSON value, of which the top-level fields are kept.

use crate::platform;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt::{self, Write};

/// Whole numbers beyond this are not exact in JavaScript.
const MAX_SAFE: f64 = 9_007_199_254_740_992.0;

/// What a caller hands over. It takes any JSON value, so deserializing it never fails on what a model wrote; what is wrong
/// with it is told by the outcome.
///
/// Text may come as bytes of UTF-8, which is how it crosses from JavaScript; bytes that are not UTF-8 stand for a text
/// that is not well-formed Unicode.
#[derive(Clone, Debug)]
pub struct Input(pub(crate) Value);

/// A JSON value, to the depth that commands look at.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Nothing,
    Bool(bool),
    Number(f64),
    Text(String),
    IllFormed,
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
    /// A list or an object below the depth that is looked at.
    Nested(&'static str),
}

impl Value {
    /// Elements of a list that are kept: more than any list has that is right, and than a message shows.
    pub(crate) const LIST: usize = 64;
    pub(crate) const NESTED_LIST: &str = "[…]";
    pub(crate) const NESTED_OBJECT: &str = "{…}";

    /// The text that these bytes are.
    pub(crate) fn text_of(bytes: Vec<u8>) -> Self {
        String::from_utf8(bytes).map_or(Self::IllFormed, Self::Text)
    }

    /// A text, or the value that is none.
    pub(crate) fn into_text(self) -> Result<String, Self> {
        if let Self::Text(text) = self {
            Ok(text)
        } else {
            Err(self)
        }
    }

    /// A whole number, however it is written.
    pub(crate) fn as_whole(&self) -> Option<i64> {
        let Self::Number(number) = self else { return None };
        let whole = number.fract() == 0.0 && number.abs() <= MAX_SAFE;
        #[expect(clippy::cast_possible_truncation, reason = "within the bounds just checked")]
        whole.then_some(*number as i64)
    }
}

/// The value as a message shows it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(number) => f.write_str(&platform::number(*number)),
            Self::Text(text) => write_quoted(f, text),
            Self::IllFormed => f.write_str("a text with half a character (a lone surrogate)"),
            Self::List(elements) => {
                f.write_char('[')?;
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        f.write_str(", ")?;
                    }
                    match element {
                        Self::Nothing => f.write_str("null")?,
                        Self::Bool(_)
                        | Self::Number(_)
                        | Self::Text(_)
                        | Self::IllFormed
                        | Self::List(_)
                        | Self::Object(_)
                        | Self::Nested(_) => write!(f, "{element}")?,
                    }
                }
                f.write_char(']')
            }
            Self::Object(_) => f.write_str("an object"),
            Self::Nested(shape) => f.write_str(shape),
        }
    }
}

/// As JSON writes a text. Only as much of a long one as a message could show.
fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for character in text.chars().take(256) {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            '\0'..='\u{1f}' => write!(f, "\\u{:04x}", u32::from(character))?,
            _ => f.write_char(character)?,
        }
    }
    f.write_char('"')
}

impl<'de> Deserialize<'de> for Input {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Level::Input.deserialize(deserializer).map(Self)
    }
}

/// How deep a value lies. What is deeper than an element is looked at no further, however deep it goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Input,
    Field,
    Element,
}

impl<'de> DeserializeSeed<'de> for Level {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "what is not exact is beyond every line number"
    )]
    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "what is not exact is beyond every line number"
    )]
    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::Text(value))
    }

    fn visit_bytes<E: Error>(self, value: &[u8]) -> Result<Value, E> {
        self.visit_byte_buf(value.to_vec())
    }

    fn visit_byte_buf<E: Error>(self, value: Vec<u8>) -> Result<Value, E> {
        Ok(Value::text_of(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while self != Self::Element
            && elements.len() < Value::LIST
            && let Some(element) = sequence.next_element_seed(Self::Element)?
        {
            elements.push(element);
        }
        while sequence.next_element::<IgnoredAny>()?.is_some() {}
        Ok(match self {
            Self::Input | Self::Field => Value::List(elements),
            Self::Element => Value::Nested(Value::NESTED_LIST),
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(name) = map.next_key::<Value>()? {
            match (self, name) {
                (Self::Input, Value::Text(name)) => fields.push((name, map.next_value_seed(Self::Field)?)),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(match self {
            Self::Input | Self::Field => Value::Object(fields),
            Self::Element => Value::Nested(Value::NESTED_OBJECT),
        })
    }
}

/// The name of a field.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Level::Element.deserialize(deserializer)
    }
}
