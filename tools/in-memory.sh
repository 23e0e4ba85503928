#!/bin/sh
# Runs a command whose temporary files are in memory, if there is plenty: what tests save needs no disk.
set -eu
room=$(df -m --output=avail /dev/shm 2>/dev/null | tail -n 1)
free=$(awk '/^MemAvailable/ {print int($2 / 1024)}' /proc/meminfo 2>/dev/null)
if test "${room:-0}" -gt 8000 && test "${free:-0}" -gt 12000 && ! grep -q ' /dev/shm .*noexec' /proc/mounts; then
	export GOTMPDIR="${TMPDIR:-/tmp}"
	# The name stays the same, since results of Go tests are cached by it.
	export TMPDIR="/dev/shm/engram-$(pwd | cksum | cut -d ' ' -f 1)"
	trap 'rm -rf "$TMPDIR"' EXIT
	mkdir -p -m 1777 "$TMPDIR"
fi
"$@"
