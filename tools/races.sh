#!/bin/sh
# Runs, with the race detector, the tests in which goroutines share: those whose source starts some, or calls a suite or a helper that
# does. The others share nothing, and the detector would make them five to ten times as slow.
set -eu

shares='go func|\.Go\(|sync\.|atomic\.|t\.Parallel|synctest\.|atOnce\(|\.watch\(|\.Settle\(|[a-z]test\.Run\(t|make\(chan|waitFor\(|wantEmbedded\(|wantReading\('

# These share nothing either: a database translated from C, hashes, decoders of pictures, the parser of HTML. Wider patterns tell of races
# that are none: a package's copies of sync's generic types take the place of the instrumented ones.
unraced='modernc.org/sqlite/lib golang.org/x/crypto/argon2 golang.org/x/crypto/blake2b image/... golang.org/x/image/... golang.org/x/net/html'

found=$(find cmd internal tools -name '*_test.go' -exec awk -v shares="$shares" '
	FNR == 1 || /^}/ { test = "" }
	/^func / { test = $2; sub(/\(.*/, "", test) }
	test ~ /^Test/ && test != "TestMain" && $0 ~ shares { folder = FILENAME; sub(/\/[^\/]*$/, "", folder); print "./" folder, test; test = "" }
	' {} +)
packages=$(echo "$found" | cut -d' ' -f1 | sort -u)
tests=$(echo "$found" | cut -d' ' -f2 | sort -u | paste -sd'|')

# shellcheck disable=SC2046,SC2086 # packages and flags are separate words
CGO_ENABLED=1 go test -race $(printf -- '-gcflags=%s=-race=false ' $unraced) "$@" -run "^($tests)\$" $packages
