//! What the core has to know of a store's failure to tell the model what it can do.

/// An error of a store. The host gets it as it is; the model learns its kind.
pub trait Fault {
    /// What kind of failure it is.
    fn code(&self) -> FaultCode;
    /// What it left behind.
    fn outcome(&self) -> FaultOutcome;
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultCode {
    /// The store cannot be reached, or failed for a reason of its own.
    Unavailable,
    /// No room is left.
    Full,
    /// The store is not permitted to do this.
    Denied,
    /// The place can only be read.
    ReadOnly,
    /// What the store found is damaged.
    Corrupt,
    /// The store did not answer in time.
    Timeout,
    /// The store answered something that its contract does not allow.
    InvalidResult,
    /// The place cannot hold this name.
    NameNotAllowed,
}

/// What a failed call left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultOutcome {
    /// The store is as it was before the call.
    Unchanged,
    /// The call may have had its effect, or part of it.
    Unknown,
}

impl FaultCode {
    /// The kind's stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unavailable => "unavailable",
            Self::Full => "full",
            Self::Denied => "denied",
            Self::ReadOnly => "read_only",
            Self::Corrupt => "corrupt",
            Self::Timeout => "timeout",
            Self::InvalidResult => "invalid_result",
            Self::NameNotAllowed => "name_not_allowed",
        }
    }

    /// The kind that has this name.
    pub fn from_name(name: &str) -> Option<Self> {
        const ALL: [FaultCode; 8] = [
            FaultCode::Unavailable,
            FaultCode::Full,
            FaultCode::Denied,
            FaultCode::ReadOnly,
            FaultCode::Corrupt,
            FaultCode::Timeout,
            FaultCode::InvalidResult,
            FaultCode::NameNotAllowed,
        ];
        ALL.into_iter().find(|code| code.as_str() == name)
    }
}
