/* refusals.c - see refusals.h */
#include "compiler/refusals.h"

#include "compiler/declarations.h"
#include "compiler/messages.h"
#include "compiler/names.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* What the host's libraries have, and what to do without it. Names that nvcc
 * takes in some programs are not here. */
#define PRINT "a kernel can write with printf() only"
#define RANDOM "make the numbers on the host and pass them in an array"
#define TIME "take the time on the host, or the cycles with clock64()"
#define LEAVE "\"return;\" leaves a kernel, and __trap() ends it as an error"
#define RUNTIME "call it on the host, before or after the launch"
#define OPENMP \
    "the number of a thread is threadIdx.x, that of a block blockIdx.x"
#define LOOP "write it out in the kernel, or in a __device__ function"
#define MEMORY "use malloc() and free(), or allocate on the host"
#define THREADS "__syncthreads() and atomic operations order a kernel's threads"
#define ARRAY "use arrays, and allocate them on the host"
static const struct library {
    const char *name, *advice;
    bool std_only; /* in namespace std */
    bool object;   /* not followed by ( */
} library[] = { /* of a family, name_ with a last _, all */
    {"pthread_", THREADS, false, false},
    {"sem_", THREADS, false, false},
    {"mtx_", THREADS, false, false},
    {"cnd_", THREADS, false, false},
    {"thrd_", THREADS, false, false},
    {"string", ARRAY, true, true},
    {"map", ARRAY, true, true},
    {"unordered_map", ARRAY, true, true},
    {"list", ARRAY, true, true},
    {"deque", ARRAY, true, true},
    {"to_string", PRINT, true, false},
    {"fprintf", PRINT, false, false},
    {"sprintf", PRINT, false, false},
    {"snprintf", PRINT, false, false},
    {"puts", PRINT, false, false},
    {"fputs", PRINT, false, false},
    {"putchar", PRINT, false, false},
    {"putc", PRINT, false, false},
    {"fflush", PRINT, false, false},
    {"perror", PRINT, false, false},
    {"fopen", PRINT, false, false},
    {"fclose", PRINT, false, false},
    {"fread", PRINT, false, false},
    {"fwrite", PRINT, false, false},
    {"scanf", PRINT, false, false},
    {"sscanf", PRINT, false, false},
    {"fscanf", PRINT, false, false},
    {"getchar", PRINT, false, false},
    {"cout", PRINT, true, true},
    {"cerr", PRINT, true, true},
    {"rand", RANDOM, false, false},
    {"srand", RANDOM, false, false},
    {"rand_r", RANDOM, false, false},
    {"random", RANDOM, false, false},
    {"drand48", RANDOM, false, false},
    {"lrand48", RANDOM, false, false},
    {"time", TIME, false, false},
    {"gettimeofday", TIME, false, false},
    {"clock_gettime", TIME, false, false},
    {"sleep", TIME, false, false},
    {"usleep", TIME, false, false},
    {"nanosleep", TIME, false, false},
    {"abort", LEAVE, false, false},
    {"cudaMemcpy", RUNTIME, false, false},
    {"cudaMemset", RUNTIME, false, false},
    {"cudaMallocManaged", RUNTIME, false, false},
    {"cudaSetDevice", RUNTIME, false, false},
    {"cudaDeviceSynchronize",
     "__syncthreads() waits for the threads of a block, "
     "and the end of the kernel for all",
     false, false},
    {"omp_get_wtime", TIME, false, false},
    {"omp_", OPENMP, false, false},
    {"memcmp", LOOP, false, false},
    {"memmove", LOOP, false, false},
    {"mempcpy", LOOP, false, false},
    {"memccpy", LOOP, false, false},
    {"wmemcpy", LOOP, false, false},
    {"bcopy", LOOP, false, false},
    {"bzero", LOOP, false, false},
    {"memchr", LOOP, false, false},
    {"strcmp", LOOP, false, false},
    {"strcpy", LOOP, false, false},
    {"strncpy", LOOP, false, false},
    {"strcat", LOOP, false, false},
    {"atoi", LOOP, false, false},
    {"atof", LOOP, false, false},
    {"strtol", LOOP, false, false},
    {"qsort", LOOP, false, false},
    {"calloc", MEMORY, false, false},
    {"realloc", MEMORY, false, false},
    {"swap", LOOP, true, false},
    {"sort", LOOP, true, false},
    {"stable_sort", LOOP, true, false},
    {"fill", LOOP, true, false},
    {"fill_n", LOOP, true, false},
    {"copy", LOOP, true, false},
    {"copy_n", LOOP, true, false},
    {"reverse", LOOP, true, false},
    {"accumulate", LOOP, true, false},
    {"iota", LOOP, true, false},
    {"vector", ARRAY, true, true},
};

/* What the CPU device has not, or no GPU has any more. */
#define NO_CLUSTERS "clusters of blocks are not supported by the CPU device"
#define NO_OVERLAP \
    "kernels that overlap are not supported by the CPU device; leave it out"
#define WITH_SYNC(call) \
    "GPUs since Volta have it with \"_sync\" and a mask of lanes: " call
static const struct missing {
    const char *name, *why;
} missing[] = {
    {"this_cluster", NO_CLUSTERS},
    {"cluster_group", NO_CLUSTERS},
    {"__clusterDim", NO_CLUSTERS},
    {"__clusterDimIsSpecified", NO_CLUSTERS},
    {"__clusterGridDimInClusters", NO_CLUSTERS},
    {"__clusterIdx", NO_CLUSTERS},
    {"__clusterRelativeBlockIdx", NO_CLUSTERS},
    {"__clusterRelativeBlockRank", NO_CLUSTERS},
    {"__clusterSizeInBlocks", NO_CLUSTERS},
    {"__cluster_barrier_arrive", NO_CLUSTERS},
    {"__cluster_barrier_arrive_relaxed", NO_CLUSTERS},
    {"__cluster_barrier_wait", NO_CLUSTERS},
    {"__cluster_map_shared_rank", NO_CLUSTERS},
    {"__cluster_query_shared_rank", NO_CLUSTERS},
    {"__barrier_sync", "barriers with numbers are not supported by the CPU "
                       "device; use __syncthreads()"},
    {"__barrier_sync_count", "barriers with numbers are not supported by the "
                             "CPU device; use __syncthreads()"},
    {"cudaGridDependencySynchronize", NO_OVERLAP},
    {"cudaTriggerProgrammaticLaunchCompletion", NO_OVERLAP},
    {"__shfl", WITH_SYNC("__shfl_sync(0xffffffff, value, lane)")},
    {"__shfl_up", WITH_SYNC("__shfl_up_sync(0xffffffff, value, lanes)")},
    {"__shfl_down", WITH_SYNC("__shfl_down_sync(0xffffffff, value, lanes)")},
    {"__shfl_xor", WITH_SYNC("__shfl_xor_sync(0xffffffff, value, lanes)")},
    {"__ballot", WITH_SYNC("__ballot_sync(0xffffffff, condition)")},
    {"__any", WITH_SYNC("__any_sync(0xffffffff, condition)")},
    {"__all", WITH_SYNC("__all_sync(0xffffffff, condition)")},
};

/* Functions of the C++ library that are constexpr: nvcc lets code for the GPU
 * call them with --expt-relaxed-constexpr only. */
static const struct constant {
    const char *name, *advice;
} constants[] = {
    {"max", "write max()"},
    {"min", "write min()"},
    {"clamp", "write it with min() and max()"},
    {"make_pair", "use a struct"},
    {"make_tuple", "use a struct"},
    {"get", "use a struct"},
    {"numeric_limits", "write INT_MAX, FLT_MAX, INFINITY and the like"},
};

/* std:: before the name at i. */
static void look_at_constant(struct unit *u, uint32_t i)
{
    uint32_t behind = i + 1;
    if (kind_at(u, behind) == '<' && skip_angle(u, behind))
        behind = skip_angle(u, behind);
    if (token_is(u, i, "numeric_limits") && kind_at(u, behind) == SCOPE)
        behind += 2; /* ::max */
    for (size_t c = 0; c < sizeof constants / sizeof *constants; c++)
        if (token_is(u, i, constants[c].name) && kind_at(u, behind) == '(')
            complain(u, i, i,
                     "std::%s is a constexpr function of the host, and nvcc "
                     "lets code for the GPU call it with the option "
                     "--expt-relaxed-constexpr only; %s",
                     constants[c].name, constants[c].advice);
}

/* Where `declared` is, for a message about token i. */
static const char *place(const struct unit *u, uint32_t declared, uint32_t i,
                         char text[PATH_MAX])
{
    const struct token *d = &u->tokens[declared];
    const char *file = u->files[d->file].name;
    bool same = strcmp(file, u->files[u->tokens[i].file].name) == 0;
    snprintf(text, PATH_MAX, "line %u%s%.*s", d->line, same ? "" : " of ",
             same ? 0 : (int)strlen(file) - 2, file + 1);
    return text;
}

/* The host's function at i, called by code for the GPU. */
static void refuse_function(struct unit *u, uint32_t i, uint32_t declared)
{
    const struct token *t = &u->tokens[i];
    char text[PATH_MAX];
    complain(u, i, i,
             "%.*s() is a function of the host, and code for the GPU cannot "
             "call it; write __device__ before it in %s",
             (int)t->length, u->s + t->at, place(u, declared, i, text));
}

#define NO_EXCEPTIONS                                                      \
    "there are no exceptions on a GPU; let the function return an error, " \
    "or end the kernel with __trap()"

#define NO_LONG_DOUBLE                                                        \
    "there is no long double on a GPU: nvcc makes it a double, with 53 bits " \
    "of precision; write double"

static bool is_thread_number(const struct unit *u, uint32_t i)
{
    return token_is(u, i, "threadIdx") || token_is(u, i, "blockIdx") ||
           token_is(u, i, "blockDim") || token_is(u, i, "gridDim");
}

/* threadIdx or its like at i: is something assigned to it? */
static void look_at_number(struct unit *u, uint32_t i)
{
    if (!is_thread_number(u, i))
        return;
    uint32_t last = i;
    if (kind_at(u, i + 1) == '.' && kind_at(u, i + 2) == NAME)
        last = i + 2;
    int sign = kind_at(u, last + 1), next = kind_at(u, last + 2);
    int before = kind_at(u, i - 1);
    bool touch = last + 1 < u->count && touching(u, last + 1);
    if (sign == '=' ||
        (touch && next == '=' && sign < 128 && strchr("+-*/%&|^", sign)) ||
        (touch && next == sign && (sign == '+' || sign == '-') &&
         !is_word(kind_at(u, last + 3)) && kind_at(u, last + 3) != NUMBER) ||
        ((before == '+' || before == '-') && kind_at(u, i - 2) == before &&
         touching(u, i - 2) && kind_at(u, i - 3) < 128 &&
         strchr(";{}(,=", kind_at(u, i - 3))))
        complain(u, i, last,
                 "%.*s cannot be changed; to compare, write ==, and to count, "
                 "a variable of your own",
                 (int)(u->tokens[last].at + u->tokens[last].length -
                       u->tokens[i].at),
                 u->s + u->tokens[i].at);
}

/* threadIdx or its like at i, in a function of the host: nvcc's linker does not
 * find it. */
static void look_at_number_of_host(const struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct name *k = name_at(u, i);
    const int before = kind_at(u, i - 1);

    if (!is_thread_number(u, i) || w->scopes[w->depth].quiet ||
        kind_at(u, i + 1) != '.' || before == '.' || before == ARROW ||
        before == SCOPE || k->local == w->function || k->variable ||
        k->member || unevaluated(u, i))
        return;
    complain(u, i, i,
             "%.*s is known in kernels and __device__ functions only, where "
             "each thread has its own; this function runs on the host",
             (int)u->tokens[i].length, u->s + u->tokens[i].at);
}

/* A name in a function of the host: does it call what only the GPU has? */
static void look_from_host(const struct walk *w, uint32_t i)
{
    static const char *const all[] = {
        "__syncthreads", "__syncwarp", "__threadfence", "atomicAdd",
        "atomicSub",     "atomicExch", "atomicCAS",     "atomicMin",
        "atomicMax",     "atomicInc",  "clock64"};
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    struct name *k = name_at(u, i);
    int before = kind_at(u, i - 1), n = (int)u->tokens[i].length;
    const char *name = u->s + u->tokens[i].at;
    char text[PATH_MAX];

    if (in->quiet || k->for_host || k->kernel || kind_at(u, i + 1) != '(' ||
        before == '.' || before == ARROW || (in->member && k->member))
        return;
    if (before == SCOPE && is_word(kind_at(u, i - 2)) &&
        kind_at(u, i - 2) != CONTROL && /* return ::f() */
        !(kind_at(u, i - 2) == NAME && name_at(u, i - 2)->namespace))
        return;
    if ((before != SCOPE && k->local == w->function) || unevaluated(u, i))
        return;
    if (k->device_function && !k->ambient && !k->system) {
        complain(u, i, i,
                 "%.*s() is a function of the GPU, and code for the host "
                 "cannot call it; write __host__ before its __device__ in %s",
                 n, name, place(u, k->device_function, i, text));
        k->local = w->function; /* once is enough */
        return;
    }
    for (size_t a = 0; a < sizeof all / sizeof *all && !k->ordinary; a++)
        if (token_is(u, i, all[a]))
            complain(u, i, i,
                     "%.*s() is for code that runs on the GPU, and this "
                     "function runs on the host; write __device__ before it "
                     "if a kernel is to call it",
                     n, name);
}

/* Whether the name at i is qualified by something that we know nothing of;
 * *in_std: by std. */
static bool is_elsewhere(struct unit *u, uint32_t i, bool *in_std)
{
    if (kind_at(u, i - 1) != SCOPE)
        return false;
    if (!is_word(kind_at(u, i - 2)))
        return kind_at(u, i - 2) == '>';
    *in_std = token_is(u, i - 2, "std") && kind_at(u, i - 3) != SCOPE;
    return !*in_std &&
           !(kind_at(u, i - 2) == NAME && name_at(u, i - 2)->namespace);
}

/* Whether the name at i is that, or of that family. */
static bool is_of(const struct unit *u, uint32_t i, const char *name)
{
    const size_t n = strlen(name);

    return name[n - 1] == '_' ? u->tokens[i].length > n &&
                                    !strncmp(u->s + u->tokens[i].at, name, n)
                              : token_is(u, i, name);
}

/* Something of a library of the host's, in code for the GPU. */
static void look_at_library(struct unit *u, uint32_t i, bool in_std)
{
    bool visible = in_std || (u->using_std && !u->using_other &&
                              kind_at(u, i - 1) != SCOPE);
    for (size_t l = 0; l < sizeof library / sizeof *library; l++) {
        const struct library *e = &library[l];
        if (is_of(u, i, e->name) &&
            (e->object || kind_at(u, i + 1) == '(') &&
            (!e->std_only || visible) && !unevaluated(u, i)) {
            complain(u, i, i,
                     "%s%.*s%s is of the host, and code for the GPU cannot "
                     "use it; %s",
                     in_std || e->std_only ? "std::" : "",
                     (int)u->tokens[i].length, u->s + u->tokens[i].at,
                     e->object ? "" : "()", e->advice);
            return;
        }
    }
}

/* A variable of the program's host. */
static void refuse_variable(struct unit *u, uint32_t i, const struct name *k)
{
    const char *name = u->s + u->tokens[i].at;
    int n = (int)u->tokens[i].length;
    char text[PATH_MAX];
    if (k->thread)
        complain(u, i, i,
                 "%.*s is a variable of the host's threads, and code for the "
                 "GPU cannot use it; in a kernel, __shared__ makes a variable "
                 "of the block",
                 n, name);
    else if (k->constants)
        complain(u, i, i,
                 "%.*s is an array of the host, and code for the GPU cannot "
                 "read it; write __constant__ before it in %s",
                 n, name, place(u, k->variable, i, text));
    else
        complain(
            u, i, i,
            "%.*s is a variable of the host, and code for the GPU cannot use "
            "it; pass it to the kernel as an argument, or write __device__ "
            "before it in %s and set it with cudaMemcpyToSymbol()",
            n, name, place(u, k->variable, i, text));
}

/* A function or variable of the program's host, if it is one here. */
static void look_at_own(struct walk *w, uint32_t i, struct name *k)
{
    struct unit *u = w->u;
    int before = kind_at(u, i - 1), next = kind_at(u, i + 1);
    if (k->host_function) {
        if (next == '(' && !k->variable && !k->ambient && !unevaluated(u, i)) {
            refuse_function(u, i, k->host_function);
            k->local = w->function; /* once is enough */
        }
        return;
    }
    bool label =
        next == ':' && (before == ';' || before == '{' || before == '}');
    if (next == '(' || next == SCOPE || label || token_is(u, i - 1, "goto") ||
        unevaluated(u, i))
        return;
    k->local = w->function;
    refuse_variable(u, i, k);
}

/* A name in code for the GPU that is no member of anything. */
static void look_at_name(struct walk *w, uint32_t i, struct name *k)
{
    struct unit *u = w->u;
    bool in_std = false, qualified = kind_at(u, i - 1) == SCOPE;
    for (size_t m = 0; m < sizeof missing / sizeof *missing; m++)
        if (token_is(u, i, missing[m].name) && !k->ordinary && !k->doubt &&
            !k->member && !k->variable && !k->system && k->local != w->function)
            complain(u, i, i, "%.*s: %s", (int)u->tokens[i].length,
                     u->s + u->tokens[i].at, missing[m].why);
    if (k->real && k->local != w->function) {
        k->local = w->function; /* once is enough */
        complain(u, i, i, NO_LONG_DOUBLE);
    }
    if (is_elsewhere(u, i, &in_std))
        return;
    if (k->doubt || k->kernel || (!qualified && k->local == w->function) ||
        (w->scopes[w->depth].member && k->member) ||
        (kind_at(u, i - 1) == CONTROL && token_is(u, i - 1, "goto")))
        return;
    if (!qualified && !k->variable)
        look_at_number(u, i);
    if (in_std && !u->relaxed && !unevaluated(u, i))
        look_at_constant(u, i);
    if (!in_std && (k->host_function || k->variable))
        look_at_own(w, i, k);
    else if (in_std || !(k->ordinary || k->member || k->namespace))
        look_at_library(u, i, in_std);
}

void look_at_space(struct walk *w, uint32_t i)
{
    struct unit *u = w->u;
    const struct scope *in = &w->scopes[w->depth];
    struct name *k = name_at(u, i);
    int before = kind_at(u, i - 1), next = kind_at(u, i + 1);
    if (!k->name || in_system(u, i))
        return;
    if (is_declared(w, i)) {
        k->local = w->function;
        return;
    }
    if (!in->device) {
        look_from_host(w, i);
        look_at_number_of_host(w, i);
    }
    if (!in->device || in->host || in->quiet)
        return;
    if (token_is(u, i, "thread_local") || token_is(u, i, "__thread")) {
        complain(u, i, i,
                 "there is no %.*s on a GPU; a variable in a kernel is each "
                 "thread's own without it, and __shared__ makes one for the "
                 "block",
                 (int)u->tokens[i].length, u->s + u->tokens[i].at);
        return;
    }
    if (token_is(u, i, "try") && next == '{')
        complain(u, i, i, NO_EXCEPTIONS);
    if (before != '.' && before != ARROW)
        look_at_name(w, i, k);
    else if (next == '(' && k->host_method && !k->doubt && !k->system &&
             !k->field && !unevaluated(u, i))
        refuse_function(u, i, k->host_method);
}

void look_at_graphics(struct unit *u, uint32_t i)
{
    static const char *const begins[] = {"cudaGraphics", "cudaGL"};
    for (size_t b = 0; b < sizeof begins / sizeof *begins && !u->graphics; b++)
        if (strncmp(u->s + u->tokens[i].at, begins[b], strlen(begins[b])) ==
                0 &&
            !in_system(u, i)) {
            complain(u, i, i,
                     "%.*s: sharing memory with graphics is not supported by "
                     "the CPU device",
                     (int)u->tokens[i].length, u->s + u->tokens[i].at);
            u->graphics = true; /* once is enough */
        }
}

void look_at_long_double(struct walk *w, uint32_t i)
{
    const struct scope *in = &w->scopes[w->depth];
    const bool device =
        in->kind == IN_FUNCTION
            ? in->device && !in->host && !in->quiet
            : w->head.global || (w->head.device && !w->head.host);

    if (device && is_long_double(w->u, i) && !in_system(w->u, i))
        complain(w->u, i, i, NO_LONG_DOUBLE);
}

void look_at_throw(struct walk *w, uint32_t i)
{
    const struct scope *in = &w->scopes[w->depth];
    if (in->device && !in->host && !in->quiet && !in_system(w->u, i) &&
        token_is(w->u, i, "throw"))
        complain(w->u, i, i, NO_EXCEPTIONS);
}

void no_closing(struct unit *u, uint32_t name, uint32_t i)
{
    uint32_t k = i + 1; /* what stands at the beginning of a line */
    char where[64] = "";
    while (k < u->count &&
           !(is_word(kind_at(u, k)) && u->tokens[k].file == u->tokens[i].file &&
             line_start(u, u->tokens[k].at) == u->tokens[k].at))
        k++;
    if (k < u->count)
        snprintf(where, sizeof where, ", perhaps before line %u",
                 u->tokens[k].line);
    complain(u, name, name,
             "a closing \"}\" seems to be missing in %.*s(), which begins "
             "here%s",
             (int)u->tokens[name].length, u->s + u->tokens[name].at, where);
    u->lost = true;
}
