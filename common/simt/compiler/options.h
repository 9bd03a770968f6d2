/*
 * options.h - which options nvcc accepts, in one table: how their values are
 * written, and what simtcc makes of them.
 *
 * A new one is a line in options.c; one that does something new is an
 * enumerator here as well, and a case in command_line.c.
 */
#ifndef COMPILER_OPTIONS_H
#define COMPILER_OPTIONS_H

/* Options by how their values are written. ONE: `-o x`; JOINED: `-Ix` and
 * `-I x`; EQUALS: `-arch=x` and `-arch x`. */
enum shape { FLAG, ONE, JOINED, EQUALS, OPTIONAL /* =value, or none */ };
enum act {
    IGNORE,
    OUTPUT,
    COMPILE_ONLY,
    PREPROCESS_ONLY,
    TO_PREPROCESS,      /* as it stands */
    TO_PREPROCESS_PAIR, /* option and value */
    TO_COMPILE,
    TO_BOTH,
    TO_LINK,
    DEPEND,
    DEPEND_FILE,
    LIBRARY,
    STANDARD,
    OPTIMIZE,
    DEBUG, /* kernels without optimization */
    LANGUAGE,
    CCBIN,
    FOR_COMPILER,
    FOR_LINKER,
    WERROR,
    DEFINE_LAMBDA,
    DEFINE_CONSTEXPR,
    CHECK,
    KEEP,
    KEEP_DIR,
    PREPARE,
    VERBOSE,
    DRYRUN,
    HELP,
    VERSION,
    UNSUPPORTED
};

struct option {
    const char *name; /* with one dash; on the command line it may have two */
    enum shape shape;
    enum act act;
    const char *as; /* the C++ compiler's name for it, where it differs */
};

/* Matches argument i of v, which has n; its value, if any, in *value; how many
 * arguments it takes in *used. Null if there is no such option. */
const struct option *match(char **v, int i, int n, const char **value,
                           int *used);

#endif
