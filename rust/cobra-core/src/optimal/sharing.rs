//! How threads share the work on a state.
//!
//! All threads search the whole game, each by itself. Where several are on the same state they take different experiments:
//! one that another thread tries is put off, and if it is not settled by then, joined in the end: the threads that try it
//! begin with its smallest and with its largest cells in turn, and meet half way. What one finds out about an experiment
//! holds for all. So no thread ever waits, and one that is stopped holds up nobody. (Dynamic splitting of game trees goes back
//! to Feldmann, Monien, Mysliwietz and Vornberger 1989; putting off what another is at, to Weill 1996.)
//!
//! An experiment is known by its cells, so those that make the same ones are one.

use std::collections::hash_map::Entry;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::cost::INFEASIBLE;
use super::numbering::{Partition, Partitions};
use super::transposition::StateKey;
use crate::base::ids::ExperimentId;
use crate::base::lock::lock;

/// After fewer experiments than this threads share the work on a state; later states are searched soon.
pub(super) const SPLIT: usize = 3;

/// The states that threads are at, each with how many threads are there. What is known of one holds as long as somebody is there: the
/// next task may find out in another way what experiments cost, and then it would be no bound.
#[derive(Default)]
pub(crate) struct Sharing {
    open: Mutex<HashMap<StateKey, (usize, Arc<Point>)>>,
}

/// A state that threads are at.
struct Point {
    work: Mutex<Work>,
}

/// What is known of the experiments on a state.
struct Work {
    /// The least cost found, and the number of the experiment that has it.
    best: (u64, ExperimentId),
    partitions: Partitions,
    /// For each partition how many threads are at it, and the cost it has at least.
    trials: Vec<(usize, u64)>,
}

/// A thread is at a state.
pub(super) struct Visit<'a> {
    splits: &'a Sharing,
    key: StateKey,
    point: Arc<Point>,
}

/// A thread is at an experiment.
pub(super) struct Trial<'a> {
    work: &'a Mutex<Work>,
    partition: usize,
    /// Whether to begin with the largest cells.
    pub turned: bool,
}

/// What an experiment is to a thread that comes to it.
pub(super) enum Claim<'a> {
    Open(Trial<'a>),
    /// Another thread is at it.
    Taken,
    /// It costs this at least, which is no less than the best.
    Settled(u64),
}

impl Sharing {
    /// Goes to a state. The key stands for its codes as they are, not for others that symmetries carry it to.
    pub(super) fn visit(&self, key: StateKey) -> Visit<'_> {
        let new = || {
            let work = Work {
                best: (INFEASIBLE, ExperimentId::NONE),
                partitions: Partitions::default(),
                trials: Vec::new(),
            };
            (0, Arc::new(Point { work: Mutex::new(work) }))
        };
        let mut open = lock(&self.open);
        let (threads, point) = open.entry(key).or_insert_with(new);
        *threads += 1;
        Visit { splits: self, key, point: point.clone() }
    }
}

impl Visit<'_> {
    /// The least cost found, and the number of the experiment that has it.
    pub fn best(&self) -> (u64, ExperimentId) {
        lock(&self.point.work).best
    }

    /// Takes the experiment that makes this partition, if it may cost less than `best`: one that another thread is at only
    /// if `joins`.
    pub fn claim(&self, partition: &Partition, best: u64, joins: bool) -> Claim<'_> {
        let mut work = lock(&self.point.work);
        let number = work.partitions.number(partition);
        if number == work.trials.len() {
            work.trials.push((0, 0));
        }
        let best = best.min(work.best.0);
        let (threads, lower) = &mut work.trials[number];
        if *lower >= best {
            return Claim::Settled(*lower);
        }
        if *threads > 0 && !joins {
            return Claim::Taken;
        }
        *threads += 1;
        Claim::Open(Trial { work: &self.point.work, partition: number, turned: threads.is_multiple_of(2) })
    }
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        // Counted here: two threads that leave at once still hold the point when each of them looks whether it is the last.
        if let Entry::Occupied(mut here) = lock(&self.splits.open).entry(self.key) {
            here.get_mut().0 -= 1;
            if here.get().0 == 0 {
                here.remove();
            }
        }
    }
}

impl Trial<'_> {
    /// The cost that the experiment is known to have at least, and the best cost of the state.
    pub fn known(&self) -> (u64, u64) {
        let work = lock(self.work);
        (work.trials[self.partition].1, work.best.0)
    }

    /// The experiment costs `total`, or that at least if it is no less than `best` or what others found. Whether it is the
    /// best one now; `id` is its number.
    pub fn settle(&self, total: u64, best: u64, id: ExperimentId) -> bool {
        let mut work = lock(self.work);
        let (threads, lower) = &mut work.trials[self.partition];
        debug_assert!(*threads > 0, "this thread is at it");
        *threads -= 1;
        *lower = total.max(*lower);
        let is_best = total < best.min(work.best.0);
        if is_best {
            work.best = (total, id);
        }
        is_best
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    use super::super::numbering::Numbering;
    use super::*;
    use crate::base::ids::Outcome;

    #[test]
    fn threads_take_different_experiments_and_share_what_they_find() {
        let (mut numbering, mut one, mut other) = (Numbering::default(), Partition::default(), Partition::default());
        numbering.number(&[0, 1, 1].map(|number| Outcome::new(number, false)), &mut one);
        numbering.number(&[0, 1, 2].map(|number| Outcome::new(number, false)), &mut other);
        let splits = Sharing::default();
        let (first, second) = (splits.visit(7), splits.visit(7));
        let Claim::Open(natural) = first.claim(&one, 10, false) else { panic!("it is open") };
        assert!(matches!(second.claim(&one, 10, false), Claim::Taken));
        let Claim::Open(joined) = second.claim(&one, 10, true) else { panic!("it may be joined") };
        assert!(!natural.turned && joined.turned);
        let Claim::Open(trial) = second.claim(&other, 10, false) else { panic!("it is open") };
        assert!(trial.settle(8, 10, ExperimentId::new(5)));
        assert_eq!((first.best(), natural.known()), ((8, ExperimentId::new(5)), (0, 8)));
        assert!(!joined.settle(9, 10, ExperimentId::new(6))); // a bound, for it is more than the best
        assert_eq!(natural.known(), (9, 8));
        assert!(!natural.settle(9, 10, ExperimentId::new(6)));
        assert!(matches!(first.claim(&one, 10, false), Claim::Settled(9)));
        drop((first, second));
        assert!(lock(&splits.open).is_empty());
    }

    #[test]
    fn nothing_is_known_of_a_state_that_all_threads_have_left() {
        let splits = Sharing::default();
        let arrived = AtomicU64::new(0);
        let leave = || {
            for key in 0..1 << 16 {
                let visit = splits.visit(key.into());
                arrived.fetch_add(1, SeqCst);
                for spins in 0.. {
                    if arrived.load(SeqCst) >= 2 * (key + 1) {
                        break; // both leave at the same time
                    }
                    if spins % 1024 == 1023 {
                        std::thread::yield_now(); // the other one may have no processor
                    }
                }
                drop(visit);
            }
        };
        std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(leave))));
        assert_eq!(lock(&splits.open).len(), 0);
    }
}
