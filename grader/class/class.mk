# class.mk - the program behind `make class`. It alone needs libarchive: what
# students build does not.

CLASS     := $(B)/grader/class/class
CLASS_OBJ := $(patsubst %.c,$(B)/%.o,$(filter-out grader/class/test_%.c \
               grader/class/class.c,$(wildcard grader/class/*.c)))
CLASS_LIBS = $(shell pkg-config --libs libarchive 2>/dev/null)

$(CLASS): $(B)/grader/class/class.o $(CLASS_OBJ) $(B)/grader/libkit.a
	$(call link,,$(KIT_LIBS) $(CLASS_LIBS))
$(filter $(B)/grader/class/%,$(TESTS)): $(CLASS_OBJ)
$(filter $(B)/grader/class/%,$(TESTS)): KIT_LIBS += $(CLASS_LIBS)
