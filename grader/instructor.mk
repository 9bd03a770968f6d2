# instructor.mk - what instructors and makers of labs type. A copy of the kit that
# was handed out does not have this file, nor what its commands need. Read by the
# Makefile.

DRAWN := $(or $(filter $(LAB)_%,$(CUDA)),$(CUDA))
# One by one where time is measured, the others as many at once as cores.
ALONE := %/test_measure %/test_kit %/test_hostile %/test_class %/test_slurm
# A test without a limit of its own has 4 seconds else, which says how busy the
# machine is.
run-suite = sh -c 'CK_DEFAULT_TIMEOUT=120 "$$0" || { echo "$$0 failed"; exit 1; }'
run-suites = @printf '%s\n' $(filter-out $(ALONE),$1) | \
                 xargs -n 1 -P $$(getconf _NPROCESSORS_ONLN) $(run-suite) && \
             printf '%s\n' $(filter $(ALONE),$1) | xargs -r -n 1 $(run-suite)

.PHONY: handout class promises verify mutate twins unit pictures check-pictures \
        unit-long unit-only built-for-tests hostile test test-all test-systems \
        setup-tests setup-class

##@ For instructors and makers of labs
handout:            ## a copy without solutions; LABS="00-09 31" OUT= GIT=1
	@sh grader/handout/handout.sh
class: $(JUDGE) $(CLASS) $(CHECKS) ## IN=export OUT=folder: collect, grade; CONFIG= JOBS= ENGINE=
	@$(CLASS)
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
built-for-tests: $(TESTS) $(GRADER) $(CLASS) $(SIMTCHECK) # with -j
unit: $(TESTS) $(GRADER) $(CLASS) $(SIMTCHECK) $(SPEARMAN)/cpu/spearman
	$(call run-suites,$(TESTS))
unit-long: $(TESTS) $(GRADER) $(SIMTCHECK)
	$(call run-suites,$(filter %/test_simt_check %/test_translate,$(TESTS)))
	@CK_INCLUDE_TAGS=long $(B)/grader/tests/test_kit
unit-only: $(filter-out %/test_kit %/test_hostile %/test_autograders \
        %/test_simt_check %/test_spearman %/tests/test_handout %/test_class \
        %/test_slurm,$(TESTS))
	$(call run-suites,$^)
hostile: $(B)/grader/tests/test_hostile $(GRADER)
	@$<
test: setup-tests   ## the kit's own tests, in ten minutes
	@sh grader/tests/run.sh
test-all: test      ## and what takes longer, in a quarter of an hour more
	@sh grader/tests/run.sh rest
test-systems:       ## README's commands in bare roots of Debian: SYSTEMS=
	@sh grader/tests/systems.sh
setup-tests:
	@sh grader/setup.sh --tests
setup-class:        ## install what make class needs as well
	@sh grader/setup.sh --class
bench-simt: $(SIMT) ## the CPU device against plain OpenMP loops
	@mkdir -p $(B)/tests
	$(Q)$(SIMTCC) -O2 -Xcompiler -fopenmp grader/tests/bench_simt.cu \
	    -o $(B)/tests/bench_simt
	@$(B)/tests/bench_simt $${N:+"$$N"}
bench-%: $(GRADER) $(B)/grader/tests/bench ## verdicts, places, races, overhead: see docs/measurements.md
	@$(B)/grader/tests/bench $* $${N:+"$$N"}

picture-%: $(KIT) $(SIMT) FORCE
	@mkdir -p $(B)/pictures/$*
	$(Q)LAB=$* $(KIT) picture
