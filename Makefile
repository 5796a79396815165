# atelier.py sets up .venv for each target; `make play` and `make test` are all a newcomer needs.
PYTHON ?= python3

.PHONY: play run test bench clean

play:
	@$(PYTHON) atelier.py play

run:
	@$(PYTHON) atelier.py run

test:
	@$(PYTHON) atelier.py test

bench:
	@$(PYTHON) atelier.py bench

clean:
	rm -rf .venv
