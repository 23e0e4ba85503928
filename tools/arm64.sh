#!/bin/sh
# Checks on any machine what only arm64 builds: vets the packages that differ between processors, and runs the tests of those
# that have assembly for it on emulated processors, one with every instruction and one of before ARMv8.2. Also builds for macOS
# the small packages that speak to the system.
set -eu

GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 go build ./internal/cputime ./internal/diskspace ./internal/filelock ./internal/recall/sealed ./internal/sandbox

export GOOS=linux GOARCH=arm64 CGO_ENABLED=0
differing=$( (grep -rlE --include='*.go' '^//go:build.*(arm|amd)64|unix\.SYS_' cmd internal tools; find cmd internal tools -name '*_a[rm][md]64.*') |
	xargs -n1 dirname | sort -u | sed 's|^|./|')
go vet $differing

if ! command -v qemu-aarch64 >/dev/null; then
	echo 'there is no qemu-aarch64 (package qemu-user): the assembly for arm64 goes untested'
	exit 0
fi

tests=$(mktemp -d)
trap 'rm -rf "$tests"' EXIT
for package in $(find internal -name '*_arm64.s' -exec dirname {} \; | sort -u); do
	go test -c -o "$tests/test" "./$package"
	for processor in max cortex-a72; do
		echo "./$package on $processor"
		(cd "$package" && qemu-aarch64 -cpu "$processor" "$tests/test" -test.timeout 5m -rapid.checks 30)
	done
done
