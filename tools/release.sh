#!/usr/bin/env bash
# Builds the archives of a release in dist/: the same bytes for the same commit and Go, whoever builds them.
set -euo pipefail
cd "$(dirname "$0")/.."
test -z "$(git status --porcelain)" || { echo 'release: commit or stash what changed first' >&2; exit 1; }

version=${VERSION:-$(git describe --tags --match 'v*' 2>/dev/null || git log -1 --format=v0.0.0-%cd-%h --date=format:%Y%m%d)}
made=$(git log -1 --format=%ct)
rm -rf dist
mkdir -p dist

for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64; do
	name=engram-$version-${target/\//-}
	mkdir -p "dist/$name"
	GOOS=${target%/*} GOARCH=${target#*/} go build -buildvcs=true -ldflags "-s -w -X engram/internal/version.release=$version" -o "dist/$name/engram" ./cmd/engram
	git archive HEAD LICENSE NOTICE THIRD_PARTY.md CHANGELOG.md README.md deploy docs | tar --extract --directory "dist/$name"
	tar --create --directory dist --format=ustar --sort=name --mtime="@$made" --owner=0 --group=0 --numeric-owner --mode=go-w "$name" | gzip -9n >"dist/$name.tar.gz"
	rm -r "dist/$name"
done
git archive --format=tar --prefix="engram-$version/" HEAD | gzip -9n >"dist/engram-$version-source.tar.gz"
.tools/thirdparty -sbom "dist/engram-$version.cdx.json" -version "$version"
(cd dist && sha256sum -- *.tar.gz *.json >SHA256SUMS && cat SHA256SUMS)
