# make graph   reads the documents and writes graphs/build/ (Turtle, TriG, manifest, site), as a stranger gets it
# make test    ruff, mypy, pytest, with the browser tests where a browser can be had
# make fuzz    tries odd files, texts, tables, queries and folders for MINUTES minutes (30); ends with 1 on a finding
# make gold    scores against the gold passages in $(YILI_SHARED) and in tests/gold, and what the change does everywhere
# make measures makes extraction/confidence/measured.tsv and docs/calibration.svg anew from the reading and the gold
# make bench   how fast it is, at one to eight times the corpus, beside other tools: docs/speed.md, .json, .svg
# make compiled makes a wheel in dist/ whose busiest modules are compiled, for this Python and this kind of machine
# make growth  how the time grows with what could lead a reader astray: seconds and the factor per doubling
# make corpus  makes extraction/corpus/ anew from the pages in $(YILI_SHARED)/seeds
# make collation makes extraction/passages/collation.tsv anew from the editions in $(YILI_SHARED)
# make passages makes extraction/passages/skeleton.tsv and sections.tsv anew from the editions in $(YILI_SHARED)
# make lock    makes requirements.lock, requirements-fuzz.lock and requirements-bench.lock anew: the versions of constraints.txt, with the hashes of their files
# make schemas makes extraction/schemas/ anew, for editors
# make w3id    writes docs/w3id/.htaccess, the redirections of https://w3id.org/yili/ to HOST
# make release-check packs the build as an archive and asks frictionless, pyld, pyshacl, rdflib, Comunica and tei_all
# make release copies the knowledge graph of a fresh build, with the cited books in $(YILI_SHARED), to graphs/yili.ttl, and says in graphs/CHANGES.md what changed

PYTHON ?= python3
YILI_SHARED ?= ../shared
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
export YILI_SHARED
export COMUNICA

.PHONY: graph test lint fuzz bench compiled growth gold measures corpus collation passages lock schemas release release-check w3id browser clean

# What a stranger gets: without the books of $(YILI_SHARED). A library of one's own, or $$YILI_REFERENCE, is asked.
graph: $(VENV)/.ready
	env -u YILI_SHARED $(BIN)/yili-kg build -o graphs/build

test: $(VENV)/.ready-dev browser lint
	$(BIN)/python -m pytest -n $(JOBS)

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/mypy

MINUTES ?= 30

fuzz: $(VENV)/.ready-fuzz
	@$(BIN)/python -m tests.fuzz.run --minutes $(MINUTES)

bench: $(VENV)/.ready-bench
	@$(BIN)/python -m benchmarks.bench --write $(BENCH)

# It needs gcc and the headers of Python. Compared with the sources by python -m benchmarks.compiled FILE…
compiled: $(VENV)/.ready
	YILI_COMPILE=1 $(BIN)/python -m pip wheel --no-deps -w dist .

growth: $(VENV)/.ready-dev
	@$(BIN)/python -m benchmarks.growth

SCORE = $(BIN)/python $(YILI_SHARED)/gold/score.py
ANNOTATE = -- $(BIN)/yili-kg annotate {source} --format jsonl
AGAINST ?= HEAD

gold: $(VENV)/.ready
	@echo "the passages that the rules were made with"
	@$(SCORE) $(YILI_SHARED)/gold/dev/d*.json $(YILI_SHARED)/gold/dev/c*.json $(ANNOTATE)
	@echo "other chapters and books, read while the rules were made"
	@$(SCORE) tests/gold/seen/*.json $(ANNOTATE)
	@echo "other chapters and books, set aside"
	@$(SCORE) tests/gold/apart/*.json $(ANNOTATE)
	@echo "steps: passages that the frames were made with, others of our own, others set aside when they were first scored"
	@$(SCORE) $(YILI_SHARED)/gold/dev/*.steps.json $(ANNOTATE)
	@$(SCORE) tests/gold/steps/seen-*.json $(ANNOTATE)
	@$(SCORE) tests/gold/steps/apart-*.json $(ANNOTATE)
	@echo "glosses and readings: the passage that the rules were made with, others of our own, others set aside"
	@$(SCORE) $(YILI_SHARED)/gold/dev/*.notes.json $(ANNOTATE)
	@$(SCORE) tests/gold/notes/seen/*.json $(ANNOTATE)
	@$(SCORE) tests/gold/notes/apart/*.json $(ANNOTATE)
	@echo "the rules alone against the reading of the received text"
	@$(BIN)/python -m benchmarks.reading $(YILI_SHARED)/texts/KR1d0026
	@echo "how sure statements are: calibration on what is set aside"
	@$(BIN)/python -m benchmarks.confidence
	@echo "mentions over all texts, $(AGAINST) against the working tree"
	@$(BIN)/python -m benchmarks.changes --against $(AGAINST)

measures: $(VENV)/.ready
	$(BIN)/python -m benchmarks.confidence --write

corpus: $(VENV)/.ready
	$(BIN)/yili-kg corpus $(YILI_SHARED)/seeds/*.txt -o extraction/corpus

collation: $(VENV)/.ready
	$(BIN)/yili-kg collate $(YILI_SHARED)/seeds/*.txt $(YILI_SHARED)/texts/KR1d0026/*_0*.txt $(YILI_SHARED)/texts/KR1d0028/*_0*.txt \
	  $(YILI_SHARED)/texts/KR1d0040/*_0*.txt --only zhushu --only shuzhu --only jingwen -o extraction/passages/collation.tsv

passages: $(VENV)/.ready
	$(BIN)/python -m benchmarks.derive.skeleton $(YILI_SHARED)/texts/KR1d0026 > extraction/passages/skeleton.tsv.new
	mv extraction/passages/skeleton.tsv.new extraction/passages/skeleton.tsv
	$(BIN)/python -m benchmarks.derive.sections $(YILI_SHARED)/texts/KR1d0028 $(YILI_SHARED)/texts/KR1d0032 \
	  $(YILI_SHARED)/texts/KR1d0026 > extraction/passages/sections.tsv.new
	mv extraction/passages/sections.tsv.new extraction/passages/sections.tsv

schemas: $(VENV)/.ready
	$(BIN)/yili-kg schemas

release: $(VENV)/.ready
	$(BIN)/yili-kg build -o graphs/build
	@$(BIN)/yili-kg diff graphs/yili.ttl graphs/build/yili.ttl --note > graphs/CHANGES.md.new; test $$? -le 1
	@mv graphs/CHANGES.md.new graphs/CHANGES.md
	cp graphs/build/yili.ttl graphs/yili.ttl

# Whether the tools of others take the archive of a build: TEI_ALL names tei_all.rng, COMUNICA comunica-sparql-file.
BUILT ?= graphs/build

release-check: $(VENV)/.ready-dev
	$(BIN)/yili-kg release -g $(BUILT) -o graphs/release.zip
	@$(BIN)/python -m benchmarks.archive graphs/release.zip $(if $(TEI_ALL),--tei-all $(TEI_ALL))

# The redirections of https://w3id.org/yili/ to where the graph is served: HOST=https://…, without a / at its end.
w3id:
	@echo "$(HOST)" | grep -Eq '^https://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~-]+)*$$' \
	  || { echo "say where the graph is served: make w3id HOST=https://kg.your-university.edu/yili"; exit 2; }
	sed 's|@HOST@\]|$(HOST)]|; s|, @HOST@,|, $(HOST),|' docs/w3id/htaccess.in > docs/w3id/.htaccess

# The browser tests want Chromium. Where this user may install packages it is installed, elsewhere they are skipped.
browser:
	@if command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 \
	  || command -v google-chrome >/dev/null 2>&1; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	  echo "installing chromium for the browser tests"; \
	  (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk) >/dev/null 2>&1 \
	  || echo "chromium could not be installed: the browser tests will be skipped"; \
	else echo "no chromium and no right to install it: the browser tests will be skipped"; fi

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Every file that is installed is one whose hash requirements.lock has; the project itself is built with the hatchling
# among them. Where a machine has files of its own (built for it, or by it), HASHES=no takes the versions alone.
HASHES ?= yes
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

$(VENV)/.ready: $(VENV)/bin/python pyproject.toml constraints.txt requirements.lock
ifeq ($(HASHES),no)
	$(PIP) -c constraints.txt -e '.[dev]'
else
	$(PIP) --require-hashes -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
endif
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	@touch $@

UV := 0.13.9

COMPILE = $(VENV)-lock/bin/uv pip compile --constraint constraints.txt --universal --python-version 3.11 --generate-hashes \
  --quiet --upgrade --no-config --no-annotate --no-header --no-emit-index-url --no-emit-find-links

lock:
	$(PYTHON) -m venv --clear $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV)
	$(COMPILE) pyproject.toml --extra dev --output-file requirements.lock
	echo "atheris; sys_platform == 'linux'" | $(COMPILE) - --no-deps --output-file requirements-fuzz.lock
	echo "ahocorasick-rs" | $(COMPILE) - --no-deps --output-file requirements-bench.lock
	rm -rf $(VENV)-lock

# The fuzzer is for developers alone: it has a lock of its own, and nothing but `make fuzz` wants it.
$(VENV)/.ready-fuzz: $(VENV)/.ready-dev requirements-fuzz.lock
ifeq ($(HASHES),no)
	$(PIP) --no-deps -c constraints.txt atheris
else
	$(PIP) --no-deps --require-hashes -r requirements-fuzz.lock
endif
	@touch $@

# The tools beside which speed is measured: nothing but `make bench` wants them.
$(VENV)/.ready-bench: $(VENV)/.ready-dev requirements-bench.lock
ifeq ($(HASHES),no)
	$(PIP) --no-deps -c constraints.txt ahocorasick-rs
else
	$(PIP) --no-deps --require-hashes -r requirements-bench.lock
endif
	@touch $@

clean:
	rm -rf graphs/build .pytest_cache .mypy_cache .ruff_cache
