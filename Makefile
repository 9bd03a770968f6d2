# The lab kit. `make help` lists what you can type.

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
LAB_FLAGS := -std=gnu11 -g $(TIMED) -Wall -Wextra
CUDA_FLAGS := -g -Wall -Wextra
SIMTCC     = $(B)/simt/simtcc

B         := build
SRC       ?= labs
export CC SRC LAB SEED RESULTS KEEP V BACKEND SAMPLE JOBS SPEED

V         ?=
Q         := $(if $(V),,@)
say        = $(if $(V),,@printf '  %-5s %s\n' '$1' '$2')

LABS      := $(notdir $(patsubst %/check.c,%,$(wildcard labs/*/check.c)))
CUDA      := $(notdir $(patsubst %/.skeleton.cu,%,$(wildcard labs/*/.skeleton.cu)))
CHECKS    := $(LABS:%=$(B)/checks/%)
IDS       := $(foreach l,$(LABS),$(firstword $(subst _, ,$l)))
RUN       := $(IDS:%=lab%) $(patsubst 0%,lab%,$(filter 0%,$(IDS)))
# A folder of grader/ is a room (docs/architecture.md). student/ is linked into
# the student's process; all else but the main functions makes the library.
MAINS     := $(wildcard grader/student/*.c grader/*/test_*.c) \
             grader/command/kit.c grader/command/simtcheck.c \
             grader/judge/check_main.c
LIB_OBJ   := $(patsubst %.c,$(B)/%.o,\
               $(filter-out $(MAINS) grader/tests/%,$(wildcard grader/*/*.c)))
TESTS     := $(patsubst %.c,$(B)/%,$(wildcard grader/*/test_*.c \
               common/simt/*/test_*.c))
# One by one where time is measured, the others as many at once as cores.
ALONE     := %/test_measure %/test_kit %/test_hostile
run-suites = @printf '%s\n' $(filter-out $(ALONE),$1) | \
                 xargs -n 1 -P $$(getconf _NPROCESSORS_ONLN) env && \
             for t in $(filter $(ALONE),$1); do $$t || exit 1; done
KIT       := $(B)/grader/kit
# The CPU device: a compiler like nvcc, the library it links, its checker.
SIMT      := $(B)/simt/simtcc $(B)/simt/libsimt.a $(B)/simt/headers.ii
SIMT_OBJ  := $(filter-out $(TESTS:=.o),$(patsubst %.c,$(B)/%.o,\
               $(wildcard common/simt/*/*.c)))
SIMTCHECK := $(B)/grader/simtcheck
JUDGE     := $(KIT) $(patsubst %.c,$(B)/%.o,$(filter-out \
               %/test_races.c,$(wildcard grader/student/*.c))) $(SIMT)
GRADER    := $(JUDGE) $(CHECKS)
# With LAB=3 only that lab's check is built.
THE_CHECK := $(or $(filter $(B)/checks/$(LAB)_% $(B)/checks/0$(LAB)_%,\
               $(CHECKS)),$(CHECKS))

# The program of the Spearman project, from the solutions; for GPUs where there
# is one and nvcc, or where BACKEND=gpu says so.
SPEARMAN     := $(B)/spearman
SPEARMAN_C   := $(patsubst %.c,$(B)/%.o,$(wildcard spearman/*.c))
SPEARMAN_CU  := $(wildcard spearman/*.cu) solutions/51_ranks/ranks.cu \
                solutions/56_product/product.cu
SPEARMAN_I   := -I. -Ilabs/51_ranks -Ilabs/56_product
NVCC         ?= $(firstword $(shell command -v nvcc 2>/dev/null) \
                $(wildcard /usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc))
NVCC_FLAGS   ?= -O3 -arch=native
SPEARMAN_FOR  = $(or $(filter cpu gpu,$(BACKEND)),$(if $(and \
                  $(wildcard /dev/nvidiactl),$(NVCC)),gpu,cpu))

.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:
.DEFAULT_GOAL := list
.PHONY: list grade explain ladder hint reset demo setup doctor clean help \
        promises verify mutate twins unit pictures unit-long unit-only hostile test test-all \
        setup-tests spearman \
        $(RUN) FORCE

##@ For students
list: $(KIT)        ## (or just make) the labs, what is passed, what comes next
	@$(KIT) list
$(RUN): lab%:       ## as in lab03: build and run your lab 03
	@$(MAKE) --no-print-directory run-$(notdir $(wildcard labs/$*_* labs/0$*_*))
grade: $(JUDGE) $(THE_CHECK) ## grade what you changed; LAB=03: that lab; SEED= SRC= BACKEND=
	@$(KIT) grade
explain: $(SIMT) $(SIMTCHECK) ## LAB=12: what its kernels make the memory do
	@$(if $(filter $(LAB)_%,$(CUDA)),$(MAKE) --no-print-directory \
	    explain-$(filter $(LAB)_%,$(CUDA)),echo "make explain LAB=NN" \
	    "needs a CUDA lab:" $(CUDA) >&2; exit 2)
ladder: $(GRADER)   ## your steps of matmul and transpose, compared; LAB=33: that one
	@$(KIT) ladder
hint: $(KIT)        ## LAB=03: the next hint, for what went wrong last
	@$(KIT) hint
reset: $(KIT)       ## LAB=03: the skeleton again; your file is kept beside it
	@$(KIT) reset
spearman: $(SPEARMAN)/$$(SPEARMAN_FOR)/spearman ## the program of labs 51 to 56: build/spearman/spearman; BACKEND=
	$(Q)ln -sf $(SPEARMAN_FOR)/spearman $(SPEARMAN)/spearman
	@echo '$(SPEARMAN)/spearman --help says how it is used;' \
	    'it runs on $(if $(filter gpu,$(SPEARMAN_FOR)),GPUs,the CPU device).'
demo: $(JUDGE) $(B)/checks/03_reduction ## a usual mistake, found and then mended
	@sh grader/demo/demo.sh

##@ For the machine
setup:              ## install what is needed, and say why
	@sh grader/setup.sh
doctor: $(KIT)      ## what this machine has, and what will be skipped
	@$(KIT) doctor
clean:              ## remove build/ (and with it what was graded)
	$(Q)rm -rf $(B)
help:               ## this list
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) } \
	    /^[a-z$$].*:.*## / { sub(/.*RUN.*/, "labNN", $$1); \
	    printf "  make %-8s %s\n", $$1, $$2 }' Makefile

##@ For instructors and makers of labs
pictures:           ## draw labs/*/pattern.svg anew; needs python3
	@python3 grader/show/pictures.py
promises: $(KIT)    ## every lab's files, links, a test for each promise: in seconds
	@$(KIT) promises
verify: $(JUDGE) $(THE_CHECK) ## prove that skeletons fail, solutions pass, wrongs are caught
	@$(KIT) verify
mutate: $(JUDGE) $(THE_CHECK) ## each small mistake in the solutions must be caught; LAB= JOBS=
	@$(KIT) mutate
twins: $(JUDGE) $(THE_CHECK) ## right answers in many other forms; SAMPLE= N= LOOPS= ANSWER=
	@$(KIT) twins
unit: $(TESTS) $(GRADER) $(SIMTCHECK) $(SPEARMAN)/cpu/spearman
	$(call run-suites,$(TESTS))
unit-long: $(TESTS) $(GRADER) $(SIMTCHECK)
	$(call run-suites,$(filter %/test_simt_check %/test_translate,$(TESTS)))
	@CK_INCLUDE_TAGS=long $(B)/grader/tests/test_kit
unit-only: $(filter-out %/test_kit %/test_hostile %/test_simt_check \
        %/test_spearman,$(TESTS))
	$(call run-suites,$^)
hostile: $(B)/grader/tests/test_hostile $(GRADER)
	@$<
test: setup-tests   ## the kit's own tests, in five minutes
	@sh grader/tests/run.sh
test-all: test      ## and what takes longer, in fifteen minutes more
	@sh grader/tests/run.sh rest
setup-tests:
	@sh grader/setup.sh --tests
bench-simt: $(SIMT) ## the CPU device against plain OpenMP loops
	@mkdir -p $(B)/tests
	$(Q)$(SIMTCC) -O2 -Xcompiler -fopenmp grader/tests/bench_simt.cu \
	    -o $(B)/tests/bench_simt
	@$(B)/tests/bench_simt $(N)
bench-%: $(GRADER) $(B)/grader/tests/bench ## verdicts, places, races, overhead: see docs/measurements.md
	@$(B)/grader/tests/bench $* $(N)

# ---- the student's program: always built anew, it takes no time -----------
name = $(subst $(firstword $(subst _, ,$1))_,,$1)
$(CUDA:%=run-%): $(SIMT)
run-%: FORCE
	@mkdir -p $(B)/run
	$(Q)$(if $(filter $*,$(CUDA)),$(SIMTCC) $(CUDA_FLAGS) \
	    -I. -Ilabs/$* '$(SRC)/$*/$(call name,$*).cu' $(wildcard labs/$*/main.c*),\
	    $(CC) $(LAB_FLAGS) -I. -Ilabs/$* '$(SRC)/$*/$(call name,$*).c' \
	    $(wildcard labs/$*/main.c) -pthread) -o $(B)/run/$* -lm
	@$(B)/run/$*
explain-%: FORCE
	@mkdir -p $(B)/explain/$*
	$(Q)$(SIMTCC) --check $(CUDA_FLAGS) -I. -Ilabs/$* \
	    '$(SRC)/$*/$(call name,$*).cu' $(wildcard labs/$*/main.c*) \
	    -o $(B)/explain/$*/program
	@$(SIMTCHECK) --explain --svg $(B)/explain/$* $(B)/explain/$*/program

# ---- building the kit -------------------------------------------------------
$(B)/setup-ok: grader/setup.sh
	@sh grader/setup.sh --check
	@mkdir -p $(@D) && touch $@
$(B)/grader/libkit.a: $(LIB_OBJ)
	$(call say,AR,$@)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(KIT) $(SIMTCHECK): $(B)/grader/%: $(B)/grader/command/%.o $(B)/grader/libkit.a
	$(call say,LINK,$@)
	$(Q)$(CC) -o $@ $^ $(LDFLAGS) $(KIT_LIBS)
$(B)/checks/%: $$(addprefix $(B)/,$$(subst .c,.o,$$(wildcard \
        labs/$$*/check.c labs/$$*/runner.c))) \
        $(B)/grader/judge/check_main.o $(B)/grader/libkit.a
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -fopenmp -rdynamic -o $@ $^ $(LDFLAGS) $(KIT_LIBS)
$(B)/simt/simtcc: $(filter $(B)/common/simt/compiler/%,$(SIMT_OBJ))
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^ $(LDFLAGS)
SIMT_HEADERS := common/simt/simt.h $(shell find common/simt/include -type f)
$(B)/simt/include/simt_hidden.h: common/simt/compiler/hide.sh $(SIMT_HEADERS)
	$(Q)sh $< "$(or $(CXX),g++)" $(@D)
$(B)/simt/headers.ii: $(B)/simt/simtcc $(B)/simt/include/simt_hidden.h \
        $(SIMT_HEADERS)
	$(call say,PARSE,common/simt/include/cuda_runtime.h)
	$(Q)$< --check --prepare && $< --prepare
$(B)/simt/libsimt.a: $(filter-out $(B)/common/simt/compiler/%,$(SIMT_OBJ))
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
$(SIMT_OBJ): KIT_FLAGS = $(SIMT_FLAGS)
$(filter $(B)/common/%,$(TESTS:=.o)): KIT_FLAGS += -Icommon/simt
$(SPEARMAN)/cpu/spearman: $(SPEARMAN_CU) $(SPEARMAN_C) $(SIMT)
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(SIMTCC) -O2 $(CUDA_FLAGS) $(SPEARMAN_I) $(SPEARMAN_CU) \
	    $(SPEARMAN_C) -o $@ -lm -lpthread
$(SPEARMAN)/gpu/spearman: $(SPEARMAN_CU) $(SPEARMAN_C)
	$(call say,NVCC,$@)
	@mkdir -p $(@D)
	$(Q)$(or $(NVCC),nvcc) $(NVCC_FLAGS) $(SPEARMAN_I) \
	    $(SPEARMAN_CU) $(SPEARMAN_C) -o $@ -lm -lpthread
$(SPEARMAN)/cpu/spearman $(SPEARMAN)/gpu/spearman: $(wildcard spearman/*.h \
    common/spearman*.h labs/51_ranks/*.h labs/56_product/*.h)
$(SPEARMAN)/%.o: spearman/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) -std=gnu11 $(WARN) $(WERROR) -MMD -MP -I. -c -o $@ $<
$(TESTS) $(B)/grader/tests/bench: %: %.o $(B)/grader/libkit.a
	$(call say,LINK,$@)
	$(Q)$(CC) -o $@ $^ $(LDFLAGS) $(KIT_LIBS)
$(B)/common/simt/compiler/test_translate: $(filter-out %/simtcc.o,\
    $(filter $(B)/common/simt/compiler/%,$(SIMT_OBJ)))
$(B)/common/simt/timeline/test_timeline: $(filter $(B)/common/simt/timeline/%,$(SIMT_OBJ))
$(B)/labs/%.o: labs/%.c $(B)/timed-flags | $(B)/setup-ok
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(TIMED) $(KIT_FLAGS) -c -o $@ $<
$(B)/grader/judge/speed.o: KIT_FLAGS += -fopenmp
$(B)/grader/sandbox/build.o $(B)/grader/base/lab.o: $(B)/timed-flags
$(B)/grader/sandbox/build.o $(B)/grader/base/lab.o: \
    KIT_FLAGS += -DTIMED_FLAGS='"$(strip $(TIMED))"' \
                 -DFILLED_FLAGS='"$(FILLED)"'
# Written only when they change: what was built with others is built anew.
$(B)/timed-flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(strip $(TIMED) $(FILLED))' | cmp -s - $@ || \
	    echo '$(CC) $(strip $(TIMED) $(FILLED))' > $@
$(B)/%.o: %.c | $(B)/setup-ok
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(KIT_FLAGS) -c -o $@ $<

FORCE:
.DEFAULT:
	@echo "make: there is no '$@'. 'make help' lists what there is;" \
	    "the labs are $(IDS:%=lab%)." >&2; exit 2
-include $(foreach depth,* */* */*/*,$(wildcard $(B)/$(depth)/*.d))
