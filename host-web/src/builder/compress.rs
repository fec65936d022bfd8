//! Compresses files with Brotli and gzip. Some servers can send the compressed forms in place of the files.

use brotli::enc::BrotliEncoderParams;
use chuhe_tcp::site::ENCODINGS;
use flate2::{Compression, GzBuilder};
use std::io::{self, Write};

/// Returns (ending of the name, bytes) of each compressed form that is smaller than the file.
pub(crate) fn compressed(bytes: &[u8]) -> io::Result<Vec<(&'static str, Vec<u8>)>> {
    let mut forms = vec![(ENCODINGS[0].1, brotli(bytes)?), (ENCODINGS[1].1, gzip(bytes)?)];
    forms.retain(|(_, form)| form.len() < bytes.len());
    Ok(forms)
}

fn brotli(mut bytes: &[u8]) -> io::Result<Vec<u8>> {
    // Short blocks make WebAssembly modules some hundreds of bytes smaller.
    let params = BrotliEncoderParams {
        size_hint: bytes.len(),
        lgblock: 16,
        ..BrotliEncoderParams::default()
    };
    let mut form = Vec::new();
    brotli::BrotliCompress(&mut bytes, &mut form, &params)?;
    Ok(form)
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = GzBuilder::new().write(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    writer.finish()
}
