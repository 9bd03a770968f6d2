/* main.c - calls the function whose name is given; see openmp.c. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    void *found = argc == 2 ? dlsym(NULL, argv[1]) : NULL;
    void (*function)(void);

    if (!found) {
        fprintf(stderr, "there is no such function\n");
        return 2;
    }
    memcpy(&function, &found, sizeof found); /* C has no cast for it */
    function();
    return 0;
}
