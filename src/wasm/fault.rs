//! What a store of the host's failed with.

use crate::fault::{Fault, FaultCode, FaultOutcome};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// Whatever was thrown, as it was, and what it says of itself if it is a `StorageError`.
#[derive(Debug)]
pub(super) struct JsFault {
    pub(super) value: JsValue,
    code: FaultCode,
    outcome: FaultOutcome,
}

impl JsFault {
    pub(super) fn new(value: JsValue) -> Self {
        let text = |field: &str| Reflect::get(&value, &field.into()).ok()?.as_string();
        let ours = value.is_object() && text("name").as_deref() == Some("StorageError");
        let code = if ours { text("code") } else { None };
        let unchanged = ours && text("outcome").as_deref() == Some("unchanged");
        Self {
            code: code
                .and_then(|code| FaultCode::from_name(&code))
                .unwrap_or(FaultCode::Unavailable),
            outcome: if unchanged {
                FaultOutcome::Unchanged
            } else {
                FaultOutcome::Unknown
            },
            value,
        }
    }

    /// The store answered this, which the contract does not allow.
    pub(super) fn invalid_result(answer: JsValue) -> Self {
        Self {
            value: answer,
            code: FaultCode::InvalidResult,
            outcome: FaultOutcome::Unknown,
        }
    }
}

impl Fault for JsFault {
    fn code(&self) -> FaultCode {
        self.code
    }

    fn outcome(&self) -> FaultOutcome {
        self.outcome
    }
}
