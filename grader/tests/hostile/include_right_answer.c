// expect: build: Only files of your own
/* Another's work, which lies beside this on the same disk. */
#include "../../grader/tests/right/03_reduction/backwards.c"
