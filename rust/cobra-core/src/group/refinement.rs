//! Ordered partitions of the vertices of a graph, refined until equal cells cannot be told apart by their neighbours.
//!
//! The coarsest such refinement is found by splitting cells by the number of neighbours in a cell (McKay 1981, section
//! 2.2). Everything is decided by places and numbers, never by the names of vertices, so an isomorphism of graphs carries
//! the refinement of one to that of the other, cell by cell, and what happened on the way is the same.

use crate::base::convert::{ToIndex, ToU32, ToU64};
use crate::group::graph::Graph;
use crate::group::permutation::is_permutation;

/// The neighbours of every vertex.
pub(crate) struct Neighbours {
    first: Vec<u32>,
    all: Vec<u32>,
}

impl Neighbours {
    pub fn new(graph: &Graph) -> Neighbours {
        let mut first = vec![0; graph.vertices() + 1];
        for &(a, b) in graph.edges() {
            first[a.index() + 1] += 1;
            first[b.index() + 1] += 1;
        }
        for vertex in 0..graph.vertices() {
            first[vertex + 1] += first[vertex];
        }
        let mut next = first.clone();
        let mut all = vec![0; 2 * graph.edges().len()];
        for &(a, b) in graph.edges() {
            for (own, other) in [(a, b), (b, a)] {
                all[next[own.index()].index()] = other;
                next[own.index()] += 1;
            }
        }
        Neighbours { first, all }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        &self.all[self.first[vertex.index()].index()..self.first[vertex.index() + 1].index()]
    }
}

/// An ordered partition of the vertices. Cells are named by the place of their first vertex.
#[derive(Clone, Debug)]
pub(crate) struct Colouring {
    /// The vertices, cell by cell.
    order: Vec<u32>,
    /// For each vertex its place in `order`.
    place: Vec<u32>,
    /// For each vertex its cell.
    cell: Vec<u32>,
    /// For each cell the number of its vertices, at the place that names it.
    size: Vec<u32>,
    /// What distinguishes the refinements done so far from others.
    trace: u64,
}

impl Colouring {
    /// The refinement of the partition by colours.
    pub fn new(graph: &Graph, neighbours: &Neighbours) -> Colouring {
        let colours = graph.colours();
        let n = colours.len();
        let mut order: Vec<u32> = (0..n.to_u32()).collect();
        order.sort_by_key(|&vertex| (colours[vertex.index()], vertex));
        let mut cells = Colouring { order, place: vec![0; n], cell: vec![0; n], size: vec![0; n], trace: 0 };
        let mut start = 0;
        for place in 0..n {
            let colour = |place: usize| colours[cells.order[place].index()];
            if colour(place) != colour(start) {
                start = place;
            }
            let vertex = cells.order[place].index();
            (cells.place[vertex], cells.cell[vertex]) = (place.to_u32(), start.to_u32());
            cells.size[start] += 1;
            cells.trace = mix(cells.trace, u64::from(colours[vertex]));
        }
        let all = cells.starts();
        cells.refine(neighbours, all);
        cells
    }

    fn starts(&self) -> Vec<u32> {
        (0..self.order.len().to_u32()).filter(|&place| self.size[place.index()] > 0).collect()
    }

    pub fn trace(&self) -> u64 {
        self.trace
    }

    /// The vertices at the places from left to right.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The vertices in the same cell as one.
    pub fn cell_of(&self, vertex: u32) -> &[u32] {
        self.members(self.cell[vertex.index()])
    }

    /// The vertices of a cell.
    pub fn members(&self, cell: u32) -> &[u32] {
        &self.order[cell.index()..(cell + self.size[cell.index()]).index()]
    }

    /// The first cell of more than one vertex.
    pub fn open(&self) -> Option<u32> {
        let mut cell = 0;
        while cell < self.order.len() {
            match self.size[cell] {
                1 => cell += 1,
                _ => return Some(cell.to_u32()),
            }
        }
        None
    }

    /// Gives a vertex a cell of its own, before the others of its cell, and refines.
    pub fn individualise(&mut self, neighbours: &Neighbours, vertex: u32) {
        let cell = self.cell[vertex.index()];
        let size = self.size[cell.index()];
        if size == 1 {
            return;
        }
        let other = self.order[cell.index()];
        let place = self.place[vertex.index()];
        self.order.swap(cell.index(), place.index());
        (self.place[vertex.index()], self.place[other.index()]) = (cell, place);
        for place in cell + 1..cell + size {
            self.cell[self.order[place.index()].index()] = cell + 1;
        }
        (self.size[cell.index()], self.size[cell.index() + 1]) = (1, size - 1);
        self.trace = mix(self.trace, u64::from(cell));
        self.refine(neighbours, vec![cell]);
    }

    /// Splits cells by their numbers of neighbours in the cells to be looked at, and in those that come from splitting.
    fn refine(&mut self, neighbours: &Neighbours, mut waiting: Vec<u32>) {
        let n = self.order.len();
        let mut is_waiting = vec![false; n];
        waiting.iter().for_each(|&cell| is_waiting[cell.index()] = true);
        waiting.reverse();
        let mut count = vec![0_u32; n];
        let (mut touched, mut cells): (Vec<u32>, Vec<u32>) = Default::default();
        while let Some(splitter) = waiting.pop() {
            is_waiting[splitter.index()] = false;
            for place in splitter..splitter + self.size[splitter.index()] {
                for &vertex in neighbours.of(self.order[place.index()]) {
                    if count[vertex.index()] == 0 {
                        touched.push(vertex);
                    }
                    count[vertex.index()] += 1;
                }
            }
            cells.extend(touched.iter().map(|&vertex| self.cell[vertex.index()]));
            cells.sort_unstable();
            cells.dedup();
            for cell in cells.drain(..) {
                self.split(cell, &count, &mut waiting, &mut is_waiting);
            }
            touched.drain(..).for_each(|vertex| count[vertex.index()] = 0);
        }
        debug_assert!(self.is_partition() && self.is_refined(neighbours));
    }

    /// Whether the places, cells and sizes fit the order.
    fn is_partition(&self) -> bool {
        let fits = |cell: u32| {
            let members = self.members(cell).iter();
            members
                .zip(cell..)
                .all(|(&vertex, place)| (self.place[vertex.index()], self.cell[vertex.index()]) == (place, cell))
        };
        is_permutation(&self.order)
            && self.size.iter().sum::<u32>() == self.order.len().to_u32()
            && self.starts().into_iter().all(fits)
    }

    /// Whether vertices of a cell have as many neighbours in each cell.
    fn is_refined(&self, neighbours: &Neighbours) -> bool {
        let around = |vertex: u32| {
            let mut cells: Vec<u32> = neighbours.of(vertex).iter().map(|&other| self.cell[other.index()]).collect();
            cells.sort_unstable();
            cells
        };
        self.starts().into_iter().all(|cell| {
            let first = around(self.members(cell)[0]);
            self.members(cell).iter().all(|&vertex| around(vertex) == first)
        })
    }

    /// Splits a cell by counts, in ascending order.
    fn split(&mut self, cell: u32, count: &[u32], waiting: &mut Vec<u32>, is_waiting: &mut [bool]) {
        let range = cell.index()..(cell + self.size[cell.index()]).index();
        let of = |vertex: u32| count[vertex.index()];
        self.trace = mix(self.trace, u64::from(cell));
        let members = &mut self.order[range.clone()];
        if members.iter().all(|&vertex| of(vertex) == of(members[0])) {
            self.trace = mix(self.trace, u64::from(of(members[0])));
            return;
        }
        members.sort_unstable_by_key(|&vertex| of(vertex));
        let mut parts: Vec<(u32, u32)> = Vec::new();
        for place in range {
            let vertex = self.order[place];
            match parts.last_mut() {
                Some((start, size)) if of(self.order[start.index()]) == of(vertex) => *size += 1,
                _ => {
                    parts.push((place.to_u32(), 1));
                    self.trace = mix(self.trace, u64::from(of(vertex)) << 32 | place.to_u64());
                }
            }
            let (start, _) = parts[parts.len() - 1];
            (self.place[vertex.index()], self.cell[vertex.index()]) = (place.to_u32(), start);
        }
        // A cell that waits is replaced by its parts; of one that was looked at the largest part tells nothing new
        // (Hopcroft 1971).
        let largest = parts.iter().rev().max_by_key(|part| part.1).map_or(cell, |part| part.0);
        let waited = is_waiting[cell.index()];
        for &(start, size) in &parts {
            self.size[start.index()] = size;
            if !is_waiting[start.index()] && (waited || start != largest) {
                is_waiting[start.index()] = true;
                waiting.push(start);
            }
        }
    }
}

/// One step of a hash (Steele, Lea and Flood 2014).
fn mix(hash: u64, value: u64) -> u64 {
    let mixed = (hash.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}
