# Causal lab: see "make help". Works from a clean clone on Debian with Go, Node,
# npm and make; what else is missing is installed (Chromium with apt, as root).

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.NOTPARALLEL:

STATICCHECK_VERSION := v0.8.2
STATICCHECK := bin/staticcheck-$(STATICCHECK_VERSION)/staticcheck
CHROMIUM := $(or $(CAUSALAB_CHROMIUM),/usr/bin/chromium)
NODE_MODULES := web/node_modules/.package-lock.json

# The core knows of no browser, file, clock or network (its generators do).
CORE := ./scm/... ./dsl/... ./metrics/... ./game ./game/scene/...
WASM := GOOS=js GOARCH=wasm
FUZZTIME ?= 10s

# What "make test" does, in this order. Each is a target of its own.
STEPS := fmt vet lint pure types test-go test-wasm test-page build e2e

##@ Main

.PHONY: help
help: ## list the targets
	@awk 'BEGIN { FS = ":.*## " } /^##@/ { print "\n" substr($$0, 5) } /^[a-z0-9-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: page ## build the page and serve it at http://localhost:8080 (another address: make run ADDR=host:port)
	go build -o bin/ ./cmd/serve
	@exec bin/serve $(if $(ADDR),-addr $(ADDR))

.PHONY: test
test: ## run every check and test
	@passed=0; failed=(); \
	for step in $(STEPS); do \
		echo "==> make $$step"; \
		if $(MAKE) $$step; then passed=$$((passed + 1)); else failed+=($$step); fi; \
	done; \
	for step in "$${failed[@]}"; do echo "failed: make $$step"; done; \
	echo "steps: $$passed passed, $${#failed[@]} failed"; \
	test $${#failed[@]} = 0

.PHONY: dist
dist: $(NODE_MODULES) ## build web/dist for a static host, compressed as well as possible (takes minutes)
	go run ./web/bundle -release

.PHONY: bench
bench: dist programs browser ## measure speed natively, in WebAssembly and in the page
	go test -run '^$$' -bench . -benchmem $(CORE)
	$(call wasm-test,-run '^$$' -bench .,$(CORE))
	go test -run '^$$' -bench . ./cmd/causalab/...
	go test -run '^$$' -bench . -benchtime 5x ./game/player | go run ./metrics/report/internal/costs -out bin/cost-per-episode.svg
	cd web && CAUSALAB_BENCH=1 node_modules/.bin/playwright test --pass-with-no-tests

.PHONY: fuzz
fuzz: ## run each fuzz target for a short time (FUZZTIME=10s)
	@go list ./... | while read -r package; do \
		listed=$$(go test -list '^Fuzz' $$package); \
		for target in $$(grep '^Fuzz' <<<"$$listed" || true); do \
			echo "==> $$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package; \
		done; \
	done

.PHONY: clean
clean: ## remove everything built or installed here
	rm -rf bin web/dist web/.dist-* web/node_modules web/test-results web/playwright-report

##@ Parts of make test

.PHONY: fmt
fmt: ## check that gofmt changes nothing
	@changed=$$(gofmt -l cmd dsl game metrics scm web/bundle web/*.go); \
	if [ -n "$$changed" ]; then echo "gofmt would change:"; echo "$$changed"; exit 1; fi; \
	echo "ok: gofmt changes nothing"

.PHONY: vet
vet: ## run go vet for this machine and for the browser
	go vet ./...
	$(WASM) go vet ./...

.PHONY: lint
lint: $(STATICCHECK) ## run staticcheck for this machine and for the browser
	$(STATICCHECK) ./...
	$(WASM) $(STATICCHECK) ./...

# Natively nothing below the core may reach a browser, a process or a network. For
# js the standard library itself reaches syscall/js, so there the core's own
# imports are what counts; those also keep out files, clocks and chance without a seed.
.PHONY: pure
pure: ## check that the core reaches no browser, file, clock or network
	@core=$$(go list -f '{{if ne .Name "main"}}{{.ImportPath}}{{end}}' $(CORE)); \
	reached=$$(go list -deps $$core | grep -E '^(github.com/hajimehoshi/ebiten.*|syscall/js|net|net/http|os/exec)$$' || true); \
	if [ -n "$$reached" ]; then echo "the core reaches:"; echo "$$reached"; exit 1; fi; \
	for target in "" "$(WASM)"; do \
		imports=$$(env $$target go list -f '{{$$p := .ImportPath}}{{range .Imports}}{{$$p}} imports {{.}}{{"\n"}}{{end}}' $$core | \
			grep -E ' (github.com/hajimehoshi/ebiten.*|syscall.*|net|net/.*|os|os/.*|time|math/rand)$$' || true); \
		if [ -n "$$imports" ]; then echo "in the core:"; echo "$$imports"; exit 1; fi; \
	done; \
	echo "ok: the core reaches no browser, file, clock or network"

.PHONY: types
types: $(NODE_MODULES) ## check the page's TypeScript
	cd web && node_modules/.bin/tsc --noEmit -p .
	@echo "ok: the page's types hold"

.PHONY: test-go
test-go: ## run the Go tests on this machine
	go test ./...

# The drawing package needs a browser even to start; the end-to-end tests run it.
.PHONY: test-wasm
test-wasm: ## run the Go tests of everything that plays in the browser as WebAssembly in Node
	$(call wasm-test,,$$($(WASM) go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./scm/... ./dsl/... ./metrics/... ./game/... | grep -v /game/draw))

.PHONY: test-page
test-page: $(NODE_MODULES) ## run the tests of the page's plain TypeScript
	cd web && npm test

.PHONY: build
build: page programs ## build the page, quickly compressed, and the programs in bin

.PHONY: e2e
e2e: build browser ## play the page in Chromium (only some: make e2e E2E='-g keyboard')
	cd web && node_modules/.bin/playwright test $(E2E)

##@ Pieces

.PHONY: page
page: $(NODE_MODULES) ## build web/dist, quickly compressed
	go run ./web/bundle

.PHONY: programs
programs: ## compile the server and the command line with the page that is built
	go build -o bin/ ./cmd/serve ./cmd/causalab

.PHONY: browser
browser: ## install what the end-to-end tests need and is missing: Chromium, a font
	@missing=(); \
	[ -x $(CHROMIUM) ] || missing+=(chromium); \
	[ -n "$$(find /usr/share/fonts -name '*.[ot]tf' -print -quit 2>/dev/null)" ] || missing+=(fonts-dejavu-core); \
	if [ $${#missing[@]} = 0 ]; then exit 0; fi; \
	if [ $(CHROMIUM) != /usr/bin/chromium ] || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then \
		echo "The end-to-end tests need $${missing[*]}. On Debian: apt-get install $${missing[*]}" >&2; \
		echo "A Chromium elsewhere than $(CHROMIUM) is named by CAUSALAB_CHROMIUM." >&2; \
		exit 1; \
	fi; \
	apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$${missing[@]}"

# wasm-test runs go test with flags $(1) on packages $(2) in Node. Go's loader
# gives up when the environment is large, so tests see only what they need of it.
define wasm-test
exec="$$(go env GOROOT)/lib/wasm/go_js_wasm_exec"; \
	$(WASM) go test -exec="env -i 'PATH=$$PATH' 'HOME=$${HOME:-/}' 'CAUSALAB_REFERENCE=$${CAUSALAB_REFERENCE:-}' '$$exec'" $(1) $(2)
endef

$(NODE_MODULES): web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "npm is missing: install Node 20 or later with npm" >&2; exit 1; }
	cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --no-audit --no-fund
	@touch $@

$(STATICCHECK):
	GOBIN=$(CURDIR)/$(@D) go install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK_VERSION)
