/*
 * command_line.c - see command_line.h.
 */
#define _GNU_SOURCE
#include "compiler/command_line.h"
#include "compiler/options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char help[] =
    "simtcc: compile CUDA programs for the lab kit's CPU device\n"
    "\n"
    "  simtcc [options] x.cu [y.cu z.cpp w.c v.o ...] -o program\n"
    "\n"
    "  --check         build for check mode: run the program with simtcheck\n"
    "  --keep          keep what is translated (x.ii), the translated files\n"
    "                  (x.simt.ii) and objects;\n"
    "  --keep-dir D    ... in the folder D\n"
    "  --verbose, -v   show the commands;  --dryrun  ... and run none\n"
    "  -c, -E          compile only; preprocess and translate only\n"
    "  -o -O -g -I -D -U -L -l -W -w -std=c++NN -x -include -isystem -M...\n"
    "  -Xcompiler a,b  options for the C++ compiler;  -Xlinker a,b  the "
    "linker\n"
    "  -ccbin CXX      the compiler; else $CXX, g++ or clang++\n"
    "  -G              no optimization, for debuggers\n"
    "  --prepare       parse the headers now, so that later runs need not\n"
    "\n"
    "Accepted and ignored, since they only matter to a GPU:\n"
    "  -arch -code -gencode -rdc -lineinfo -Xptxas -maxrregcount\n"
    "  -use_fast_math --expt-* -cudart -t ...\n";

struct wanted want;

static void use_library(const char *name)
{
    static const char *const ours[] = {"cudart", "cudart_static", "cudadevrt",
                                       "cuda", "nvToolsExt"};
    static const char *const missing[] = {
        "cublas", "cublasLt", "curand", "cufft",        "cusparse", "cusolver",
        "cudnn",  "nvrtc",    "nppc",   "nppi",         "nvjpeg",   "nvidia-ml",
        "nccl",   "cupti",    "cufftw", "cublas_static"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strcmp(name, ours[i]) == 0)
            return;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (strcmp(name, missing[i]) == 0) {
            fprintf(stderr,
                    "simtcc: note: -l%s is left out; the CPU device has no "
                    "such library\n",
                    name);
            return;
        }
    add(&want.link, format_string("-l%s", name));
}

/* The C++ library and our headers need C++14; strict modes hide functions that
 * nvcc's headers show. */
static void use_standard(const char *s)
{
    const char *plus = strstr(s, "++");
    if (!plus) {
        if (s[0] == 'c' || s[0] == 'g')
            return; /* of C, for the .c files: the default will do */
        die(USAGE, "-std=%s is not known; write -std=c++17", s);
    }
    const char *year = plus + 2;
    if (strcmp(year, "98") == 0 || strcmp(year, "03") == 0 ||
        strcmp(year, "11") == 0 || strcmp(year, "0x") == 0)
        year = "14";
    snprintf(want.standard, sizeof want.standard, "-std=gnu++%s", year);
}

static void add_input(const char *path)
{
    const char *base = strrchr(path, '/');
    const char *dot = strrchr(base ? base : path, '.');
    const char *suffix = dot ? dot + 1 : "";
    struct input in = {.path = copy_of(path), .language = OBJECT};
    static const char *const cxx[] = {"cpp", "cc", "cxx", "C", "c++", "CPP"};
    for (size_t i = 0; i < sizeof cxx / sizeof *cxx; i++)
        if (strcmp(suffix, cxx[i]) == 0)
            in.language = CXX;
    if (strcmp(suffix, "cu") == 0)
        in.language = CUDA;
    else if (strcmp(suffix, "c") == 0)
        in.language = C;
    if (want.language)
        in.language = strcmp(want.language, "cu") == 0    ? CUDA
                      : strcmp(want.language, "c") == 0   ? C
                      : strcmp(want.language, "c++") == 0 ? CXX
                                                          : in.language;
    if (in.language == OBJECT && strcmp(suffix, "o") != 0 &&
        strcmp(suffix, "a") != 0 && !strstr(base ? base : path, ".so"))
        die(USAGE,
            "%s: not a kind of file that simtcc knows; it takes .cu .cpp .cc "
            ".cxx .c .o .a .so",
            path);
    if (access(path, R_OK) != 0)
        die(USAGE, "%s: %s", path, strerror(errno));
    want.inputs =
        realloc(want.inputs, (size_t)(want.ninputs + 1) * sizeof *want.inputs);
    if (!want.inputs)
        die(USAGE, "no memory");
    want.inputs[want.ninputs++] = in;
    /* Its place among the libraries; filled in once it is compiled. */
    add(&want.link, in.language == OBJECT ? path : "");
}

/* nvcc's -Werror may name a kind, as in -Werror all-warnings. */
static bool is_kind_of_warning(const char *word)
{
    static const char *const kinds[] = {"all-warnings",
                                        "cross-execution-space-call",
                                        "reorder",
                                        "default-stream-launch",
                                        "ext-lambda-captures-this",
                                        "deprecated-declarations"};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(word, kinds[i]) == 0)
            return true;
    return false;
}

/* A folder of NVIDIA's headers, which many Makefiles name: ours are in their
 * place, and half of each fits neither. */
static bool is_toolkit(const char *folder)
{
    return access(format_string("%s/cuda_runtime.h", folder), R_OK) == 0;
}

/* An option that the C++ compiler or the linker gets. `text`: as it stands on
 * the command line. */
static void pass_on(const struct option *o, const char *text, const char *value)
{
    const char *name = o->as ? o->as : o->name;
    switch (o->act) {
    case TO_PREPROCESS:
        if (strcmp(name, "-I") != 0 || !is_toolkit(value))
            add(&want.preprocess, format_string("%s%s", name, value));
        break;
    case TO_PREPROCESS_PAIR:
        if (strcmp(name, "-isystem") == 0 && is_toolkit(value))
            break;
        add(&want.preprocess, name);
        add(&want.preprocess, value);
        break;
    case TO_COMPILE:
        add(&want.compile, o->as ? o->as : text);
        break;
    case TO_BOTH:
        add(&want.both, name);
        break;
    case TO_LINK:
        add(&want.link, format_string("%s%s", name, value));
        break;
    case DEPEND:
        add(&want.depend, name);
        break;
    case DEPEND_FILE:
        want.depend_file = want.depend_file || strcmp(name, "-MF") == 0;
        add(&want.depend, name);
        add(&want.depend, value);
        break;
    case LIBRARY:
        use_library(value);
        break;
    case STANDARD:
        use_standard(value);
        break;
    case OPTIMIZE:
        if (!want.check)
            add(&want.compile, format_string("-O%s", value));
        want.optimized = true;
        break;
    case DEBUG:
        if (!want.optimized && !want.check)
            add(&want.compile, "-O0");
        want.optimized = true;
        break;
    case FOR_COMPILER: {
        struct list words = {0};
        add_words(&words, value, ", ");
        for (int i = 0; i < words.n; i++)
            if (!want.check || strncmp(words.s[i], "-O", 2) != 0)
                add(&want.both, words.s[i]);
        break;
    }
    case FOR_LINKER:
        add(&want.link, format_string("-Wl,%s", value));
        break;
    case DEFINE_LAMBDA:
        add(&want.preprocess, "-D__CUDACC_EXTENDED_LAMBDA__=1");
        break;
    case DEFINE_CONSTEXPR:
        want.relaxed = true;
        add(&want.preprocess, "-D__CUDACC_RELAXED_CONSTEXPR__=1");
        break;
    default:
        break;
    }
}

/* `following` is the next argument, or null; *used: how many it takes. */
static void read_option(const struct option *o, const char *text,
                        const char *value, const char *following, int *used)
{
    switch (o->act) {
    case IGNORE:
        break;
    case OUTPUT:
        want.output = value;
        break;
    case COMPILE_ONLY:
        want.only_compile = true;
        break;
    case PREPROCESS_ONLY:
        want.only_preprocess = true;
        if (o->as)
            add(&want.depend, o->as);
        break;
    case LANGUAGE:
        want.language = value;
        break;
    case CCBIN:
        want.compiler = value;
        break;
    case WERROR:
        add(&want.compile, "-Werror");
        if (!value && following && is_kind_of_warning(following))
            *used = 2;
        break;
    case CHECK:
        want.check = true;
        break;
    case KEEP:
        want.keep = true;
        break;
    case KEEP_DIR:
        want.keep_dir = value;
        break;
    case PREPARE:
        want.prepare = true;
        break;
    case VERBOSE:
        want.verbose = true;
        break;
    case DRYRUN:
        want.verbose = want.dryrun = true;
        break;
    case HELP:
        fputs(help, stdout);
        exit(0);
    case VERSION:
        puts("simtcc: the lab kit's compiler of CUDA programs for the CPU "
             "device");
        exit(0);
    case UNSUPPORTED:
        die(USAGE, "%s is not supported by the CPU device; see simtcc --help",
            text);
    default:
        pass_on(o, text, value);
    }
}

void read_command_line(int n, char **v)
{
    strcpy(want.standard, "-std=gnu++17");
    for (int i = 1; i < n; i++)
        if (strcmp(v[i], "--check") == 0 || strcmp(v[i], "-check") == 0)
            want.check = true;
    for (int i = 1; i < n;) {
        const char *value;
        int used = 1;
        if (v[i][0] != '-' || v[i][1] == '\0') {
            add_input(v[i++]);
            continue;
        }
        const struct option *o = match(v, i, n, &value, &used);
        if (!o && (strncmp(v[i], "-f", 2) == 0 || strncmp(v[i], "-m", 2) == 0 ||
                   strncmp(v[i], "-p", 2) == 0))
            die(USAGE,
                "unknown option %s; options for the C++ compiler are written "
                "as -Xcompiler %s",
                v[i], v[i]);
        if (!o)
            die(USAGE, "unknown option %s; see simtcc --help", v[i]);
        read_option(o, v[i], value, i + 1 < n ? v[i + 1] : NULL, &used);
        i += used;
    }
    if (want.prepare) {
        want.language = "cu";
        add_input("/dev/null");
    }
    if (want.ninputs == 0)
        die(USAGE, "no input files; see simtcc --help");
    if (want.output && (want.only_compile || want.only_preprocess) &&
        want.ninputs > 1)
        die(USAGE, "-o names one file, but there are %d to compile",
            want.ninputs);
}
