# Every target does its own set-up in .venv; `make play` and `make test` are all a newcomer needs.
PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready-run
TESTED := $(VENV)/.ready-test
# Many processes are started, each of which would compile everything anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play run test bench clean

play: $(READY)
	@$(VENV)/bin/python -m bot.offline

run: $(READY)
	@$(VENV)/bin/python -m bot

# Three at once, on two cores as well: some tests wait for others.
test: $(TESTED)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/pyright
	$(VENV)/bin/lint-imports
	$(VENV)/bin/python -m pytest -n 3

bench: $(TESTED)
	$(VENV)/bin/python -m tests.benchmarks

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if (3, 11) <= sys.version_info < (3, 13) else \
	  "Atelier needs Python 3.11 or 3.12; name one with PYTHON=python3.11 in front of the target.")'
	$(PYTHON) -m venv $(VENV)

$(READY): requirements.txt | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --require-hashes -r requirements.txt
	@touch $@

$(TESTED): requirements-test.txt | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --require-hashes -r requirements-test.txt
	@touch $@ $(READY)

clean:
	rm -rf $(VENV)
