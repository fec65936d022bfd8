//! The maps of `conf/team.properties`, as the program reads them at its start and again.

use chuhe_core::rules::Rules;
use chuhe_host::{Map, MapRefusal, Team};
use chuhe_tcp::options::Options;
use std::sync::Arc;

/// The note that there is no file.
pub(crate) fn missing(team: &Team) -> Option<String> {
    let file = team.file().display();
    (!team.is_found()).then(|| format!("no {file}: no team name, no maps"))
}

/// Finds the map of the option. Every refused map leaves a warning in the log.
pub(crate) fn chosen(options: &Options, team: &Team) -> Result<Arc<Map>, MapRefusal> {
    for refusal in team.maps().filter_map(|(_, map)| map.as_ref().err()) {
        log::warn!("{refusal}");
    }
    match &options.map {
        Some(name) => team.map(name),
        None => Ok(Arc::new(Map::standard(Rules::default()))),
    }
}
