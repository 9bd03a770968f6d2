/*
 * options.c - see options.h.
 */
#include "compiler/options.h"
#include "compiler/list.h"

#include <stddef.h>
#include <string.h>

static const struct option options[] = {
    {"-output-file", EQUALS, OUTPUT, NULL},
    {"-o", ONE, OUTPUT, NULL},
    {"-compile", FLAG, COMPILE_ONLY, NULL},
    {"-c", FLAG, COMPILE_ONLY, NULL},
    {"-device-c", FLAG, COMPILE_ONLY, NULL},
    {"-dc", FLAG, COMPILE_ONLY, NULL},
    {"-preprocess", FLAG, PREPROCESS_ONLY, NULL},
    {"-E", FLAG, PREPROCESS_ONLY, NULL},
    {"-include-path", EQUALS, TO_PREPROCESS, "-I"},
    {"-include", EQUALS, TO_PREPROCESS_PAIR, NULL},
    {"-pre-include", EQUALS, TO_PREPROCESS_PAIR, "-include"},
    {"-isystem", EQUALS, TO_PREPROCESS_PAIR, NULL},
    {"-system-include", EQUALS, TO_PREPROCESS_PAIR, "-isystem"},
    {"-define-macro", EQUALS, TO_PREPROCESS, "-D"},
    {"-undefine-macro", EQUALS, TO_PREPROCESS, "-U"},
    {"-library-path", EQUALS, TO_LINK, "-L"},
    {"-library", EQUALS, LIBRARY, NULL},
    {"-std", EQUALS, STANDARD, NULL},
    {"-x", EQUALS, LANGUAGE, NULL},
    {"-optimize", EQUALS, OPTIMIZE, NULL},
    {"-debug", FLAG, IGNORE, NULL},
    {"-g", FLAG, IGNORE, NULL}, /* always on */
    {"-disable-warnings", FLAG, TO_COMPILE, "-w"},
    {"-w", FLAG, TO_COMPILE, NULL},
    {"-profile", FLAG, TO_BOTH, "-pg"},
    {"-pg", FLAG, TO_BOTH, NULL},
    {"-ccbin", EQUALS, CCBIN, NULL},
    {"-compiler-bindir", EQUALS, CCBIN, NULL},
    {"-Xcompiler", EQUALS, FOR_COMPILER, NULL},
    {"-compiler-options", EQUALS, FOR_COMPILER, NULL},
    {"-Xlinker", EQUALS, FOR_LINKER, NULL},
    {"-linker-options", EQUALS, FOR_LINKER, NULL},
    {"-Werror", OPTIONAL, WERROR, NULL},
    {"-MD", FLAG, DEPEND, NULL},
    {"-MMD", FLAG, DEPEND, NULL},
    {"-generate-dependencies-with-compile", FLAG, DEPEND, "-MD"},
    {"-MP", FLAG, DEPEND, NULL},
    {"-MF", EQUALS, DEPEND_FILE, NULL},
    {"-MT", EQUALS, DEPEND_FILE, NULL},
    {"-M", FLAG, PREPROCESS_ONLY, "-M"},
    {"-MM", FLAG, PREPROCESS_ONLY, "-MM"},
    {"-check", FLAG, CHECK, NULL},
    {"-keep", FLAG, KEEP, NULL},
    {"-save-temps", FLAG, KEEP, NULL},
    {"-keep-dir", EQUALS, KEEP_DIR, NULL},
    {"-prepare", FLAG, PREPARE, NULL},
    {"-verbose", FLAG, VERBOSE, NULL},
    {"-v", FLAG, VERBOSE, NULL},
    {"-dryrun", FLAG, DRYRUN, NULL},
    {"-help", FLAG, HELP, NULL},
    {"-h", FLAG, HELP, NULL},
    {"-version", FLAG, VERSION, NULL},
    {"-V", FLAG, VERSION, NULL},
    {"-extended-lambda", FLAG, DEFINE_LAMBDA, NULL},
    {"-expt-extended-lambda", FLAG, DEFINE_LAMBDA, NULL},
    {"-expt-relaxed-constexpr", FLAG, DEFINE_CONSTEXPR, NULL},
    {"-gpu-architecture", EQUALS, IGNORE, NULL},
    {"-arch", EQUALS, IGNORE, NULL},
    {"-gpu-code", EQUALS, IGNORE, NULL},
    {"-code", EQUALS, IGNORE, NULL},
    {"-generate-code", EQUALS, IGNORE, NULL},
    {"-gencode", EQUALS, IGNORE, NULL},
    {"-ptxas-options", EQUALS, IGNORE, NULL},
    {"-Xptxas", EQUALS, IGNORE, NULL},
    {"-nvlink-options", EQUALS, IGNORE, NULL},
    {"-Xnvlink", EQUALS, IGNORE, NULL},
    {"-Xcudafe", EQUALS, IGNORE, NULL},
    {"-cudafe-options", EQUALS, IGNORE, NULL},
    {"-Xfatbin", EQUALS, IGNORE, NULL},
    {"-Xnvvm", EQUALS, IGNORE, NULL},
    {"-lineinfo", FLAG, IGNORE, NULL},
    {"-generate-line-info", FLAG, IGNORE, NULL},
    {"-device-debug", FLAG, DEBUG, NULL},
    {"-G", FLAG, DEBUG, NULL},
    {"-relocatable-device-code", EQUALS, IGNORE, NULL},
    {"-rdc", EQUALS, IGNORE, NULL},
    {"-use_fast_math", FLAG, IGNORE, NULL},
    {"-ftz", EQUALS, IGNORE, NULL},
    {"-prec-div", EQUALS, IGNORE, NULL},
    {"-prec-sqrt", EQUALS, IGNORE, NULL},
    {"-fmad", EQUALS, IGNORE, NULL},
    {"-extra-device-vectorization", FLAG, IGNORE, NULL},
    {"-restrict", FLAG, IGNORE, NULL},
    {"-maxrregcount", EQUALS, IGNORE, NULL},
    {"-machine", EQUALS, IGNORE, NULL},
    {"-m64", FLAG, IGNORE, NULL},
    {"-cudart", EQUALS, IGNORE, NULL},
    {"-cudadevrt", EQUALS, IGNORE, NULL},
    {"-threads", EQUALS, IGNORE, NULL},
    {"-t", EQUALS, IGNORE, NULL},
    {"-split-compile", EQUALS, IGNORE, NULL},
    {"-default-stream", EQUALS, IGNORE, NULL},
    {"-dlto", FLAG, IGNORE, NULL},
    {"-dopt", EQUALS, IGNORE, NULL},
    {"-resource-usage", FLAG, IGNORE, NULL},
    {"-res-usage", FLAG, IGNORE, NULL},
    {"-source-in-ptx", FLAG, IGNORE, NULL},
    {"-src-in-ptx", FLAG, IGNORE, NULL},
    {"-diag-suppress", EQUALS, IGNORE, NULL},
    {"-diag-warn", EQUALS, IGNORE, NULL},
    {"-diag-error", EQUALS, IGNORE, NULL},
    {"-display-error-number", FLAG, IGNORE, NULL},
    {"-no-display-error-number", FLAG, IGNORE, NULL},
    {"-allow-unsupported-compiler", FLAG, IGNORE, NULL},
    {"-forward-unknown-to-host-compiler", FLAG, IGNORE, NULL},
    {"-objdir-as-tempdir", FLAG, IGNORE, NULL},
    {"-expt-*", FLAG, IGNORE, NULL},
    {"-Wno-deprecated-gpu-targets", FLAG, IGNORE, NULL},
    {"-m32", FLAG, UNSUPPORTED, NULL},
    {"-ptx", FLAG, UNSUPPORTED, NULL},
    {"-cubin", FLAG, UNSUPPORTED, NULL},
    {"-fatbin", FLAG, UNSUPPORTED, NULL},
    {"-optix-ir", FLAG, UNSUPPORTED, NULL},
    {"-cuda", FLAG, UNSUPPORTED, NULL},
    {"-gpu", FLAG, UNSUPPORTED, NULL},
    {"-lib", FLAG, UNSUPPORTED, NULL},
    {"-shared", FLAG, UNSUPPORTED, NULL},
    {"-dlink", FLAG, UNSUPPORTED, NULL},
    {"-device-link", FLAG, UNSUPPORTED, NULL},
    {"-run", FLAG, UNSUPPORTED, NULL},
    /* joined ones last: they match any beginning */
    {"-I", JOINED, TO_PREPROCESS, NULL},
    {"-D", JOINED, TO_PREPROCESS, NULL},
    {"-U", JOINED, TO_PREPROCESS, NULL},
    {"-L", JOINED, TO_LINK, NULL},
    {"-l", JOINED, LIBRARY, NULL},
    {"-O", JOINED, OPTIMIZE, NULL},
    {"-W", JOINED, TO_COMPILE, NULL},
};

const struct option *match(char **v, int i, int n, const char **value,
                           int *used)
{
    const char *a = v[i] + (v[i][1] == '-');
    for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
        const struct option *o = &options[k];
        size_t length = strlen(o->name);
        *value = NULL;
        *used = 1;
        if (o->name[length - 1] == '*') {
            if (strncmp(a, o->name, length - 1) == 0)
                return o;
            continue;
        }
        if (strncmp(a, o->name, length) != 0)
            continue;
        const char *rest = a + length;
        if (*rest == '\0') {
            if (o->shape == FLAG || o->shape == OPTIONAL)
                return o;
            if (o->act == OPTIMIZE && o->shape == JOINED) {
                *value = "1";
                return o;
            }
            if (o->act == TO_COMPILE) /* -W */
                return o;
            if (i + 1 >= n)
                die(USAGE, "%s needs a value", v[i]);
            *value = v[i + 1];
            *used = 2;
            return o;
        }
        if (*rest == '=' && (o->shape == EQUALS || o->shape == OPTIONAL)) {
            *value = rest + 1;
            return o;
        }
        if (o->shape == JOINED && v[i][1] != '-') {
            *value = rest;
            return o;
        }
    }
    return NULL;
}
