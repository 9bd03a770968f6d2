# build.mk - how the kit is built: the judge from the rooms of grader/, the CPU
# device from those of common/simt/, a check for each lab. Files are found by
# wildcards: a new one in a room needs no line here. Read by the Makefile.

ifeq ($(origin CC),default)
CC        := gcc
endif
CFLAGS    ?= -O2 -g
WARN      := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
             -Wmissing-prototypes -Wvla -Wformat-security \
             -Wno-format-truncation
PKGS      := check jansson libffi libseccomp
KIT_FLAGS  = -std=gnu11 $(WARN) $(WERROR) -MMD -MP -I. -Igrader \
             $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
# Of the device: its thread-local variables lie in the student's executable.
SIMT_FLAGS = -std=gnu11 $(WARN) $(WERROR) -MMD -MP -Icommon/simt -fPIE \
             -ftls-model=local-exec -fopenmp
KIT_LIBS   = $(shell pkg-config --libs $(PKGS) 2>/dev/null) -linih -lm
# How timed code is compiled: the student's and the lab's own alike. What the
# compiler happens to do must not decide. Where a loop lies can cost half of its
# speed (five instructions across a 32-byte line, AMD EPYC), and on some Intel
# processors where its branch lies 20 % (JCC erratum, -Wa). Two additions joined
# to one of 16 bytes (slp) wait longer for each other than they save.
comma     := ,
SAME_LUCK := -falign-loops=64 -falign-functions=64 -fno-tree-slp-vectorize
TIMED     := -O2 -fopenmp $(shell $(CC) -Werror $(SAME_LUCK) -fsyntax-only \
             -x c /dev/null 2>/dev/null && echo $(SAME_LUCK)) \
             $(if $(filter x86_64,$(shell uname -m)),$(if $(findstring \
             clang,$(CC)),,-Wa$(comma)-mbranches-within-32B-boundaries))
# How their answers are checked: what is read before it was written is no 0.
FILLED    := $(shell $(CC) -Werror -ftrivial-auto-var-init=pattern \
             -fsyntax-only -x c /dev/null 2>/dev/null && \
             echo -ftrivial-auto-var-init=pattern)
# gcc 13 breaks down at this, and other answers like it, where it is to check the
# bounds; AddressSanitizer is left, which sees what is past the end.
BOUNDS    := $(shell printf '%s\n' \
             'struct s { double a, b; }; void f(unsigned long n, struct s *o)' \
             '{ struct s t[n]; __builtin_memset(t, 0, sizeof t);' \
             '_Pragma("omp parallel num_threads((int)n)")' \
             '{ struct s m = {1, 2}; t[n - 1] = m; } *o = t[0]; }' | \
             $(CC) -O1 -fopenmp -fsanitize=address,undefined -x c - -c \
             -o /dev/null 2>/dev/null || echo -fno-sanitize=bounds)
LAB_FLAGS := -std=gnu11 -g $(TIMED) -Wall -Wextra
CUDA_FLAGS := -g -Wall -Wextra
SIMTCC     = $(B)/simt/simtcc

# What most rules do: cc compiles $<, link and archive make $@ of $^. Libraries
# come last: what objects need is looked for behind them.
define cc
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $1 -c -o $@ $<
endef
define link
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $1 -o $@ $(filter-out %.a,$^) $(filter %.a,$^) $(LDFLAGS) $2
endef
define archive
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
endef


# A folder of grader/ is a room (docs/architecture.md). student/ is linked into
# the student's process; all else but the main functions makes the library.
MAINS     := $(wildcard grader/student/*.c grader/*/test_*.c) \
             grader/command/kit.c grader/command/simtcheck.c \
             grader/judge/check_main.c
LIB_OBJ   := $(patsubst %.c,$(B)/%.o,\
               $(filter-out $(MAINS) grader/tests/% grader/class/%,$(wildcard \
               grader/*/*.c)))
TESTS     := $(patsubst %.c,$(B)/%,$(wildcard grader/*/test_*.c \
               common/simt/*/test_*.c))
KIT       := $(B)/grader/kit
# The CPU device: a compiler like nvcc, the library it links, its checker.
SIMT      := $(B)/simt/simtcc $(B)/simt/libsimt.a $(B)/simt/headers.ii
SIMT_OBJ  := $(filter-out $(TESTS:=.o),$(patsubst %.c,$(B)/%.o,\
               $(wildcard common/simt/*/*.c)))
SIMTCHECK := $(B)/grader/simtcheck
JUDGE     := $(KIT) $(patsubst %.c,$(B)/%.o,$(filter-out \
               grader/student/test_%.c,$(wildcard grader/student/*.c))) $(SIMT)
GRADER    := $(JUDGE) $(CHECKS)
# With LAB=3 only that lab's check is built.
THE_CHECK := $(or $(filter $(B)/checks/$(LAB)_% $(B)/checks/0$(LAB)_%,\
               $(CHECKS)),$(CHECKS))

$(B)/setup-ok: grader/setup.sh
	@sh grader/setup.sh --check
	@mkdir -p $(@D) && touch $@
$(B)/grader/libkit.a: $(LIB_OBJ)
	$(archive)
$(KIT) $(SIMTCHECK): $(B)/grader/%: $(B)/grader/command/%.o $(B)/grader/libkit.a
	$(call link,,$(KIT_LIBS))
$(B)/checks/%: $$(addprefix $(B)/,$$(subst .c,.o,$$(wildcard \
        labs/$$*/check.c labs/$$*/runner.c))) \
        $(B)/grader/judge/check_main.o $(B)/grader/libkit.a
	$(call link,-fopenmp -rdynamic,$(KIT_LIBS))
$(B)/simt/simtcc: $(filter $(B)/common/simt/compiler/%,$(SIMT_OBJ))
	$(link)
SIMT_HEADERS := common/simt/simt.h $(shell find common/simt/include -type f)
$(B)/simt/include/simt_hidden.h: common/simt/compiler/hide.sh $(SIMT_HEADERS)
	$(Q)sh $< "$(or $(CXX),g++)" $(@D)
$(B)/simt/headers.ii: $(B)/simt/simtcc $(B)/simt/include/simt_hidden.h \
        $(SIMT_HEADERS)
	$(call say,PARSE,common/simt/include/cuda_runtime.h)
	$(Q)$< --check --prepare && $< --prepare
$(B)/simt/libsimt.a: $(filter-out $(B)/common/simt/compiler/%,$(SIMT_OBJ))
	$(archive)
$(SIMT_OBJ): KIT_FLAGS = $(SIMT_FLAGS)
$(filter $(B)/common/%,$(TESTS:=.o)): KIT_FLAGS += -Icommon/simt
$(TESTS) $(B)/grader/tests/bench: %: %.o $(B)/grader/libkit.a
	$(call link,,$(KIT_LIBS))
$(filter $(B)/common/simt/compiler/%,$(TESTS)): $(filter-out %/simtcc.o,\
    $(filter $(B)/common/simt/compiler/%,$(SIMT_OBJ)))
$(B)/common/simt/base/test_elf: $(B)/common/simt/base/elf.o
$(B)/common/simt/timeline/test_timeline: $(filter $(B)/common/simt/timeline/%,$(SIMT_OBJ))
$(B)/labs/%.o: labs/%.c $(B)/timed-flags | $(B)/setup-ok
	$(call cc,$(TIMED) $(KIT_FLAGS))
$(B)/grader/judge/speed.o $(B)/grader/sandbox/build.o: KIT_FLAGS += -fopenmp
$(B)/grader/sandbox/build.o $(B)/grader/base/lab.o: $(B)/timed-flags
$(B)/grader/sandbox/build.o $(B)/grader/base/lab.o: \
    KIT_FLAGS += -DTIMED_FLAGS='"$(strip $(TIMED))"' \
                 -DFILLED_FLAGS='"$(FILLED)"' -DBOUNDS_FLAGS='"$(BOUNDS)"'
# Written only when they change: what was built with others is built anew.
$(B)/timed-flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(strip $(TIMED) $(FILLED) $(BOUNDS))' | cmp -s - $@ || \
	    echo '$(CC) $(strip $(TIMED) $(FILLED) $(BOUNDS))' > $@
$(B)/%.o: %.c | $(B)/setup-ok
	$(call cc,$(KIT_FLAGS))
-include $(foreach depth,* */* */*/*,$(wildcard $(B)/$(depth)/*.d))
