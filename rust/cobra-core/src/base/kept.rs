//! Values that modules keep with something they do not own: one of each type, made at first use, never taken away.
//!
//! So what is computed once for a game is a type of the module that computes it, and the game names none of its users.
//! They are few; finding one is a walk along a list.

use std::any::Any;
use std::sync::OnceLock;

/// One value of each type that was asked for.
#[derive(Default)]
pub(crate) struct Kept(OnceLock<Box<Link>>);

struct Link {
    value: Box<dyn Any + Send + Sync>,
    next: Kept,
}

impl Kept {
    /// The value of type `T`; `empty` makes it if there is none yet, and must not ask for another one.
    pub fn get<T: Any + Send + Sync>(&self, empty: impl FnOnce() -> T) -> &T {
        let (mut place, mut empty) = (self, Some(empty));
        loop {
            let link = place.0.get_or_init(|| match empty.take() {
                Some(empty) => Box::new(Link { value: Box::new(empty()), next: Kept::default() }),
                None => unreachable!("a link that was just made holds the type asked for"),
            });
            if let Some(value) = link.value.downcast_ref() {
                return value;
            }
            place = &link.next;
        }
    }

    /// The value of type `T` that was made, or is made if there is none yet.
    pub fn get_or_try<T: Any + Send + Sync, E>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        get_or_try(self.get(OnceLock::new), make)
    }

    /// The value of type `T`, if one was made.
    pub fn known<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.get(OnceLock::new).get()
    }
}

/// The value of a cell, made if there is none yet. Threads that come at once make the same; one of these is kept.
pub(crate) fn get_or_try<T, E>(cell: &OnceLock<T>, make: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
    match cell.get() {
        Some(known) => Ok(known),
        None => make().map(|made| cell.get_or_init(|| made)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_one_value() {
        let kept = Kept::default();
        assert_eq!(*kept.get(|| 1_u32), 1);
        assert_eq!(*kept.get(|| "text"), "text");
        assert_eq!(*kept.get(|| 2_u32), 1);
        assert_eq!(*kept.get(|| "other"), "text");
    }
}
