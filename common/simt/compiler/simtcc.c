/*
 * simtcc.c - compile CUDA programs for the CPU device, as nvcc does for GPUs.
 *
 * A .cu file goes through the C++ compiler's preprocessor, the translator, and
 * the C++ compiler; everything is then linked with libsimt.a. Options are
 * nvcc's; those that only matter to a GPU are accepted and ignored.
 */
#define _GNU_SOURCE
#include "compiler/align.h"
#include "compiler/translate.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char help[] =
    "simtcc: compile CUDA programs for the lab kit's CPU device\n"
    "\n"
    "  simtcc [options] x.cu [y.cu z.cpp w.c v.o ...] -o program\n"
    "\n"
    "  --check         build for check mode: run the program with simtcheck\n"
    "  --keep          keep the translated files (x.simt.ii) and objects;\n"
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

enum { USAGE = 2 };

/* ---- lists of strings --------------------------------------------------- */

struct list {
    char **s;
    int n, room;
};

static void die(int status, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* Strings are never freed: the program is short. */
static char *copy_of(const char *s)
{
    char *copy = strdup(s);
    if (!copy)
        die(USAGE, "no memory");
    return copy;
}

static char *format_string(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
static char *format_string(const char *format, ...)
{
    char *s;
    va_list args;
    va_start(args, format);
    if (vasprintf(&s, format, args) < 0)
        die(USAGE, "no memory");
    va_end(args);
    return s;
}

static void add(struct list *l, const char *s)
{
    if (l->n + 1 >= l->room) {
        l->room = l->room * 2 + 32;
        l->s = realloc(l->s, (size_t)l->room * sizeof *l->s);
        if (!l->s)
            die(USAGE, "no memory");
    }
    l->s[l->n++] = copy_of(s);
    l->s[l->n] = NULL;
}

static void add_list(struct list *l, const struct list *more)
{
    for (int i = 0; i < more->n; i++)
        add(l, more->s[i]);
}

static void add_words(struct list *l, const char *s, const char *separators)
{
    char *rest = copy_of(s), *word;
    while ((word = strsep(&rest, separators)))
        if (*word)
            add(l, word);
}

/* ---- what was asked for ------------------------------------------------- */

struct input {
    char *path;
    enum { CUDA, CXX, C, OBJECT } language;
    char *object;
};

static struct {
    struct list preprocess; /* options for -E: -I -D ... */
    struct list compile;    /* for the compiler */
    struct list both;       /* for the compiler and the linker */
    struct list link;       /* objects and libraries, in order */
    struct list depend;     /* -MD and the like */
    struct input *inputs;
    int ninputs;
    const char *output, *compiler, *language, *keep_dir;
    char standard[32];
    bool check, keep, prepare, verbose, dryrun, only_compile, only_preprocess,
        optimized, relaxed, depend_file;
} want;

static char *work; /* our folder; null before it is there */
static struct list temporary;

static void clean(void)
{
    for (int i = 0; i < temporary.n; i++)
        unlink(temporary.s[i]);
    if (work)
        rmdir(work);
}

static void stop(int number)
{
    clean();
    signal(number, SIG_DFL);
    raise(number);
}

static void die(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("simtcc: ", stderr);
    vfprintf(stderr, format, args);
    fputs("\n", stderr);
    va_end(args);
    exit(status);
}

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

/* Names have one leading dash here and may have two on the command line. */
static const struct option {
    const char *name;
    enum shape shape;
    enum act act;
    const char *as; /* the C++ compiler's name for it, where it differs */
} options[] = {
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

/* Matches argument i of v; its value, if any, in *value; how many arguments
 * it takes in *used. */
static const struct option *match(char **v, int i, int n, const char **value,
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

static void read_option(const struct option *o, const char *text,
                        const char *value, const char *following, int *used)
{
    const char *name = o->as ? o->as : o->name;
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
    case TO_PREPROCESS:
        add(&want.preprocess, format_string("%s%s", name, value));
        break;
    case TO_PREPROCESS_PAIR:
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
    case LANGUAGE:
        want.language = value;
        break;
    case CCBIN:
        want.compiler = value;
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
    case WERROR: /* nvcc: of a kind, as in -Werror all-warnings */
        add(&want.compile, "-Werror");
        if (!value && following &&
            (strcmp(following, "all-warnings") == 0 ||
             strcmp(following, "cross-execution-space-call") == 0 ||
             strcmp(following, "reorder") == 0 ||
             strcmp(following, "default-stream-launch") == 0 ||
             strcmp(following, "ext-lambda-captures-this") == 0 ||
             strcmp(following, "deprecated-declarations") == 0))
            *used = 2;
        break;
    case DEFINE_LAMBDA:
        add(&want.preprocess, "-D__CUDACC_EXTENDED_LAMBDA__=1");
        break;
    case DEFINE_CONSTEXPR:
        want.relaxed = true;
        add(&want.preprocess, "-D__CUDACC_RELAXED_CONSTEXPR__=1");
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
    }
}

static void read_command_line(int n, char **v)
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

/* ---- running the compiler ----------------------------------------------- */

static void show(const struct list *command)
{
    for (int i = 0; i < command->n; i++)
        fprintf(stderr, "%s%s", i ? " " : "", command->s[i]);
    fputs("\n", stderr);
}

/* Runs a command; its output goes to *text where that is asked for. Returns
 * its exit status. */
static int run(const struct list *command, char **text, size_t *length)
{
    int pipe_[2] = {-1, -1};
    if (want.verbose)
        show(command);
    if (want.dryrun && !text)
        return 0;
    fflush(NULL);
    if (text && pipe2(pipe_, O_CLOEXEC) != 0)
        die(USAGE, "pipe: %s", strerror(errno));
    pid_t child = fork();
    if (child < 0)
        die(USAGE, "fork: %s", strerror(errno));
    if (child == 0) {
        if (text)
            dup2(pipe_[1], 1);
        execvp(command->s[0], command->s);
        fprintf(stderr, "simtcc: %s: %s\n", command->s[0], strerror(errno));
        _exit(127);
    }
    if (text) {
        size_t room = 0;
        close(pipe_[1]);
        *text = NULL;
        for (*length = 0;;) {
            if (*length + 65536 > room) {
                room = room * 2 + (1 << 20);
                *text = realloc(*text, room);
                if (!*text)
                    die(USAGE, "no memory");
            }
            ssize_t got = read(pipe_[0], *text + *length, 65536);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0)
                break;
            *length += (size_t)got;
        }
        close(pipe_[0]);
    }
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            die(USAGE, "waitpid: %s", strerror(errno));
    if (WIFSIGNALED(status))
        die(1, "%s was ended by a signal: %s", command->s[0],
            strsignal(WTERMSIG(status)));
    return WEXITSTATUS(status);
}

/* run() with its complaints in a file. */
static int run_apart(const struct list *command, const char *path, char **text,
                     size_t *length)
{
    int complaints = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    int saved = fcntl(2, F_DUPFD_CLOEXEC, 3);
    if (complaints < 0 || saved < 0)
        die(USAGE, "%s: %s", path, strerror(errno));
    dup2(complaints, 2);
    int status = run(command, text, length);
    dup2(saved, 2);
    close(saved);
    close(complaints);
    return status;
}

static bool in_path(const char *name)
{
    const char *path = getenv("PATH");
    char *rest = copy_of(path ? path : "/usr/bin"), *folder;
    while ((folder = strsep(&rest, ":")))
        if (access(format_string("%s/%s", folder, name), X_OK) == 0)
            return true;
    return false;
}

static struct list compiler;
static bool is_clang;
static int gcc_version; /* its first number; 0 for clang */

static void choose_compiler(void)
{
    const char *name = want.compiler;
    struct stat st;
    if (name && stat(name, &st) == 0 && S_ISDIR(st.st_mode))
        name = format_string("%s/g++", name);
    /* nvcc takes the C compiler's name as well */
    if (name && strcmp(name, "gcc") == 0)
        name = "g++";
    if (name && strcmp(name, "clang") == 0)
        name = "clang++";
    if (!name)
        name = getenv("CXX");
    if (!name || !*name)
        name = in_path("g++") ? "g++" : in_path("clang++") ? "clang++" : NULL;
    if (!name)
        die(USAGE, "neither g++ nor clang++ is installed");
    add_words(&compiler, name, " ");
}

/* What the compiler prints when asked with one option. */
static char *answer_to(const char *option)
{
    struct list ask = {0};
    char *text;
    size_t n;
    add_list(&ask, &compiler);
    add(&ask, option);
    if (run(&ask, &text, &n) != 0)
        die(USAGE, "%s %s failed", compiler.s[0], option);
    text[n] = '\0'; /* run() leaves room */
    return text;
}

static void know_compiler(void)
{
    char *text = answer_to("--version");
    is_clang = strstr(text, "clang") != NULL;
    free(text);
    if (!is_clang) {
        text = answer_to("-dumpversion");
        gcc_version = atoi(text);
        free(text);
    }
}

/* For check mode: what makes the compiler report every access. Not while it
 * preprocesses: libstdc++ would see ThreadSanitizer, and call what only its
 * library has. */
static void add_check_options(struct list *l, bool preprocess)
{
    static struct list chosen, reports;
    if (!chosen.n) {
        /* meet_at_end() in translate.c puts an else behind a loop's head. */
        add_words(&chosen, "-fno-builtin -DSIMT_CHECK -Wno-dangling-else", " ");
        if (is_clang) {
            add(&chosen, "-O1");
            add_words(&reports,
                      "-fsanitize=thread,array-bounds,shift-exponent "
                      "-mllvm -tsan-distinguish-volatile=1 "
                      "-mllvm -tsan-instrument-func-entry-exit=0 "
                      "-mllvm -tsan-instrument-read-before-write=1",
                      " ");
        } else {
            /* Where lanes have parted, check mode takes code at higher
             * addresses for what comes later: blocks stay in the program's
             * order. */
            add_words(&chosen, "-Og -fno-reorder-blocks", " ");
            add_words(&reports, "-fsanitize=thread,bounds,shift-exponent", " ");
            if (gcc_version > 10)
                add_words(&reports,
                          "--param tsan-distinguish-volatile=1 "
                          "--param tsan-instrument-func-entry-exit=0",
                          " ");
        }
    }
    add_list(l, &chosen);
    if (!preprocess)
        add_list(l, &reports);
}

static char *home(const char *below)
{
    static char self[PATH_MAX], folder[PATH_MAX];
    if (!self[0]) {
        ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
        if (n <= 0)
            die(USAGE, "/proc/self/exe: %s", strerror(errno));
        strcpy(folder, dirname(strcpy(folder, self)));
    }
    return format_string("%s/%s", folder, below);
}

static char *include_folder(void)
{
    char *there = home("../../common/simt/include");
    char *real = realpath(there, NULL);
    if (!real)
        die(USAGE, "%s: %s", there, strerror(errno));
    return real;
}

/* What the preprocessor and the compiler both get. A null pointer is an address
 * like others: an access through it must not be compiled away, but found. What
 * nobody has given a value holds no 0 by luck, as little as on a GPU. An int
 * that overflows wraps in both modes, so that they compute the same. */
static void common_options(struct list *l, bool preprocess)
{
    if (want.check) {
        add_check_options(l, preprocess);
    } else if (!want.optimized) {
        add(l, "-O2");
    }
    add_words(l,
              "-g -fPIE -pthread -fstack-clash-protection -fno-strict-aliasing "
              "-fno-math-errno -fno-delete-null-pointer-checks -fwrapv "
              "-ftls-model=local-exec",
              " ");
    if (is_clang || gcc_version > 11)
        add(l, "-ftrivial-auto-var-init=pattern");
    add_list(l, &want.compile);
    add_list(l, &want.both);
}

static void language_options(struct list *l, const struct input *in)
{
    add(l, "-isystem");
    add(l, include_folder());
    add(l, "-isystem"); /* what the kit's build makes for our headers */
    add(l, home("include"));
    if (in->language == CUDA) /* first, as with nvcc */
        add_words(l, "-include cuda_runtime.h -include simt_words.h", " ");
    add_list(l, &want.preprocess);
    if (in->language != C)
        add(l, want.standard);
}

static void dependency_options(struct list *l, const char *object)
{
    add_list(l, &want.depend);
    if (want.depend.n && !want.only_preprocess) {
        if (!want.depend_file) {
            char *d = copy_of(object);
            char *dot = strrchr(d, '.');
            if (dot)
                *dot = '\0';
            add(l, "-MF");
            add(l, format_string("%s.d", d));
        }
        add(l, "-MT");
        add(l, object);
    }
}

static char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *s = copy_of(slash ? slash + 1 : path);
    char *dot = strrchr(s, '.');
    if (dot && dot > s)
        *dot = '\0';
    return s;
}

static void make_work(void)
{
    const char *tmp = getenv("TMPDIR");
    if (work)
        return;
    char *name = format_string("%s/simtcc.XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(name))
        die(USAGE, "%s: %s", name, strerror(errno));
    work = name;
    atexit(clean);
}

static char *temporary_file(const char *name)
{
    make_work();
    char *path = format_string("%s/%d.%s", work, temporary.n, name);
    add(&temporary, path);
    return path;
}

/* A file that --keep is about. */
static char *intermediate_file(char *name)
{
    return !want.keep      ? temporary_file(name)
           : want.keep_dir ? format_string("%s/%s", want.keep_dir, name)
                           : name;
}

static void write_file(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "w");
    if (!f || fwrite(text, 1, n, f) != n || fclose(f) != 0)
        die(USAGE, "%s: %s", path, strerror(errno));
}

/* ---- headers that are parsed already ------------------------------------ */

/*
 * cuda_runtime.h takes the compiler twice as long as a student's file. With
 * --prepare, what the preprocessor makes of it is kept beside simtcc, and what
 * the compiler makes of that, which is for one set of the compiler's options
 * alone. It is used in place of text that is the same byte by byte.
 */
static char *prepared(void)
{
    return home(want.check ? "headers-check.ii" : "headers.ii");
}

/* Where in preprocessed text cuda_runtime.h is; its length, or 0. */
static size_t find_headers(const char *text, size_t *at)
{
    static const char last[] = "\"<command-line>\" 2\n";
    const char *marker =
        format_string("# 1 \"%s/cuda_runtime.h\" 1", include_folder());
    const char *first = strstr(text, marker);
    const char *end = first ? strstr(first, last) : NULL;
    if (!end)
        return 0;
    *at = (size_t)(first - text);
    return (size_t)(end - first) + sizeof last - 1;
}

/* Whether the compiler is the one that is taken by default, with no options
 * but for warnings. */
static bool usual_options(void)
{
    const char *name = getenv("CXX");
    if (want.compiler || (name && *name) || strcmp(compiler.s[0], "g++") != 0 ||
        want.optimized || strcmp(want.standard, "-std=gnu++17") != 0)
        return false;
    for (int i = 0; i < want.compile.n; i++)
        if (want.compile.s[i][1] != 'W' && want.compile.s[i][1] != 'w')
            return false;
    for (int i = 0; i < want.both.n; i++)
        if (strncmp(want.both.s[i], "-fdiagnostics-", 14) != 0)
            return false;
    return true;
}

/* What --prepare is for. Where this fails, all goes on without it. */
static void prepare(const char *text)
{
    struct list c = {0};
    char *path = prepared(), *made = format_string("%s.gch", path);
    size_t at, n = find_headers(text, &at);
    unlink(made);
    write_file(path, text + at, n);
    add_list(&c, &compiler);
    add_words(&c, "-x c++-header -fpreprocessed", " ");
    add(&c, want.standard);
    common_options(&c, false);
    add(&c, path);
    add(&c, "-o");
    add(&c, made);
    if (run_apart(&c, "/dev/null", NULL, NULL) != 0)
        unlink(made);
}

/* The text with a line that names them instead of the headers; null if they
 * are not prepared, or others. */
static char *without_headers(const char *text, size_t *n)
{
    char *path = prepared(), *kept = NULL, *made, *shorter = NULL;
    size_t at, length = find_headers(text, &at);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd >= 0 && usual_options() && fstat(fd, &st) == 0 && length &&
        strlen(text) == *n && (size_t)st.st_size == length &&
        (kept = malloc(length)) && read(fd, kept, length) == (ssize_t)length &&
        memcmp(kept, text + at, length) == 0) {
        made = format_string("%s.gch", path);
        if (access(made, R_OK) == 0)
            shorter = format_string("%.*s#pragma GCC pch_preprocess \"%s\"\n%s",
                                    (int)at, text, made, text + at + length);
    }
    if (shorter)
        *n = strlen(shorter);
    if (fd >= 0)
        close(fd);
    free(kept);
    return shorter;
}

static struct list compilation(const char *path, const char *object)
{
    struct list c = {0};
    add_list(&c, &compiler);
    add_words(&c, "-c -x c++-cpp-output", " ");
    add(&c, want.standard);
    common_options(&c, false);
    add(&c, path);
    add(&c, "-o");
    add(&c, object);
    return c;
}

/* Whether that makes the object. What the compiler has to say it will say again
 * without prepared headers, as ever. */
static bool compile_shorter(const char *text, size_t n, const char *object)
{
    char *shorter = without_headers(text, &n), *path, *complaints;
    struct list c;
    struct stat st;
    if (!shorter)
        return false;
    path = temporary_file("shorter.ii");
    complaints = temporary_file("complaints");
    write_file(path, shorter, n);
    free(shorter);
    c = compilation(path, object);
    return run_apart(&c, complaints, NULL, NULL) == 0 &&
           stat(complaints, &st) == 0 && st.st_size == 0;
}

/* Returns 0 or the compiler's exit status. */
static int compile_cuda(struct input *in)
{
    struct list c = {0};
    add_list(&c, &compiler);
    add_words(&c,
              "-E -x c++ -D__CUDACC__ -D__NVCC__ -D__CUDA_ARCH__=800 "
              "-D__CUDACC_VER_MAJOR__=12 -D__CUDACC_VER_MINOR__=4 "
              "-D__CUDACC_VER_BUILD__=0",
              " ");
    common_options(&c, true);
    language_options(&c, in);
    dependency_options(&c, in->object);
    add(&c, in->path);
    char *text;
    size_t n;
    int status = run(&c, &text, &n);
    if (status != 0)
        return status;
    bool only_dependencies = want.only_preprocess && want.depend.n;
    if (!only_dependencies) {
        char *aligned = translate_align(text, &n);
        free(text);
        int errors = 0;
        int how = (want.check ? TRANSLATE_CHECK : 0) |
                  (want.relaxed ? TRANSLATE_RELAXED : 0);
        text = aligned ? translate(aligned, &n, how, stderr, &errors) : NULL;
        free(aligned);
        if (!text)
            die(USAGE, "no memory");
        if (errors) {
            fprintf(stderr, "simtcc: %d error%s in %s\n", errors,
                    errors == 1 ? "" : "s", in->path);
            free(text);
            return 1;
        }
    }
    if (want.only_preprocess) {
        if (want.output)
            write_file(want.output, text, n);
        else
            fwrite(text, 1, n, stdout);
        free(text);
        return 0;
    }
    if (want.prepare) {
        prepare(text);
        return 0;
    }
    char *name = format_string("%s.simt.ii", base_name(in->path));
    char *path = intermediate_file(name);
    write_file(path, text, n);
    if (!want.verbose && compile_shorter(text, n, in->object))
        return 0;
    /* clang++ begins with such a line. When it corrects a misspelt name in a
     * launch's arguments, it adds messages about its own lambda. */
    bool clang = memmem(text, n < 4096 ? n : 4096, "\"<built-in>\" 3", 14);
    free(text);
    c = compilation(path, in->object);
    if (clang)
        add(&c, "-fno-spell-checking");
    return run(&c, NULL, NULL);
}

static int compile_other(struct input *in)
{
    struct list c = {0};
    add_list(&c, &compiler);
    add_words(&c, in->language == C ? "-x c" : "-x c++", " ");
    add(&c, want.only_preprocess ? "-E" : "-c");
    common_options(&c, want.only_preprocess);
    if (want.check)
        add(&c, "-U__SANITIZE_THREAD__"); /* see add_check_options() */
    language_options(&c, in);
    dependency_options(&c, in->object);
    add(&c, in->path);
    if (!want.only_preprocess || want.output) {
        add(&c, "-o");
        add(&c, want.only_preprocess ? want.output : in->object);
    }
    return run(&c, NULL, NULL);
}

static int link_program(void)
{
    struct list c = {0};
    add_list(&c, &compiler);
    add(&c, "-pie");
    int next = 0;
    for (int i = 0; i < want.link.n; i++) {
        if (want.link.s[i][0]) {
            add(&c, want.link.s[i]);
            continue;
        }
        while (want.inputs[next].language == OBJECT)
            next++;
        add(&c, want.inputs[next++].object);
    }
    add(&c, "-o");
    add(&c, want.output ? want.output : "a.out");
    add_list(&c, &want.both);
    if (want.check)
        add(&c, "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset,--wrap=memcmp,"
                "--wrap=malloc,--wrap=calloc,--wrap=realloc,"
                "--wrap=aligned_alloc,--wrap=free,--wrap=_Znwm,--wrap=_Znam,"
                "--wrap=_ZdlPv,--wrap=_ZdaPv,--wrap=_ZdlPvm,--wrap=_ZdaPvm");
    add(&c, home("libsimt.a"));
    add_words(&c, "-lgomp -lm -pthread -ldl", " ");
    return run(&c, NULL, NULL);
}

int main(int n, char **v)
{
    read_command_line(n, v);
    choose_compiler();
    know_compiler();
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    signal(SIGHUP, stop);
    int status = 0;
    for (int i = 0; i < want.ninputs; i++) {
        struct input *in = &want.inputs[i];
        if (in->language == OBJECT)
            continue;
        char *name = format_string("%s.o", base_name(in->path));
        if (want.only_compile)
            in->object = want.output ? copy_of(want.output) : name;
        else
            in->object = intermediate_file(name);
        int failed =
            in->language == CUDA ? compile_cuda(in) : compile_other(in);
        if (failed)
            status = failed;
    }
    if (status == 0 && !want.only_compile && !want.only_preprocess &&
        !want.prepare)
        status = link_program();
    return status;
}
