#!/bin/sh
# Installs what the tests need from Debian or Ubuntu and is not there: a C compiler for the race detector, Postgres and
# Chromium; and, where they can be had, an emulator of arm64 and a Chromium without windows. Nothing is asked for when everything is there.
set -eu

missing=
command -v cc >/dev/null || missing="$missing gcc libc6-dev"
command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing="$missing chromium fonts-liberation"
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null || missing="$missing postgresql"

sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
export DEBIAN_FRONTEND=noninteractive

install() {
	echo "installing: $*"
	$sudo apt-get update -q
	$sudo apt-get install -y -q --no-install-recommends "$@"
}

# shellcheck disable=SC2086 # the names are separate words
[ -z "$missing" ] || install $missing

# What goes untested without it is said where it would be tested.
command -v qemu-aarch64 >/dev/null || install qemu-user || true
# Without it the tests take Chromium itself, and longer.
command -v chromium-headless-shell >/dev/null || install chromium-headless-shell || true
