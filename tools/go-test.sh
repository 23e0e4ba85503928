#!/usr/bin/env bash
# Runs every Go test once: with the race detector those in which goroutines share, as tools/sharing tells, and the others without,
# since it makes them five to thirty times as slow. What runs on both engines has the detector on SQLite alone: the goroutines are the same.
set -euo pipefail

# These share nothing either: a database translated from C and the runtime and memory that it was translated for, WebAssembly, hashes, decoders of pictures, the parsers of
# HTML and of regular expressions. Wider patterns tell of races that are none: a package's copies of sync's generic types take the place of the instrumented ones.
unraced='modernc.org/sqlite/lib modernc.org/libc modernc.org/memory github.com/tetratelabs/wazero/... golang.org/x/crypto/argon2 golang.org/x/crypto/blake2b
image/... golang.org/x/image/... golang.org/x/net/html regexp/syntax compress/flate hash/crc32'

found=$(go run ./tools/sharing)
packages=$(echo "$found" | sed -n 1p)
tests=$(echo "$found" | sed -n 2p)
skipped=$(echo "$found" | sed -n 3p)

# run runs tests. In CI those of a package that failed are run once more, since what passed is cached; .ci/run tells of it at the end.
run() {
	go test "$@" 2>&1 | tee "$log" && return
	grep -E '^ *--- FAIL|^(FAIL|panic:|WARNING: DATA RACE)' "$log" >> .tools/failed || true
	test -n "${CI:-}" && ! grep -q 'DATA RACE' "$log" && go test "$@"
}
log=$(mktemp)
trap 'rm "$log"' EXIT

# What takes longest begins first.
run "$@" -skip "$skipped" ./internal/app ./...
# A program with the detector would wait for a second at its end.
export GORACE=atexit_sleep_ms=0
# shellcheck disable=SC2046,SC2086 # packages and flags are separate words
CGO_ENABLED=1 run -race $(printf -- '-gcflags=%s=-race=false ' $unraced) "$@" -run "$tests" -skip '/^Postgres$' ./internal/app $packages
