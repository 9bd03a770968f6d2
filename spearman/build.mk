# build.mk - the program of labs 51 to 56. Read by the Makefile.

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
	$(call cc,-std=gnu11 $(WARN) $(WERROR) -MMD -MP -I.)
