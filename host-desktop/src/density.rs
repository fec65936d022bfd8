//! The scale of the desktop, and the size of its screen.

use std::env;

/// Returns the scale of the desktop, 1 to 4, if it is known. Sources are the variables of common
/// toolkits, or on X11 the resource `Xft.dpi` divided by 96.
pub fn scale() -> Option<f32> {
    let variable = |name| env::var(name).ok()?.parse::<f32>().ok();
    let told = ["GDK_SCALE", "QT_SCALE_FACTOR"].into_iter().find_map(variable);
    told.or_else(|| Some(dots_per_inch()? / 96.0)).filter(|scale| (1.0..=4.0).contains(scale))
}

/// Returns the size of the screen in pixels, if it is known.
#[cfg(target_os = "linux")]
pub fn screen() -> Option<[u16; 2]> {
    use x11rb::connection::Connection;
    let (connection, number) = x11rb::connect(None).ok()?;
    let screen = connection.setup().roots.get(number)?;
    Some([screen.width_in_pixels, screen.height_in_pixels])
}

#[cfg(not(target_os = "linux"))]
pub fn screen() -> Option<[u16; 2]> {
    None
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
