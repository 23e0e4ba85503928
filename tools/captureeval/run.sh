#!/bin/sh
# Measures how well pages are read, over a corpus, beside go-trafilatura where that can be had.
set -eu
corpus=$1
if [ ! -d "$corpus" ]; then
	echo "no pages in $corpus: set CORPUS_DIR to measure how pages are read"
	exit 0
fi
corpus=$(cd "$corpus" && pwd)
cd "$(dirname "$0")"
mkdir -p ../../.tools
rival=$(cd ../../.tools && pwd)/trafilatura.json
if (cd trafilatura && go run . "$corpus") >"$rival.new" 2>"$rival.log"; then
	mv "$rival.new" "$rival"
	exec go run . -rival "trafilatura=$rival" "$corpus"
fi
echo "go-trafilatura is not to be had: pages are read without it"
exec go run . "$corpus"
