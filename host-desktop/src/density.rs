//! How dense the screen is, as the rest of the desktop has been told.

use std::env;

/// How many times larger than usual things are drawn on this desktop, 1 to 4, if it says so: the
/// variables that toolkits read, or on X11 the resource `Xft.dpi`, 96 of which are usual.
#[must_use]
pub fn scale() -> Option<f32> {
    let variable = |name| env::var(name).ok()?.parse::<f32>().ok();
    let told = ["GDK_SCALE", "QT_SCALE_FACTOR"].into_iter().find_map(variable);
    told.or_else(|| Some(dots_per_inch()? / 96.0)).filter(|scale| (1.0..=4.0).contains(scale))
}

#[cfg(target_os = "linux")]
fn dots_per_inch() -> Option<f32> {
    let (connection, _) = x11rb::connect(None).ok()?;
    let resources = x11rb::resource_manager::new_from_default(&connection).ok()?;
    resources.get_string("Xft.dpi", "")?.trim().parse().ok()
}

#[cfg(not(target_os = "linux"))]
fn dots_per_inch() -> Option<f32> {
    None
}
