// expect: build: reference solution
#include "../../solutions/11_addone/addone.cu"
