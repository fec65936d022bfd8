//! Tests the figures of the server: over HTTP, by the command `Stats`, and in the dashboard and the alert rules.

use chuhe_core::Game;
use chuhe_core::rules::Rules;
use chuhe_tcp::serve_metrics;
use chuhe_tests::player::Player;
use chuhe_tests::tcp::{Server, Setup};
use chuhe_tests::web::{answer, connect, connect_from, response};
use chuhe_tests::{root, rows, text};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use tokio::runtime::Runtime;

struct Endpoint {
    address: SocketAddr,
    _runtime: Runtime,
}

impl Endpoint {
    fn of(server: &Server) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"));
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (metrics, computer) = (Arc::clone(&server.metrics), Arc::clone(&server.computer));
        runtime.spawn(serve_metrics(listener, metrics, computer));
        Self { address, _runtime: runtime }
    }

    fn get(&self, path: &str) -> (String, String) {
        let request = format!("GET {path} HTTP/1.1\r\nHost: here\r\n\r\n");
        let response = response(self.address, request.as_bytes());
        let (head, body) = response.split_once("\r\n\r\n").expect("a head and a body");
        (head.to_owned(), body.to_owned())
    }
}

/// Reads a text in the OpenMetrics format. It must describe each metric family once. The names of the family's samples
/// must end with a suffix of the family's type.
fn samples(text: &str) -> BTreeMap<String, f64> {
    let text = text.strip_suffix("# EOF\n").expect("the end is marked");
    let mut samples = BTreeMap::new();
    let (mut families, mut family, mut kind) = (BTreeSet::new(), "", "");
    for line in text.lines() {
        if let Some(described) = line.strip_prefix("# ") {
            let [word, name, rest] = described.splitn(3, ' ').collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            match word {
                "HELP" => {
                    assert!(families.insert(name), "{name} twice");
                    family = name;
                }
                "TYPE" => {
                    assert_eq!(name, family);
                    kind = rest;
                }
                _ => assert!(word == "UNIT" && name == family && name.ends_with(rest), "{line}"),
            }
            continue;
        }
        let (sample, value) = line.rsplit_once(' ').expect("a name and a value");
        let name = sample.split('{').next().expect("a name");
        let suffixes: &[&str] = match kind {
            "gauge" => &[""],
            "counter" => &["_total"],
            "info" => &["_info"],
            "histogram" => &["_bucket", "_count", "_sum"],
            _ => panic!("the type {kind}"),
        };
        let suffix = name.strip_prefix(family).unwrap_or_else(|| panic!("{line} in {family}"));
        assert!(suffixes.contains(&suffix), "{line} is no {kind}");
        let value = value.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(samples.insert(sample.to_owned(), value).is_none(), "{sample} twice");
    }
    samples
}

fn stats(reply: &str) -> BTreeMap<&str, &str> {
    let figures = reply.strip_prefix("Stats:").expect("figures").split_terminator(';');
    figures.map(|figure| figure.split_once('=').expect("a name and a value")).collect()
}

#[test]
fn prometheus_reads_what_stats_tell_of_a_game() {
    let server = Server::start(&Setup::new(""));
    let endpoint = Endpoint::of(&server);
    let mut player = Player::new(server.client(), Game::new(Rules::default().start()));
    for turn in 0..6 {
        player.hint();
        let moves = player.legal_moves();
        player.play(moves[turn % moves.len()]);
    }
    player.expect("Nonsense", "CMD_FORMAT_ERROR");
    // A search counts as running until its thread has finished it.
    server.wait_for_searches(0);
    let reply = player.client.ask("Stats");
    let told = stats(&reply);
    let (head, text) = endpoint.get("/metrics");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(head.contains("content-type: application/openmetrics-text; version=1.0.0"), "{head}");
    let read = samples(&text);
    for (name, value) in &told {
        let sum: f64 = match *name {
            "uptime" => continue,
            "version" => read[&format!("chuhe_build_info{{version=\"{value}\"}}")],
            _ => {
                let names = [format!("chuhe_{name}"), format!("chuhe_{name}_total")];
                let is_of = |sample: &str| names.iter().any(|name| sample == name);
                let values = read
                    .iter()
                    .filter(|(sample, _)| is_of(sample.split('{').next().unwrap_or_default()));
                let values: Vec<f64> = values.map(|(_, value)| *value).collect();
                assert!(!values.is_empty(), "no {name}: {text}");
                values.iter().sum()
            }
        };
        let told: f64 = if *name == "version" { 1.0 } else { value.parse().expect("a number") };
        assert!((told - sum).abs() < 0.5, "{name}: {told} and {sum}");
    }
    let expected = [("clients", "1"), ("connections", "1"), ("games", "1"), ("games_begun", "1")];
    let counted = [("turns", "12"), ("commands", "14"), ("format_errors", "1"), ("draining", "0")];
    for (name, value) in expected.into_iter().chain(counted) {
        assert_eq!(told[name], value, "{name} in {reply}");
    }
    assert!((read["chuhe_turn_seconds_count"] - 12.0).abs() < 0.5, "{text}");
    assert_eq!(read["chuhe_turn_seconds_bucket{le=\"+Inf\"}"], read["chuhe_turn_seconds_count"]);
}

#[test]
fn every_other_request_is_refused() {
    let server = Server::start(&Setup::new(""));
    let endpoint = Endpoint::of(&server);
    for (at, [status, request]) in rows("endpoint_requests.txt") {
        let request = request.replace("{long}", &"x".repeat(20_000));
        let request = request.replace(r"\r", "\r").replace(r"\n", "\n");
        let response = response(endpoint.address, request.as_bytes());
        let found = response.split_once(' ').map_or("", |(_, rest)| rest);
        assert!(found.starts_with(&status), "{at}: {response}");
        let allows = response.contains("\r\nallow: GET, HEAD\r\n");
        assert_eq!(allows, status.starts_with("405"), "{response}");
    }
    server.metrics.unsaved_games.set(2);
    let (head, body) = endpoint.get("/healthz");
    assert!(head.starts_with("HTTP/1.1 503 ") && body == "2 journals cannot be written\n");
    server.metrics.draining.set(1);
    let (head, body) = endpoint.get("/healthz");
    assert!(head.starts_with("HTTP/1.1 503 ") && body == "draining\n", "{head} {body}");
}

#[test]
fn a_slow_request_is_cut_off_and_others_are_served() {
    let server = Server::start(&Setup::new(""));
    let endpoint = Endpoint::of(&server);
    // These are more connections than one address may have. Each of them sends half a request.
    let mut slow: Vec<TcpStream> = (0..70).map(|_| connect(endpoint.address)).collect();
    for stream in &mut slow {
        // The server may have closed the connections beyond the limit.
        let _ = stream.write_all(b"GET /metrics HTTP/1.1\r\nHo");
    }
    let probe = connect_from([127, 0, 0, 2], endpoint.address);
    let answered = answer(probe, b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n");
    assert!(answered.ends_with("\r\n\r\nok\n"), "{answered}");
    for stream in slow {
        assert_eq!(answer(stream, b""), "", "nothing is answered");
    }
}

#[test]
fn the_dashboard_and_the_alerts_name_figures_that_exist() {
    let server = Server::start(&Setup::new(""));
    let (_, figures) = Endpoint::of(&server).get("/metrics");
    let names: BTreeSet<String> = samples(&figures)
        .into_keys()
        .map(|sample| sample.split('{').next().expect("a name").to_owned())
        .collect();
    for file in ["grafana-dashboard.json", "prometheus-alerts.yml"] {
        let text = text(&root().join("dist").join(file));
        let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
        let unknown = words.find(|word| {
            (word.starts_with("chuhe_") || word.starts_with("process_")) && !names.contains(*word)
        });
        assert_eq!(unknown, None, "{file}");
        assert!(text.contains("chuhe_unsaved_games"), "{file}");
    }
}
