# The lab kit. `make help` lists what you can type. How the kit itself is built is
# in grader/build.mk, the program of labs 51 to 56 in spearman/build.mk, and what
# instructors type in grader/instructor.mk.

B         := build
# What a user may set, on the command line or in the environment, is text: make
# does not expand it ($(shell ...) is a folder's name like any other), and
# recipes find it in the environment ("$$SRC") and nowhere else.
override SRC        := $(or $(value SRC),labs)
override LAB        := $(value LAB)
override SEED       := $(value SEED)
override RESULTS    := $(value RESULTS)
override KEEP       := $(value KEEP)
override V          := $(value V)
override BACKEND    := $(value BACKEND)
override SAMPLE     := $(value SAMPLE)
override JOBS       := $(value JOBS)
override SPEED      := $(value SPEED)
override SEARCH     := $(value SEARCH)
override TO         := $(value TO)
override OUT        := $(value OUT)
override ROSTER     := $(value ROSTER)
override COLUMN     := $(value COLUMN)
override FEEDBACK   := $(value FEEDBACK)
override MAX_POINTS := $(value MAX_POINTS)
override IN         := $(value IN)
override CONFIG     := $(value CONFIG)
override TRUST      := $(value TRUST)
override LABS       := $(value LABS)
override GIT        := $(value GIT)
override ENGINE     := $(value ENGINE)
override PARTITION  := $(value PARTITION)
override CORES      := $(value CORES)
override GPU        := $(value GPU)
override N          := $(value N)
override LOOPS      := $(value LOOPS)
override ANSWER     := $(value ANSWER)
override NEEDS      := $(value NEEDS)
export CC SRC LAB SEED RESULTS KEEP V BACKEND SAMPLE JOBS SPEED SEARCH TO OUT \
       ROSTER COLUMN FEEDBACK MAX_POINTS IN CONFIG TRUST LABS GIT ENGINE \
       PARTITION CORES GPU N LOOPS ANSWER

Q         := $(if $(V),,@)
say        = $(if $(V),,@printf '  %-5s %s\n' '$1' '$2')

FOLDERS   := $(notdir $(patsubst %/check.c,%,$(wildcard labs/*/check.c)))
CUDA      := $(notdir $(patsubst %/.skeleton.cu,%,$(wildcard labs/*/.skeleton.cu)))
CHECKS    := $(FOLDERS:%=$(B)/checks/%)
IDS       := $(foreach l,$(FOLDERS),$(firstword $(subst _, ,$l)))
RUN       := $(IDS:%=lab%) $(patsubst 0%,lab%,$(filter 0%,$(IDS)))

.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:
INSTRUCTOR := $(wildcard grader/instructor.mk)
include grader/build.mk $(wildcard grader/class/class.mk spearman/build.mk) \
    $(INSTRUCTOR)

.DEFAULT_GOAL := list
.PHONY: list grade explain ladder hint reset demo setup doctor clean help \
        export spearman needed $(RUN) FORCE

# Only the judge and the check programs that the command is going to run: a
# student who grades one lab does not wait for 39.
define build-what-it-needs
	@needs=$$(echo $$($(KIT) $@-needs 2>/dev/null)); test -z "$$needs" || \
	    $(MAKE) --no-print-directory needed NEEDS="$$needs"
endef
needed: $(JUDGE) $(filter $(CHECKS),$(NEEDS))
	@:

##@ For students
list: $(KIT) $(SIMT) $(SIMTCHECK) ## (or just make) the labs, what comes next; make | less: all labs
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
demo: $(JUDGE) $(filter %/03_reduction,$(CHECKS)) ## a usual mistake, found and then mended
	@sh grader/demo/demo.sh
export: $(KIT)      ## results for Gradescope, Moodle ...: TO= RESULTS= OUT= ROSTER=
	@$(KIT) export

##@ For the machine
setup:              ## install what is needed, and say why
	@sh grader/setup.sh
doctor: $(JUDGE)    ## what this machine has, and what will be skipped
	@$(KIT) doctor
clean:              ## remove build/ (and with it what was graded)
	$(Q)rm -rf $(B)
help:               ## this list
	@awk -F ':.*## ' '/^##@/ { print "\n" substr($$0, 5) } \
	    /^[a-z$$].*:.*## / { sub(/.*RUN.*/, "labNN", $$1); \
	    printf "  make %-8s %s\n", $$1, $$2 }' Makefile $(INSTRUCTOR)

# ---- the student's program: always built anew, it takes no time -----------
RUN_SECONDS = 60
name = $(subst $(firstword $(subst _, ,$1))_,,$1)
$(CUDA:%=run-%): $(SIMT)
run-%: FORCE
	@mkdir -p $(B)/run
	$(Q)$(if $(filter $*,$(CUDA)),$(SIMTCC) $(CUDA_FLAGS) \
	    -I. -Ilabs/$* "$$SRC/$*/$(call name,$*).cu" $(wildcard labs/$*/main.c*),\
	    $(CC) $(LAB_FLAGS) -I. -Ilabs/$* "$$SRC/$*/$(call name,$*).c" \
	    $(wildcard labs/$*/main.c) -pthread) -o $(B)/run/$* -lm
	@timeout --foreground -k 5 $(RUN_SECONDS) $(B)/run/$*; code=$$?; \
	    test $$code -ne 124 || printf '%s\n' "It was ended after \
	$(RUN_SECONDS) seconds. Most likely a loop has no end, or threads wait" \
	    "for what never comes (a deadlock)." >&2; exit $$code
$(CUDA:%=explain-%): $(SIMT) $(SIMTCHECK)
explain-%: FORCE
	@mkdir -p $(B)/explain/$* && rm -f $(B)/explain/$*/*.svg
	$(Q)$(SIMTCC) --check $(CUDA_FLAGS) -I. -Ilabs/$* \
	    "$$SRC/$*/$(call name,$*).cu" $(wildcard labs/$*/main.c*) \
	    -o $(B)/explain/$*/program
	@$(SIMTCHECK) --explain --svg $(B)/explain/$* $(B)/explain/$*/program

ifeq ($(INSTRUCTOR),)
# A copy that was handed out.
FOR_INSTRUCTORS := handout class setup-class verify promises mutate twins \
                   pictures check-pictures unit unit-only unit-long hostile \
                   built-for-tests test test-all test-systems setup-tests \
                   bench-simt
.PHONY: $(FOR_INSTRUCTORS)
$(FOR_INSTRUCTORS):
	@echo "make $@ needs the instructor's kit, with solutions and tests;" \
	    "this is a copy for students." >&2; exit 2
endif

FORCE:
.DEFAULT:
	@printf "make: there is no '%s'. 'make help' lists what there is; the %s\n" \
	    '$(subst ','\'',$@)' "labs are $(IDS:%=lab%)." >&2; exit 2
