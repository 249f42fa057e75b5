//! What can go wrong in the core. Nothing here is a panic: a malformed program is an `Input` error.

use crate::base::ids::CodeId;
use crate::base::limits::StopReason;

/// An error of the core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoreError {
    /// The program or a request is malformed; the sentence says how.
    Input(String),
    /// Something would need more than a limit allows; `needed` is exact or a lower bound, in the unit of the limit.
    Limit { name: &'static str, needed: u64, limit: u64 },
    /// A run that has no partial answer was stopped.
    Stopped(StopReason),
    /// A mistake in the core itself.
    Internal(String),
}

impl CoreError {
    /// A malformed program or request.
    pub fn input(message: impl Into<String>) -> Self {
        CoreError::Input(message.into())
    }

    /// A game that ends with a hit, in which an outcome that is final leaves so many codes.
    pub fn hits_several(codes: usize) -> Self {
        CoreError::Input(format!(
            "the game is not well-formed: a final outcome leaves {codes} codes of those listed; a check names them"
        ))
    }

    /// A game that ends with a hit, in which a code cannot be hit.
    pub fn never_hit(code: CodeId) -> Self {
        CoreError::Input(format!(
            "the game is not well-formed: no experiment is final for code {code} of those listed; a check names it"
        ))
    }
}

/// Why a run was stopped, if it was: what was found by then is its answer.
pub(crate) fn stop_of(outcome: Result<()>) -> Result<Option<StopReason>> {
    match outcome {
        Err(CoreError::Stopped(reason)) => Ok(Some(reason)),
        other => other.map(|()| None),
    }
}

/// What has this name among those that are known; `what` it is a name of.
pub(crate) fn named<T: Clone>(what: &str, name: &str, known: &[(&str, T)]) -> Result<T> {
    let found = known.iter().find(|known| known.0 == name);
    found.map(|known| known.1.clone()).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|known| known.0).collect();
        CoreError::input(format!("no {what} {name:?}; there are {}", names.join(", ")))
    })
}

impl From<StopReason> for CoreError {
    fn from(reason: StopReason) -> Self {
        CoreError::Stopped(reason)
    }
}

impl std::fmt::Display for CoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CoreError::Input(message) => write!(f, "{message}"),
            CoreError::Limit { name, needed, limit } => {
                write!(f, "{name}: at least {needed} needed, the limit is {limit}")
            }
            CoreError::Stopped(reason) => write!(f, "stopped: {}", reason.name()),
            CoreError::Internal(message) => write!(f, "internal error: {message}"),
        }
    }
}

impl std::error::Error for CoreError {}

pub type Result<T> = std::result::Result<T, CoreError>;
