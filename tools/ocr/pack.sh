#!/bin/sh
# Makes what internal/capture/ocr/tesseract embeds: the engine from a Go module, English from a package of Debian. Both are
# compressed as far as zstd can.
set -eu

cd "$(dirname "$0")/../.."
into=internal/capture/ocr/tesseract
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

directory() { go mod download -json "$1" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p'; }
pack() { zstd --ultra -22 -q -f "$1" -o "$2"; }

go run ./tools/ocr "$(directory github.com/danlock/gogosseract@v0.0.11-0ad3421)/internal/wasm/tesseract-core.wasm" "$work/tesseract.wasm"
pack "$work/tesseract.wasm" "$into/tesseract.wasm.zst"

(cd "$work" && apt-get download tesseract-ocr-eng >/dev/null && dpkg-deb -x tesseract-ocr-eng_*.deb .)
pack "$(find "$work" -name eng.traineddata)" "$into/eng.traineddata.zst"
