//! The code that is fetched after the board is shown. The builder separates it from the other code.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(raw_module = "./rest.js")]
extern "C" {
    #[wasm_bindgen(js_name = fetchNow)]
    fn fetch_now();
}

/// Fetches the rest of the code at once. The builder calls it where a function of the rest is missing.
#[wasm_bindgen]
pub fn need_rest() {
    fetch_now();
}
