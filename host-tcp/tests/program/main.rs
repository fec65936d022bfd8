//! Tests the program `chuhe-tcp` from outside, also during faults of the machine and together with other programs.
//!
//! A test is ignored if a program that it needs is missing.

#[cfg(target_os = "linux")]
mod faults;
#[cfg(unix)]
mod haproxy;
#[cfg(unix)]
mod home;
#[cfg(unix)]
mod listen;
#[cfg(unix)]
mod options;
#[cfg(target_os = "linux")]
mod power;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod proxy;
#[cfg(unix)]
mod script;
#[cfg(target_os = "linux")]
mod soak;
#[cfg(all(unix, feature = "redis"))]
mod store;
#[cfg(target_os = "linux")]
mod tls;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    let parts = [
        #[cfg(target_os = "linux")]
        faults::tests(),
        haproxy::tests(),
        listen::tests(),
        options::tests(),
        #[cfg(target_os = "linux")]
        power::tests(),
        process::tests(),
        script::tests(),
        #[cfg(target_os = "linux")]
        soak::tests(),
        #[cfg(feature = "redis")]
        store::tests(),
        #[cfg(target_os = "linux")]
        tls::tests(),
    ];
    // Several tests run at the same time, each with many clients, so this process needs many open files.
    chuhe_tcp::allow_files(8000).expect("a limit on open files");
    chuhe_tests::programs::run(parts.into_iter().flatten().collect())
}

#[cfg(not(unix))]
fn main() {}
