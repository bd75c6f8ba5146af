# Assay. `make help` lists the targets. Objects mirror sources under build/$(MODE)/.
MAKEFLAGS += --warn-undefined-variables --no-builtin-rules
SHELL     := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SECONDARY:
.SUFFIXES:
# As many jobs as cores, unless the command line says otherwise.
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif

MODE ?= release
# A sanitizer or a clang of one's own: make CXX=clang++-14 ...
ifeq ($(origin CXX),default)
CXX := g++
endif
# CCACHE=ccache compiles nothing a second time, wherever the tree lies. What stands in a precompiled
# header is compared by content, not by the time of a file that a clone has just made.
CCACHE   ?=
export CCACHE_NOHASHDIR := 1
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_mtime,include_file_ctime
CXXFLAGS ?=
LDFLAGS  ?=
B := build/$(MODE)

VERSION  := $(shell cat src/main/VERSION)
PACKAGES := fcgi jansson libssl libcrypto libcurl sqlite3 libsecp256k1 libcrypto++ tomlplusplus icu-uc icu-i18n gmpxx libidn2 libpsl libxml-2.0 libcares ldns libunbound libsystemd libseccomp eigen3 gumbo
pkg_cflags := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(PACKAGES) 2>/dev/null))
# libstemmer has no .pc.
pkg_libs   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lstemmer

is_clang := $(findstring clang,$(CXX))
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast \
  -Wcast-qual -Wnon-virtual-dtor -Woverloaded-virtual -Wswitch-enum -Wformat=2 -Wnull-dereference \
  -Wmissing-declarations -Wextra-semi -Werror \
  $(if $(is_clang),,-Wduplicated-cond -Wduplicated-branches -Wlogical-op)
required := -std=c++20 -Isrc -Itests -pthread -DASSAY_VERSION='"$(VERSION)"' $(warnings)
# -g1: where a crash came from, without each variable, which is half of the time of a build.
mode_flags_release := -O2 -g1 -D_FORTIFY_SOURCE=3 -D_GLIBCXX_ASSERTIONS -fPIE -fstack-protector-strong \
  -fstack-clash-protection -fcf-protection=full -ftrivial-auto-var-init=zero
mode_link_release  := -pie -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--as-needed
mode_flags_debug   := -O0 -g -D_GLIBCXX_ASSERTIONS
mode_link_debug    :=
mode_flags_asan    := -O0 -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
mode_link_asan     := -fsanitize=address,undefined
# With the checks between, gcc takes more optionals for uninitialized than there are.
mode_flags_tsan    := -O1 -g1 -fsanitize=thread -Wno-maybe-uninitialized
mode_link_tsan     := -fsanitize=thread
# A moment of fuzzing is built faster than it runs: FUZZ_OPTIMIZE=-O0.
FUZZ_OPTIMIZE      ?= -O1
mode_flags_fuzz    := $(FUZZ_OPTIMIZE) -g1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
mode_link_fuzz     := -fsanitize=address,undefined
compile := $(CCACHE) $(CXX) $(required) $(mode_flags_$(MODE)) $(pkg_cflags)
# make V=1 shows the commands.
V ?=
Q := $(if $(V),,@)
link    := $(CXX) -pthread $(mode_link_$(MODE)) $(LDFLAGS)

# Programs of the build itself.
table_makers := $(wildcard src/reading/*/make_table.cpp)
lib_sources  := $(filter-out src/main/% $(table_makers),$(shell find src -name '*.cpp'))
lib_objects  := $(lib_sources:%.cpp=$(B)/%.o) $(B)/src/documents/embedded.o $(B)/src/reading/wordnet/table.o $(B)/src/reading/facts/table.o \
  $(if $(wildcard src/db/migrations.hpp),$(B)/src/db/migrations.o)
main_sources := $(wildcard src/main/*_main.cpp)
unit_sources := $(shell find tests/unit tests/support -name '*.cpp' 2>/dev/null)
unit_objects := $(unit_sources:%.cpp=$(B)/%.o)
integration_sources := $(shell find tests/integration tests/support -name '*.cpp' 2>/dev/null)
integration_objects := $(integration_sources:%.cpp=$(B)/%.o)
programs     := $(patsubst src/main/%_main.cpp,$(B)/assay-%,$(filter-out src/main/cli_main.cpp,$(main_sources))) \
  $(if $(wildcard src/main/cli_main.cpp),$(B)/assay)

.PHONY: all
all: $(programs) ## build every program

# Headers that are parsed once: gcc takes X.hpp.gch for `-include X.hpp`. A source still includes
# what it uses; clang-tidy, which gets no such header, says where one does not. Of tests it is more
# than speed: with it every test makes its fixture when it runs.
test_objects := $(unit_objects) $(integration_objects)
parsed_as    := $(if $(is_clang),pch,gch)
precompiled  := $(B)/src/base/precompiled.hpp.$(parsed_as) $(B)/tests/support/precompiled.hpp.$(parsed_as)
own_ahead     = $(B)/$(if $(filter $@,$(test_objects)),tests/support,src/base)/precompiled.hpp
ahead_gch     = -include $(own_ahead) -Winvalid-pch
ahead_pch     = -include-pch $(own_ahead).pch
# Tests need not be fast themselves. With -O1, gcc 12 takes short strings for written past their end.
test_flags    = $(if $(filter release,$(MODE)),$(if $(filter $(B)/tests/%,$@),$(faster_built)))
faster_built := -O1 -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread

$(precompiled): $(B)/%.$(parsed_as): %
	@mkdir -p $(@D)
	$(if $(V),,@echo '  PCH  $<')
	$(Q)$(compile) $(test_flags) $(CXXFLAGS) $(if $(is_clang),-fpch-instantiate-templates -Xclang -fno-pch-timestamp) -MD -MP -x c++-header $< -o $@

$(B)/%.o: %.cpp src/main/VERSION $(precompiled)
	@mkdir -p $(@D)
	$(if $(V),,@echo '  CXX  $<')
	$(Q)$(compile) $(test_flags) $(ahead_$(parsed_as)) -MMD -MP $(CXXFLAGS) -c $< -o $@

$(B)/libservice.a: $(lib_objects)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(B)/assay-%: $(B)/src/main/%_main.o $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) -o $@

$(B)/assay: $(B)/src/main/cli_main.o $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) -o $@

# Numbered SQL becomes one table of string literals: programs need no file to migrate.
$(B)/src/db/migrations.cpp: src/db/embed_migrations.sh $(sort $(wildcard src/db/migrations/*.sql))
	@mkdir -p $(@D)
	$(Q)bash $^ > $@

$(B)/src/db/migrations.o: $(B)/src/db/migrations.cpp
	$(Q)$(compile) -MMD -MP $(CXXFLAGS) -c $< -o $@

# The ids of verify's checks are in its schema because they are rows of its table.
$(B)/src/verify/verify_artifact.json: src/verify/fill_checks.sh src/verify/verify_artifact.json src/verify/checks.cpp
	@mkdir -p $(@D)
	$(Q)bash $^ > $@

# Pages, what they load, the fixed half of openapi.json and the schemas of what products make, which
# stand with their engines, are part of the programs.
site_files := $(sort $(shell find www -type f -not -path 'www/examples/*' -not -name 'jsconfig.json') www/examples/purchase.py)
$(B)/src/documents/embedded.cpp: src/documents/embed_files.sh $(B)/src/verify/verify_artifact.json \
  $(filter-out src/verify/%,$(sort $(wildcard src/documents/*.json src/*/*_artifact.json))) $(site_files)
	@mkdir -p $(@D)
	$(Q)bash $^ > $@

$(B)/src/documents/embedded.o: $(B)/src/documents/embedded.cpp
	$(Q)$(compile) -MMD -MP $(CXXFLAGS) -c $< -o $@

# The bytes of a table beside its object, as a symbol and the one behind its end, which
# $2 aligns where it is given.
embed = $(Q)printf '%s\n' '.section .rodata' '.balign 4' '.global $1, $1_end' \
  '$1:' '.incbin "$(@:.o=.bin)"' $(if $2,'.balign $2') '$1_end:' \
  '.section .note.GNU-stack,"",@progbits' | $(CXX) -c -x assembler - -o $@

# WordNet's files become one table of words in the programs, which the kernel maps read-only.
WORDNET ?= /usr/share/wordnet
$(B)/wordnet-table: src/reading/wordnet/make_table.cpp src/reading/wordnet/table.hpp
	@mkdir -p $(@D)
	$(Q)$(CXX) $(required) -O2 $< -o $@

$(B)/src/reading/wordnet/table.o: $(B)/wordnet-table
	@mkdir -p $(@D)
	$(Q)$< $(WORDNET) > $(@:.o=.bin)
	$(call embed,assay_wordnet_table,4)

# So do capitals, codes and symbols: of Debian's iso-codes, unicode-cldr-core and bodr, and our own.
FACTS ?= /usr/share
$(B)/facts-table: src/reading/facts/make_table.cpp src/reading/facts/table.hpp
	@mkdir -p $(@D)
	$(Q)$(CXX) $(required) -O2 $(pkg_cflags) $< -ljansson -o $@

$(B)/src/reading/facts/table.o: $(B)/facts-table src/reading/facts/known.tsv
	@mkdir -p $(@D)
	$(Q)$< $(FACTS) src/reading/facts/known.tsv > $(@:.o=.bin)
	$(call embed,assay_facts_table,)

$(B)/unit-tests: $(unit_objects) $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) $$(pkg-config --libs cppunit libssl) -o $@

.PHONY: unit
T ?=
unit: $(B)/unit-tests $(programs) ## unit tests; T=NameOfTest runs one
	$(B)/unit-tests $(T)

$(B)/integration-tests: $(integration_objects) $(B)-twin/src/base/failpoint.o $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) $$(pkg-config --libs cppunit libssl) -o $@

.PHONY: integration
integration: $(B)/integration-tests ## races, crashes, full disks; T=NameOfTest runs one
	$(B)/integration-tests $(T)

$(B)/store-rates: $(B)/tests/bench/store_rates.o $(filter-out %/unit_main.o %/invariants.o,$(filter $(B)/tests/support/%,$(unit_objects))) $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) $$(pkg-config --libs cppunit libssl) -o $@

.PHONY: store-rates
ROWS ?=
store-rates: $(B)/store-rates ## how fast the job table is; ROWS="1000 1000000"
	$(B)/store-rates $(ROWS)

# What runs below `deps` is read by a make of its own: what pkg-config says is asked when a
# Makefile is read, and on a fresh machine there is no pkg-config before.
npm_stamp := tests/e2e/node_modules/.package-lock.json
# It has jobs of its own: make hands its job server on only where a recipe names $(MAKE).
again = MAKEFLAGS='$(filter-out -j% --jobserver%,$(MAKEFLAGS))' $(MAKE) --no-print-directory -j$(shell nproc)
# NODE=22 make e2e: with that version, instead of the system's or 20.
NODE ?=

.PHONY: deps
deps: ## install what is missing: Debian packages, Node, npm packages
	@echo "== What is needed: Debian packages, Node, npm packages"
	@.ci/deps build test
	@for version in 20 22; do .ci/node $$version >/dev/null; done
	@$(again) --silent $(npm_stamp)

$(npm_stamp): tests/e2e/package.json tests/e2e/package-lock.json
	@echo "   installing the npm packages of tests/e2e"
	@cd tests/e2e && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

# The programs as tests want them: the product table has one row more, so that they can pay on two
# routes with equal terms, failpoints work, and invariants are checked at every write. Only those
# files are compiled anew; the archive's are then not taken.
twin_objects := $(B)-twin/src/catalog/products.o $(B)-twin/src/base/failpoint.o \
  $(B)-twin/tests/support/invariants.o
$(twin_objects): $(B)-twin/%.o: %.cpp
	@mkdir -p $(@D)
	$(Q)$(compile) -DASSAY_TEST_BUILD -MMD -MP $(CXXFLAGS) -c $< -o $@
-include $(twin_objects:.o=.d)

$(B)-twin/assay: $(B)/src/main/cli_main.o $(twin_objects) $(B)/libservice.a
	$(Q)$(link) $^ $(pkg_libs) -o $@

$(B)-twin/assay-%: $(B)/src/main/%_main.o $(twin_objects) $(B)/libservice.a
	$(Q)$(link) $^ $(pkg_libs) -o $@

# Canonical JSON by the line, and how fast it is made: compared with others by `e2e` and `bench`.
$(B)/canonical-json: $(B)/tests/bench/canonical_json.o $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) -o $@

.PHONY: e2e
e2e: $(programs) $(programs:$(B)/%=$(B)-twin/%) $(B)/canonical-json $(npm_stamp) ## end-to-end tests; T=word runs the cases with that word
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/run.mjs $(T)

netlab_programs := $(B)/netlab-certificates
$(B)/netlab-certificates: $(B)/tests/netlab/certificates.o $(B)/tests/support/pki.o $(B)/tests/support/ct_logs.o $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) -o $@

.PHONY: netlab false-alarms
netlab: $(B)-twin/assay-run $(B)-twin/assay $(netlab_programs) ## scans of test networks with real faults (root); T=word runs the cases with that word
	@MODE=$(MODE) tests/netlab/run $(T)

false-alarms: $(B)-twin/assay-run $(netlab_programs) ## scans of test networks without fault, TIMES=20 each; T=word
	@MODE=$(MODE) TIMES=$${TIMES:-20} tests/netlab/run --benign $(T)

.PHONY: pages
pages: $(programs) $(npm_stamp) ## pictures of every page in both themes, in build/pages; T=word
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/pages.mjs $(T)

lighthouse_stamp := tests/lighthouse/node_modules/.package-lock.json
$(lighthouse_stamp): tests/lighthouse/package.json tests/lighthouse/package-lock.json
	@cd tests/lighthouse && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null

.PHONY: lighthouse
lighthouse: $(programs) $(npm_stamp) $(lighthouse_stamp) ## Lighthouse on the pages, RUNS=5; T=word
	@MODE=$(MODE) "$$(.ci/node 22)" tests/lighthouse/run.mjs $(T)

.PHONY: samples
samples: $(programs) $(B)-twin/assay-run $(netlab_programs) $(npm_stamp) ## make the results in www/samples again (root)
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/record_samples.mjs

.PHONY: crashes
crashes: $(programs) $(programs:$(B)/%=$(B)-twin/%) $(npm_stamp) ## kill -9 at every step, TIMES=5, and at random, PURCHASES=2000
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/crashes.mjs

.PHONY: floods
floods: $(programs) $(npm_stamp) ## crowds beside honest buyers, in seconds and MB (root); T=pages names memory orders
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/floods.mjs $(T)

.PHONY: canonical
canonical: $(B)/canonical-json $(npm_stamp) ## canonical JSON beside V8 and npm's: NUMBERS=1000000 DOCUMENTS=2000 SEED=
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/canonical.mjs

.PHONY: demo
demo: deps ## a buyer buys each product from a stack on a local chain
	@echo "== Build (once: two minutes on two cores)"
	@.ci/progress env $(again) all
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/demo.mjs

# Each suite ends with a line "N passed, N failed"; .ci/suites adds them up.
suites := unit integration e2e netlab
.PHONY: test
test: deps ## every test: unit, integration, e2e, netlab
	@echo "== Build (once: five minutes on two cores)"
	@.ci/progress env $(again) all $(B)/unit-tests $(B)/integration-tests $(programs:$(B)/%=$(B)-twin/%) $(B)/canonical-json $(netlab_programs)
	@MAKE="$(MAKE) --no-print-directory MODE=$(MODE)" .ci/suites $(suites)

# Address, leak and undefined-behaviour checks, then data races, on the unit tests. What is suppressed
# says why in its file.
sanitize = ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1 \
  UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=suppressions=tests/support/tsan.supp:second_deadlock_stack=1:die_after_fork=0
.PHONY: asan tsan
asan: ## unit tests under ASan and UBSan; T=NameOfTest runs one
	@$(sanitize) $(again) MODE=asan unit

tsan: ## unit tests under TSan; T=NameOfTest runs one
	@$(sanitize) $(again) MODE=tsan unit

# One program for each tests/fuzz/*_fuzz.cpp, with libFuzzer of clang. They reach the parsers and the
# analysis: no process, no database.
FUZZ_CXX     ?= clang++-14
FUZZ_SECONDS ?= 20
fuzz_programs := $(patsubst tests/fuzz/%.cpp,$(B)/%,$(wildcard tests/fuzz/*_fuzz.cpp))
fuzz_library  := $(filter $(foreach each,base value net catalog chain pay request reading sources statements llm verify synthesize correlate forensics analysis,$(B)/src/$(each)/%) $(B)/src/job/order.o,$(lib_objects))

$(B)/libfuzzed.a: $(fuzz_library)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(B)/%_fuzz: $(B)/tests/fuzz/%_fuzz.o $(B)/libfuzzed.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) -fsanitize=fuzzer $^ $(pkg_libs) -o $@

.PHONY: fuzz fuzz-programs
fuzz-programs: $(fuzz_programs)
fuzz: ## libFuzzer on the parsers, FUZZ_SECONDS=20 each; T=word runs the targets with that word
	@.ci/deps build fuzz
	@$(again) MODE=fuzz CXX="$(FUZZ_CXX)" fuzz-programs
	@$(sanitize) tests/fuzz/run $(FUZZ_SECONDS) $(T)

# What `bench` measures with, beside the programs.
$(B)/hello-fcgi: $(B)/tests/bench/hello_fcgi.o $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) -o $@

$(B)/wake-bench: $(B)/tests/bench/wake_bench.o $(filter-out %/unit_main.o,$(filter $(B)/tests/support/%,$(unit_objects))) $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) $$(pkg-config --libs cppunit libssl) -o $@

$(B)/gate-bench: $(B)/tests/bench/gate_bench.o $(B)/libservice.a
	$(if $(V),,@echo '  LINK $@')
	$(Q)$(link) $^ $(pkg_libs) -o $@

.PHONY: bench bench-programs
bench-programs: $(programs) $(B)/canonical-json $(B)/hello-fcgi $(B)/wake-bench $(B)/gate-bench $(npm_stamp)
bench: ## beside libfcgi, nginx and x402 middleware; T=word, ROUNDS=5 SECS=2; STRICT=1 fails on a missed gate
	@.ci/deps build test bench
	@$(again) --silent bench-programs
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/bench/run.mjs $(T)

SETS  ?=
WRITE ?=
MISS  ?=
.PHONY: accuracy
accuracy: $(B)/assay-run ## how often verify is right: SETS=DIR adds sets, WRITE=1 writes the published table
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/accuracy/run.mjs \
	  $(if $(WRITE),--write src/documents/accuracy.json) $(SETS)

.PHONY: accuracy-model
accuracy-model: $(B)/unit-tests ## what a model that knows the planted errors adds to verify, and what its noise costs
	@ASSAY_ORACLE_TABLE=1 $(B)/unit-tests OracleTest

.PHONY: accuracy-sources
accuracy-sources: $(B)/assay-run ## how often synthesis and brief are right about 257 planted sets: MISS=1 lists
	@node="$$(.ci/node $(NODE))"; for half in open blind; do \
	  "$$node" tests/accuracy/sources.mjs $(B)/assay-run $$half $(if $(MISS),--miss); done

.PHONY: fresh
fresh: ## the README's commands on a bare Debian 12 (root, debootstrap)
	.ci/fresh

.PHONY: conditions
conditions: ## `make test` as on other people's machines, TIMES=5 each (root); T=condition
	@.ci/conditions $(T) -- env $(again) test

.PHONY: run
CONFIG ?= assay.toml
RUN    ?= build/run
LIMITS ?=
run: $(programs) ## the stack in the foreground: make run CONFIG=x.toml RUN=dir [LIMITS=1]
	@exec $(B)/assay stack --config $(CONFIG) --run $(RUN) $(if $(LIMITS),--limits)

.PHONY: golden
golden: $(B)/unit-tests ## write tests/golden anew from the built-in defaults; read the diff
	for suite in GoldenTest ChecksPageTest; do ASSAY_WRITE_GOLDEN=1 $(B)/unit-tests $$suite || exit 1; done

sources := $(sort $(lib_sources) $(main_sources) $(table_makers) $(unit_sources) $(wildcard tests/netlab/*.cpp))
headers := $(sort $(shell find src tests -name '*.hpp'))
# Found by clang's tools. Not its own defaults but ours: warnings are the build's business.
compile_commands.json: Makefile tests/lint/compile_commands $(sources)
	$(Q)tests/lint/compile_commands -std=c++20 -Isrc -Itests -pthread -DASSAY_VERSION='"$(VERSION)"' \
	  $(pkg_cflags) $$(pkg-config --cflags cppunit) -- $(sources) > $@

.PHONY: lint format
lint: $(programs) compile_commands.json $(npm_stamp) ## format, clang-tidy, cppcheck, own rules, nginx, units; ALL=1: all files
	@MODE=$(MODE) tests/lint/run $(sources) -- $(headers)

format: ## clang-format over src and tests
	@clang-format-14 -i $(sources) $(headers)

prefix      ?= /usr
sysconfdir  ?= /etc
DESTDIR     ?=
NGINX_LISTEN ?= 80
.PHONY: install
install: $(programs) ## programs, units and nginx's files: DESTDIR, prefix=/usr, sysconfdir=/etc
	@DESTDIR='$(DESTDIR)' prefix='$(prefix)' sysconfdir='$(sysconfdir)' listen='$(NGINX_LISTEN)' \
	  systemd/install $(B)

.PHONY: uninstall
uninstall: ## removes what install put, but never configuration or data
	@DESTDIR='$(DESTDIR)' prefix='$(prefix)' sysconfdir='$(sysconfdir)' systemd/install --remove

.PHONY: clean
clean: ## remove everything built
	rm -rf build compile_commands.json

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z0-9_-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | sort | expand -t 14

-include $(shell find $(B) -name '*.d' 2>/dev/null)
