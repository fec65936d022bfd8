# OpenBench builds the engine by `make EXE=NAME`; `make EXE=NAME CARGO=PATH` takes another cargo.
# The flags hold for every crate, in place of those in .cargo/config.toml.

EXE ?= chuhe-uci
CARGO ?= cargo

.PHONY: all clean
all:
	RUSTFLAGS="-C target-cpu=native" $(CARGO) rustc --release --locked -p chuhe-uci --bin chuhe-uci -- --emit link=$(EXE)

clean:
	rm -f $(EXE)
