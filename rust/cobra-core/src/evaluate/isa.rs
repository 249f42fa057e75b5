//! Which instruction set to use, chosen at run time.

/// The variable of the environment that names the most to be used.
const MOST: &str = "COBRA_INSTRUCTIONS";

/// The instruction set used, the least first; the results do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    Portable,
    Avx2,
    Avx512,
}

impl Isa {
    /// The best one this machine has, but none beyond the one that `COBRA_INSTRUCTIONS` names, if it does: so one build is
    /// tested as on older machines.
    pub fn detect() -> Isa {
        let most = std::env::var(MOST).ok().and_then(|name| Isa::named(&name)).unwrap_or(Isa::Avx512);
        Isa::available().into_iter().rfind(|isa| *isa <= most).unwrap_or(Isa::Portable)
    }

    fn named(name: &str) -> Option<Isa> {
        match name {
            "portable" => Some(Isa::Portable),
            "avx2" => Some(Isa::Avx2),
            "avx512" => Some(Isa::Avx512),
            _ => None,
        }
    }

    /// Those this machine has, the best last.
    pub fn available() -> Vec<Isa> {
        [Isa::Portable, Isa::Avx2, Isa::Avx512].into_iter().filter(|isa| isa.is_available()).collect()
    }

    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
        match self {
            Isa::Portable => true,
            Isa::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt"),
            Isa::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vpopcntdq")
                    && is_x86_feature_detected!("avx512bitalg")
                    && is_x86_feature_detected!("popcnt")
            }
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        self == Isa::Portable
    }
}

/// Defines `$name`, which runs the generic `$kernel` compiled for an instruction set.
macro_rules! dispatch {
    ($(#[$doc:meta])* $visibility:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $kernel:path) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments)]
        $visibility fn $name(isa: $crate::evaluate::isa::Isa, $($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
                #[allow(clippy::too_many_arguments)]
                fn avx2($($argument: $type),*) $(-> $result)? {
                    use $kernel as kernel;
                    kernel::<$crate::evaluate::x86::Avx2>($($argument),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512bitalg,popcnt,bmi1,bmi2")]
                #[allow(clippy::too_many_arguments)]
                fn avx512($($argument: $type),*) $(-> $result)? {
                    use $kernel as kernel;
                    kernel::<$crate::evaluate::x86::Avx512>($($argument),*)
                }
                match isa {
                    $crate::evaluate::isa::Isa::Portable => {}
                    // SAFETY: an `Evaluator` is only made with an instruction set this machine has (`Isa::is_available`).
                    $crate::evaluate::isa::Isa::Avx2 => return unsafe { avx2($($argument),*) },
                    // SAFETY: as above.
                    $crate::evaluate::isa::Isa::Avx512 => return unsafe { avx512($($argument),*) },
                }
            }
            let _ = isa;
            use $kernel as kernel;
            kernel::<$crate::evaluate::wide::Pair>($($argument),*)
        }
    };
}
pub(crate) use dispatch;

#[cfg(test)]
mod tests {
    use super::{Isa, MOST};

    #[test]
    fn no_more_is_used_than_the_environment_allows() {
        for isa in Isa::available() {
            std::env::set_var(MOST, format!("{isa:?}").to_lowercase());
            assert_eq!(Isa::detect(), isa); // other tests may see it, too: no result depends on it
        }
        std::env::set_var(MOST, "mmx");
        assert_eq!(Isa::detect(), *Isa::available().last().unwrap());
    }
}
