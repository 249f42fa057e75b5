//! What a search hears from others while it does a piece, and tells them.
//!
//! Pieces may take as long as a whole search. So what others prove has to be known while one is at work, what is proved here
//! has to be told before it is done, and it may have to be handed back because others have nothing to do.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::transposition::Transposition;
use crate::base::lock::lock;

/// Where nobody was met for so long, nobody waits for a piece any more: who asked may have died.
const ALONE: Duration = Duration::from_secs(60);

/// Between the threads of a solver and those who work elsewhere.
#[derive(Debug)]
pub(super) struct Company {
    /// Records of facts that no thread has learnt yet.
    heard: Mutex<Vec<u8>>,
    has_heard: AtomicBool,
    /// What was proved and has not been told.
    news: Mutex<Vec<u8>>,
    /// Pairs of codes and experiments that were looked at.
    pairs: AtomicU64,
    met: Mutex<Instant>,
}

impl Default for Company {
    fn default() -> Self {
        Company {
            heard: Mutex::default(),
            has_heard: AtomicBool::default(),
            news: Mutex::default(),
            pairs: AtomicU64::default(),
            met: Mutex::new(Instant::now()),
        }
    }
}

impl Company {
    /// Has the threads learn what others proved, at their next look.
    pub fn hear(&self, facts: &[u8]) {
        lock(&self.heard).extend_from_slice(facts);
        self.has_heard.store(true, Relaxed);
        self.meet();
    }

    /// Somebody is there.
    pub fn meet(&self) {
        *lock(&self.met) = Instant::now();
    }

    fn is_alone(&self, now: Instant) -> bool {
        now.saturating_duration_since(*lock(&self.met)) >= ALONE
    }

    /// What was proved since the last call: all of it, or what took too little work to be kept for another run.
    pub fn news(&self) -> Vec<u8> {
        std::mem::take(&mut lock(&self.news))
    }

    /// Pairs of codes and experiments that were looked at so far.
    pub fn pairs(&self) -> u64 {
        self.pairs.load(Relaxed)
    }
}

/// The part of a thread in that.
#[derive(Debug)]
pub(super) struct Member {
    company: Arc<Company>,
    /// What was proved since the last look and the company is to know.
    pub news: Vec<u8>,
    /// Whether it is to know all of that, not only what took too little work to be kept for another run.
    pub tells_all: bool,
    /// The pairs of this piece that the company knows of.
    counted: u64,
    /// Whether the piece is to be handed back; `None` once that is seen.
    broken_off: Option<Arc<AtomicBool>>,
}

impl Member {
    pub fn new(company: Arc<Company>, tells_all: bool) -> Self {
        Member { company, news: Vec::new(), tells_all, counted: 0, broken_off: None }
    }

    /// Begins a piece, which is to be handed back once somebody says so.
    pub fn begin(&mut self, broken_off: Arc<AtomicBool>) {
        self.company.meet();
        (self.counted, self.broken_off) = (0, Some(broken_off));
    }

    /// Learns what others proved and tells what was proved here, after so many pairs of the piece. Whether the piece is to be handed
    /// back, as somebody said or as nobody is there any more: that is told once, for what is left of it has to be divided then.
    pub fn look(&mut self, known: &Transposition, pairs: u64) -> bool {
        if self.company.has_heard.swap(false, Relaxed) {
            let facts = std::mem::take(&mut *lock(&self.company.heard));
            known.learn(&facts);
        }
        if !self.news.is_empty() {
            lock(&self.company.news).append(&mut self.news);
        }
        self.company.pairs.fetch_add(pairs.saturating_sub(self.counted), Relaxed);
        self.counted = pairs.max(self.counted);
        let company = &self.company;
        let is_over = |broken_off: &mut Arc<AtomicBool>| broken_off.load(Relaxed) || company.is_alone(Instant::now());
        self.broken_off.take_if(is_over).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_handed_back_once_when_somebody_says_so() {
        let (known, broken_off) = (Transposition::new(1 << 16, 1 << 16), Arc::new(AtomicBool::new(false)));
        let mut member = Member::new(Arc::default(), false);
        member.begin(broken_off.clone());
        assert!(!member.look(&known, 5));
        broken_off.store(true, Relaxed);
        assert!(member.look(&known, 7) && !member.look(&known, 8));
        assert_eq!(member.company.pairs(), 8);
    }

    #[test]
    fn nobody_is_there_when_nobody_was_met_for_a_minute() {
        let company = Company::default();
        let begin = *lock(&company.met);
        assert!(!company.is_alone(begin + ALONE / 2) && company.is_alone(begin + ALONE));
        *lock(&company.met) = begin + ALONE / 2;
        assert!(!company.is_alone(begin + ALONE));
        company.hear(&[]);
        assert!(*lock(&company.met) < begin + ALONE / 2);
    }
}
