#!/bin/sh
# Makes what internal/capture/ocr/tesseract embeds: the engine from a Go module, English from a package of Debian, both compressed.
set -eu

cd "$(dirname "$0")/../.."
into=internal/capture/ocr/tesseract
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

module=$(go mod download -json github.com/danlock/gogosseract@v0.0.11-0ad3421 | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
go run ./tools/ocr "$module/internal/wasm/tesseract-core.wasm" "$into/tesseract.wasm.zst"

(cd "$work" && apt-get download tesseract-ocr-eng >/dev/null && dpkg-deb -x tesseract-ocr-eng_*.deb .)
go run ./tools/ocr "$(find "$work" -name eng.traineddata)" "$into/eng.traineddata.zst"
