//! Parameters of the search: constants, or with the feature `tune` values that a program may set.

use core::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// A number of the search that can be set while a build for tuning runs.
#[derive(Debug)]
pub struct Parameter {
    /// The name, in lower case with underscores.
    pub name: &'static str,
    /// The value of the shipped builds.
    pub default: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// The size of a step that a match can feel.
    pub step: i32,
    value: AtomicI32,
}

impl Parameter {
    #[cfg(feature = "tune")]
    pub(super) const fn new(
        name: &'static str,
        default: i32,
        [min, max]: [i32; 2],
        step: i32,
    ) -> Self {
        assert!(min <= default && default <= max && step > 0);
        Self { name, default, min, max, step, value: AtomicI32::new(default) }
    }

    /// Returns the value.
    pub fn get(&self) -> i32 {
        self.value.load(Relaxed)
    }

    /// Sets the value for all searches that begin later. Returns false if it is out of bounds.
    pub fn set(&self, value: i32) -> bool {
        let fits = (self.min..=self.max).contains(&value);
        if fits {
            self.value.store(value, Relaxed);
        }
        fits
    }
}

/// Declares parameters: `name: type = default, [least, greatest], step;`. Each becomes a function
/// that returns its value, and a line of [`PARAMETERS`](super::PARAMETERS) if the feature `tune` is set.
macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:literal, [$min:literal, $max:literal], $step:literal;)+) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(super) const fn $name() -> $type {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            pub(super) fn $name() -> $type {
                values::$name.get() as $type
            }
        )+

        #[cfg(feature = "tune")]
        mod values {
            use super::Parameter;
            $(
                #[allow(non_upper_case_globals)]
                pub(super) static $name: Parameter =
                    Parameter::new(stringify!($name), $default, [$min, $max], $step);
            )+
        }

        /// The parameters that can be set: all with the feature `tune`, and none without it.
        pub static PARAMETERS: &[&Parameter] = &[$(#[cfg(feature = "tune")] &values::$name),+];
    };
}

pub(super) use parameters;
