# build.mk - the program of labs 51 to 56. Read by the Makefile.

# The program of the Spearman project, from the solutions; where these were not
# handed out, from the student's own labs. For GPUs where there is one and nvcc,
# or where BACKEND=gpu says so.
SPEARMAN     := $(B)/spearman
SPEARMAN_C   := $(patsubst %.c,$(B)/%.o,$(wildcard spearman/*.c))
SPEARMAN_OF  := $(or $(wildcard solutions),labs)
SPEARMAN_LAB := $(SPEARMAN_OF)/51_ranks/ranks.cu \
                $(SPEARMAN_OF)/56_product/product.cu
SPEARMAN_CU  := $(wildcard spearman/*.cu) $(SPEARMAN_LAB)
SPEARMAN_I   := -I. -Ilabs/51_ranks -Ilabs/56_product
NVCC         ?= $(firstword $(shell command -v nvcc 2>/dev/null) \
                $(wildcard /usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc))
NVCC_FLAGS   ?= -O3 -arch=native
SPEARMAN_FOR  = $(or $(filter cpu gpu,$(BACKEND)),$(if $(and \
                  $(wildcard /dev/nvidiactl),$(NVCC)),gpu,cpu))

$(SPEARMAN)/cpu/spearman: $(SPEARMAN_CU) $(SPEARMAN_C) $(SIMT) | own-labs
	$(call say,LINK,$@)
	@mkdir -p $(@D)
	$(Q)$(SIMTCC) -O2 $(CUDA_FLAGS) $(SPEARMAN_I) $(SPEARMAN_CU) \
	    $(SPEARMAN_C) -o $@ -lm -lpthread
$(SPEARMAN)/gpu/spearman: $(SPEARMAN_CU) $(SPEARMAN_C) | own-labs
	$(call say,NVCC,$@)
	@mkdir -p $(@D)
	$(Q)$(or $(NVCC),nvcc) $(NVCC_FLAGS) $(SPEARMAN_I) \
	    $(SPEARMAN_CU) $(SPEARMAN_C) -o $@ -lm -lpthread
$(SPEARMAN)/cpu/spearman $(SPEARMAN)/gpu/spearman: $(wildcard spearman/*.h \
    common/spearman*.h labs/51_ranks/*.h labs/56_product/*.h)
# A skeleton compiles, and what it counts is wrong.
.PHONY: own-labs
own-labs: | $(SPEARMAN_LAB)
	@for f in $|; do if cmp -s $$f $${f%/*}/.skeleton.cu; then \
	    echo "make spearman is made of your labs 51 and 56, and $$f is" \
	        "still the skeleton." >&2; exit 2; fi; done
$(SPEARMAN_LAB):
	@echo "make spearman is made of labs 51 and 56, and there is no $@ here." >&2; \
	    exit 2
$(SPEARMAN)/%.o: spearman/%.c
	$(call cc,-std=gnu11 $(WARN) $(WERROR) -MMD -MP -I.)
