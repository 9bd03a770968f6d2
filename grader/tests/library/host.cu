/*
 * host.cu - host KIND FUNCTION BYTES: what tries.c defines is called by the
 * host with memory of the device, which check mode has to say.
 */
#include <cuda_runtime.h>
#include <dlfcn.h>

#include "tries.c"

int main(int argc, char **argv)
{
    typedef void try_function(char *p, char *s, char *d);
    char name[80], s[64] = "12345", d[64] = "", *p;
    try_function *f;

    if (argc != 4)
        return 2;
    snprintf(name, sizeof name, "%s_%s", argv[1], argv[2]);
    f = (try_function *)dlsym(NULL, name);
    if (!f) {
        fprintf(stderr, "there is no %s()\n", name);
        return 2;
    }
    if (cudaMalloc(&p, atoi(argv[3])) || cudaMemset(p, 0, atoi(argv[3])))
        return 3;
    f(p, s, d);
    return 0;
}
