# The lab kit. `make help` lists what you can type. How the kit itself is built is
# in grader/build.mk, and the program of labs 51 to 56 in spearman/build.mk.

B         := build
SRC       ?= labs
export CC SRC LAB SEED RESULTS KEEP V BACKEND SAMPLE JOBS SPEED SEARCH \
       TO OUT ROSTER COLUMN FEEDBACK MAX_POINTS

V         ?=
Q         := $(if $(V),,@)
say        = $(if $(V),,@printf '  %-5s %s\n' '$1' '$2')

LABS      := $(notdir $(patsubst %/check.c,%,$(wildcard labs/*/check.c)))
CUDA      := $(notdir $(patsubst %/.skeleton.cu,%,$(wildcard labs/*/.skeleton.cu)))
CHECKS    := $(LABS:%=$(B)/checks/%)
IDS       := $(foreach l,$(LABS),$(firstword $(subst _, ,$l)))
DRAWN     := $(or $(filter $(LAB)_%,$(CUDA)),$(CUDA))
RUN       := $(IDS:%=lab%) $(patsubst 0%,lab%,$(filter 0%,$(IDS)))

.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:
include grader/build.mk $(wildcard grader/class/class.mk spearman/build.mk)

.DEFAULT_GOAL := list
.PHONY: list grade explain ladder hint reset demo setup doctor clean help \
        export promises verify mutate twins unit pictures check-pictures \
        unit-long unit-only hostile test test-all setup-tests setup-class \
        spearman needed $(RUN) FORCE

# Only the judge and the check programs that the command is going to run: a
# student who grades one lab does not wait for 39.
define build-what-it-needs
	@needs=$$(echo $$($(KIT) $@-needs 2>/dev/null)); test -z "$$needs" || \
	    $(MAKE) --no-print-directory needed NEEDS="$$needs"
endef
needed: $(JUDGE) $(NEEDS)
	@:

##@ For students
list: $(KIT)        ## (or just make) the labs, what comes next; make | less: all labs
	@$(KIT) list
$(RUN): lab%: $$(addprefix run-,$$(notdir $$(wildcard labs/$$*_* labs/0$$*_*))) ## as in lab03: build and run your lab 03; Ctrl-C ends it
grade: $(KIT)       ## grade what you changed; LAB=03: that lab; SEED= SRC= BACKEND=
	$(build-what-it-needs)
	@$(KIT) grade
explain: $(addprefix explain-,$(filter $(LAB)_%,$(CUDA))) ## LAB=12: what its kernels make the memory do
	@$(if $^,:,echo "make explain LAB=NN" \
	    "needs a CUDA lab:" $(CUDA) >&2; exit 2)
ladder: $(KIT)      ## your steps of matmul and transpose, compared; LAB=33: that one
	$(build-what-it-needs)
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
export: $(KIT)      ## TO=: results for Gradescope, Moodle ...; RESULTS= OUT= LAB= ROSTER=
	@$(KIT) export
pictures: $(DRAWN:%=picture-%) ## draw labs/*/pattern.svg anew, from what is counted; LAB=31
	@for l in $(DRAWN); do p=$(B)/pictures/$$l/pattern.svg; \
	    if [ -f $$p ]; then cp $$p labs/$$l/; fi; done
check-pictures: $(DRAWN:%=picture-%)
	@for l in $(DRAWN); do p=$(B)/pictures/$$l/pattern.svg; \
	    if [ -f $$p ]; then cmp $$p labs/$$l/pattern.svg; \
	    else [ ! -e labs/$$l/pattern.svg ]; fi || { echo \
	    "labs/$$l/pattern.svg is out of date: make pictures"; exit 1; }; done
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
unit-only: $(filter-out %/test_kit %/test_hostile %/test_autograders \
        %/test_simt_check %/test_spearman,$(TESTS))
	$(call run-suites,$^)
hostile: $(B)/grader/tests/test_hostile $(GRADER)
	@$<
test: setup-tests   ## the kit's own tests, in five minutes
	@sh grader/tests/run.sh
test-all: test      ## and what takes longer, in fifteen minutes more
	@sh grader/tests/run.sh rest
setup-tests:
	@sh grader/setup.sh --tests
setup-class:        ## install what make class needs as well
	@sh grader/setup.sh --class
bench-simt: $(SIMT) ## the CPU device against plain OpenMP loops
	@mkdir -p $(B)/tests
	$(Q)$(SIMTCC) -O2 -Xcompiler -fopenmp grader/tests/bench_simt.cu \
	    -o $(B)/tests/bench_simt
	@$(B)/tests/bench_simt $(N)
bench-%: $(GRADER) $(B)/grader/tests/bench ## verdicts, places, races, overhead: see docs/measurements.md
	@$(B)/grader/tests/bench $* $(N)

# ---- the student's program: always built anew, it takes no time -----------
RUN_SECONDS = 60
name = $(subst $(firstword $(subst _, ,$1))_,,$1)
$(CUDA:%=run-%): $(SIMT)
run-%: FORCE
	@mkdir -p $(B)/run
	$(Q)$(if $(filter $*,$(CUDA)),$(SIMTCC) $(CUDA_FLAGS) \
	    -I. -Ilabs/$* '$(SRC)/$*/$(call name,$*).cu' $(wildcard labs/$*/main.c*),\
	    $(CC) $(LAB_FLAGS) -I. -Ilabs/$* '$(SRC)/$*/$(call name,$*).c' \
	    $(wildcard labs/$*/main.c) -pthread) -o $(B)/run/$* -lm
	@timeout --foreground -k 5 $(RUN_SECONDS) $(B)/run/$*; code=$$?; \
	    test $$code -ne 124 || printf '%s\n' "It was ended after \
	$(RUN_SECONDS) seconds. Most likely a loop has no end, or threads wait" \
	    "for what never comes (a deadlock)." >&2; exit $$code
$(CUDA:%=explain-%): $(SIMT) $(SIMTCHECK)
explain-%: FORCE
	@mkdir -p $(B)/explain/$* && rm -f $(B)/explain/$*/*.svg
	$(Q)$(SIMTCC) --check $(CUDA_FLAGS) -I. -Ilabs/$* \
	    '$(SRC)/$*/$(call name,$*).cu' $(wildcard labs/$*/main.c*) \
	    -o $(B)/explain/$*/program
	@$(SIMTCHECK) --explain --svg $(B)/explain/$* $(B)/explain/$*/program

picture-%: $(KIT) $(SIMT) FORCE
	@mkdir -p $(B)/pictures/$*
	$(Q)LAB=$* $(KIT) picture

FORCE:
.DEFAULT:
	@echo "make: there is no '$@'. 'make help' lists what there is;" \
	    "the labs are $(IDS:%=lab%)." >&2; exit 2
