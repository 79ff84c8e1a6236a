# make help lists what there is. Everything lives in .venv; nothing outside this folder is touched.
#   PYTHON=…  which Python makes .venv (otherwise the first of 3.13, 3.12 and 3.11 that is found)
#   JOBS=…    how many tests run at once (otherwise one more than there are processors)
#   ARGS=…    more words for pytest (make test, make prove), the bench or the dealer

VENV := .venv
BIN := $(VENV)/bin
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev

FITS := import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links
CHROMIUM_FOUND := command -v chromium || command -v chromium-browser || command -v google-chrome \
	|| command -v google-chrome-stable
NO_BROWSER := printf '\n!! %s\n!! %s\n\n' 'NO CHROMIUM FOUND: THE BROWSER TESTS ARE SKIPPED.' \
	'Install chromium (Debian, Ubuntu: apt-get install chromium) to run them.'

# Many tests wait for a dealer, a browser or a clock: one more than there are processors keeps those busy.
JOBS = $(shell $(BIN)/python -c 'import os; print(min(8, (os.cpu_count() or 1) + 1))')

.PHONY: run test check prove bench lock format help clean
.DEFAULT_GOAL := help

run: $(RUN) ## install what the dealer needs and start it
	@echo "-> Starting the dealer. It prints the address of its page; Ctrl-C stops it."
	@echo "   Settings: .env.example. Chips and hands are kept in data/ unless DATABASE_URL says else."
	@exec $(BIN)/croupier $(ARGS)

test: $(DEV) ## install what the tests need and run every test (minutes)
	@($(CHROMIUM_FOUND)) >/dev/null || { $(NO_BROWSER); }
	@echo "-> Running every test but the long proofs (make prove runs those)."
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS); status=$$?; \
	($(CHROMIUM_FOUND)) >/dev/null || { $(NO_BROWSER); }; exit $$status

check: $(DEV) ## formatting, lint, types and the direction of imports
	@echo "-> Checking: ruff format, ruff, mypy --strict, import-linter."
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

prove: $(DEV) ## the long proofs (hours)
	@echo "-> Running the long proofs: this takes hours."
	@$(BIN)/python -m pytest -n $(JOBS) -m prove $(ARGS)

bench: $(DEV) ## how fast, side by side with peers (at most 10 minutes)
	@echo "-> Measuring: at most 10 minutes, best on a machine that does nothing else."
	@$(BIN)/python -m bench $(ARGS)

format: $(DEV) ## put the source into its one format
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lock: $(DEV) ## write both locks anew from pyproject.toml
	@echo "-> Resolving requirements.lock and requirements-dev.lock (UPGRADE=--upgrade: newest)."
	@$(COMPILE) $(UPGRADE) pyproject.toml -o requirements.lock
	@$(COMPILE) $(UPGRADE) --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock

clean: ## remove .venv and the caches (never data/)
	rm -rf $(VENV) *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1@\2/p' Makefile | awk -F@ '{ printf "%-12s %s\n", $$1, $$2 }'

$(RUN): requirements.lock pyproject.toml | $(BIN)/python
	$(call install,requirements.lock)

$(DEV): requirements-dev.lock pyproject.toml | $(BIN)/python
	$(call install,requirements-dev.lock)

# Every file is checked against its hash; the project itself is built with what was just installed.
define install
	@echo "-> Installing what $(1) names into $(VENV) (a minute or two the first time)."
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip
	@$(PIP) install --require-hashes --no-deps -r $(1)
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@
endef

$(BIN)/python:
	@found=''; for each in $(or $(PYTHON),python3.13 python3.12 python3.11 python3 python); do \
		if "$$each" -c '$(FITS)' >/dev/null 2>&1; then found=$$each; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
		echo "No Python 3.11, 3.12 or 3.13 with the venv module was found$(if $(PYTHON), at $(PYTHON))."; \
		echo "Install one (Debian, Ubuntu: apt-get install python3 python3-venv),"; \
		echo "or say where it is: make run PYTHON=/path/to/python3.12"; \
		exit 1; \
	fi >&2; \
	echo "-> Making $(VENV) with $$("$$found" --version)."; \
	"$$found" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }
