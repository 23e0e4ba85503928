#!/usr/bin/env bash
# The tests, types and linters of what changed since BASE: since the last push, or else since the last commit.
set -euo pipefail
cd "$(dirname "$0")/.."

base=$(git merge-base HEAD "${BASE:-$(git rev-parse -q --verify '@{upstream}' || echo HEAD)}")
changed=$({ git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } | sort -u)

mapfile -t packages < <(grep -E '^(cmd|internal|tools)/.*\.(go|sql)$' <<<"$changed" | xargs -r -n1 dirname | sort -u | sed 's|^|./|')
if [ ${#packages[@]} -gt 0 ]; then
	unformatted=$(gofmt -l "${packages[@]}")
	test -z "$unformatted" || { echo "gofmt: $unformatted"; exit 1; }
	CGO_ENABLED=0 go test -short "${packages[@]}" ./internal/archtest
	.tools/golangci-lint-* run "${packages[@]}"
fi

mapfile -t pages < <(grep -E '^web/(src|e2e|tools)/.*\.tsx?$' <<<"$changed" | sed 's|^web/||')
if [ ${#pages[@]} -gt 0 ]; then
	cd web
	npx biome check --error-on-warnings "${pages[@]}"
	npx tsc --noEmit
	npx vitest related --run "${pages[@]}"
fi
