#!/usr/bin/env bash
# Runs every Go test once: with the race detector those in which goroutines share, as tools/sharing tells, and the others without,
# since it makes them five to thirty times as slow. What runs on both engines has the detector on SQLite alone: the goroutines are the same.
set -euo pipefail

# What the detector doesn't watch: a database translated from C with its memory, which locks by itself; what decodes and compiles WebAssembly, hashes, decoders of pictures, the parsers of HTML and of regular
# expressions, which share nothing. Wider patterns tell of races that are none: a package's copies of sync's generic types take the place of the instrumented ones. `go tool nm` lists them
# in what `go list -race -export` names.
wazero=github.com/tetratelabs/wazero/internal
unraced="modernc.org/sqlite/lib modernc.org/memory $wazero/leb128 $wazero/wasm/binary $wazero/engine/wazevo/ssa $wazero/engine/wazevo/backend/... $wazero/engine/wazevo/frontend
golang.org/x/crypto/argon2 golang.org/x/crypto/blake2b image/... golang.org/x/image/... golang.org/x/net/html regexp/syntax compress/flate hash/crc32"

found=$(go run ./tools/sharing)
packages=$(echo "$found" | sed -n 1p)
tests=$(echo "$found" | sed -n 2p)
skipped=$(echo "$found" | sed -n 3p)

# Most of a test of the whole program is waiting: there are more at a time than cores, and few enough for Postgres.
cores=$(nproc)
atOnce="-p $((cores + 1)) -parallel $((cores < 8 ? 2 * cores : 16))"

# run runs tests. In CI those of a package that failed are run once more, since what passed is cached; .ci/run tells of it at the end.
# shellcheck disable=SC2086 # flags are separate words
run() {
	go test $atOnce "$@" 2>&1 | tee "$log" && return
	grep -E '^ *--- FAIL|^(FAIL|panic:|WARNING: DATA RACE)' "$log" >> .tools/failed || true
	test -n "${CI:-}" && ! grep -q 'DATA RACE' "$log" && go test $atOnce "$@"
}
log=$(mktemp)
trap 'rm "$log"' EXIT

# What takes longest begins first.
longest="./internal/app ./internal/store"
# shellcheck disable=SC2086 # packages are separate words
run "$@" -skip "$skipped" $longest ./...
# No second at the end of each program for races of goroutines that still run: tests wait for theirs.
export GORACE=atexit_sleep_ms=0
# shellcheck disable=SC2046,SC2086 # packages and flags are separate words
CGO_ENABLED=1 run -race $(printf -- '-gcflags=%s=-race=false ' $unraced) "$@" -run "$tests" -skip '/^Postgres$' $longest $packages
