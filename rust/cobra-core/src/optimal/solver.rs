//! A search that does pieces one after the other, and remembers what it found out: what a worker of a cluster runs.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{channel, Receiver, Sender};
use std::sync::{Arc, Mutex};

use super::asked::{OptimalOptions, FACT_BYTES};
use super::company::{Company, Member};
use super::objective::shared;
use super::piece::{Piece, PieceResult};
use super::problem::Problem;
use super::source::Source;
use super::source_choice::{sourced, SourceUse};
use super::task::Halt;
use super::thread::Search;
use crate::base::error::{CoreError, Result};
use crate::base::limits::Control;
use crate::base::lock::lock;
use crate::engine::Engine;

/// A piece, and where its result goes.
struct Given {
    piece: Piece,
    facts: Vec<u8>,
    /// Set when it is to be handed back.
    broken_off: Arc<AtomicBool>,
    reply: Sender<Result<PieceResult>>,
}

/// Threads that do pieces in one game and share what they know. They end when this is dropped.
#[derive(Debug)]
pub struct Solver {
    given: Mutex<Sender<Given>>,
    control: Arc<Control>,
    company: Arc<Company>,
    /// Of the pieces under way, by their numbers.
    under_way: Mutex<HashMap<u64, Arc<AtomicBool>>>,
    codes: usize,
}

impl Solver {
    /// Makes what all pieces need, such as the table of outcomes. Of the options the objective, the depth and the first
    /// experiment do not matter.
    pub fn new(engine: Arc<Engine>, options: OptimalOptions, control: &Control) -> Result<Solver> {
        let codes = engine.codes()?.len();
        let ((given, taken), (ready, made)) = (channel(), channel());
        let own = Arc::new(Control::default());
        own.facts(); // shows that somebody will ask
        let company: Arc<Company> = Arc::default();
        let solver = Solver {
            given: Mutex::new(given),
            control: own.clone(),
            company: company.clone(),
            under_way: Mutex::default(),
            codes,
        };
        std::thread::Builder::new()
            .name("solver".into())
            .spawn(move || {
                let work = || {
                    let problem = Problem::new(&engine, options.consistent, &own)?;
                    let serving = Serving {
                        given: Mutex::new(taken),
                        ready: ready.clone(),
                        options: &options,
                        control: &own,
                        company,
                    };
                    sourced(&problem, &options, &own, serving)
                };
                if let Err(error) = work() {
                    let _ = ready.send(Err(error));
                }
            })
            .map_err(|error| CoreError::Internal(error.to_string()))?;
        loop {
            control.poll()?;
            match made.recv_timeout(std::time::Duration::from_millis(20)) {
                Ok(made) => return made.map(|()| solver),
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                Err(_) => return Err(CoreError::Internal("a solver ended before it began".into())),
            }
        }
    }

    /// Does a piece, or divides it, when one of the threads is free. `facts`: what others proved.
    /// By its `number` it can be broken off.
    pub fn work(&self, number: u64, piece: Piece, facts: Vec<u8>) -> Result<PieceResult> {
        let ascending = piece.state.is_sorted_by(|a, b| a < b) && piece.state.len() > 1;
        if !ascending || piece.state.last().is_none_or(|last| last.index() >= self.codes) {
            return Err(CoreError::input("a piece is about two codes or more, in order"));
        }
        whole(&facts)?;
        let (reply, result) = channel();
        let broken = || CoreError::Internal("a solver ended in the middle of a piece".into());
        let broken_off: Arc<AtomicBool> = Arc::default();
        lock(&self.under_way).insert(number, broken_off.clone());
        let sent = lock(&self.given).send(Given { piece, facts, broken_off, reply });
        let result = sent.map_err(|_| broken()).and_then(|()| result.recv().map_err(|_| broken())?);
        lock(&self.under_way).remove(&number);
        result
    }

    /// Ends all pieces: nobody waits for them any more.
    pub fn close(&self) {
        self.control.stop();
    }

    /// Has pieces under way handed back soon, as far as they are done, divided.
    pub fn break_off(&self, numbers: &[u64]) {
        let under_way = lock(&self.under_way);
        numbers.iter().filter_map(|number| under_way.get(number)).for_each(|piece| piece.store(true, Relaxed));
    }

    /// Hears what others proved; returns what was proved here and not told yet, first what is worth to be kept for another run,
    /// then what took less work, and how many pairs of codes and experiments were looked at so far.
    pub fn meet(&self, facts: &[u8]) -> Result<(Vec<u8>, Vec<u8>, u64)> {
        whole(facts)?;
        self.company.hear(facts);
        Ok((self.control.facts(), self.company.news(), self.company.pairs()))
    }
}

fn whole(facts: &[u8]) -> Result<()> {
    match facts.len().is_multiple_of(FACT_BYTES) {
        true => Ok(()),
        false => Err(CoreError::input("facts must be whole records")),
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        self.close();
    }
}

struct Serving<'o> {
    given: Mutex<Receiver<Given>>,
    ready: Sender<Result<()>>,
    options: &'o OptimalOptions,
    control: &'o Control,
    company: Arc<Company>,
}

impl SourceUse for Serving<'_> {
    fn with<S: Source>(self, problem: &Problem<'_>, source: &S) -> Result<()> {
        let alone = OptimalOptions { threads: 1, ..self.options.clone() }; // each piece is one thread's
        let shared = shared(problem, source, &alone, self.control)?;
        shared.known.grow(); // whoever asks others has much to ask
        let _ = self.ready.send(Ok(()));
        let serve = || {
            let mut search = Search::new(&shared, false);
            search.company = Some(Member::new(self.company.clone(), false));
            loop {
                let next = lock(&self.given).recv();
                let Ok(Given { piece, facts, broken_off, reply }) = next else { return };
                shared.known.learn(&facts);
                search.company.as_mut().into_iter().for_each(|member| member.begin(broken_off.clone()));
                let mut result = match search.piece(&piece) {
                    Ok(result) => Ok(result),
                    Err(Halt::Error(error)) => Err(error),
                    Err(Halt::Over) => Err(CoreError::Internal("a piece was left half done".into())),
                };
                search.publish();
                search.meet_others();
                if let Ok(result) = &mut result {
                    (result.facts, result.news) = (self.control.facts(), self.company.news());
                }
                let _ = reply.send(result);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads.max(1) {
                scope.spawn(serve);
            }
            serve();
        });
        Ok(())
    }
}
