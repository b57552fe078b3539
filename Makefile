# The everyday commands. Each does its own set-up; build trees are build/<preset>, see CMakePresets.json.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)
export CTEST_PARALLEL_LEVEL ?= $(JOBS)

# A compiler cache is used where there is one.
ccache := $(shell command -v ccache)
ifneq ($(ccache),)
export CMAKE_CXX_COMPILER_LAUNCHER ?= $(ccache)
export CCACHE_SLOPPINESS ?= pch_defines,time_macros
endif

# Where the benchmarks find data sets that are not part of this repository.
DATA ?= ../shared/data

configure = cmake --preset $(1) --log-level=WARNING >/dev/null
python = build/python/environment/bin/python
older_python = build/python/sklearn-1.3/bin/python
with_python = -DPROTEA_BUILD_PYTHON=ON -DPython_EXECUTABLE=$(CURDIR)/$(python) -DPROTEA_OLDER_PYTHON=$(CURDIR)/$(older_python)
build = $(call configure,$(1)) && cmake --build --preset $(1)

# What bench/engine.sh runs.
engine = lvq1_steps engine_steps engine_products engine_side engine_threads growth read_rows

.PHONY: help quickstart test python python-all wheels bench maps cluster svm peers accuracy reproduce figures asan tsan arm format clean
.NOTPARALLEL:

help:
	@echo 'make quickstart   build the command and see it work on the iris data'
	@echo 'make test         build and run the whole test suite'
	@echo 'make python       build and install the Python package in a virtual environment, and test what was installed'
	@echo 'make python-all   … and with older releases of scikit-learn too'
	@echo 'make wheels       build the wheels of the Python package into build/wheels, repaired, audited and tried'
	@echo 'make bench        measure the engine, each part against who does it best: half an hour; DATA=… names the data'
	@echo 'make maps         measure the batch map against kohonen and somoclu: five minutes'
	@echo 'make cluster      measure an evaluation on a Dask cluster of this machine, and two workers against one'
	@echo 'make svm          measure large margins against libsvm and liblinear; DATA=… names the data'
	@echo 'make peers        measure the Python package against sklvq, sklearn-lvq, prototorch, minisom and somoclu; TORCH=no spares six gigabytes'
	@echo 'make accuracy     how often prototypes are right on ten data sets, with kNN, libsvm and sklvq beside'
	@echo 'make reproduce    measure every published table and figure again, whole, into docs/reproductions.md'
	@echo 'make figures      draw every published table and figure in its quick form: build/figures/index.html, and those of docs/figures'
	@echo 'make asan         run the tests under the address and undefined-behaviour sanitizers'
	@echo 'make tsan         run the tests under the thread sanitizer'
	@echo 'make arm          compile kernels, rules and dissimilarities for aarch64, run their tests under qemu, compare bits with this machine'
	@echo 'make format       bring the layout of the sources into the house style, by clang-format'
	@echo 'make clean        remove all build trees'

quickstart:
	@bash tools/setup.sh
	@$(call build,release) --target protea_command
	@bash tools/quickstart.sh build/release/bin/protea build/quickstart

test:
	@bash tools/setup.sh python
	@cmake --preset dev $(with_python) --log-level=WARNING >/dev/null && cmake --build --preset dev
	@PROTEA_PYTHON=$(CURDIR)/$(python) ctest --preset dev

python:
	@bash tools/setup.sh python
	@$(call build,release) --target protea_command
	@bash tests/python/run_installed.sh build/python/environment build/release/bin/protea 'dask[dataframe]' distributed

python-all: python
	@bash tests/python/run_installed.sh build/python/sklearn-1.3 build/release/bin/protea 'scikit-learn==1.3.*' 'numpy==1.26.*' 'pandas<2.3'
	@bash tests/python/run_installed.sh build/python/sklearn-1.5 build/release/bin/protea 'scikit-learn==1.5.*' 'numpy==2.0.*' 'pandas<2.3'

wheels:
	@bash tools/setup.sh python
	@bash tools/wheels.sh

asan tsan:
	@bash tools/setup.sh
	@$(call build,$@)
	@ctest --preset $@

bench:
	@bash tools/setup.sh bench
	@$(call build,bench) --target protea_command protea_bench reach_cost harness dynamics_bench $(engine)
	@build/bench/bench/protea_bench
	@build/bench/bench/harness
	@build/bench/bench/dynamics_bench
	@bash bench/against_sklvq.sh $(DATA) build/bench/bench/reach_cost
	@bash bench/engine.sh

maps:
	@bash tools/setup.sh maps
	@$(call build,release) --target protea_command
	@bash bench/against_maps.sh build/release/bin/protea

cluster:
	@bash tools/setup.sh python
	@cmake --preset dev $(with_python) --log-level=WARNING >/dev/null && cmake --build --preset dev --target protea_python
	@PYTHONPATH=build/dev/python $(python) bench/cluster.py $(ROWS)

svm:
	@bash tools/setup.sh bench
	@$(call build,bench) --target linear_world
	@bash bench/against_svm.sh $(DATA) build/bench/bench/linear_world

peers:
	@bash tools/setup.sh python
	@$(call build,release) --target protea_command
	@$(python) -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps .
	@$(python) bench/against_python_peers.py build/release/bin/protea

accuracy:
	@bash tools/setup.sh bench
	@$(call build,bench) --target accuracy
	@bash bench/accuracy.sh $(DATA) build/bench/bench/accuracy

reproduce:
	@bash tools/setup.sh
	@$(call build,release) --target protea_command
	@bash tools/reproduce.sh build/release/bin/protea docs/reproductions.md

figures:
	@bash tools/setup.sh
	@$(call build,release) --target protea_command
	@python3 tools/figures.py build/release/bin/protea build/figures docs/figures

arm:
	@bash tools/setup.sh arm
	@bash tests/arm/run.sh tests/arm build/arm

format:
	@bash tools/setup.sh clang
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean:
	rm -rf build
