# Makefile: needs make, a C99 compiler and a POSIX shell.
# SPDX-License-Identifier: MIT
#
#   make                        the example programs, in build
#   make demo [SWF=file]        replay a cluster's week under four policies: tables and picture
#   make test                   all tests; two or three minutes
#   make quick                  the quick tests alone; half a minute
#   make check [TRACES=folder]  all gates: compilers, sanitizers, symbols, documents, published traces
#   make targets                golden kernels and quick tests on emulated targets, all of them
#   make evidence [TRACES=folder]  the same in full, and the page that tells it: build/evidence.md
#   make bench                  what a decision costs: build/bench.txt, build/bench.csv; a minute
#   make board                  skedmark on this host and on emulated boards: build/board
#   make tables                 measure code, stack and memory anew: bench/tables/README.md
#   make page                   a page to play with, for a browser: build/sked.html
#   make report                 all figures, claims, tables and evidence: build/report.html
#   make slurm [DAY=1000]       a private Slurm cluster of 64 nodes, driven by examples/slurm
#   make simgrid [FIGURES=--full]  experiments in SimGrid (libsimgrid-dev): examples/simgrid
#   make tiers_linux            a day of processes on this Linux, in front and behind: docs/tiers.md
#   make figures [FIGURES=--full]  the experiments of the figures, into build/figures
#   make install [PREFIX=dir] [DESTDIR=dir]  the headers, as <sked/sched.h>, for pkg-config and CMake
#   make uninstall [PREFIX=dir] [DESTDIR=dir]
#   make release                all headers in one file, build/sked_all.h, and as a pair: build/pair
#   make arduino [URL=page]     the headers, and a benchmark, as a library: build/arduino/sked
#   make build/libsked.so       all headers as a shared library, for Python: examples/python
#   make build/sked_edc.so      a decision component for Batsim: examples/batsim
#   make build/batsim_host      ... and a host that runs it where Batsim is not installed
#   make build/vectors          test vectors for ports: vectors/README.md
#   make clean
#   make help                   this list; V=1 shows all commands

# As many programs at a time as there are processors, unless -j tells how many.
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
ifeq ($(MAKELEVEL)$(findstring -j,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(JOBS)
endif

CC ?= cc
CXX ?= c++
CFLAGS ?= -O2
WARNINGS = -Wall -Wextra -Wpedantic
PREFIX ?= /usr/local

HEADERS := $(sort $(wildcard sched*.h))
FORWARD = sked.h
VERSION := $(shell sed -n 's/^.define SKED_VERSION_[A-Z]* \([0-9]*\)$$/\1/p' sched.h | paste -sd. -)
LABORATORY := $(wildcard bench/*.h) $(wildcard examples/*.h) $(wildcard tests/*.h tests/*/*.h)
QUICK := $(patsubst tests/quick/%.c,build/quick_%,$(sort $(wildcard tests/quick/*.c)))
DEEP := $(patsubst tests/deep/%.c,build/deep_%,$(sort $(wildcard tests/deep/*.c)))
EXAMPLES := $(patsubst examples/%.c,build/%,$(sort $(wildcard examples/*.c)))
COMPILE = $(CC) -std=c99 $(WARNINGS) $(CFLAGS) -I. -Ibench -Itests

# Tests and benches may ignore a status: what follows from it is what they look at.
TRY = $(COMPILE) -DSKED_NODISCARD=

# The implementation is compiled once for all tests and examples, which takes longer than the rest:
# so they are told that they have it already; but for those that look at what is private, or set a
# size of it.
KIT := $(HEADERS:%.h=build/kit_%.o)
PRIVATE := $(shell grep -lE 'sked_[a-z0-9_]*_[^a-z0-9_]|state_->|^.define SKED_[A-Z]+_' \
	tests/quick/*.c tests/deep/*.c)
IN_KIT := $(shell sed -n 's/^.define \(SKED_[A-Z]*_IMPLEMENTATION_DONE\).*/-D\1/p' $(HEADERS))
INSIDERS := $(PRIVATE:tests/quick/%.c=build/quick_%)
INSIDERS := $(INSIDERS:tests/deep/%.c=build/deep_%)

.PHONY: all help demo test tests quick check evidence targets board tables bench figures report page slurm \
	simgrid install uninstall release arduino clean
.DELETE_ON_ERROR:

# One line for each file that is made; with V=1 its command, with make -s nothing.
ifndef V
Q = @$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo "  make $@";)
endif

all: $(EXAMPLES)

tests: $(QUICK) $(DEEP)

help:
	@sed -n 's/^#   make/make/p' Makefile

# The week: 3,000 jobs of the Lublin model on 256 processors, or a trace of yours.
demo:
	@test -e build/replay || echo "compiling build/replay: some seconds"
	@$(MAKE) -s --no-print-directory build/replay
	build/replay --policy fcfs,easy,conservative,easy-sjbf --gantt build/demo.svg $(if $(SWF),"$(SWF)")
	@echo "One day under the first policy and the last: build/demo.svg (open it in a browser)"

test: $(QUICK) $(DEEP)
	@tests/run.sh $(QUICK) $(DEEP)

quick: $(QUICK)
	@tests/run.sh $(QUICK)

check: all tests
	@tests/gates/install.sh || echo "# what could not be installed is skipped below"
	@TRACES="$(TRACES)" tests/gates/all.sh

# Long: make check runs the quick part of it.
targets:
	@FULL=1 tests/gates/targets.sh

evidence: all tests
	@tests/gates/install.sh || echo "# what could not be installed is skipped below"
	@TRACES="$(TRACES)" tests/evidence.sh

# Half a minute of measuring. With a C++ compiler the mapping is also compared with plainly coded
# rivals.
BENCHES = skedmark queue_ratio kinds_ratio ar_ratio fattree_ratio rules_ratio moldable_ratio share_ratio
WITH_MAP = $(if $(shell command -v $(CXX)),map_ratio)

bench: $(BENCHES:%=build/%)
	@map="$(WITH_MAP)"; if [ -n "$$map" ]; then $(MAKE) -s --no-print-directory build/$$map; \
	else echo "not run: build/map_ratio (no C++ compiler named $(CXX))"; fi && \
	V=$(V) sh bench/bench.sh $(BENCHES) $$map

# Two minutes; what is not installed is named, and left out.
board:
	@bash bench/skedmark/board.sh

# The tables of bench/tables: code, stack and memory, on targets that are emulated.
tables:
	@tests/gates/tables.sh --write

# A minute; all jobs and loads (--full) take half an hour, and those of tiers may be
# interrupted. Then the tables of the papers' claims and, with gnuplot, the pictures.
FIGURES = --quick

figures: build/figures_tiers build/figures_site build/figures_ar build/figures_fattree \
		build/figures_moldable build/figures_links build/figures_shares \
		build/figures_preempt
	build/figures_tiers $(FIGURES)
	build/figures_site $(FIGURES)
	build/figures_ar $(FIGURES)
	build/figures_fattree $(FIGURES)
	build/figures_links $(FIGURES)
	build/figures_shares $(FIGURES)
	build/figures_preempt $(FIGURES)
	build/figures_moldable $(FIGURES)
	sh bench/figures/report.sh build/figures

# Debian's python3-markdown is for its own Python.
PYTHON = $(if $(wildcard /usr/bin/python3),/usr/bin/python3,python3)

report: | build
	$(PYTHON) bench/report.py page >build/report.html

# The headers as a module of WebAssembly, in a page that needs no server. CLANG and wasm-ld (lld).
CLANG = clang-14
MODULE = --target=wasm32 -Oz -mbulk-memory -ffreestanding -nostdlib -fvisibility=default \
	-Wno-unused-function -Wl,--no-entry -Wl,--export-dynamic -Wl,--strip-all

page: build/sked.html

build/sked.html: build/page.wasm $(wildcard page/*.js page/page.*) page/build.py examples/gantt.h
	python3 page/build.py $< $(VERSION) >$@

build/page.wasm: page/page.c $(wildcard page/*.h) $(HEADERS) | build
	$(Q)$(CLANG) -std=c99 -Wall -Wextra $(MODULE) -I. $< -o $@

# Needs libslurm-dev and the packages that examples/slurm/cluster.sh names. DAY: how many jobs.
DAY ?= 240

slurm: build/sked_slurm
	@DAY=$(DAY) examples/slurm/run.sh build/slurm

build/sked_slurm: examples/slurm/sked_slurm.c $(wildcard examples/slurm/*.h) $(HEADERS) \
		bench/heap.h | build
	$(Q)$(COMPILE) $< -lslurm -o $@

# Five seconds on two processors of a Linux machine.
tiers_linux: build/tiers_linux
	build/tiers_linux --processors 2 --memory 1000 --sample 250 examples/tiers_linux/small.day

build/tiers_linux: examples/tiers_linux/tiers_linux.c $(wildcard examples/tiers_linux/*.h) \
		$(wildcard examples/*.h) $(HEADERS) | build
	$(Q)$(COMPILE) $< -o $@

# SimGrid: needs libsimgrid-dev and a compiler of C++20. A minute or two; with FIGURES=--full half an
# hour.
SIMGRID = $(patsubst examples/simgrid/%.cpp,build/simgrid_%,$(wildcard examples/simgrid/*.cpp))
HAS_SIMGRID = printf '\043include <simgrid/s4u.hpp>\n' >build/simgrid.cpp && \
	$(CXX) -std=c++20 -E build/simgrid.cpp -o build/simgrid.i 2>build/simgrid.txt

simgrid: | build
	@if $(HAS_SIMGRID); then $(MAKE) --no-print-directory $(SIMGRID) && \
		sh examples/simgrid/run.sh build/simgrid $(FIGURES); \
	else echo "skipped: no simgrid/s4u.hpp (apt package libsimgrid-dev)"; fi

# Warnings are wanted of these programs, not of headers in the idioms of C.
build/simgrid_%: examples/simgrid/%.cpp $(wildcard examples/simgrid/*.hpp bench/figures/*.h) $(HEADERS) \
		$(LABORATORY) build/kit_sched.o build/kit_sched_fattree.o
	$(Q)$(CXX) -std=c++20 $(WARNINGS) -Wno-missing-field-initializers $(CFLAGS) -I. \
		-isystem bench -isystem bench/figures -isystem examples $(IN_KIT) $< $(filter %.o,$^) \
		-lsimgrid -lm -o $@

# As CMakeLists.txt lays it down. No place is written into a file, so all may be moved as a whole.
TO = $(DESTDIR)$(PREFIX)
AT_VERSION = sed 's/@VERSION@/$(VERSION)/'

install:
	install -d "$(TO)/include/sked" "$(TO)/share/pkgconfig" "$(TO)/share/cmake/sked" \
		"$(TO)/share/doc/sked"
	install -m 644 $(FORWARD) $(HEADERS) "$(TO)/include/sked"
	install -m 644 package/sked-config.cmake "$(TO)/share/cmake/sked"
	install -m 644 LICENSE "$(TO)/share/doc/sked"
	umask 022; $(AT_VERSION) package/sked.pc.in >"$(TO)/share/pkgconfig/sked.pc"
	umask 022; $(AT_VERSION) package/sked-config-version.cmake.in \
		>"$(TO)/share/cmake/sked/sked-config-version.cmake"

# Folders of other people's stay, and what they have put into ours.
uninstall:
	for file in $(FORWARD) $(HEADERS); do rm -f "$(TO)/include/sked/$$file"; done
	rm -f "$(TO)/share/pkgconfig/sked.pc" "$(TO)/share/cmake/sked/sked-config.cmake" \
		"$(TO)/share/cmake/sked/sked-config-version.cmake" "$(TO)/share/doc/sked/LICENSE"
	for folder in include/sked share/cmake/sked share/doc/sked; do \
		[ ! -d "$(TO)/$$folder" ] || rmdir "$(TO)/$$folder" || echo "kept: $(TO)/$$folder"; done

release: build/sked_all.h build/pair/sked.h build/pair/sked.c

build/sked_all.h: LICENSE $(HEADERS) package/sked_all.awk | build
	awk -v version=$(VERSION) -f package/sked_all.awk LICENSE $(HEADERS) >$@

build/pair/sked.%: LICENSE $(HEADERS) package/sked_pair.awk
	mkdir -p $(@D)
	awk -v version=$(VERSION) -v part=$* -f package/sked_pair.awk LICENSE $(HEADERS) >$@

# A library of Arduino: all that its sources include is below src.
ARDUINO = build/arduino/sked
MARK = $(wildcard bench/skedmark/*.h) bench/meter.h bench/bench_port.h bench/ports/avr.h

arduino:
	rm -rf $(ARDUINO)
	mkdir -p $(ARDUINO)/src/sked $(ARDUINO)/src/skedmark $(ARDUINO)/examples
	cp LICENSE $(ARDUINO)
	cp -r $(wildcard bench/skedmark/arduino/*/) $(ARDUINO)/examples
	cp $(FORWARD) $(HEADERS) $(ARDUINO)/src/sked
	cp $(MARK) $(ARDUINO)/src/skedmark
	echo '#include "sked/sked.h"' >$(ARDUINO)/src/sked.h
	sed 's|"sched|"sked/sched|' bench/skedmark/skedmark.c >$(ARDUINO)/src/skedmark/skedmark.inc
	sed 's/@VERSION@/$(VERSION)/; s|@URL@|$(URL)|' bench/skedmark/arduino/library.properties \
		>$(ARDUINO)/library.properties

build/libsked.so: examples/python/sked_shared.c $(HEADERS) | build
	$(Q)$(COMPILE) -shared -fPIC -fvisibility=hidden $< -o $@

build/sked_edc.so: examples/batsim/sked_edc.c $(wildcard examples/batsim/*.h examples/*.h) \
		$(HEADERS) | build
	$(Q)$(COMPILE) -shared -fPIC -fvisibility=hidden $< -o $@

build/batsim_host: tests/programs/batsim_host.c $(wildcard examples/batsim/*.h) $(HEADERS) \
		$(LABORATORY) | build
	$(Q)$(COMPILE) -Iexamples $< -o $@ -ldl -lm

# Test vectors for ports: build/vectors check vectors
build/vectors: tests/vectors/vectors.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $< -o $@

clean:
	rm -rf build

build:
	@mkdir -p build

# Of each header the implementation alone.
build/kit_%.o: %.h $(HEADERS) | build
	@printf '#include "%s"\n' $< >build/kit_$*.c
	$(Q)$(COMPILE) $$(sed -n 's/^.define \(SKED_[A-Z]*_IMPLEMENTATION\)_DONE.*/-D\1/p' $<) \
		-c build/kit_$*.c -o $@

# What is not measured: -O2 would take longer than it wins.
$(KIT) $(INSIDERS) $(EXAMPLES): CFLAGS := $(subst -O2,-O1,$(CFLAGS))

$(filter-out $(INSIDERS),$(QUICK) $(DEEP)): $(KIT)
$(filter-out $(INSIDERS),$(QUICK) $(DEEP)): TOLD = $(IN_KIT) $(KIT)

build/quick_%: tests/quick/%.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $< $(TOLD) -o $@ -lm

build/deep_%: tests/deep/%.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $< $(TOLD) -o $@ -lm

# A fuzz target that replays files: build/fuzz_queue tests/fuzz/corpus/queue/*
build/fuzz_%: tests/fuzz/%.c $(wildcard tests/deep/*.c examples/*.c examples/batsim/*.[ch]) \
		$(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $< -o $@ -lm

# Attacks on the costs of the headers, which count their steps: build/costs_queue [FACTOR] [FUNCTION]
COUNTED := $(HEADERS:%.h=build/counted_%.o)
build/counted_%.o: build/kit_%.o
	$(Q)$(CC) -std=c99 -O1 -I. $$(sed -n 's/^.define \(SKED_[A-Z]*_IMPLEMENTATION\)_DONE.*/-D\1/p' $*.h) \
		-fsanitize-coverage=trace-pc -c build/kit_$*.c -o $@

build/costs_%: tests/costs/%.c $(COUNTED) $(wildcard tests/costs/*.h)
	$(Q)$(TRY) $< $(COUNTED) -o $@

FAST = -O3 -march=native

build/overhead: bench/overhead.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) -DBENCH_FLAGS='"$(CFLAGS)"' $< -o $@

build/skedmark: $(wildcard bench/skedmark/*.[ch]) $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) -Ibench/skedmark -DSKEDMARK_LEVEL=3 -DBOARD_ABOUT='"this host"' \
		-DBOARD_UNITS_PER_SECOND=1000000000 -DBOARD_STACK=0 -DBENCH_FLAGS='"$(CFLAGS)"' \
		$(filter %.c,$^) -o $@

build/queue_ratio: bench/queue_ratio.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) -DBENCH_FLAGS='"$(CFLAGS)"' $< -o $@ -lm

build/kinds_ratio: bench/kinds_ratio.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) -DBENCH_FLAGS='"$(CFLAGS)"' $< -o $@ -lm

build/rules_ratio: bench/rules_ratio.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) -DBENCH_FLAGS='"$(CFLAGS)"' $< -o $@ -lm

build/share_ratio: bench/share_ratio.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) -DBENCH_FLAGS='"$(CFLAGS)"' $< -o $@ -lm

build/ask_ahead: bench/ask_ahead.c $(wildcard bench/figures/*.h) $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $< -o $@ -lm

build/ar_ratio: bench/ar_ratio.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $(FAST) -DBENCH_FLAGS='"$(FAST)"' $< -o $@ -lm

build/fattree_ratio: bench/fattree_ratio.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $(FAST) -DBENCH_FLAGS='"$(FAST)"' $< -o $@ -lm

build/moldable_ratio: bench/moldable_ratio.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) -O2 -march=native -DBENCH_FLAGS='"-O2 -march=native"' $< -o $@ -lm

build/figures_%: bench/figures/%.c $(wildcard bench/figures/*.h) $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $< -o $@ -lm

# The bound that the paper on moldable tasks prints is a linear program: solved where GLPK is there.
GLPK = $(shell printf '\043include <glpk.h>\n' >build/glpk.c && \
	$(CC) -E build/glpk.c -o build/glpk.i 2>build/glpk.txt && echo -DWITH_GLPK)

build/figures_moldable: bench/figures/moldable.c $(wildcard bench/figures/*.h) $(HEADERS) \
		$(LABORATORY) | build
	$(Q)glpk="$(GLPK)" && $(TRY) $$glpk $< -o $@ $${glpk:+-lglpk} -lm

build/plain_map.o: bench/plain_map.cpp bench/plain_map.hpp | build
	$(Q)$(CXX) -std=c++11 $(WARNINGS) $(FAST) -c $< -o $@

build/map_ratio: bench/map_ratio.c build/plain_map.o $(HEADERS) $(LABORATORY) | build
	$(Q)$(TRY) $(FAST) -DBENCH_FLAGS='"$(FAST)"' $< build/plain_map.o -o $@ -lstdc++ -lm

SHARERS := $(shell grep -l '^.define SKED_IMPLEMENTATION$$' examples/*.c)
SHARERS := $(SHARERS:examples/%.c=build/%)
$(SHARERS): build/kit_sched.o
$(SHARERS): TOLD = $(IN_KIT)
build/replay build/booking: build/kit_sched_ar.o
build/replay: build/kit_sched_share.o
build/placement: build/kit_sched_fattree.o
build/moldable: build/kit_sched_moldable.o

build/%: examples/%.c $(HEADERS) $(LABORATORY) | build
	$(Q)$(COMPILE) $< $(TOLD) $(filter %.o,$^) -o $@ -lm
