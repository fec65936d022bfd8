# OpenBench builds the engine by `make EXE=NAME`; `make EXE=NAME CARGO=PATH` takes another cargo.

EXE ?= chuhe-uci
CARGO ?= cargo

.PHONY: all clean
all:
	$(CARGO) rustc --release --locked -p chuhe-uci --bin chuhe-uci -- --emit link=$(EXE)

clean:
	rm -f $(EXE)
