# Assay. `make help` lists the targets. Objects mirror sources under build/$(MODE)/; what is generated is
# in src/generated.mk, what tests, measures or looks at the tree in tests/tests.mk.
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
# MODE=asan is clang's, whose objects libFuzzer takes, too, and so is MODE=reach, which counts lines.
# Another compiler: make CXX=clang++-14 ...
ifeq ($(origin CXX),default)
CXX := $(if $(filter asan reach,$(MODE)),clang++-14,g++)
endif
# CCACHE=ccache compiles nothing a second time, wherever the tree lies. What stands in a precompiled
# header is compared by content, not by the time of a file that a clone has just made. clang writes into
# its own where the tree lies: each tree makes one, and a sum of what was parsed stands for it.
CCACHE   ?=
export CCACHE_NOHASHDIR := 1
export CCACHE_PCH_EXTSUM := 1
export CCACHE_SLOPPINESS := pch_defines,time_macros,include_file_mtime,include_file_ctime
CXXFLAGS ?=
LDFLAGS  ?=
B := build/$(MODE)

VERSION  := $(shell cat src/main/VERSION)
PACKAGES := fcgi jansson libssl libcrypto libcurl sqlite3 libpq libsecp256k1 libcrypto++ tomlplusplus icu-uc icu-i18n gmpxx libidn2 libpsl libxml-2.0 libcares ldns libunbound libsystemd libseccomp eigen3 gumbo zlib
pkg_cflags := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags $(PACKAGES) 2>/dev/null))
# libstemmer has no .pc.
pkg_libs   := $(shell pkg-config --libs $(PACKAGES) 2>/dev/null) -lstemmer
# What engines of texts are made of.
text_packages := jansson libcrypto libcrypto++ icu-i18n icu-uc gmpxx libpsl libidn2 libxml-2.0 gumbo zlib

is_clang := $(findstring clang,$(CXX))
# What clang says of OpenSSL's and CppUnit's macros, and of structs of the kernel.
clang_alone := -Wno-cast-qual -Wno-exceptions -Wno-c99-extensions -Wno-missing-field-initializers
warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast \
  -Wcast-qual -Wnon-virtual-dtor -Woverloaded-virtual -Wswitch-enum -Wformat=2 -Wnull-dereference \
  -Wmissing-declarations -Wextra-semi -Werror \
  $(if $(is_clang),$(clang_alone),-Wduplicated-cond -Wduplicated-branches -Wlogical-op)
required := -std=c++20 -Isrc -Itests -pthread -DASSAY_VERSION='"$(VERSION)"' $(warnings)
# -g1: where a crash came from, without each variable, which is half of the time of a build.
mode_flags_release := -O2 -g1 -D_FORTIFY_SOURCE=3 -D_GLIBCXX_ASSERTIONS -fPIE -fstack-protector-strong \
  -fstack-clash-protection -fcf-protection=full -ftrivial-auto-var-init=zero
mode_link_release  := -pie -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--as-needed
mode_flags_debug   := -O0 -g -D_GLIBCXX_ASSERTIONS
mode_link_debug    :=
# -O1: unit tests take a third of the time that they take at -O0, which pays for compiling twice as long.
mode_flags_asan    := -O1 -g1 -fno-omit-frame-pointer -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
mode_link_asan     := -fsanitize=address,undefined
# With the checks between, gcc takes more optionals for uninitialized than there are.
mode_flags_tsan    := -O1 -g1 -fsanitize=thread -Wno-maybe-uninitialized
mode_link_tsan     := -fsanitize=thread
mode_flags_reach   := -O0 -fprofile-instr-generate -fcoverage-mapping
mode_link_reach    := -fprofile-instr-generate
uncached := $(CXX) $(required) $(mode_flags_$(MODE)) $(pkg_cflags)
compile  := $(CCACHE) $(uncached)
# make V=1 shows the commands.
V ?=
Q := $(if $(V),,@)
link = $(if $(V),,@echo '  LINK $@'; )$(CXX) -pthread $(mode_link_$(MODE)) $(LDFLAGS) $(filter %.o %.a,$^) $1 -o $@

# Sources are compiled by the bundle (src/bundle_sources.sh), which takes less than half of the time.
# Those that a test build replaces, those that take as long as ten others, and all of net and analysis are
# compiled alone: a program that needs one source of them holds no library, or engine, for its neighbours.
# So is what asks for libsystemd.
table_makers := $(wildcard src/reading/*/make_table.cpp) src/analysis/make_filters.cpp
lib_sources  := $(filter-out src/main/% $(table_makers),$(shell find src -name '*.cpp'))
alone        := $(filter-out $(table_makers),$(wildcard src/net/*.cpp src/analysis/*.cpp)) src/base/failpoint.cpp src/startup/journal.cpp src/catalog/products.cpp src/correlate/regression.cpp src/correlate/season.cpp
bundles_of    = $(patsubst build/bundles/%.cpp,$(B)/bundles/%.o,$(shell src/bundle_sources.sh build/bundles 10 $1))
include src/generated.mk
lib_objects  := $(call bundles_of,$(filter-out $(alone),$(lib_sources))) $(alone:%.cpp=$(B)/%.o) $(generated_objects)
main_sources := $(wildcard src/main/*_main.cpp)
programs     := $(patsubst src/main/%_main.cpp,$(B)/assay-%,$(filter-out src/main/cli_main.cpp,$(main_sources))) $(B)/assay

.PHONY: all
all: $(programs) ## build every program

# Headers that are parsed once: gcc takes X.hpp.gch for `-include X.hpp`. A source still includes
# what it uses; clang-tidy, which gets no such header, says where one does not. Of tests it is more
# than speed: with it every test makes its fixture when it runs.
of_tests     := $(B)/bundles/tests/% $(B)/tests/unit/% $(B)/tests/integration/% $(B)/tests/support/%
parsed_as    := $(if $(is_clang),pch,gch)
src_ahead    := $(B)/src/base/precompiled.hpp.$(parsed_as)
tests_ahead  := $(B)/tests/support/precompiled.hpp.$(parsed_as)
own_ahead     = $(B)/$(if $(filter $(of_tests),$@),tests/support,src/base)/precompiled.hpp
ahead_gch     = -include $(own_ahead) -Winvalid-pch
ahead_pch     = -include-pch $(own_ahead).pch
# Tests need not be fast themselves. With -O1, gcc 12 takes short strings for written past their end.
test_flags    = $(if $(filter release,$(MODE)),$(if $(filter $(B)/tests/% $(B)/bundles/tests/%,$@),$(faster_built)))
faster_built := -O1 -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread

compile_ahead = $(if $(is_clang),$(uncached) -fpch-instantiate-templates -Xclang -fno-pch-timestamp,$(compile)) $(test_flags) $(CXXFLAGS)

$(src_ahead) $(tests_ahead): $(B)/%.$(parsed_as): %
	@mkdir -p $(@D)
	$(if $(V),,@echo '  PCH  $<')
	$(Q)$(compile_ahead) -MD -MP -x c++-header $< -o $@
	$(if $(is_clang),$(Q)$(uncached) $(test_flags) $(CXXFLAGS) -E -P -x c++-header $< | sha256sum >$@.sum)

compile_object = $(if $(V),,@echo '  CXX  $(patsubst build/%,%,$<)'; )$(compile) $(test_flags) $(ahead_$(parsed_as)) -MMD -MP $(CXXFLAGS) -c $< -o $@
$(B)/bundles/%.o: build/bundles/%.cpp src/main/VERSION $(src_ahead)
	@mkdir -p $(@D)
	$(compile_object)

$(B)/%.o: %.cpp src/main/VERSION $(src_ahead)
	@mkdir -p $(@D)
	$(compile_object)

# Thin archives name their objects, which are not written a second time.
$(B)/%.a:
	@rm -f $@ && mkdir -p $(@D)
	$(Q)ar rcsT $@ $(filter %.o,$^)

# What is compiled alone is decided here.
$(B)/libservice.a: $(lib_objects) Makefile

$(B)/assay-%: $(B)/src/main/%_main.o $(B)/libservice.a
	$(call link,$(pkg_libs))

$(B)/assay: $(B)/src/main/cli_main.o $(B)/libservice.a
	$(call link,$(pkg_libs))

# A job's process lives for milliseconds, half of which went into finding libraries. That of a text needs
# nothing of the system's that a file could not hold: no names, no plug-ins, no other locale.
text_runners := $(B)/assay-run $(B)-twin/assay-run
ifeq ($(MODE),release)
$(text_runners): pkg_libs = $(shell pkg-config --static --libs $(text_packages)) -lstemmer
# The linker warns of names and plug-ins that ICU and libxml2 could ask for: no engine does.
# Its 50,000 addresses to set at a start are told by 13 KB instead of by 1.2 MB.
$(text_runners): mode_link_release := -static-pie -Wl,-z,relro,-z,now,-z,noexecstack,-z,pack-relative-relocs
endif

.PHONY: run
CONFIG ?= assay.toml
RUN    ?= build/run
LIMITS ?=
run: $(programs) ## the stack in the foreground: make run CONFIG=x.toml RUN=dir [LIMITS=1]
	@exec $(B)/assay stack --config $(CONFIG) --run $(RUN) $(if $(LIMITS),--limits)

prefix      ?= /usr
sysconfdir  ?= /etc
DESTDIR     ?=
.PHONY: install
install: $(programs) ## programs, units and nginx's files: DESTDIR, prefix=/usr, sysconfdir=/etc
	@DESTDIR='$(DESTDIR)' prefix='$(prefix)' sysconfdir='$(sysconfdir)' \
	  systemd/install $(B)

.PHONY: uninstall
uninstall: ## removes what install put, but never configuration or data
	@DESTDIR='$(DESTDIR)' prefix='$(prefix)' sysconfdir='$(sysconfdir)' systemd/install --remove

.PHONY: deb
deb: $(programs) ## the Debian packages assay and assay-dbgsym, in build/deb
	@.ci/deb $(B)

include tests/tests.mk

.PHONY: clean
clean: ## remove everything built
	rm -rf build compile_commands.json

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z0-9_.-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | sort | expand -t 22

-include $(shell find $(B) -name '*.d' 2>/dev/null)
