//! The numbers of experiment types, which go from file to file with places in lists and must not be mixed up with them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The number of an experiment type of a game; what is kept for each type is indexed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeIndex(usize);

impl TypeIndex {
    pub const fn new(number: usize) -> TypeIndex {
        TypeIndex(number)
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0
    }

    /// Of each type what there is of it, with its number.
    pub(crate) fn with<T>(of_types: impl IntoIterator<Item = T>) -> impl Iterator<Item = (TypeIndex, T)> {
        (0..).map(TypeIndex).zip(of_types)
    }
}

impl fmt::Display for TypeIndex {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(to)
    }
}

impl<T> Index<TypeIndex> for Vec<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, number: TypeIndex) -> &T {
        &self.as_slice()[number.0]
    }
}

impl<T> IndexMut<TypeIndex> for Vec<T> {
    #[inline(always)]
    fn index_mut(&mut self, number: TypeIndex) -> &mut T {
        &mut self.as_mut_slice()[number.0]
    }
}
