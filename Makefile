# Thin on purpose: each target is a script of package.json or of tools/.
PNPM := npx -y pnpm@$(shell sed -n 's/.*"packageManager": "pnpm@\([^"+]*\)[+"].*/\1/p' package.json)
SCRIPT := $(PNPM) --silent run

.PHONY: run test soak check bench build plugin-build dist dev setup clean
.NOTPARALLEL:

run: ## install what running needs, build what has changed, start on SQLite
	@sh tools/setup.sh run
	@node_modules/.bin/node --max-semi-space-size=64 --conditions=source packages/cli/src/compose/build-if-changed.ts
	exec ./bin/host serve

test: setup ## everything that CI runs
	@$(SCRIPT) test

soak: setup ## the same suites at their large counts
	@$(SCRIPT) soak

check: setup ## format, lint, types of imports, sizes, licences
	@$(SCRIPT) check

bench: setup ## every benchmark, printed and written to bench/results
	@$(SCRIPT) bench

build: setup ## type check, web, executable
	@$(SCRIPT) build

plugin-build: setup ## compose the plugins of HOST_PLUGINS into bin/host
	@node_modules/.bin/node --max-semi-space-size=64 --conditions=source packages/cli/src/compose/main.ts

dist: setup ## executables for every platform, their sums and bill of materials into dist/
	@node_modules/.bin/node --conditions=source packages/cli/src/release/main.ts

dev: setup ## serve the checkout and rebuild on change
	@$(SCRIPT) dev

setup:
	@sh tools/setup.sh

clean:
	rm -rf bin build dist tests/output
