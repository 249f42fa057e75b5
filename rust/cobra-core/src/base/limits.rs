//! How a long computation is watched and stopped from another thread.
//!
//! The computation polls; nothing here blocks. A stop is an answer ("stopped by the time limit"), never an error of its
//! own, wherever a truthful partial result exists.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicU8, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::base::convert::ToU8;
use crate::base::lock::lock;
/// Why a computation ended before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    Time,
    Interrupt,
    Memory,
    /// Plays may be of any length, so that a strategy is never whole.
    Endless,
}

impl StopReason {
    /// For which a computation can be asked to end.
    const ALL: [StopReason; 3] = [StopReason::Time, StopReason::Interrupt, StopReason::Memory];

    /// The word used in results.
    pub fn name(self) -> &'static str {
        match self {
            StopReason::Time => "time",
            StopReason::Interrupt => "interrupt",
            StopReason::Memory => "memory",
            StopReason::Endless => "endless",
        }
    }
}

/// Shared between a running computation and the thread that watches it.
#[derive(Debug)]
pub struct Control {
    halted: Arc<AtomicBool>,
    /// 1 + the index of the first reason given, in `StopReason::ALL`.
    reason: AtomicU8,
    deadline: Option<Instant>,
    done: AtomicU64,
    total: AtomicU64,
    interval: Mutex<Option<(&'static str, u64, Option<u64>)>>,
    /// What was proved, once somebody has asked.
    facts: Mutex<Option<Vec<u8>>>,
}

impl Default for Control {
    fn default() -> Self {
        Control::new(None)
    }
}

impl Control {
    /// `time_limit` counts from now; `None`, or one too long for the clock, is no limit.
    pub fn new(time_limit: Option<Duration>) -> Self {
        Control {
            halted: Arc::default(),
            reason: AtomicU8::new(0),
            deadline: time_limit.and_then(|limit| Instant::now().checked_add(limit)),
            done: AtomicU64::new(0),
            total: AtomicU64::new(0),
            interval: Mutex::default(),
            facts: Mutex::default(),
        }
    }

    /// Asks the computation to end; it does so at its next poll.
    pub fn stop(&self) {
        self.halt(StopReason::Interrupt);
    }

    pub(crate) fn halt(&self, reason: StopReason) {
        let number = 1 + StopReason::ALL.iter().position(|&r| r == reason).unwrap_or(0).to_u8();
        let _ = self.reason.compare_exchange(0, number, Relaxed, Relaxed); // the first reason counts
        self.halted.store(true, Relaxed);
    }

    /// Set when the computation must end; for code that knows no reasons.
    pub(crate) fn halted(&self) -> &AtomicBool {
        &self.halted
    }

    /// A copy that code without access to the control can look at.
    pub(crate) fn watch(&self) -> Watch {
        Watch { halted: self.halted.clone(), deadline: self.deadline }
    }

    /// The time that is left; `None` where there is no limit.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Why the computation must end now, if it must.
    pub fn poll(&self) -> std::result::Result<(), StopReason> {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.halt(StopReason::Time);
        }
        if !self.halted.load(Relaxed) {
            return Ok(());
        }
        let number = usize::from(self.reason.load(Relaxed));
        Err(StopReason::ALL.get(number.wrapping_sub(1)).copied().unwrap_or(StopReason::Interrupt))
    }

    /// Runs `work` while another thread raises `halted` when the time is over.
    pub(crate) fn watched<T>(&self, work: impl FnOnce() -> T) -> T {
        let Some(deadline) = self.deadline else { return work() };
        let finished = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                while !finished.load(Relaxed) && self.poll().is_ok() {
                    std::thread::park_timeout(deadline.saturating_duration_since(Instant::now()));
                }
            });
            let _wake = Wake { finished: &finished, watch: watch.thread() };
            work()
        })
    }

    /// Starts the counters of a new phase.
    pub fn begin(&self, total: u64) {
        self.done.store(0, Relaxed);
        self.total.store(total, Relaxed);
    }

    /// So much more work is done.
    pub fn advance(&self, by: u64) {
        self.done.fetch_add(by, Relaxed);
    }

    /// Starts the search for the least value of a measure. Nothing is said of one that a strategy is below before the search: the
    /// game is not well-formed, which is found out after it.
    pub(crate) fn begin_interval(&self, measure: &'static str, lower: u64, upper: Option<u64>) {
        let is_sound = upper.is_none_or(|upper| lower <= upper);
        *lock(&self.interval) = is_sound.then_some((measure, lower, upper));
    }

    /// The least value is proved to be no less than this.
    pub(crate) fn raise_lower(&self, lower: u64) {
        if let Some(interval) = lock(&self.interval).as_mut() {
            interval.1 = interval.1.max(lower);
            debug_assert!(interval.2.is_none_or(|upper| interval.1 <= upper), "a strategy beats what is proved");
        }
    }

    /// A strategy with this value is known.
    pub(crate) fn lower_upper(&self, upper: Option<u64>) {
        if let Some(interval) = lock(&self.interval).as_mut() {
            debug_assert!(upper.is_none_or(|upper| interval.1 <= upper), "a strategy beats what is proved");
            debug_assert!(
                interval.2.is_none_or(|known| upper.is_some_and(|upper| upper <= known)),
                "it is worse than one known"
            );
            interval.2 = upper;
        }
    }

    /// What is searched for, no less than which it is, and what is known to be had.
    pub fn interval(&self) -> Option<(&'static str, u64, Option<u64>)> {
        *lock(&self.interval)
    }

    /// Moves what was proved where another thread finds it, if one is interested.
    pub(crate) fn add_facts(&self, facts: &mut Vec<u8>) {
        if !facts.is_empty() {
            lock(&self.facts).iter_mut().for_each(|list| list.extend_from_slice(facts));
            facts.clear();
        }
    }

    /// What was proved since the last call, as records of `FACT_BYTES` bytes. The first call shows interest.
    pub fn facts(&self) -> Vec<u8> {
        lock(&self.facts).replace(Vec::new()).unwrap_or_default()
    }

    /// Work done and work in all, in codes.
    pub fn progress(&self) -> (u64, u64) {
        (self.done.load(Relaxed), self.total.load(Relaxed))
    }
}

/// Knows when a computation must end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    halted: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Watch {
    pub fn is_over(&self) -> bool {
        self.halted.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Ends the watching thread, also when the work panics.
struct Wake<'a> {
    finished: &'a AtomicBool,
    watch: &'a std::thread::Thread,
}

impl Drop for Wake<'_> {
    fn drop(&mut self) {
        self.finished.store(true, Relaxed);
        self.watch.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_closes_and_nothing_is_said_of_one_with_no_value_in_it() {
        let control = Control::default();
        control.begin_interval("total", 3, None);
        control.raise_lower(2);
        control.lower_upper(Some(5));
        assert_eq!(control.interval(), Some(("total", 3, Some(5))));
        control.begin_interval("total", 3, Some(2));
        control.raise_lower(4);
        assert_eq!(control.interval(), None);
    }
}
