//! How a search has others answer its questions: it asks and waits, and they answer with facts.

use std::sync::{Condvar, Mutex};
use std::time::Duration;

use super::cost::Cost;
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::base::lock::lock;

/// How long a search waits before it looks whether it is to end.
const LOOK: Duration = Duration::from_millis(20);

/// Whether a strategy costs less than `beta`, and if so, what the best one costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// "total", "nodes" or, where any strategy will do, "worst".
    pub measure: &'static str,
    /// No play may be longer.
    pub left: Option<u32>,
    pub beta: u64,
}

impl Question {
    pub(super) fn cost(&self) -> Result<Cost> {
        let costs = [Cost::Weight, Cost::Node, Cost::Depth];
        let found = costs.into_iter().find(|cost| cost.measure() == self.measure);
        found.ok_or_else(|| CoreError::input(format!("no measure {:?}", self.measure)))
    }
}

/// A question, and the work that it is worth.
#[derive(Clone, Debug)]
pub struct Request {
    pub question: Question,
    /// What was proved here since the last question, as records of facts.
    pub facts: Vec<u8>,
    /// Pairs of codes and experiments that each of those who answer may look at, about, and all of them together.
    pub budget: u64,
    pub together: u64,
}

/// What became of a question.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// Records of facts.
    pub facts: Vec<u8>,
    /// Pairs of codes and experiments that each of those who answer has looked at, about.
    pub pairs: u64,
    /// Whether the budget was spent before the answer was known.
    pub is_spent: bool,
}

/// Between a search and those who answer.
#[derive(Debug, Default)]
pub struct Exchange {
    stage: Mutex<Stage>,
    changed: Condvar,
}

#[derive(Debug, Default)]
enum Stage {
    #[default]
    Quiet,
    Asked(Request),
    Answered(Reply),
    /// Nobody asks or answers any more.
    Closed,
}

impl Exchange {
    /// Asks, and waits for what was found out. `None`: nobody answers any more.
    pub(super) fn ask(&self, request: Request, control: &Control) -> Result<Option<Reply>> {
        let mut stage = lock(&self.stage);
        if !matches!(*stage, Stage::Closed) {
            *stage = Stage::Asked(request);
            self.changed.notify_all();
        }
        loop {
            match &mut *stage {
                Stage::Closed => return Ok(None),
                Stage::Answered(reply) => {
                    let reply = std::mem::take(reply);
                    *stage = Stage::Quiet;
                    return Ok(Some(reply));
                }
                Stage::Quiet | Stage::Asked(_) => control.poll()?,
            }
            stage = match self.changed.wait_timeout(stage, LOOK) {
                Ok((stage, _)) => stage,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }

    /// What is asked now, after a while of waiting for it at most, and whether anything will be.
    pub fn question(&self, patience: Duration) -> (Option<Request>, bool) {
        let quiet = |stage: &mut Stage| matches!(stage, Stage::Quiet | Stage::Answered(_));
        let stage = match self.changed.wait_timeout_while(lock(&self.stage), patience, quiet) {
            Ok((stage, _)) => stage,
            Err(poisoned) => poisoned.into_inner().0,
        };
        match &*stage {
            Stage::Asked(request) => (Some(request.clone()), true),
            Stage::Closed => (None, false),
            Stage::Quiet | Stage::Answered(_) => (None, true),
        }
    }

    /// Answers what is asked.
    pub fn answer(&self, reply: Reply) {
        let mut stage = lock(&self.stage);
        if matches!(*stage, Stage::Asked(_)) {
            *stage = Stage::Answered(reply);
        }
        self.changed.notify_all();
    }

    /// The search is over, or nobody answers any more.
    pub fn close(&self) {
        *lock(&self.stage) = Stage::Closed;
        self.changed.notify_all();
    }
}
