# Everything this project needs is set up by `make demo` and `make test`; nothing has to be installed by hand.
# Needs Debian 12 with Python 3.11, its venv module and make. No compiler: every locked package comes as a wheel.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CAMERA := $(VENV)/camera
AXE := build/axe/axe.min.js
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
LOCKED := $(PIP) install --only-binary :all: --require-hashes
DEBIAN := chromium
# The firmware is built and tested with these; nothing else needs them.
FIRMWARE_DEBIAN := gcc libc6-dev gcc-avr binutils-avr avr-libc libsimavr-dev libelf-dev libcmocka-dev cppcheck
HANDS = $${BURNTURN_SHARED:-../shared}/data/hands.jsonl

.PHONY: help setup demo test axe lint types contracts suite soak generate lock camera-model tracking-plots debian debian-firmware debian-camera firmware test-firmware

help:
	@echo "make demo       set up, then four simulated tables and the dashboard (ARGS='--headless ...' for more)"
	@echo "make test       set up, then lint, types, contracts and the test suite"
	@echo "make soak       the long runs (hours)"
	@echo "make setup      only .venv, with the command $(BIN)/burnturn"
	@echo "make lint | types | contracts | suite    one part of make test"
	@echo "make axe        axe-core for the tests, from npm, into build/"
	@echo "make firmware   the image of the table board, built twice, and the virtual board that runs it"
	@echo "make test-firmware   the firmware's own tests and static checks"
	@echo "make camera-model    the network that reads cards, from public packages (docs/camera.md)"
	@echo "make tracking-plots  docs/tracking: what tracking makes of five kinds of noise (ARGS='--hands N': of each point)"
	@echo "make generate   make again what repeats hardware/protocol/schema.toml"
	@echo "make lock       renew the lock files"

setup: $(VENV)/.installed

demo: setup
	$(BIN)/burnturn demo $(ARGS)

test: debian axe lint types contracts suite

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .

types: $(VENV)/.installed-test
	$(BIN)/mypy

contracts: $(VENV)/.installed-test
	$(BIN)/lint-imports

suite: $(VENV)/.installed-test
	$(BIN)/pytest -n 2 $(ARGS)

# Among the long runs of pytest: every house at two tables of 400 hands with errors (tests/e2e/test_errors_virtual.py).
soak: debian axe $(VENV)/.installed-test
	$(BIN)/pytest --soak $(ARGS)
	$(BIN)/burnturn replay-hands $(HANDS) --virtual
	$(BIN)/burnturn replay-hands $(HANDS)
	$(BIN)/burnturn demo --tables 4 --hands 25 --speed max --headless --seed 7 --json
	$(BIN)/burnturn demo --tables 4 --hands 25 --speed max --headless --seed 7 --errors 0.3 --json
	$(BIN)/burnturn bench tracking --hands 50000 --tables 50 --errors 0.1 --noise typical --seed 7 --json

firmware: debian-firmware
	$(MAKE) -C hardware/firmware PYTHON=$(PYTHON) image board

test-firmware: debian-firmware
	$(MAKE) -C hardware/firmware PYTHON=$(PYTHON) lint test budgets

# The card network anew: see docs/camera.md. The tools for it have an environment of their own.
camera-model: setup debian-camera
	test -x $(CAMERA)/bin/python || $(PYTHON) -m venv $(CAMERA)
	$(CAMERA)/bin/python -m pip --disable-pip-version-check --no-input --quiet install --only-binary :all: --require-hashes \
		-r requirements.lock -r drivers/camera/training/requirements.lock
	OMP_NUM_THREADS=1 $(CAMERA)/bin/python -m drivers.camera.training $(ARGS)

tracking-plots: $(VENV)/.installed-test
	$(BIN)/burnturn bench tracking --sweep docs/tracking --seed 7 $(ARGS)

generate: setup
	$(BIN)/python -m hardware.generate

# The stamps say that what is installed is what the files before the colon ask for.
$(VENV)/.installed: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(LOCKED) -r requirements.lock
	$(PIP) install --no-deps --editable .
	touch $@

$(VENV)/.installed-test: $(VENV)/.installed requirements-test.lock
	$(LOCKED) -r requirements-test.lock
	touch $@

# What the tests need from Debian. Without it they are skipped, each with its reason.
debian:
	@command -v $(DEBIAN) >/dev/null || $(call INSTALL,$(DEBIAN)) \
	|| echo "Missing: the Debian package $(DEBIAN). Going on without the browser tests."

# What the tests let judge every page: axe-core (MPL-2.0), fetched, checked and never part of the product.
AXE_VERSION := 4.14.1
AXE_SHA256 := e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745

axe: $(AXE)

$(AXE): Makefile
	@command -v npm >/dev/null || $(call INSTALL,npm) || { echo "Missing: the Debian package npm. Going on without axe-core."; exit 0; }; \
	mkdir -p $(@D) && cd $(@D) && npm pack --silent axe-core@$(AXE_VERSION) >/dev/null && \
	echo "$(AXE_SHA256)  axe-core-$(AXE_VERSION).tgz" | sha256sum --check --quiet && \
	tar -xzf axe-core-$(AXE_VERSION).tgz --strip-components=1 package/axe.min.js package/LICENSE && touch axe.min.js

debian-firmware:
	@dpkg-query --show $(FIRMWARE_DEBIAN) >/dev/null 2>&1 || $(call INSTALL,$(FIRMWARE_DEBIAN)) \
	|| { echo "Missing of the Debian packages $(FIRMWARE_DEBIAN): install them, or run this as root."; exit 1; }

debian-camera:
	@{ command -v rsvg-convert && command -v npm; } >/dev/null || $(call INSTALL,librsvg2-bin npm) \
	|| { echo "Missing of the Debian packages librsvg2-bin npm: install them, or run this as root."; exit 1; }

# Shell words that install Debian packages, where that is allowed.
define INSTALL
{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update && \
	DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends $(1) >/dev/null; }
endef

# How they are made stands in pyproject.toml; the test lock holds the other one's versions.
COMPILE := $(VENV)/lock/bin/pip-compile --upgrade

lock: export CUSTOM_COMPILE_COMMAND := make lock
lock: setup
	test -x $(VENV)/lock/bin/pip-compile || { $(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/pip install --quiet pip-tools; }
	$(COMPILE) --output-file requirements.lock pyproject.toml
	$(COMPILE) --extra test --constraint requirements.lock --output-file requirements-test.lock pyproject.toml
