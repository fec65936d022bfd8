//! A macro for arrays in constants, where `core::array::from_fn` cannot be called.

/// Makes an array of the values of an expression, one for each index.
macro_rules! array {
    ($index:ident < $len:expr => $value:expr) => {{
        let $index = 0_usize;
        let mut array = [$value; $len];
        let mut $index = 1_usize;
        while $index < $len {
            array[$index] = $value;
            $index += 1;
        }
        array
    }};
}
pub(crate) use array;
