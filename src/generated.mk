# What is made before it is compiled: the same in every mode, below build/generated. A part of the
# Makefile.
G := build/generated
generated_objects := $(addprefix $(B)/generated/,migrations.o embedded.o revision.o filters.o) $(G)/wordnet.o

# Numbered SQL becomes one table of string literals: programs need no file to migrate.
$(G)/migrations.cpp: src/db/embed_migrations.sh $(sort $(wildcard src/db/migrations/*.sql))
	@mkdir -p $(@D)
	$(Q)bash $^ > $@

# The ids of verify's checks are in its schema because they have rows, which stand beside their code.
# The file stays as it is when they do: what is made of it is not made again for each edit.
$(G)/verify_artifact.json: src/verify/fill_checks.sh src/verify/verify_artifact.json \
  $(sort $(wildcard src/verify/*/*.cpp))
	@mkdir -p $(@D)
	$(Q)bash $^ > $@.new
	$(Q)if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Pages, what they load, the fixed half of openapi.json and the schemas of what products make, which
# stand with their engines, are part of the programs.
site_files := $(sort $(shell find www -type f -not -path 'www/examples/*' -not -name 'jsconfig.json') www/examples/purchase.py)
$(G)/embedded.cpp: src/embedded/embed_files.sh $(G)/verify_artifact.json \
  $(filter-out src/verify/%,$(sort $(wildcard src/documents/*.json src/schemas/*.json src/*/*_artifact.json))) $(site_files)
	@mkdir -p $(@D)
	$(Q)bash $^ > $@

# The commit in a file of its own: another one compiles nothing else. Whoever builds outside of git may say
# it: make REVISION=...
REVISION ?= $(shell git describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null)
$(G)/revision.cpp: always
	@mkdir -p $(@D)
	$(Q)printf '%s\n' '#include "base/revision.hpp"' 'std::string_view base::revision()' '{' \
	  '    return "$(REVISION)";' '}' > $@.new
	$(Q)if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
.PHONY: always
always:

$(B)/generated/%.o: $(G)/%.cpp
	@mkdir -p $(@D)
	$(Q)$(compile) -MMD -MP $(CXXFLAGS) -c $< -o $@

# What libseccomp makes of the rules for system calls is never other, so that no process makes it anew.
$(G)/make-filters: src/analysis/make_filters.cpp src/analysis/system_call_rules.cpp \
  $(wildcard src/analysis/*filters.hpp src/analysis/system_call*.hpp)
	@mkdir -p $(@D)
	$(Q)$(CXX) $(required) -O1 $(filter %.cpp,$^) -lseccomp -o $@

$(G)/filters.cpp: $(G)/make-filters
	$(Q)$< > $@

# The bytes of a table beside its object, as a symbol and the one behind its end, which
# $2 aligns where it is given. Data alone, so that all modes link the same object.
embed = $(Q)printf '%s\n' '.section .rodata' '.balign 4' '.global $1, $1_end' \
  '$1:' '.incbin "$(@:.o=.bin)"' $(if $2,'.balign $2') '$1_end:' \
  '.section .note.GNU-stack,"",@progbits' | $(CXX) -c -x assembler - -o $@

# WordNet's files become one table of words in the programs, which the kernel maps read-only.
WORDNET ?= /usr/share/wordnet
$(G)/wordnet-table: src/reading/wordnet/make_table.cpp src/reading/wordnet/table.hpp
	@mkdir -p $(@D)
	$(Q)$(CXX) $(required) -O2 $< -o $@

$(G)/wordnet.o: $(G)/wordnet-table
	$(Q)$< $(WORDNET) > $(@:.o=.bin)
	$(call embed,assay_wordnet_table,4)
