//! One run of a strategy: tasks, and the threads that do them.
//!
//! A task is a set of codes with the experiments made so far. Its experiment splits it into cells; a cell is over, or
//! gets the experiment that hits its only code, or becomes a task. Tasks are independent of each other and what is
//! picked depends on the task alone, so the result is the same for any number of threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::base::convert::{ToU32, ToU64};
use crate::base::error::{CoreError, Result};
use crate::base::ids::CodeId;
use crate::base::limits::{Control, StopReason};
use crate::base::lock::lock;
use crate::engine::{Engine, Experiment, TypeAndRow};
use crate::equivalence::{Made, PastExperiment};
use crate::pick::chooser::{Buffers, Chooser, Options};
use crate::pick::strategy::follow;
use crate::play::ends::Ends;
use crate::play::parts::{NodePlace, Part};
use crate::play::tree::{node_bytes, Child, TreeNode};

/// The experiments decided before, by state.
pub(crate) type Decided = HashMap<Box<[CodeId]>, Option<TypeAndRow>>;

struct Task {
    state: Vec<CodeId>,
    /// Experiments made so far.
    depth: u64,
    seed: u64,
    /// The experiments made, where a filter wants to know.
    path: Option<Arc<Made>>,
    place: Option<NodePlace>,
}

/// Tasks of fewer codes together stay with the thread that made them.
const SHARED: usize = 32;
/// Bytes of a task, about, with a state of a few codes.
const TASK_BYTES: u64 = size_of::<Task>() as u64 + 32;
/// Tasks between two looks at the memory.
const MEMORY_CHECK: u64 = 256;

pub(crate) struct Run<'a> {
    pub chooser: Chooser<'a>,
    /// What every play begins with, whatever the strategy says.
    first: Option<TypeAndRow>,
    /// Experiments decided before, by state.
    plan: Decided,
    pub ends: Ends<'a>,
    /// Bytes for the tree and for lists of experiments.
    room: u64,
    /// Tasks that any thread may take, as many together as one gave away.
    queue: Mutex<Vec<Vec<Task>>>,
    wake: Condvar,
    /// Tasks not finished yet.
    pending: AtomicUsize,
    idle: AtomicUsize,
    bytes: AtomicU64,
    tasks: AtomicU64,
    error: Mutex<Option<CoreError>>,
}

impl<'a> Run<'a> {
    pub fn new(
        engine: &'a Engine,
        options: Options,
        first: Option<&Experiment>,
        memory: u64,
        plan: Decided,
        control: &'a Control,
    ) -> Result<Run<'a>> {
        let ends = Ends::new(engine, control)?;
        let chooser = Chooser::new(engine, options, ends.hits, control)?;
        Ok(Run {
            room: memory.saturating_sub(engine.code_bytes()?), // evaluators are made by now
            chooser,
            ends,
            first: first.map(|first| engine.row(first)).transpose()?,
            plan,
            queue: Mutex::default(),
            wake: Condvar::new(),
            pending: AtomicUsize::new(0),
            idle: AtomicUsize::new(0),
            bytes: AtomicU64::new(0),
            tasks: AtomicU64::new(0),
            error: Mutex::default(),
        })
    }

    /// Plays against every code.
    pub fn go(&self, seed: u64, threads: usize) -> Result<Vec<Part>> {
        let run = self;
        let state = self.chooser.codes.all();
        let mut start = Part::default();
        let end = if self.first.is_some() { None } else { run.ends.at_start(&state)? };
        match end {
            Some(length) => run.settle(&mut start, &state, length),
            None if !state.is_empty() => {
                run.pending.store(1, Relaxed);
                lock(&run.queue).push(vec![Task { state, depth: 0, seed, path: None, place: None }]);
            }
            None => {}
        }
        let parts: Vec<Part> = if threads <= 1 {
            vec![run.work(0, start)]
        } else {
            std::thread::scope(|scope| {
                let spawn = |number: usize, part: Part| scope.spawn(move || run.work(number.to_u32(), part));
                let mut handles = vec![spawn(0, start)];
                handles.extend((1..threads.min(256)).map(|number| spawn(number, Part::default())));
                handles.into_iter().map(|handle| handle.join().unwrap_or_default()).collect()
            })
        };
        let error = lock(&run.error).take();
        error.map_or(Ok(parts), Err)
    }

    /// The states in which the first experiment is to be chosen.
    pub fn first_states(&self) -> Result<Vec<Vec<CodeId>>> {
        let state = self.chooser.codes.all();
        let Some(first) = &self.first else {
            return Ok(if self.ends.at_start(&state)?.is_some() { Vec::new() } else { vec![state] });
        };
        let choice = self.chooser.apply(first, &state)?;
        let mut open = Vec::new();
        for (outcome, cell) in choice.cells(&state) {
            if self.ends.after(choice.type_index, outcome, &cell)?.is_none() {
                open.push(cell);
            }
        }
        Ok(open)
    }

    /// Records that plays of these codes end after `length` experiments.
    fn settle(&self, part: &mut Part, state: &[CodeId], length: u64) {
        part.played.settle(state.len(), self.chooser.codes.weight_of(state), length);
        self.chooser.control.advance(state.len().to_u64());
    }

    /// Does tasks until none is left anywhere.
    fn work(&self, worker: u32, mut part: Part) -> Part {
        let mut buffers = Buffers::default();
        let mut local: Vec<Task> = Vec::new();
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            while let Some(tasks) = self.take() {
                local.extend(tasks);
                while let Some(task) = local.pop() {
                    match self.split(worker, &mut part, &mut buffers, task, &mut local) {
                        Ok(()) => {}
                        Err(error) => return self.fail(error),
                    }
                    self.finish_task();
                    if self.idle.load(Relaxed) > 0 {
                        self.share(&mut local);
                    }
                }
            }
        }));
        if caught.is_err() {
            self.fail(CoreError::Internal("a worker panicked".into()));
        }
        part.played.symmetry_seconds = buffers.symmetry.as_secs_f64();
        part
    }

    fn take(&self) -> Option<Vec<Task>> {
        let mut queue = lock(&self.queue);
        loop {
            if self.chooser.control.poll().is_err() || self.pending.load(Relaxed) == 0 {
                return None;
            }
            if let Some(tasks) = queue.pop() {
                return Some(tasks);
            }
            self.idle.fetch_add(1, Relaxed);
            let waited = self.wake.wait_timeout(queue, Duration::from_millis(50));
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
            self.idle.fetch_sub(1, Relaxed);
        }
    }

    /// Gives the older half of the tasks away, which are higher up in the tree, unless others wait to be taken. Millions
    /// may be open: each is moved few times, and all are looked at only where they are few.
    fn share(&self, local: &mut Vec<Task>) {
        let half = local.len() / 2;
        let mut codes = local[..half].iter().scan(0, |sum, task| {
            *sum += task.state.len();
            Some(*sum)
        });
        if codes.any(|sum| sum >= SHARED) {
            let mut queue = lock(&self.queue);
            if queue.is_empty() {
                queue.push(local.drain(..half).collect());
                self.wake.notify_one();
            }
        }
    }

    fn finish_task(&self) {
        if self.pending.fetch_sub(1, Relaxed) == 1 {
            self.wake.notify_all();
        }
    }

    /// Ends the run. A stop is a result, anything else an error; the first one counts.
    fn fail(&self, error: CoreError) {
        if !matches!(error, CoreError::Stopped(_)) {
            lock(&self.error).get_or_insert(error);
        }
        self.chooser.control.halt(StopReason::Interrupt);
        self.wake.notify_all();
    }

    /// Picks the experiment of a task and deals with its cells.
    fn split(
        &self,
        worker: u32,
        part: &mut Part,
        buffers: &mut Buffers,
        task: Task,
        local: &mut Vec<Task>,
    ) -> Result<()> {
        self.chooser.control.poll()?;
        let decided = match &self.first {
            Some(first) if task.depth == 0 => Some(Some(first)),
            _ => self.plan.get(&task.state[..]).map(Option::as_ref),
        };
        let choice = match decided {
            Some(decided) => decided.map(|experiment| self.chooser.apply(experiment, &task.state)).transpose()?,
            None => self.chooser.choose(buffers, &task.state, task.path.as_ref(), task.seed)?,
        };
        let Some(choice) = choice else {
            self.settle(part, &task.state, task.depth);
            let other = task.state.iter().find(|&&code| self.chooser.codes.differ(task.state[0], code));
            part.played.leave_together([task.state[0], other.copied().unwrap_or(task.state[0])]);
            return Ok(());
        };
        let number = part.nodes.len().to_u32();
        let mut node = TreeNode { type_index: choice.type_index, row: choice.row.clone(), children: Vec::new() };
        for (outcome, cell) in choice.cells(&task.state) {
            let place = ((worker, number), node.children.len().to_u32());
            let child = match self.ends.after(choice.type_index, outcome, &cell)? {
                Some(more) => {
                    self.settle(part, &cell, task.depth + 1 + more);
                    if more > 0 && self.ends.hits.is_some() {
                        part.played.nodes += 1;
                        Child::Hit(cell[0])
                    } else {
                        Child::Over
                    }
                }
                None => {
                    self.pending.fetch_add(1, Relaxed);
                    let seed = follow(task.seed, outcome.number().into());
                    let path = self.chooser.wants_path().then(|| {
                        let step = PastExperiment {
                            type_index: choice.type_index,
                            row: choice.row.clone(),
                            outcome: Some(self.chooser.engine.digits(choice.type_index, outcome)),
                        };
                        Arc::new(Made { step, before: task.path.clone() })
                    });
                    local.push(Task { state: cell, depth: task.depth + 1, seed, path, place: Some(place) });
                    Child::Over
                }
            };
            node.children.push((outcome, child));
        }
        self.bytes.fetch_add(node_bytes(node.row.len(), node.children.len()), Relaxed);
        part.played.nodes += 1;
        part.nodes.push((task.place, node));
        if self.tasks.fetch_add(1, Relaxed) % MEMORY_CHECK == MEMORY_CHECK - 1 {
            self.check_memory()?;
        }
        Ok(())
    }

    fn check_memory(&self) -> Result<()> {
        let engine = self.chooser.engine;
        let tasks = TASK_BYTES * self.pending.load(Relaxed).to_u64(); // each code is in one of them, at most
        let tree = self.bytes.load(Relaxed) + tasks;
        if tree > self.room {
            self.chooser.control.halt(StopReason::Memory);
        } else if engine.list_bytes() > (engine.list_memory() / 2).min(self.room - tree) {
            engine.clear_lists();
        }
        Ok(self.chooser.control.poll()?)
    }
}
