#!/usr/bin/env bash
# go test with these arguments. A machine of CI is busy with other things: as in the browser, what fails there is tried once more,
# and the output says so. Packages that passed are not run again, and a race that was seen stays a failure.
set -uo pipefail

log=$(mktemp)
trap 'rm -f "$log"' EXIT

go test "$@" 2>&1 | tee "$log" && exit
[ -n "${CI:-}" ] && ! grep -q '^WARNING: DATA RACE' "$log" || exit 1
echo "go-test.sh: what failed is tried once more"
go test "$@"
