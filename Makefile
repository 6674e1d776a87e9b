# Puur. `make serve` plays, `make test` checks everything; CONTRIBUTING.md explains the rest.
# A fresh machine needs Python 3.11 or newer, make, and a way to the package registries.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory
export UV_PYTHON_DOWNLOADS := never

BIN := .venv/bin
PY := $(BIN)/python
STAMPS := .venv/.stamps
WORKERS ?= 2
SERVE_ARGS ?=
BENCH ?=
# Rules and engine are covered whole, or the run fails. A part of the tests cannot be held to that.
COVERAGE := --cov=puur.rules --cov=puur.engine --cov-branch --cov-report=term-missing:skip-covered \
	--cov-fail-under=100
TESTS ?=

# ---- what people call -------------------------------------------------------------------------

.PHONY: help serve test test-long bench lint format web web-check setup system pins clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 14

serve: $(STAMPS)/run web $(STAMPS)/warm ## install what is needed, build the client, start the server
	exec $(BIN)/puur serve $(SERVE_ARGS)

test: setup system lint web-check web ## everything that must hold before a change lands
	$(PY) -m pytest -n $(WORKERS) -m "not slow" $(if $(TESTS),$(TESTS),$(COVERAGE))

test-long: setup system web ## the tests marked slow
	$(PY) -m pytest -n $(WORKERS) -m slow --timeout=7200 $(TESTS)

bench: $(STAMPS)/bench ## the figures of the README; BENCH="name name" picks some
	$(PY) -m bench $(BENCH)

lint: $(STAMPS)/dev ## ruff, mypy, the layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(PY) scripts/import_contracts.py

format: $(STAMPS)/dev ## let ruff put the source in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

setup: $(STAMPS)/dev ## the environment for development, in .venv

system: ## Chromium, PostgreSQL and Redis for the tests
	@scripts/system-packages

pins: $(STAMPS)/tools ## derive requirements/*.txt from pyproject.toml; UPGRADE=1 takes the newest
	scripts/pins $(if $(UPGRADE),--upgrade)

clean: ## remove the environment and everything that was built
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage .coverage.* \
		build dist htmlcov test-results web/node_modules web/dist src/puur/server/static
	find src tests e2e bench -name __pycache__ -prune -exec rm -rf {} +

# ---- the environment: one stamp for each set of requirements -----------------------------------

$(STAMPS)/tools: requirements/tools.txt scripts/environment
	@echo "making the environment in .venv"
	@scripts/environment
	@mkdir -p $(STAMPS) && touch $@

# The project itself is installed in place, so that `puur` runs the source of this checkout.
define install_project
$(BIN)/uv pip install --quiet --python $(PY) --no-build-isolation --no-deps --editable .
endef

$(STAMPS)/run: requirements/run.txt pyproject.toml $(STAMPS)/tools
	@echo "installing the requirements to run"
	@scripts/install requirements/run.txt
	@$(install_project)
	@touch $@

# Compiled code is kept in the user's cache under a hash of these sources.
$(STAMPS)/warm: $(STAMPS)/run $(shell find src/puur/rules src/puur/bots -name '*.py')
	@echo "compiling the computer players: once, half a minute or so"
	@$(PY) -m puur.bots.warm
	@touch $@

$(STAMPS)/dev: requirements/dev.txt $(STAMPS)/run
	@echo "installing the requirements for development"
	@scripts/install requirements/dev.txt
	@touch $@

$(STAMPS)/bench: requirements/bench.txt $(STAMPS)/run
	@echo "installing the requirements of the benchmarks"
	@scripts/install requirements/bench.txt
	@touch $@

# ---- the browser client -------------------------------------------------------------------------

ifneq ($(wildcard web/package.json),)
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' \
	-not -name '*.tsbuildinfo')

web: src/puur/server/static/index.html ## build the browser client

web-check: web/node_modules/.installed ## types and tests of the browser client
	scripts/with-node npm run --if-present check
	scripts/with-node npm run --if-present test

web/node_modules/.installed: web/package.json web/package-lock.json | $(STAMPS)/tools
	scripts/with-node npm ci --no-audit --no-fund --loglevel=error </dev/null
	@touch $@

src/puur/server/static/index.html: web/node_modules/.installed $(WEB_SOURCES)
	scripts/with-node npm run build
	@touch $@
else
web web-check:
endif
