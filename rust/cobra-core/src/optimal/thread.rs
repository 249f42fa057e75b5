//! The search of one thread: what it is at, and its buffers.

use super::bounds::Bounds;
use super::canonical;
use super::company::Member;
use super::cost::{Cost, UNLIMITED};
use super::frame::Frame;
use super::leaders::Latest;
use super::numbering::Numbering;
use super::source::Source;
use super::task::{Shared, Tally};
use crate::base::convert::ToU64;
use crate::base::ids::ExperimentId;

/// Of which states all experiments are tried, whatever the task says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    None,
    Next,
    All,
}

/// The search of one thread.
pub(crate) struct Search<'a, S: Source> {
    pub shared: &'a Shared<'a, S>,
    pub scratch: S::Scratch,
    pub(super) labelling: canonical::Scratch,
    pub(super) latest: Latest,
    /// Prices by which an experiment costs the less the more outcomes it has.
    pub(super) counting: Bounds,
    pub(super) numbering: Numbering,
    pub(super) frames: Vec<Frame<S::View>>,
    pub(super) views: Vec<S::View>,
    /// The first thread tells what is proved of the whole game.
    pub(super) reports: bool,
    pub counters: Tally,
    pub(super) polled: u64,
    pub(super) work: u64,
    /// Pairs of codes and experiments looked at for the task.
    pub(super) pairs: u64,
    /// So many by the last poll.
    pub(super) pairs_at_poll: u64,
    pub(super) facts: Vec<u8>,
    /// Others who work at the same time.
    pub(super) company: Option<Member>,
    /// The experiment that is tried first of all.
    pub(super) trying: ExperimentId,
    pub(super) wide: Full,
    /// A strategy is being put together: only the control ends that, and not at once.
    pub(super) extracting: bool,
}

impl<'a, S: Source> Search<'a, S> {
    pub fn new(shared: &'a Shared<'a, S>, reports: bool) -> Self {
        let scratch = shared.source.scratch();
        let codes = shared.problem.codes.len();
        Search {
            shared,
            scratch,
            labelling: canonical::Scratch::default(),
            latest: Latest::new(shared.memory, shared.threads),
            counting: Bounds {
                cost: Cost::Node,
                cell: (0..=codes.to_u64()).map(|size| size.saturating_sub(1)).collect(),
                exact: 1,
                most: codes,
                left: UNLIMITED,
                widths: shared.source.widths(),
            },
            numbering: Numbering::default(),
            frames: Vec::new(),
            views: Vec::new(),
            reports,
            counters: Tally::default(),
            polled: 0,
            work: 0,
            pairs: 0,
            pairs_at_poll: 0,
            facts: Vec::new(),
            company: None,
            trying: ExperimentId::NONE,
            wide: Full::None,
            extracting: false,
        }
    }
}
