// expect: build: the reference solution
#include "../../solutions/03_reduction/reduction.c"
