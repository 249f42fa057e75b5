//! A vertex-coloured undirected graph without loops and multiple edges.

use crate::base::convert::{ToIndex, ToU64};
use crate::base::error::{CoreError, Result};
use crate::group::permutation::is_permutation;

/// Most vertices: the search for automorphisms keeps a bit matrix.
pub const MOST_VERTICES: usize = 1 << 12;

/// A graph; two graphs are equal when colours and edges are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    colours: Vec<u32>,
    /// Pairs (lower, higher) of vertices, ascending.
    edges: Vec<(u32, u32)>,
}

impl Graph {
    /// The graph with a vertex for each colour; an edge given twice counts once.
    pub fn new(colours: Vec<u32>, edges: impl IntoIterator<Item = (u32, u32)>) -> Result<Graph> {
        check_size(colours.len())?;
        let mut sorted: Vec<(u32, u32)> = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        if let Some((a, b)) = sorted.iter().find(|&&(a, b)| a == b || b.index() >= colours.len()) {
            return Err(CoreError::input(format!("no edge of {} vertices joins {a} and {b}", colours.len())));
        }
        sorted.sort_unstable();
        sorted.dedup();
        Ok(Graph { colours, edges: sorted })
    }

    /// The graph with more vertices and edges; new vertices follow the others.
    pub fn extended(&self, colours: &[u32], edges: impl IntoIterator<Item = (u32, u32)>) -> Result<Graph> {
        let all = self.colours.iter().chain(colours).copied().collect();
        Graph::new(all, self.edges.iter().copied().chain(edges))
    }

    pub fn vertices(&self) -> usize {
        self.colours.len()
    }

    pub fn colours(&self) -> &[u32] {
        &self.colours
    }

    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// A colour no vertex has, and neither has any greater number.
    pub fn next_colour(&self) -> u32 {
        self.colours.iter().max().map_or(0, |colour| colour.saturating_add(1))
    }

    /// Whether a permutation of the vertices keeps colours and edges.
    pub fn is_automorphism(&self, images: &[u32]) -> bool {
        self.carries(self, images)
    }

    /// Whether a permutation carries the vertices to those of another graph, with colours and edges.
    pub fn carries(&self, other: &Graph, images: &[u32]) -> bool {
        debug_assert!(is_permutation(images));
        let of = |v: u32| images[v.index()];
        let kept = |(a, b): &(u32, u32)| {
            let (a, b) = (of(*a), of(*b));
            other.edges.binary_search(&(a.min(b), a.max(b))).is_ok()
        };
        images.len() == self.colours.len()
            && self.colours.len() == other.colours.len()
            && self.edges.len() == other.edges.len()
            && images.iter().zip(&self.colours).all(|(&w, &colour)| other.colours[w.index()] == colour)
            && self.edges.iter().all(kept)
    }
}

/// Refuses a graph with too many vertices, before it is built.
pub fn check_size(vertices: usize) -> Result<()> {
    match vertices > MOST_VERTICES {
        true => Err(CoreError::Limit { name: "vertices", needed: vertices.to_u64(), limit: MOST_VERTICES.to_u64() }),
        false => Ok(()),
    }
}
