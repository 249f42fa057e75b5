//! Permutations as lists of images, and the orbits they make.

use std::collections::HashSet;
use std::hash::Hash;

use crate::base::convert::{ToIndex, ToU32};

/// The image of every point.
pub type Permutation = Vec<u32>;

/// Whether a list holds each of its positions once.
pub fn is_permutation(images: &[impl ToIndex]) -> bool {
    let mut seen = vec![false; images.len()];
    images.iter().all(|&i| seen.get_mut(i.index()).is_some_and(|s| !std::mem::replace(s, true)))
}

/// What takes every image back.
pub fn inverse(a: &[impl ToIndex]) -> Permutation {
    debug_assert!(is_permutation(a));
    let mut back = vec![0; a.len()];
    a.iter().zip(0..).for_each(|(&image, point)| back[image.index()] = point);
    back
}

/// All that some generators make of what changes nothing, that first; `None`: more than `most`. What has one `essence` counts
/// as one.
pub(crate) fn generated<T, K: Eq + Hash>(
    nothing: T,
    generators: &[T],
    most: usize,
    after: impl Fn(&T, &T) -> T,
    essence: impl Fn(&T) -> K,
) -> Option<Vec<T>> {
    let mut seen = HashSet::from([essence(&nothing)]);
    let mut group = vec![nothing];
    let mut next = 0;
    while next < group.len() {
        for generator in generators {
            let product = after(generator, &group[next]);
            if seen.insert(essence(&product)) {
                group.push(product);
            }
            if group.len() > most {
                return None;
            }
        }
        next += 1;
    }
    Some(group)
}

/// Disjoint sets of points, each named by its least member (Galler and Fischer 1964, with path halving).
#[derive(Clone, Debug)]
pub struct Sets {
    above: Vec<u32>,
}

impl Sets {
    /// Every point alone.
    pub fn new(points: usize) -> Sets {
        Sets { above: (0..points.to_u32()).collect() }
    }

    /// The least member of a point's set.
    pub fn least(&mut self, mut point: u32) -> u32 {
        while self.above[point.index()] != point {
            let above = self.above[point.index()];
            self.above[point.index()] = self.above[above.index()];
            point = self.above[point.index()];
        }
        point
    }

    /// Unites the sets of two points.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.least(a), self.least(b));
        debug_assert!(
            self.above[a.index()] == a && self.above[b.index()] == b,
            "sets are named by their least members"
        );
        self.above[a.max(b).index()] = a.min(b);
    }

    /// Unites every point with its image.
    pub fn join_images(&mut self, images: &[u32]) {
        debug_assert!(is_permutation(images) && images.len() == self.above.len());
        images.iter().zip(0..).for_each(|(&image, point)| self.join(point, image));
    }
}
