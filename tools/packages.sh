#!/bin/sh
# Installs what the tests need from Debian or Ubuntu and is not there: a C compiler for the race detector, Postgres and
# Chromium. Nothing is asked for when everything is there.
set -eu

missing=
command -v cc >/dev/null || missing="$missing gcc libc6-dev"
command -v chromium >/dev/null || command -v google-chrome >/dev/null || missing="$missing chromium fonts-liberation"
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || command -v postgres >/dev/null || missing="$missing postgresql"

[ -n "$missing" ] || exit 0

sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
echo "installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -q
# shellcheck disable=SC2086 # the names are separate words
$sudo apt-get install -y -q --no-install-recommends $missing
