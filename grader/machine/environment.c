/* environment.c - see environment.h. */
#define _GNU_SOURCE
#include "machine/environment.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    JUDGE = 1 << ENVIRONMENT_JUDGE,
    STUDENT = 1 << ENVIRONMENT_STUDENT,
};

/* A name that ends in _ stands for all that begin so. */
static const struct {
    const char *name;
    int whom;
} passed[] = {
    {"PATH", JUDGE | STUDENT},
    /* where compilers are no part of the system */
    {"LD_LIBRARY_PATH", JUDGE | STUDENT},
    /* which GPU is meant, so that judge and student mean the same one */
    {"CUDA_VISIBLE_DEVICES", JUDGE | STUDENT},
    {"CUDA_DEVICE_ORDER", JUDGE | STUDENT},
    {"CUDA_CACHE_PATH", JUDGE},
    {"HOME", JUDGE},
    {"TMPDIR", JUDGE},
    {"LANG", JUDGE},
    {"LANGUAGE", JUDGE},
    {"LC_", JUDGE},
    {"TZ", JUDGE},
    {"BACKEND", JUDGE},
    {"LABKIT_", JUDGE}, /* the kit's own */
    {"CK_XML_LOG_FILE_NAME", JUDGE},
    /* folders that hold what is private (wall.c) */
    {"IN", JUDGE},
    {"OUT", JUDGE},
    /* where compilers find their parts, should the judge start one */
    {"CC", JUDGE},
    {"CXX", JUDGE},
    {"CPATH", JUDGE},
    {"C_INCLUDE_PATH", JUDGE},
    {"CPLUS_INCLUDE_PATH", JUDGE},
    {"LIBRARY_PATH", JUDGE},
    {"COMPILER_PATH", JUDGE},
    {"GCC_EXEC_PREFIX", JUDGE},
    {"CUDA_HOME", JUDGE},
    {"CUDA_PATH", JUDGE},
    {"NVCC_CCBIN", JUDGE},
    {"NIX_", JUDGE},
};

/* The same in every shell. */
static const struct {
    char *text;
    int whom;
} always[] = {
    /* libgomp's threads sleep while they wait: trusted ones as the student's */
    {"OMP_WAIT_POLICY=passive", JUDGE | STUDENT},
    {"OMP_DYNAMIC=false", JUDGE | STUDENT},
    {"OMP_SCHEDULE=dynamic", JUDGE | STUDENT}, /* as in gcc; clang has another */
    {"KMP_AFFINITY=disabled", STUDENT}, /* the filter refuses it */
    {"LC_ALL=C.UTF-8", STUDENT},
};

static bool is_passed(const char *variable, enum environment_of whom)
{
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
        const size_t n = strlen(passed[i].name);

        if (strncmp(variable, passed[i].name, n) == 0 &&
            (variable[n] == '=' || passed[i].name[n - 1] == '_'))
            return passed[i].whom & 1 << whom;
    }
    return false;
}

char **environment_for(enum environment_of whom)
{
    const size_t n_always = sizeof always / sizeof *always;
    size_t n = 0;
    char **list;

    while (environ && environ[n])
        n++;
    list = malloc((n + n_always + 1) * sizeof *list);
    if (!list)
        return NULL;
    n = 0;
    for (char **v = environ; v && *v; v++)
        if (is_passed(*v, whom))
            list[n++] = *v;
    for (size_t i = 0; i < n_always; i++)
        if (always[i].whom & 1 << whom)
            list[n++] = always[i].text;
    list[n] = NULL;
    return list;
}
