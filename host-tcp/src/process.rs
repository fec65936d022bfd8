//! Collects the figures of the process under the names that Prometheus's own client libraries use.

use procfs::WithCurrentSystemInfo;
use procfs::process::{LimitValue, Process};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Unit;
use std::fmt;

/// The figures of the process, without those that cannot be read.
#[derive(Debug)]
pub(crate) struct ProcessFigures;

impl Collector for ProcessFigures {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Ok(process) = Process::myself() else { return Ok(()) };
        let mut tell = |name, help, unit: Option<Unit>, metric: &dyn EncodeMetric| {
            let kind = metric.metric_type();
            metric.encode(encoder.encode_descriptor(name, help, unit.as_ref(), kind)?)
        };
        if let Ok(stat) = process.stat() {
            let time = (stat.utime + stat.stime) as f64 / procfs::ticks_per_second() as f64;
            let time = ConstCounter::new(time);
            tell("process_cpu", "Time of processors", Some(Unit::Seconds), &time)?;
            let resident = ConstGauge::new(stat.rss_bytes().get());
            tell("process_resident_memory", "Memory in use", Some(Unit::Bytes), &resident)?;
            tell("process_threads", "Threads", None, &ConstGauge::new(stat.num_threads))?;
        }
        if let Ok(open) = process.fd_count() {
            tell("process_open_fds", "Open descriptors", None, &ConstGauge::new(open as u64))?;
        }
        if let Ok(limits) = process.limits()
            && let LimitValue::Value(most) = limits.max_open_files.soft_limit
        {
            tell("process_max_fds", "The most open descriptors", None, &ConstGauge::new(most))?;
        }
        Ok(())
    }
}
