//! How far the lower end of an interval is to rise next, where a search takes long.
//!
//! What a goal takes cannot be known before: it is little for low goals and grows fast towards the cost of the best strategy, at
//! another place in every game. So a step is halved when the last one took much of the work so far, and doubled when it took
//! little. Then the lower end keeps rising however long one waits, and what is begun again with each goal stays a small part.
//!
//! Near the upper end each goal takes almost as long as the last proof and is of little use for it: what a state costs at least is
//! to be proved anew for each. So most of the work goes straight to the upper end there, in attempts that may take more and more;
//! in between, goals keep the lower end rising where that takes very long.

/// The part of the interval that is to be closed at most, and the part of its upper end that is too little to stop for.
const STEPS: u64 = 4;
const LEAST_STEP: u64 = 1000;
/// A goal that takes more than this part of the work before it takes much, one that takes less than the other little.
const MUCH: u64 = 4;
const LITTLE: u64 = 16;
/// An interval is near its end when it is no larger than this part of its upper end.
const NEAR: u64 = 100;
/// An attempt to go straight to the upper end may take so many times the work before it.
const STRAIGHT: u64 = 3;
/// Until the next attempt the work grows by one part in so many, at least.
const BETWEEN: u64 = 3;

/// How the goals before were come to.
#[derive(Default)]
pub(super) struct Pace {
    /// The next step; none before the first goal.
    step: Option<u64>,
    /// The highest goal that was broken off: those below it are not taken for easy.
    broken_off: u64,
    /// The work by the end of the last attempt to go straight to the upper end.
    attempted: u64,
}

impl Pace {
    /// The next goal for a cost between `lower` and `upper`, `upper` itself if it is near.
    pub fn next(&self, lower: u64, upper: u64) -> u64 {
        let most = upper.saturating_sub(lower) / STEPS;
        let step = self.step.map_or(most, |step| step.min(most));
        upper.min(lower + step.max(upper / LEAST_STEP).max(1))
    }

    /// The work that an attempt may take to go straight to the upper end, after so much work; `None`: it is not time for one.
    pub fn straight(&mut self, (lower, upper): (u64, u64), work: u64) -> Option<u64> {
        let is_near = upper.saturating_sub(lower) <= upper / NEAR;
        let is_time = work >= self.attempted.saturating_add(self.attempted / BETWEEN);
        (is_near && is_time).then(|| {
            let allowed = work.saturating_mul(STRAIGHT);
            self.attempted = work.saturating_add(allowed);
            allowed
        })
    }

    /// A goal that was so much above the lower end took so much work, after the work before it; it was reached or broken off.
    pub fn done(&mut self, goal: u64, step: u64, (before, work): (u64, u64), reached: bool) {
        self.step = Some(match before / work.max(1) {
            0..MUCH => step / 2,
            LITTLE.. if goal > self.broken_off => 2 * step,
            _ => step,
        });
        if !reached {
            self.broken_off = self.broken_off.max(goal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_get_shorter_where_goals_take_long_and_longer_where_they_do_not() {
        let mut pace = Pace::default();
        assert_eq!(pace.next(1000, 3000), 1500);
        pace.done(1500, 500, (100, 50), true); // as much as half of all before
        assert_eq!(pace.next(1500, 3000), 1750);
        pace.done(1750, 250, (150, 30), true);
        assert_eq!(pace.next(1750, 3000), 2000);
        pace.done(2000, 250, (180, 5), true);
        assert_eq!(pace.next(2000, 3000), 2250); // twice as much would be half of what is left
        pace.done(2250, 250, (185, 100), false);
        assert_eq!(pace.next(2000, 3000), 2125);
        pace.done(2125, 125, (285, 1), true); // what was broken off had done it
        assert_eq!(pace.next(2125, 3000), 2250);
        pace.done(2250, 125, (286, 1), true);
        pace.done(2375, 125, (287, 1), true);
        assert_eq!(pace.next(2375, 3500), 2625);
    }

    #[test]
    fn near_the_upper_end_most_of_the_work_goes_straight_there() {
        let mut pace = Pace::default();
        assert_eq!(pace.straight((9899, 10_000), 50), None); // not near
        assert_eq!(pace.straight((9900, 10_000), 50), Some(150));
        assert_eq!(pace.straight((9990, 10_000), 265), None); // by the end of that the work was 200
        assert_eq!(pace.straight((9990, 10_000), 266), Some(798));
        assert_eq!(pace.straight((9990, 10_000), 1417), None);
        assert_eq!(pace.straight((9990, 10_000), 1418), Some(4254));
        assert_eq!(pace.straight((10_001, 10_000), u64::MAX), Some(u64::MAX));
    }

    #[test]
    fn the_last_goal_is_the_upper_end() {
        let mut pace = Pace::default();
        pace.done(49_500, 1000, (100, 100), false);
        assert_eq!(pace.next(49_000, 50_000), 49_250);
        assert_eq!(pace.next(49_930, 50_000), 49_980);
        assert_eq!(pace.next(49_980, 50_000), 50_000);
        assert_eq!(Pace::default().next(1, 2), 2);
    }
}
