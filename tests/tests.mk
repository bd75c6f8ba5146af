# What tests, measures or looks at the tree. A part of the Makefile.
unit_sources        := $(shell find tests/unit -name '*.cpp')
support_sources     := $(wildcard tests/support/*.cpp)
integration_sources := $(wildcard tests/integration/*.cpp)
unit_objects        := $(call bundles_of,$(unit_sources))
$(unit_objects) $(support_sources:%.cpp=$(B)/%.o) $(integration_sources:%.cpp=$(B)/%.o): $(tests_ahead)
test_libs = $(pkg_libs) $$(pkg-config --libs cppunit libssl)

# What tests are made of; a program takes of it what it names. unit_main and invariants, which nothing
# names, are linked where they are wanted.
$(B)/libsupport.a: $(patsubst %.cpp,$(B)/%.o,$(filter-out %/unit_main.cpp %/invariants.cpp,$(support_sources)))
unit_main := $(B)/tests/support/unit_main.o $(B)/tests/support/invariants.o

$(B)/unit-tests: $(unit_objects) $(unit_main) $(B)/libsupport.a $(B)/libservice.a
	$(call link,$(test_libs))

.PHONY: unit
T      ?=
SUITES ?=
ifeq ($(and $(filter unit,$(MAKECMDGOALS)),$(T)),)
unit: $(B)/unit-tests $(programs) ## unit tests; T=NameOfTest runs one, and compiles what its room needs
	$(B)/unit-tests $(SUITES)
else
# Of one room: its tests, and what they reach.
in_suite := $(shell tests/includes suite $(firstword $(subst ::, ,$(T))) | tr ' ' ':')
$(if $(in_suite),,$(error tests/unit has no suite $(T)))
of_suite  = $(patsubst $1:%,%,$(filter $1:%,$(in_suite)))
room     := $(B)/unit-tests-$(word 3,$(subst /, ,$(firstword $(call of_suite,test))))
folders  := $(patsubst %,$(B)/%/,$(call of_suite,src)) $(patsubst %,$(B)/bundles/%/,$(call of_suite,src))
$(room).a: $(foreach each,$(lib_objects),$(if $(filter $(folders),$(dir $(each))),$(each))) $(generated_objects)
$(room): $(call bundles_of,$(call of_suite,test)) $(patsubst %.cpp,$(B)/%.o,$(call of_suite,support)) $(room).a
	$(call link,$(test_libs))

unit: $(room) $(patsubst %,$(B)/%,$(call of_suite,program))
	$(room) $(T)
endif

$(B)/integration-tests: $(integration_sources:%.cpp=$(B)/%.o) $(unit_main) $(B)-twin/src/base/failpoint.o $(B)/libsupport.a $(B)/libservice.a
	$(call link,$(test_libs))

.PHONY: integration
integration: $(B)/integration-tests ## races, crashes, full disks; T=NameOfTest runs one
	$(B)/integration-tests $(T)

# What the stores say on both engines: these suites again, on a server that the program starts.
engine_suites := $(shell sed -n 's/^CPPUNIT_TEST_SUITE_REGISTRATION(\(.*\));/\1/p' \
  tests/unit/store/*.cpp tests/unit/pay/*.cpp)
engine_stores := $(shell sed -n 's/^CPPUNIT_TEST_SUITE_REGISTRATION(\(.*\));/\1/p' tests/unit/store/*.cpp)
engine_races := $(shell sed -n 's/^CPPUNIT_TEST_SUITE_REGISTRATION(\(.*\));/\1/p' \
  tests/integration/store_*.cpp)
.PHONY: engines engines-short engine-suites engine-stores engine-races engine-move
engines: ## stores, payments, races and crashes on PostgreSQL, and a large move there and back
	@.ci/suites engine-suites engine-races engine-move
engines-short: ## without payments
	@.ci/suites engine-stores engine-races
engine-suites: $(B)/unit-tests
	@ASSAY_TEST_ENGINE=postgresql $(B)/unit-tests $(engine_suites)
engine-stores: $(B)/unit-tests
	@ASSAY_TEST_ENGINE=postgresql $(B)/unit-tests $(engine_stores)
engine-races: $(B)/integration-tests
	@ASSAY_TEST_ENGINE=postgresql $(B)/integration-tests $(engine_races)

JOBS ?= 100000
engine-move: $(B)/move-rates
	@$(B)/move-rates $(JOBS)

$(B)/move-rates: $(B)/tests/bench/move_rates.o $(B)/libsupport.a $(B)/libservice.a
	$(call link,$(test_libs))

$(B)/store-rates: $(B)/tests/bench/store_rates.o $(B)/libsupport.a $(B)/libservice.a
	$(call link,$(test_libs))

.PHONY: store-rates
ROWS ?=
store-rates: $(B)/store-rates ## how fast the job table is; ROWS="1000 1000000"
	$(B)/store-rates $(ROWS)

# What runs below `deps` is read by a make of its own: what pkg-config says is asked when a
# Makefile is read, and on a fresh machine there is no pkg-config before.
npm_stamp  := tests/e2e/node_modules/.for-tests
demo_stamp := tests/e2e/node_modules/.for-demo
# It has jobs of its own: make hands its job server on only where a recipe names $(MAKE).
again = MAKEFLAGS='$(filter-out -j% --jobserver%,$(MAKEFLAGS))' $(MAKE) --no-print-directory -j$(shell nproc)
# NODE=22 make e2e: with that version, instead of the system's or 20.
NODE ?=

.PHONY: deps demo-deps
deps: ## install what is missing: Debian packages, Node, npm packages
	@echo "== What is needed: Debian packages, Node, npm packages"
	@.ci/deps build test
	@for version in 20 22; do .ci/node $$version >/dev/null; done
	@$(again) --silent $(npm_stamp)

demo-deps:
	@echo "== What is needed: Debian packages, Node, npm packages"
	@.ci/deps build demo
	@.ci/node >/dev/null
	@$(again) --silent $(demo_stamp)

npm_ci = echo "   installing the npm packages of tests/e2e"; \
  cd tests/e2e; npm ci --ignore-scripts --no-audit --no-fund --loglevel=error $1 >/dev/null
$(npm_stamp): tests/e2e/package.json tests/e2e/package-lock.json
	@$(call npm_ci,); touch ../../$@ ../../$(demo_stamp)

# Without the tools of the tests.
$(demo_stamp): tests/e2e/package.json tests/e2e/package-lock.json
	@$(call npm_ci,--omit=dev); touch ../../$@

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
	$(call link,$(pkg_libs))

$(B)-twin/assay-%: $(B)/src/main/%_main.o $(twin_objects) $(B)/libservice.a
	$(call link,$(pkg_libs))

# Its libraries are no database's, whose writes invariants look at.
$(B)-twin/assay-run: $(B)/src/main/run_main.o $(filter-out %/invariants.o,$(twin_objects)) $(B)/libservice.a
	$(call link,$(pkg_libs))

# Canonical JSON by the line, and how fast it is made: compared with others by `e2e` and `bench`.
$(B)/canonical-json: $(B)/tests/bench/canonical_json.o $(B)/libservice.a
	$(call link,$(pkg_libs))

.PHONY: e2e
e2e: $(programs) $(programs:$(B)/%=$(B)-twin/%) $(B)/canonical-json $(npm_stamp) ## end-to-end tests; T=word runs the cases with that word, TIMES=50 each so often
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/run.mjs $(T)

netlab_programs := $(B)/netlab-certificates
$(B)/netlab-certificates: $(B)/tests/netlab/certificates.o $(B)/libsupport.a $(B)/libservice.a
	$(call link,$(pkg_libs))

.PHONY: netlab false-alarms
netlab: $(B)-twin/assay-scan $(B)-twin/assay $(netlab_programs) ## scans of test networks with real faults (root); T=word runs the cases with that word
	@MODE=$(MODE) tests/netlab/run $(T)

false-alarms: $(B)-twin/assay-scan $(netlab_programs) ## scans of test networks without fault, TIMES=20 each; T=word
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

.PHONY: clients
clients: $(programs) $(npm_stamp) ## clients of PyPI, mppx, and those of MCP, each installed or skipped with the reason; T=word
	@MODE=$(MODE) "$$(.ci/node 22)" tests/clients/run.mjs $(T)

.PHONY: model
model: $(B)/assay $(B)/assay-llm $(npm_stamp) ## a real model of PyPI, far too small: is it refused, and do reviews stay as they are?
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/model/run.mjs

.PHONY: samples
samples: $(programs) $(B)-twin/assay-scan $(netlab_programs) $(npm_stamp) ## make the results in www/samples again (root)
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/record_samples.mjs

.PHONY: crashes
crashes: $(programs) $(programs:$(B)/%=$(B)-twin/%) $(npm_stamp) ## kill -9 at every step, TIMES=5, and at random, PURCHASES=2000
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/crashes.mjs

.PHONY: restores
restores: $(programs) $(npm_stamp) ## backups put back under load, the worker killed meanwhile: TIMES=20 SEED=
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/restores.mjs

.PHONY: failovers
failovers: $(programs) $(programs:$(B)/%=$(B)-twin/%) $(npm_stamp) ## the store's primary is killed at each step of a sale, and its standby takes over: TIMES=30
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/failovers.mjs

.PHONY: floods
floods: $(programs) $(npm_stamp) ## crowds beside honest buyers, in seconds and MB (root); T="pages desk"
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/floods.mjs $(T)

.PHONY: canonical
canonical: $(B)/canonical-json $(npm_stamp) ## canonical JSON beside V8 and npm's: NUMBERS=1000000 DOCUMENTS=2000 SEED=
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/canonical.mjs

.PHONY: demo
demo: demo-deps ## a buyer buys each product from a stack on a local chain; KEEP=1 leaves it running
	@echo "== Build (once: two and a half minutes on two cores)"
	@.ci/progress env $(again) all
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/e2e/demo.mjs

# Each suite ends with a line "N passed, N failed"; .ci/suites adds them up.
suites := unit integration engines-short e2e netlab
.PHONY: test
test: deps ## every test: unit, integration, engines-short, e2e, netlab
	@echo "== Build (once: four minutes on two cores)"
	@.ci/progress env $(again) all $(B)/unit-tests $(B)/integration-tests $(programs:$(B)/%=$(B)-twin/%) $(B)/canonical-json $(netlab_programs)
	@MAKE="$(MAKE) --no-print-directory MODE=$(MODE)" .ci/suites $(suites)

# Address, leak and undefined-behaviour checks, then data races, on the unit tests. What is suppressed
# says why in its file.
sanitize = ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1 \
  UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=suppressions=tests/support/tsan.supp:second_deadlock_stack=1:die_after_fork=0
.PHONY: asan tsan
asan: ## unit tests under ASan and UBSan; T=NameOfTest runs one, SUITES="A B" those
	@.ci/deps build test fuzz
	@$(sanitize) $(again) MODE=asan unit

tsan: ## unit tests under TSan; T=NameOfTest runs one
	@$(sanitize) $(again) MODE=tsan unit

# One program for each tests/fuzz/*_fuzz.cpp, with libFuzzer of clang. They reach the parsers and the
# analysis: no process, no database.
FUZZ_SECONDS ?= 20
fuzz_programs := $(patsubst tests/fuzz/%.cpp,$(B)/%,$(wildcard tests/fuzz/*_fuzz.cpp))
$(B)/model_fuzz: $(B)/tests/support/test_sentences.o
$(B)/%_fuzz: $(B)/tests/fuzz/%_fuzz.o $(B)/libservice.a
	$(call link,-fsanitize=fuzzer $(pkg_libs))

.PHONY: fuzz fuzz-programs
fuzz-programs: $(fuzz_programs)
fuzz: ## libFuzzer on the parsers, FUZZ_SECONDS=20 each; T=word runs the targets with that word
	@.ci/deps build fuzz
	@$(again) MODE=asan fuzz-programs
	@$(sanitize) tests/fuzz/run $(FUZZ_SECONDS) $(T)

# What `bench` measures with, beside the programs.
$(B)/hello-fcgi: $(B)/tests/bench/hello_fcgi.o $(B)/libservice.a
	$(call link,$(pkg_libs))

$(B)/wake-bench: $(B)/tests/bench/wake_bench.o $(B)/libsupport.a $(B)/libservice.a
	$(call link,$(test_libs))

$(B)/gate-bench: $(B)/tests/bench/gate_bench.o $(B)/libservice.a
	$(call link,$(pkg_libs))

.PHONY: bench bench-programs
bench-programs: $(programs) $(B)/canonical-json $(B)/hello-fcgi $(B)/wake-bench $(B)/gate-bench $(npm_stamp)
bench: ## beside libfcgi, nginx and x402 middleware; T=word, ROUNDS=5 SECS=2; STRICT=1 fails on a missed gate
	@.ci/deps build test bench
	@$(again) --silent bench-programs
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/bench/run.mjs $(T)

# Another revision is built in a clone of its own.
BASE ?=
before := build/before
define build_before
@.ci/deps build test bench
@$(again) --silent bench-programs
@[ -d $(before) ] || git clone --quiet --shared --no-checkout . $(before)
@rev=$$(git rev-parse '$(BASE)^{commit}'); git -C $(before) checkout --quiet --detach "$$rev"
@$(again) --silent -C $(before) all
endef
.PHONY: bench-before bench-jobs
bench-before: ## sales and unpaid 402s beside another revision's, in one run: BASE=REV ROUNDS=6 SECS=2
	@[ '$(BASE)' ] || { echo 'which revision? BASE=REV' >&2; exit 2; }
	$(build_before)
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/bench/before.mjs $(before)

bench-jobs: ## results a second and what a job costs worker and child, beside another revision's, likewise: BASE=REV ROUNDS=6 JOBS=300
	@[ '$(BASE)' ] || { echo 'which revision? BASE=REV' >&2; exit 2; }
	$(build_before)
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/bench/jobs.mjs $(before)

# What is kept of another revision is its program; the clone is built on from one to the next.
same := build/same
.PHONY: same
same: ## which findings, passes and verdicts of verify differ from another revision's: BASE=REV SEED=1
	@[ '$(BASE)' ] || { echo 'which revision? BASE=REV' >&2; exit 2; }
	@git rev-parse --quiet --verify '$(BASE)^{commit}' >/dev/null || { echo 'there is no $(BASE)' >&2; exit 2; }
	@$(MAKE) --no-print-directory --silent $(B)/assay-run
	@rev=$$(git rev-parse '$(BASE)^{commit}'); kept=$(same)/$$rev-$(MODE); if ! [ -x "$$kept" ]; then \
	  [ -d $(same)/tree ] || git clone --quiet --shared --no-checkout . $(same)/tree; \
	  git -C $(same)/tree checkout --quiet --detach "$$rev"; \
	  $(MAKE) --no-print-directory --silent -C $(same)/tree $(B)/assay-run; \
	  cp $(same)/tree/$(B)/assay-run "$$kept.new"; mv "$$kept.new" "$$kept"; fi; \
	"$$(.ci/node $(NODE))" tests/same/run.mjs $(B)/assay-run "$$kept" "$${rev:0:8}"

# Which lines do texts reach that no rule was written for, and which only our own cases?
$(B)/run-texts: $(B)/tests/reach/run_texts.o $(B)/libservice.a
	$(call link,$(pkg_libs))

.PHONY: reach
reach: ## which lines of src only our own cases reach, by room and file: SEED=1 (clang-14, llvm-14)
	@.ci/deps build reach
	@$(again) --silent MODE=reach build/reach/run-texts
	@"$$(.ci/node $(NODE))" tests/reach/run.mjs build/reach/run-texts

SETS  ?=
WRITE ?=
MISS  ?=
.PHONY: accuracy
accuracy: $(B)/assay-run ## how often verify is right: SETS=DIR adds sets, WRITE=1 writes the published table
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/accuracy/run.mjs \
	  $(if $(WRITE),--write src/documents/accuracy.json) $(SETS)

.PHONY: accuracy-templates
accuracy-templates: $(B)/assay-run ## true sentences by templates, N=1500 SEED=1, and wrong ones whose words bind their numbers
	@MODE=$(MODE) "$$(.ci/node $(NODE))" tests/accuracy/templates.mjs

.PHONY: accuracy-sources
accuracy-sources: $(B)/assay-run ## how often synthesis and brief are right about 212 planted sets: MISS=1 lists
	@node="$$(.ci/node $(NODE))"; for half in open blind; do \
	  "$$node" tests/accuracy/sources.mjs $(B)/assay-run $$half $(if $(MISS),--miss); done

.PHONY: deb-check
deb-check: $(programs) ## the package: lintian, then installed, upgraded, kept from a downgrade, removed and purged (root)
	@.ci/deb-check $(B)

.PHONY: vm
vm: $(programs) $(npm_stamp) ## a Debian that boots: the package installed, sold from, broken, mended, upgraded (root); T=word
	@.ci/vm $(B) $(T)

.PHONY: fresh
fresh: ## the README's commands on a bare Debian 12 (root, debootstrap)
	.ci/fresh

# There TIMES is of the whole: e2e and netlab would take it for the repeats of each case.
.PHONY: conditions
conditions: ## `make test` as on other people's machines, TIMES=5 each (root); T=condition
	@.ci/conditions $(T) -- env $(again) TIMES= test

.PHONY: golden
golden: $(B)/unit-tests ## write tests/golden and what tests/cases has of findings anew; read the diff
	for suite in GoldenTest CaseRowsTest ChecksPageTest; do ASSAY_WRITE_GOLDEN=1 $(B)/unit-tests $$suite || exit 1; done

sources := $(sort $(lib_sources) $(main_sources) $(table_makers) $(unit_sources) $(wildcard tests/netlab/*.cpp tests/reach/*.cpp))
headers := $(sort $(shell find src tests -name '*.hpp'))
# Found by clang's tools. Not its own defaults but ours: warnings are the build's business.
compile_commands.json: Makefile tests/lint/compile_commands $(sources) ## what editors and clang's tools read
	$(Q)tests/lint/compile_commands -std=c++20 -Isrc -Itests -pthread -DASSAY_VERSION='"$(VERSION)"' \
	  $(pkg_cflags) $$(pkg-config --cflags cppunit) -- $(sources) > $@

.PHONY: lint format
lint: $(programs) compile_commands.json $(npm_stamp) ## format, clang-tidy, cppcheck, own rules, nginx, units; ALL=1: all files
	@MODE=$(MODE) tests/lint/run $(sources) -- $(headers)

format: ## clang-format over src and tests
	@clang-format-14 -i $(sources) $(headers)

