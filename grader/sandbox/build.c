/*
 * build.c - see build.h. The story: look at the file, compile it for every
 * build at once, look for words and symbols that switch a detector off, link,
 * and put the first thing that went wrong into a sentence.
 */
#define _GNU_SOURCE
#include "sandbox/build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/must.h"
#include "base/say.h"
#include "base/source.h"
#include "machine/gpu.h"
#include "machine/race_tools.h"
#include "sandbox/diagnostics.h"
#include "sandbox/job.h"
#include "sandbox/odd_accesses.h"
#include "sandbox/refuse.h"
#include "sandbox/wall.h"

const char *const build_names[BUILD_COUNT] = {
    "plain", "filled", "serial", "asan", "tsan", "check", "gpu", "memcheck"};

/* ---- command lines ------------------------------------------------------ */

/* TIMED_FLAGS come from the Makefile: the lab's own functions are compiled
 * with the same, so that the speed check compares like with like. */
#define SIMTCC "build/simt/simtcc"
static const char *const build_flags[BUILD_COUNT] = {
    TIMED_FLAGS " -Wall -Wextra -Werror=implicit-function-declaration",
    TIMED_FLAGS " " FILLED_FLAGS " -w",
    ("-O2 -Wall -Wextra -Werror=implicit-function-declaration "
     "-Wno-unknown-pragmas"),
    /* -w: the plain build shows the warnings already */
    ("-O1 -fopenmp -w -fno-omit-frame-pointer -fsanitize=address,undefined "
     "-fno-sanitize-recover=undefined " BOUNDS_FLAGS
     " -fno-builtin -U_FORTIFY_SOURCE"),
    /* and race_tools.flags */
    "-fopenmp -w -fno-builtin -U_FORTIFY_SOURCE",
    "--check -w -g -Xcompiler -fdiagnostics-color=never",
    /* CUB's headers would look for a profiler, by dlopen(). */
    "-O3 -lineinfo -DNVTX_DISABLE",
    /* Optimized in full, the assembler reads 16 bytes of shared memory where
     * the code reads the 4 at the end of an array, which is no error of the
     * student's. With 64 registers a block may still have 1024 threads. */
    "-O1 -lineinfo -Xptxas -O1 -maxrregcount=64 "
    "-DNVTX_DISABLE",
};

struct plan {
    const struct lab *lab;
    const char *source, *work;
    bool wanted[BUILD_COUNT];
    bool own_runner;    /* the lab has a runner.c */
    bool cuda;          /* the file is a .cu */
    bool extern_inline; /* the file has inline functions as in C99 */
    char nvcc[256];     /* its path */
    struct race_tools tools;
    struct job job[4 * BUILD_COUNT + 1]; /* compile, preprocess, look, names */
    int n_jobs;
    struct job *compile[BUILD_COUNT];
    struct wall wall;
    struct jobs of;
};

/* A new command line, empty. */
static struct job *new_job(struct plan *p, int b, const char *what)
{
    struct job *j = &p->job[p->n_jobs++];

    memset(j, 0, sizeof *j);
    j->kind = b >= BUILD_GPU ? ULIMITS_NVCC : ULIMITS_COMPILER;
    snprintf(j->output, sizeof j->output, "%s/%s-%s.txt", p->work,
             build_names[b], what);
    return j;
}

/* Begin it with the compiler of build `b`. */
static void add_compiler(const struct plan *p, int b, struct job *j)
{
    const char *cc = getenv("CC");

    if (b >= BUILD_GPU)
        job_add(j, "%s", p->nvcc);
    else if (p->cuda)
        job_add(j, "%s", SIMTCC);
    else if (b == BUILD_TSAN)
        job_add(j, "%s", p->tools.clang);
    else
        job_add_words(j, cc && *cc ? cc : "gcc");
}

/* With which flags the file is compiled, or linked, for build `b`. */
static void add_flags(const struct plan *p, int b, struct job *j)
{
    if (p->cuda && b == BUILD_PLAIN)
        job_add_words(j, "-g -Xcompiler -fdiagnostics-color=never "
                         "-Wall -Wextra");
    else
        job_add_words(j, build_flags[b]);
    if (b >= BUILD_GPU)
        job_add(j, "-arch=%s", gpu_architecture());
    if (b == BUILD_TSAN)
        job_add_words(j, p->tools.flags);
    /* As the other builds' compiler has it. (Programs may print it.) */
    if (b == BUILD_TSAN && !p->lab->program) {
        job_add(j, "-U_OPENMP");
        job_add(j, "-D_OPENMP=%d", _OPENMP);
    }
}

/* The contract comes before the student's `#define _GNU_SOURCE`: what stands
 * before the first #include is said to the compiler as well. */
static void add_features(struct job *j, const char *source)
{
    char *text = source_read(source, false, NULL), name[64], value[64];

    for (char *line = text; line; line = strchr(line, '\n')) {
        line += strspn(line, " \t\n");
        *value = 0;
        if (sscanf(line, "# %63[a-z]", name) == 1 && !strcmp(name, "include"))
            break;
        if (sscanf(line, "# define %63[_A-Z0-9] %63[0-9L]", name, value) >= 1 &&
            *name == '_' && strlen(name) > 7 &&
            !strcmp(name + strlen(name) - 7, "_SOURCE"))
            job_add(j, "-D%s=%s", name, value);
    }
    free(text);
}

/* Where simtcc keeps what it made of the file on the way. */
static void kept(const struct plan *p, int b, char *path, size_t size)
{
    snprintf(path, size, "%s/%s.kept", p->work, build_names[b]);
}

/* Translate `from` to work/NAME.o, or only preprocess it to work/NAME.i. */
static struct job *new_compile(struct plan *p, int b, const char *name,
                               const char *from, bool only_preprocess)
{
    const struct lab *lab = p->lab;
    const char *ext = only_preprocess ? "i" : "o";
    char what[64], text[600];
    struct job *j;

    snprintf(what, sizeof what, "%s-%s", name, ext);
    j = new_job(p, b, what);
    add_compiler(p, b, j);
    if (!p->cuda)
        job_add_words(j, "-std=gnu11 -g -fdiagnostics-color=never");
    add_flags(p, b, j);
    /* Where nothing is inlined, an `inline` function must be there. */
    if (b == BUILD_TSAN && !p->extern_inline)
        job_add(j, "-fgnu89-inline");
    if (p->cuda && b < BUILD_GPU) {
        kept(p, b, text, sizeof text);
        mkdir(text, 0777);
        job_add(j, "--keep");
        job_add(j, "--keep-dir=%s", text);
    }
    job_add_words(j, "-I.");
    job_add(j, "-Ilabs/%s", lab->folder);
    if (!lab->program) {
        if (!p->cuda)
            add_features(j, p->source);
        /* The contract first, so that another signature is an error. */
        job_add(j, "-include");
        job_add(j, "labs/%s/%s.h", lab->folder, lab->name);
        job_add(j, "-Dmain=students_own_main");
    }
    if (b == BUILD_TSAN && !only_preprocess) {
        job_add_words(j, "-S -emit-llvm");
        ext = "ll";
    } else {
        job_add(j, only_preprocess ? "-E" : "-c");
    }
    job_add(j, "-o");
    job_add(j, "%s/%s.%s", p->work, name, ext);
    job_add(j, "%s", from);
    return j;
}

/* The object for the race detector, from what clang has written so far. Returns
 * as compile_all(). */
static int finish_for_races(struct plan *p)
{
    const int first = p->n_jobs;
    char from[600], to[600];
    struct job *j;

    if (!p->wanted[BUILD_TSAN])
        return 1;
    snprintf(from, sizeof from, "%s/%s.ll", p->work, build_names[BUILD_TSAN]);
    snprintf(to, sizeof to, "%s/%s-all.ll", p->work, build_names[BUILD_TSAN]);
    if (odd_accesses_tell(from, to))
        return -1;
    j = new_job(p, BUILD_TSAN, "all");
    add_compiler(p, BUILD_TSAN, j);
    job_add_words(j, "-Xclang -disable-llvm-passes -c -o");
    job_add(j, "%s/%s.o", p->work, build_names[BUILD_TSAN]);
    job_add(j, "%s", to);
    if (jobs_run(p->job + first, 1, &p->of))
        return -1;
    if (!job_went_well(j)) {
        fprintf(stderr,
                _("%s: clang does not take its own output back; see "
                  "%s.\n"),
                to, j->output);
        return -1;
    }
    return 1;
}

/* What strict_runtime.c does in the C library's place. */
static const char *const strict_calls[] = {
    "pthread_create", "pthread_detach",
    "thrd_detach",    "pthread_cond_wait",
    "cnd_wait",       "malloc",
    "calloc",         "realloc",
    "reallocarray",   "aligned_alloc",
    "memalign",       "posix_memalign",
    "strdup",         "strndup",
    "asprintf",       "vasprintf",
    "free",           NULL,
};

static void new_link(struct plan *p, int b)
{
    struct job *j = new_job(p, b, "link");
    char names[600];

    add_compiler(p, b, j);
    /* -rdynamic: the runner finds the student's functions by name. */
    if (b >= BUILD_GPU)
        job_add_words(j, "grader/student/runner_gpu.cu");
    job_add_words(j, p->cuda ? "-Xlinker -export-dynamic" : "-g -rdynamic");
    if (p->cuda && b < BUILD_GPU) /* dlsym() finds nothing of the device's */
        job_add_words(j, "-Xlinker --exclude-libs=libsimt.a");
    add_flags(p, b, j);
    job_add(j, "-o");
    job_add(j, "%s/%s", p->work, build_names[b]);
    job_add(j, "%s/%s.o", p->work, build_names[b]);
    job_add(j, "build/grader/student/%s.o",
            p->lab->program ? "program" : "runner");
    if (!p->cuda && b != BUILD_TSAN)
        job_add(j, "build/grader/student/where.o");
    if (b == BUILD_TSAN) {
        job_add(j, "-Wl,@grader/student/race_wraps.txt");
        job_add(j, "build/grader/student/race_runtime.o");
    }
    if (b == BUILD_ASAN)
        job_add(j, "build/grader/student/memory_runtime.o");
    if (b == BUILD_FILLED && !p->lab->program) {
        for (int i = 0; strict_calls[i]; i++)
            job_add(j, "-Wl,--wrap=%s", strict_calls[i]);
        job_add(j, "build/grader/student/strict_runtime.o");
    }
    if (p->own_runner)
        job_add(j, "build/labs/%s/runner.o", p->lab->folder);
    job_add_words(j, p->cuda ? "-lffi -lm -lpthread -ldl"
                             : "-lffi -lm -pthread -ldl");
    /* What no instruction does atomically: a reduction of long double. */
    snprintf(names, sizeof names, "%s/%s-object.txt", p->work, build_names[b]);
    if (source_has(names, false, " UND __atomic_"))
        job_add(j, "-latomic");
    p->compile[b] = j;
}

/* The lab's own best on the GPU, if it has one: what speed is held against. */
static void new_ceiling(struct plan *p)
{
    char path[200];
    struct job *j;

    snprintf(path, sizeof path, "labs/%s/ceiling.cu", p->lab->folder);
    if (access(path, F_OK))
        return;
    j = new_job(p, BUILD_GPU, "ceiling");
    job_add(j, "%s", p->nvcc);
    add_flags(p, BUILD_GPU, j);
    job_add_words(j, "-I.");
    job_add(j, "-Ilabs/%s", p->lab->folder);
    job_add(j, "-o");
    job_add(j, "%s/ceiling", p->work);
    job_add(j, "%s", path);
    job_add_words(j,
                  "grader/student/runner_gpu.cu build/grader/student/runner.o "
                  "-Xlinker -export-dynamic -lffi -lm -lpthread -ldl");
}

/* ---- the wall ------------------------------------------------------------ */

/* BUILD_COUNT if all went well. */
static int first_failed(const struct plan *p)
{
    int b = 0;

    while (b < BUILD_COUNT && !(p->wanted[b] && !job_went_well(p->compile[b])))
        b++;
    return b;
}

/* Is there a GPU to grade on, and nvcc? BACKEND=cpu says to leave it alone. */
static bool find_gpu(struct plan *p)
{
    const char *backend = getenv("BACKEND");

    return !(backend && !strcmp(backend, "cpu")) && gpu_present() &&
           gpu_find_tool("nvcc", p->nvcc, sizeof p->nvcc);
}

enum { AGAIN = 2 }; /* with what stands in the way taken down */

/* What stands around compilers here; -1: not known yet. */
static int kind_here = -1;
static bool wall_needed;

/* What compilers may see: the kit as far as an answer needs it, the student's
 * own files. */
static void open_wall(struct plan *p)
{
    static const char *const kit[] = {"labs",       "common",
                                      "grader",     "build/grader/student",
                                      "build/labs", "build/simt"};

    wall_begin(&p->wall);
    for (size_t i = 0; i < sizeof kit / sizeof *kit; i++)
        wall_open(&p->wall, kit[i], WALL_READ);
    wall_open(&p->wall, p->work, WALL_WRITE);
    wall_student(&p->wall, p->source);
    if (*p->tools.clang)
        wall_tool(&p->wall, p->tools.clang);
    if (p->wanted[BUILD_GPU]) {
        wall_tool(&p->wall, p->nvcc);
        wall_gpus(&p->wall);
    }
    p->of.work = p->work;
    if (kind_here < 0)
        kind_here = (int)wall_kind();
    p->of.kind = (enum wall_kind)kind_here;
    p->of.wall = &p->wall;
}

/* Whether build b's compiler makes an object, or a program, of a small file,
 * behind this wall; else what it says. */
static bool compiles(struct plan *p, int b, bool linking, enum wall_kind kind,
                     char *said, size_t size)
{
    struct jobs of = {.work = p->work, .kind = kind, .wall = &p->wall};
    struct job *j = must(calloc(1, sizeof *j));
    const char *ext = p->cuda ? ".cu" : ".c";
    char path[600];
    bool works;
    FILE *file;

    snprintf(path, sizeof path, "%s/wall%s", p->work, ext);
    file = fopen(path, "w");
    if (file) {
        fputs("#include <stdio.h>\n"
              "#include <stdlib.h>\n"
              "int main(void) { return puts(\"\") < 0; }\n",
              file);
        fclose(file);
    }
    j->kind = b >= BUILD_GPU ? ULIMITS_NVCC : ULIMITS_COMPILER;
    snprintf(j->output, sizeof j->output, "%s/wall.txt", p->work);
    add_compiler(p, b, j);
    if (!p->cuda)
        job_add(j, "-fopenmp");
    job_add(j, "-o");
    job_add(j, "%s/wall%s", p->work, linking ? "" : ".o");
    if (!linking)
        job_add(j, "-c");
    job_add(j, "%s", path);
    works = jobs_run(j, 1, &of) == 0 && job_went_well(j);
    file = works ? NULL : fopen(j->output, "re");
    if (file) {
        said[fread(said, 1, size - 1, file)] = '\0';
        said[strcspn(said, "\n")] = '\0';
        fclose(file);
    }
    free(j);
    return works;
}

/* Whether that compiler works without a wall, but not behind this one. */
static bool in_the_way(struct plan *p, int b, bool linking, enum wall_kind kind,
                       char *said, size_t size)
{
    char other[300];

    *said = '\0';
    return kind != WALL_NONE && !compiles(p, b, linking, kind, said, size) &&
           compiles(p, b, linking, WALL_NONE, other, sizeof other);
}

/* Whether the wall hides the student's file itself: root has no rights of its
 * own within bubblewrap, and others' files may be closed to all. */
static bool hides_file(const struct plan *p, const char *output)
{
    char *said = diagnostics_read(output), words[800];
    bool hides;

    snprintf(words, sizeof words, "error: %s: ", p->source);
    hides = said && (strstr(said, words) || !strncmp(said, "bwrap: ", 7));
    snprintf(words, sizeof words, "file or directory: '%s'", p->source);
    hides = hides || (said && strstr(said, words)); /* clang's words */
    free(said);
    return hides;
}

/* After a build went wrong: whether that is because of the wall. The next one
 * is then taken, if there is one or if it is not needed. */
static bool wall_is_at_fault(struct plan *p, bool linking)
{
    const int b = first_failed(p);
    char said[300] = "";

    if (b == BUILD_COUNT || p->of.kind == WALL_NONE || p->compile[b]->slow ||
        p->compile[b]->idle ||
        (!hides_file(p, p->compile[b]->output) &&
         !in_the_way(p, b, linking, p->of.kind, said, sizeof said)))
        return false;
    kind_here = (int)wall_after(p->of.kind);
    if (kind_here == WALL_NONE)
        fprintf(stderr,
                _("%s does not work behind the wall here. %s\nFolders that it "
                  "needs can be named in LABKIT_READ, with : between them.\n"),
                p->compile[b]->argv[0], said);
    return true;
}

/* What a trial has made. */
static void remove_trial(const char *folder)
{
    static const char *const names[] = {"wall.c", "wall.cu", "wall.txt", "wall",
                                        "wall.o"};
    char path[100];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

/* Whether all compilers work behind this wall. */
static bool all_compile(struct plan *p, const char *work, enum wall_kind kind,
                        char *said, size_t size)
{
    static const int of_kind[2][3] = {{BUILD_PLAIN, BUILD_TSAN, -1},
                                      {BUILD_PLAIN, BUILD_GPU, -1}};
    bool fits = true;
    char source[64];

    for (int cuda = 0; cuda < 2 && fits; cuda++) {
        memset(p, 0, sizeof *p);
        race_tools_find(&p->tools);
        p->cuda = cuda;
        p->work = work;
        snprintf(source, sizeof source, "%s/wall%s", work, cuda ? ".cu" : ".c");
        p->source = source;
        p->wanted[BUILD_GPU] = cuda && find_gpu(p);
        open_wall(p);
        for (int i = 0; of_kind[cuda][i] >= 0 && fits; i++) {
            const int b = of_kind[cuda][i];

            if ((b == BUILD_TSAN && !*p->tools.clang) ||
                (b == BUILD_GPU && !p->wanted[b]) ||
                (cuda && b == BUILD_PLAIN && access(SIMTCC, X_OK)))
                continue;
            fits = !in_the_way(p, b, true, kind, said, size);
        }
        wall_end(&p->wall);
    }
    return fits;
}

enum wall_kind build_wall(char *said, size_t size)
{
    enum wall_kind kind = wall_kind();
    struct plan *p = must(calloc(1, sizeof *p));
    char work[] = "build/wall.XXXXXX"; /* another grading clears build/work */

    *said = '\0';
    if ((mkdir("build", 0777) && errno != EEXIST) || !mkdtemp(work))
        snprintf(said, size, "build: %s", strerror(errno));
    else
        while (kind != WALL_NONE && !all_compile(p, work, kind, said, size))
            kind = wall_after(kind);
    if (*said == '\0' || kind != WALL_NONE)
        kind_here = (int)kind;
    free(p);
    remove_trial(work);
    return kind;
}

void build_needs_wall(void)
{
    wall_needed = true;
}

/* ---- compiling, and looking at what came of it -------------------------- */

/* What the preprocessor made of the file for build `b`; of a .cu file also what
 * the translator made of that. */
static void preprocessed(const struct plan *p, int b, bool translated,
                         char *path, size_t size)
{
    const char *slash = strrchr(p->source, '/');
    const char *name = slash ? slash + 1 : p->source;
    const char *dot = strrchr(name, '.');
    char folder[600];

    kept(p, b, folder, sizeof folder);
    if (p->cuda) /* simtcc --keep names it after its input */
        snprintf(path, size, "%s/%.*s%s.ii", folder,
                 (int)(dot ? dot - name : (long)strlen(name)), name,
                 translated ? ".simt" : "");
    else
        snprintf(path, size, "%s/%s.i", p->work, build_names[b]);
}

/* Whether something in one of these may not be: says it in f. Also where the
 * compiler has made an object of a file of which they are not there: our
 * trouble, -1. */
static int look_at_text(const struct plan *p, int b, bool translated,
                        struct finding *f)
{
    char path[1300];

    preprocessed(p, b, translated, path, sizeof path);
    if (access(path, R_OK) && job_went_well(p->compile[b])) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    return refuse_preprocessed(path, p->source,
                               translated ? REFUSE_TRANSLATED
                               : p->cuda  ? REFUSE_CUDA
                                          : REFUSE_C,
                               f);
}

/* Words can be pasted together from strings (asm("__ts" "an_...")), symbols
 * are there in full. Returns as compile_all(). */
static int look_at_objects(struct plan *p, struct finding *f)
{
    int first = p->n_jobs;
    struct job *list[BUILD_COUNT];
    char text[1300];
    int any = 0;

    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b]) {
            list[b] = new_job(p, b, "object");
            job_add_words(list[b], "readelf -W -S -s");
            job_add(list[b], "%s/%s.o", p->work, build_names[b]);
        }
    if (jobs_run(p->job + first, p->n_jobs - first, &p->of))
        return -1;
    while (!p->wanted[any])
        any++;
    preprocessed(p, any, p->cuda, text, sizeof text);
    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b] &&
            refuse_object(list[b]->output, b, p->cuda, p->source, text, f))
            return 0;
    return 1;
}

/* Only the functions of the lab's contract stay visible from outside the
 * object, so no other name of it is taken for the kit's or a library's; and
 * what it calls of the C library becomes what a detector watches. Returns as
 * compile_all(). */
static int hide_names(struct plan *p, struct finding *f)
{
    int first = p->n_jobs;
    char names[600], wraps[600];

    snprintf(names, sizeof names, "%s/names.txt", p->work);
    snprintf(wraps, sizeof wraps, "%s/wraps.txt", p->work);
    if (refuse_write_names(p->lab, names) || refuse_write_wraps(wraps))
        return -1;
    for (int b = 0; b < BUILD_GPU; b++)
        if (p->wanted[b]) {
            struct job *j = new_job(p, b, "names");

            job_add_words(j, "objcopy");
            job_add(j, "--keep-global-symbols=%s", names);
            if (b == BUILD_ASAN || b == BUILD_TSAN)
                job_add(j, "--redefine-syms=%s", wraps);
            if (p->cuda) /* else a static libstdc++ finds its names here */
                job_add(j, "--remove-section=.group");
            job_add(j, "%s/%s.o", p->work, build_names[b]);
        }
    if (jobs_run(p->job + first, p->n_jobs - first, &p->of))
        return -1;
    for (int i = first; i < p->n_jobs; i++)
        if (!job_went_well(&p->job[i])) {
            refuse(f, p->source, 0);
            finding_say(f, _("Nobody could look into what the compiler made of "
                             "this file."));
            return 0;
        }
    return 1;
}

static bool disk_full(const char *work)
{
    struct statvfs v;

    return statvfs(work, &v) == 0 && v.f_bavail * v.f_frsize < (1 << 20);
}

/* The file is C for gcc, but not for the clang of the race detector, which may
 * be older: the checks of races find the words in work/tsan-refused, all others
 * go on. False if it was not so, or cannot be written down. */
static bool only_clang_refuses(struct plan *p)
{
    struct finding f = {.kind = KIND_BUILD};
    char path[600], *text;
    bool written = false;
    FILE *file;

    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b] && job_went_well(p->compile[b]) == (b == BUILD_TSAN))
            return false;
    if (!p->wanted[BUILD_TSAN] || p->compile[BUILD_TSAN]->slow ||
        p->compile[BUILD_TSAN]->idle || disk_full(p->work))
        return false;
    text = diagnostics_read(p->compile[BUILD_TSAN]->output);
    snprintf(path, sizeof path, "%s/tsan-refused", p->work);
    file = text ? fopen(path, "w") : NULL;
    if (file) {
        diagnostics_say_error(p->lab, text, p->source, BUILD_TSAN, &f);
        written = fwrite(&f, sizeof f, 1, file) == 1;
        written = fclose(file) == 0 && written;
    }
    free(text);
    return written;
}

/* Compile for all builds at once. 1: go on; 0: said in f; -1: our trouble;
 * AGAIN. */
static int compile_all(struct plan *p, struct finding *f)
{
    int next;

    p->n_jobs = 0;
    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b])
            p->compile[b] = new_compile(p, b, build_names[b], p->source, false);
    for (int b = 0; b < BUILD_CHECK && !p->cuda; b++)
        if (p->wanted[b])
            new_compile(p, b, build_names[b], p->source, true);
    if (jobs_run(p->job, p->n_jobs, &p->of))
        return -1;
    if (wall_is_at_fault(p, false))
        return wall_needed && kind_here == WALL_NONE ? -1 : AGAIN;
    if (only_clang_refuses(p))
        p->wanted[BUILD_TSAN] = false;
    /* Before the compiler's words are believed: they may be about a file that
     * must not be included. */
    for (int b = 0; b < BUILD_GPU; b++)
        for (int k = 0; p->wanted[b] && k <= (int)p->cuda; k++) {
            int found = look_at_text(p, b, k == 1, f);

            if (found)
                return found < 0 ? -1 : 0;
        }
    if (first_failed(p) < BUILD_COUNT) {
        char *said = diagnostics_read(p->compile[first_failed(p)]->output);

        if (said)
            refuse_walled_off(p->lab, said, p->source, p->cuda, f);
        free(said);
        return 0;
    }
    next = finish_for_races(p);
    if (next == 1 && !refuse_is_off())
        next = look_at_objects(p, f);
    return next == 1 && !refuse_is_off() ? hide_names(p, f) : next;
}

/* ---- what went wrong ---------------------------------------------------- */

/* Say in f why the first build that went wrong did. 0, or -1 if that is our
 * own trouble, which is said on stderr. */
static int say_what_failed(struct plan *p, bool linking, struct finding *f)
{
    char object[600], *text;
    int result = 0, b = first_failed(p);

    if (b == BUILD_COUNT)
        return 0;
    snprintf(object, sizeof object, "%s/%s.o", p->work, build_names[b]);
    text = diagnostics_read(p->compile[b]->output);
    if (!text || disk_full(p->work)) {
        fprintf(stderr, "%s: %s\n", p->work, strerror(text ? ENOSPC : ENOMEM));
        result = -1;
    } else if (p->compile[b]->slow) {
        refuse(f, p->source, 0);
        finding_say(f,
                    _("This file could not be built in time: the compiler was "
                      "not done after %d seconds of processor time, and needs "
                      "less than one for any lab's answer. Look for a macro or "
                      "an #include that repeats itself, a huge table of "
                      "numbers, or a very long word."),
                    job_seconds(p->compile[b]));
    } else if (p->compile[b]->idle) {
        refuse(f, p->source, 0);
        finding_say(
            f,
            _("This file could not be built in time: the compiler did "
              "nothing for %d seconds. Does this file include something "
              "that is not a file with text?"),
            JOB_IDLE_SECONDS);
    } else if (!linking) {
        diagnostics_say_error(p->lab, text, p->source, b, f);
    } else if (diagnostics_say_too_large(object, p->source, f) ||
               diagnostics_say_link_error(text, p->source, f)) {
        result = 0;
    } else if (b == BUILD_TSAN) {
        /* Without work/tsan the check for races is skipped, and says so. */
        fprintf(stderr,
                _("The race detector cannot be linked (Debian: sudo "
                  "apt install libclang-rt-dev):\n%s\n"),
                text);
    } else {
        fprintf(stderr,
                _("%s could not be linked:\n%s\nThis is no fault of "
                  "your file. make doctor shows what is missing.\n"),
                build_names[b], text);
        result = -1;
    }
    free(text);
    return result;
}

/* Keep what the compiler said for people: the errors of the build that failed
 * or else the plain build's warnings. */
static int keep_words(const struct plan *p)
{
    char path[600], *text;
    int b = first_failed(p), result = -1;
    FILE *file;

    if (b == BUILD_COUNT)
        for (b = BUILD_PLAIN; !p->wanted[b];)
            b++;
    snprintf(path, sizeof path, "%s/compiler.txt", p->work);
    text = diagnostics_read(p->compile[b]->output);
    file = fopen(path, "a");
    if (text && file && fputs(text, file) >= 0)
        result = 0;
    if (file && fclose(file))
        result = -1;
    if (result)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    free(text);
    return result;
}

/* ---- all of it ---------------------------------------------------------- */

/* What is built of this file, on this machine; -1: for all kinds of checks. */
static void make_plan(struct plan *p, const struct lab *lab, const char *source,
                      const char *work, int only_kind)
{
    bool cuda = !strcmp(lab->ext, ".cu");
    bool results = only_kind < 0 || only_kind == KIND_CORRECTNESS ||
                   only_kind == KIND_OUTPUT;
    bool detectors = only_kind < 0 || !results;
    char path[200];

    memset(p, 0, sizeof *p);
    p->lab = lab;
    p->source = source;
    p->work = work;
    race_tools_find(&p->tools);
    p->cuda = cuda;
    p->extern_inline = source_has(source, false, "extern inline");
    p->wanted[BUILD_PLAIN] = results;
    p->wanted[BUILD_FILLED] = results && !cuda;
    p->wanted[BUILD_CHECK] = cuda && detectors;
    p->wanted[BUILD_GPU] = cuda && only_kind < 0 && find_gpu(p);
    p->wanted[BUILD_MEMCHECK] =
        p->wanted[BUILD_GPU] &&
        gpu_find_tool("compute-sanitizer", path, sizeof path);
    p->wanted[BUILD_ASAN] = !cuda && detectors;
    p->wanted[BUILD_SERIAL] = results && !cuda && lab->program && lab->serial;
    p->wanted[BUILD_TSAN] =
        !cuda && detectors && *p->tools.clang && *p->tools.archer;
    snprintf(path, sizeof path, "labs/%s/runner.c", lab->folder);
    p->own_runner = !lab->program && access(path, F_OK) == 0;
    open_wall(p);
}

/* All builds at once, from their objects. */
static int link_all(struct plan *p)
{
    p->n_jobs = 0;
    for (int b = 0; b < BUILD_COUNT; b++)
        if (p->wanted[b])
            new_link(p, b);
    if (p->wanted[BUILD_GPU])
        new_ceiling(p);
    return jobs_run(p->job, p->n_jobs, &p->of);
}

/* 0, -1 for trouble of our own, or AGAIN. */
static int build(struct plan *p, struct finding *f)
{
    int next = compile_all(p, f), result;

    if (next < 0 || next == AGAIN)
        return next;
    if (next == 0 && f->status == STATUS_FAIL) /* by us: that is enough */
        return 0;
    if (keep_words(p))
        return -1;
    if (next == 0)
        return say_what_failed(p, false, f);
    if (link_all(p))
        return -1;
    if (wall_is_at_fault(p, true))
        return wall_needed && kind_here == WALL_NONE ? -1 : AGAIN;
    result = say_what_failed(p, true, f);
    if (result == 0 && f->status == STATUS_NONE) {
        f->status = STATUS_PASS;
        memset(&f->place, 0, sizeof f->place);
    } else if (result == 0) {
        result = keep_words(p);
    }
    return result;
}

static int build_some(const struct lab *lab, const char *source,
                      const char *work, int only_kind, struct finding *f)
{
    struct plan *p;
    int result;

    memset(f, 0, sizeof *f);
    snprintf(f->name, sizeof f->name, "build");
    f->kind = KIND_BUILD;
    if (refuse_file(lab, source, f) ||
        refuse_text(source, !strcmp(lab->ext, ".cu"), f))
        return 0;
    f->status = STATUS_NONE;
    p = malloc(sizeof *p);
    if (!p) {
        fprintf(stderr, "%s\n", strerror(errno));
        return -1;
    }
    make_plan(p, lab, source, work, only_kind);
    result = build(p, f);
    while (result == AGAIN) {
        p->of.kind = (enum wall_kind)kind_here;
        result = build(p, f);
    }
    wall_end(&p->wall);
    free(p);
    return result;
}

int build_student(const struct lab *lab, const char *source, const char *work,
                  struct finding *f)
{
    return build_some(lab, source, work, -1, f);
}

int build_for(enum check_kind kind, const struct lab *lab, const char *source,
              const char *work, struct finding *f)
{
    return build_some(lab, source, work, (int)kind, f);
}
