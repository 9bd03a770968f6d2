/*
 * test_simt_report.c - tests of simt_report.h: the exact sentence for every
 * kind of finding, counts, damaged reports, and that what is drawn of these is
 * drawn. Run from the top folder: build/grader/reports/test_simt_report.
 *
 * The reports are made up, but their code addresses are real: the sample is
 * compiled as check mode does it, and hooks of our own say where its accesses
 * are. In it at("name") stands before the line that a finding is about. In
 * reports "@name.2" is the address of that line's third access or call, and in
 * all texts "#name" is that line's number, so that none stands in this file.
 */
#define _GNU_SOURCE
#include <check.h>
#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/simt/kinds.h"
#include "machine/race_tools.h"
#include "reports/simt_report.h"
#include "show/picture.h"
#include "show/simt_timeline.h"

/* ---- the sample --------------------------------------------------------- */

static const char sample[] =
    "#define __global__\n"
    "extern \"C\" { void at(const char *); void __syncthreads(); }\n"
    "struct uint3 { unsigned x, y, z; };\n"
    "extern uint3 threadIdx;\n"
    "template <class T> void cudaMalloc(T **p, int n);\n"
    "template <class T> void cudaMallocHost(T **p, int n);\n"
    "template <class T> void cudaFree(T *p);\n"
    "extern \"C\" void call(const void *);\n"
    "#include \"atomic.h\"\n"
    "__attribute__((section(\"simt_shared\"))) float s[64], tile[16][17], "
    "sum;\n"
    "int bins[8];\n"
    "struct pair { int x, y; } pairs[8];\n"
    "float coef[4];\n"
    "__global__\n"
    "void k(float *c, const float *a, int i, int n, volatile int *flag,\n"
    "       int *h, double *out)\n"
    "{\n"
    "    int t = i, y = i;\n"
    "    at(\"sum2\");\n"
    "    c[i] = a[i] + a[i + 1];\n"
    "    at(\"copy\");\n"
    "    c[i] = a[i];\n"
    "    at(\"cast\");\n"
    "    pairs[i] = ((const pair *)a)[i + 1];\n"
    "    at(\"declared\");\n"
    "    float left = s[t + 1];\n"
    "    at(\"tile\");\n"
    "    tile[y][t] = left;\n"
    "    at(\"store\");\n"
    "    s[t] = left;\n"
    "    at(\"barrier\");\n"
    "    __syncthreads();\n"
    "    at(\"tree\");\n"
    "    s[t] += s[t + n];\n"
    "    at(\"barrier2\");\n"
    "    if (t < n) __syncthreads();\n"
    "    at(\"sum\");\n"
    "    sum += s[t + 2];\n"
    "    at(\"spin\");\n"
    "    while (*flag == 0)\n"
    "        ;\n"
    "    at(\"atomic\");\n"
    "    atomicAdd(&h[i], bins[i]);\n"
    "    at(\"plain\");\n"
    "    h[i] = 0;\n"
    "    at(\"bins\");\n"
    "    bins[i]++;\n"
    "    at(\"coef\");\n"
    "    coef[i] = 0;\n"
    "    at(\"out\");\n"
    "    out[0] = *c; // as if by atomicCAS()\n"
    "    at(\"two\");\n"
    "    out[1] = a[i + 1] * c[i];\n"
    "}\n"
    "int main()\n"
    "{\n"
    "    float c[9] = {0}, a[9] = {0};\n"
    "    volatile int flag = 1;\n"
    "    int h[9] = {0};\n"
    "    double out[2];\n"
    "    float *d_c;\n"
    "    at(\"malloc\");\n"
    "    cudaMalloc(&d_c, 4000);\n"
    "    at(\"pinned\");\n"
    "    cudaMallocHost(&d_c, 4000);\n"
    "    k(c, a, 1, 2, &flag, h, out);\n"
    "    at(\"free\");\n"
    "    cudaFree(d_c);\n"
    "    at(\"host\");\n"
    "    d_c[0] = 1;\n"
    "    return 0;\n"
    "}\n";

static const char atomic_h[] =
    "static inline __attribute__((always_inline))\n"
    "void atomicAdd(int *p, int v) { call(p); *p += v; }\n";

static const char hooks[] =
    "#include <stdio.h>\n"
    "extern char __executable_start;\n"
    "static const char *name = \"\";\n"
    "static int n;\n"
    "struct { unsigned x, y, z; } threadIdx;\n"
    "void at(const char *text) { name = text; n = 0; }\n"
    "static void hit(char *pc) {\n"
    "    printf(\"%s.%d %ld\\n\", name, n++, pc - 1 - &__executable_start);\n"
    "}\n"
    "#define HOOK(f) void f(void *p) { (void)p; \\\n"
    "    hit(__builtin_return_address(0)); }\n"
    "#define BOTH(n) HOOK(__tsan_read##n) HOOK(__tsan_write##n)\n"
    "BOTH(1) BOTH(2) BOTH(4) BOTH(8) BOTH(16) BOTH(_range)\n"
    "HOOK(__tsan_volatile_read4) HOOK(__tsan_volatile_write4)\n"
    "HOOK(__syncthreads) HOOK(call)\n"
    "static float memory[1000];\n"
    "void _Z10cudaMallocIfEvPPT_i(float **p, int n)\n"
    "{ *p = memory; hit(__builtin_return_address(0)); (void)n; }\n"
    "void _Z14cudaMallocHostIfEvPPT_i(float **p, int n)\n"
    "{ *p = memory; hit(__builtin_return_address(0)); (void)n; }\n"
    "HOOK(_Z8cudaFreeIfEvPT_)\n"
    "void __tsan_init(void) {}\n"
    "void __tsan_func_entry(void *p) { (void)p; }\n"
    "void __tsan_func_exit(void) {}\n";

static char folder[] = "build/test_simt_report.XXXXXX";
static char source[64], program[64];
static struct address {
    char name[32];
    long pc;
} address[200];
static int n_addresses;

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *where)
{
    (void)st, (void)type, (void)where;
    return remove(path);
}

static void write_file(const char *name, const char *text)
{
    char path[128];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

static void make_sample(void)
{
    char command[1024], line[128];

    if ((mkdir("build", 0777) != 0 && errno != EEXIST) || !mkdtemp(folder)) {
        perror("test_simt_report: build/test_simt_report.XXXXXX");
        exit(2);
    }
    write_file("x.cu", sample);
    write_file("atomic.h", atomic_h);
    write_file("hooks.c", hooks);
    snprintf(source, sizeof source, "%s/x.cu", folder);
    snprintf(program, sizeof program, "%s/x", folder);
    snprintf(command, sizeof command,
             "g++ -x c++ -w -Og -g -fsanitize=thread -fno-builtin "
             "--param tsan-distinguish-volatile=1 -c -o %s.o %s && "
             "gcc -w -c -o %s/hooks.o %s/hooks.c && "
             "g++ -o %s %s.o %s/hooks.o && %s",
             program, source, folder, folder, program, program, folder,
             program);
    FILE *out = popen(command, "r");
    while (out && fgets(line, sizeof line, out) && n_addresses < 200) {
        struct address *a = &address[n_addresses];
        n_addresses += sscanf(line, "%31s %ld", a->name, &a->pc) == 2;
    }
    if (!out || pclose(out) != 0 || n_addresses < 20) {
        fprintf(stderr, "test_simt_report: the sample does not build\n");
        exit(2);
    }
}

/* The line after at("name"). */
static int line_of(const char *name)
{
    char mark[64];
    int line = 2;

    snprintf(mark, sizeof mark, "at(\"%s\")", name);
    const char *at = strstr(sample, mark);
    ck_assert_msg(at != NULL, "no at(\"%s\") in the sample", name);
    for (const char *p = sample; p < at; p++)
        line += *p == '\n';
    return line;
}

static long pc_of(const char *name)
{
    for (int i = 0; i < n_addresses; i++)
        if (!strcmp(address[i].name, name))
            return address[i].pc;
    ck_abort_msg("no access %s in the sample", name);
    return 0;
}

/* Replace @name.0 and #name; the caller frees. */
static char *fill_in(const char *text)
{
    char *out = NULL, name[32];
    size_t size;
    FILE *stream = open_memstream(&out, &size);

    while (*text) {
        const char *p = text + 1;
        if (*text != '@' && *text != '#') {
            putc(*text++, stream);
            continue;
        }
        while (isalnum((unsigned char)*p) ||
               (*text == '@' && *p == '.' && isdigit((unsigned char)p[1])))
            p++;
        snprintf(name, sizeof name, "%.*s", (int)(p - text - 1), text + 1);
        if (*text == '@')
            fprintf(stream, "%ld", pc_of(name));
        else
            fprintf(stream, "%d", line_of(name));
        text = p;
    }
    fclose(stream);
    return out;
}

static struct simt_report *read_report(const char *text)
{
    struct simt_report *r = simt_report_new(program, source);
    char *filled = fill_in(text);

    ck_assert_ptr_nonnull(r);
    simt_report_feed(r, filled, strlen(filled));
    free(filled);
    simt_report_symbolize(r);
    return r;
}

/* ---- sentences ---------------------------------------------------------- */

#define AT(pc, op, bytes, block, thread)                       \
    "\"at\":{\"pc\":" pc ",\"op\":\"" op "\",\"bytes\":" bytes \
    ",\"block\":" block ",\"thread\":" thread "}"
#define OTHER(pc, op, bytes, block, thread)                        \
    ",\"other\":{\"pc\":" pc ",\"op\":\"" op "\",\"bytes\":" bytes \
    ",\"block\":" block ",\"thread\":" thread "}"
#define HOST(pc, op) "\"at\":{\"pc\":" pc ",\"op\":\"" op "\",\"bytes\":4}"
#define CALL(error, text) \
    HOST("@free.0", "call") ",\"error\":\"" error "\",\"text\":\"" text "\""
#define SPACE(space) ",\"space\":\"" space "\""
#define OBJECT(bytes, offset, element)                                  \
    ",\"object\":{\"name\":null,\"bytes\":" bytes ",\"offset\":" offset \
    ",\"element\":" element ",\"alloc_pc\":@malloc.0,\"free_pc\":@free.0}"
#define NAMED(name, bytes, offset, element)               \
    ",\"object\":{\"name\":\"" name "\",\"bytes\":" bytes \
    ",\"offset\":" offset ",\"element\":" element "}"
#define FINDING(kind, rest)                  \
    "{\"type\":\"finding\",\"kind\":\"" kind \
    "\",\"severity\":\"error\",\"kernel\":\"k\",\"launch\":1," rest "}\n"
#define ONE "[0,0,0]"

static const struct sentence {
    const char *kind; /* as the report has it */
    enum check_kind is;
    const char *line; /* where */
    const char *rest; /* of the finding's JSON */
    const char *want; /* the exact message */
} sentences[] = {
    /* out of bounds */
    {"out_of_bounds", KIND_MEMORY, "copy",
     AT("@copy.1", "write", "4", "[3,0,0]", "[232,0,0]") SPACE("global")
         OBJECT("4000", "4000", "4"),
     "Thread 232 of block 3 writes `c[i]` at line #copy, one element past the "
     "end of `c` (1000 elements, allocated at line #malloc). It would be "
     "element 1000, and the last one is 999. Compare the index with the number "
     "of elements before you use it."},
    {"out_of_bounds", KIND_MEMORY, "sum2",
     AT("@sum2.1", "read", "4", ONE, "[5,2,0]") SPACE("global")
         OBJECT("4000", "4012", "4"),
     "Thread (5, 2) of block 0 reads `a[i + 1]` at line #sum2, 4 elements past "
     "the end of `a` (1000 elements, allocated at line #malloc). It would be "
     "element 1003, and the last one is 999. Compare the index with the number "
     "of elements before you use it."},
    {"out_of_bounds", KIND_MEMORY, "sum2",
     AT("@sum2.0", "read", "4", ONE, "[0,0,0]") SPACE("global")
         OBJECT("4000", "-4", "4"),
     "Thread 0 of block 0 reads `a[i]` at line #sum2, one element before the "
     "start of `a` (1000 elements, allocated at line #malloc). It would be "
     "element -1, and no index may be below 0: what is subtracted, and has "
     "each thread that much before it?"},
    {"out_of_bounds", KIND_MEMORY, "sum2",
     AT("@sum2.0", "read", "4", ONE, "[0,0,0]") SPACE("global")
         OBJECT("4000", "-8000000000", "4"),
     "Thread 0 of block 0 reads `a[i]` at line #sum2, 2000000000 elements "
     "before the start of `a` (1000 elements, allocated at line #malloc). It "
     "would be element -2000000000, and no index may be below 0: is a product "
     "or a sum on the way too large for an int?"},
    {"out_of_bounds", KIND_MEMORY, "out",
     AT("@out.1", "write", "8", ONE, "[0,0,0]") SPACE("global")
         OBJECT("4", "0", "8"),
     "Thread 0 of block 0 writes `out[0]` at line #out, and the last 4 of "
     "its bytes lie past the end of `out` (4 bytes, allocated at line "
     "#malloc). cudaMalloc() takes bytes: elements times sizeof one of them."},
    {"out_of_bounds", KIND_MEMORY, "cast",
     AT("@cast.0", "read", "8", ONE, "[5,0,0]") SPACE("global")
         OBJECT("4000", "4000", "8"),
     "Thread 5 of block 0 reads `((const pair *)a)[i + 1]` at line #cast, one "
     "element past the end of `a` (500 elements, allocated at line #malloc). "
     "It would be element 500, and the last one is 499. Compare the index with "
     "the number of elements before you use it."},
    {"out_of_bounds", KIND_MEMORY, "declared",
     AT("@declared.0", "read", "4", ONE, "[63,0,0]") SPACE("shared")
         NAMED("s", "256", "256", "4"),
     "Thread 63 of block 0 reads `s[t + 1]` at line #declared, one element "
     "past "
     "the end of `s` (64 elements in shared memory). It would be element 64, "
     "and the last one is 63. Compare the index with the number of elements "
     "before you use it."},
    {"out_of_bounds", KIND_MEMORY, "store",
     AT("@store.0", "write", "4", ONE, "[0,0,0]") SPACE("shared")
         NAMED("s", "1", "0", "4"),
     "Thread 0 of block 0 writes `s[t]` at line #store, and the last 3 of its "
     "bytes lie past the end of `s` (1 byte in shared memory). The third "
     "argument between <<< and >>> is in bytes: elements times sizeof one of "
     "them."},
    {"out_of_bounds", KIND_MEMORY, "store",
     AT("@store.0", "write", "4", ONE, "[0,0,0]") SPACE("shared")
         NAMED("s", "0", "0", "4"),
     "Thread 0 of block 0 writes `s[t]` at line #store, but this launch has no "
     "dynamic shared memory: its size in bytes is the third argument between "
     "<<< and >>>."},
    {"out_of_bounds", KIND_MEMORY, "tile",
     AT("@tile.0", "call", "0", ONE, "[0,16,0]")
         SPACE("local") ",\"index\":16,\"array\":\"float [16][17]\"",
     "Thread (0, 16) of block 0 uses `tile[y][t]` at line #tile with index "
     "16; indices go from 0 to 15 there (`float [16][17]`)."},
    {"out_of_bounds", KIND_MEMORY, "copy",
     AT("@copy.1", "write", "4", ONE, ONE) SPACE("global") ",\"object\":null",
     "Thread 0 of block 0 writes `c[i]` at line #copy, where nothing is "
     "allocated: the pointer was never set, or the index is far outside its "
     "array."},
    /* memory that is not as one thinks */
    {"use_after_free", KIND_MEMORY, "copy",
     AT("@copy.1", "write", "4", ONE, "[7,0,0]") SPACE("global")
         OBJECT("4000", "28", "4"),
     "Thread 7 of block 0 writes `c[i]` at line #copy, but that memory was "
     "freed at line #free. Call cudaFree() after the last kernel and the last "
     "copy that use it."},
    {"unwritten", KIND_MEMORY, "copy",
     AT("@copy.0", "read", "4", ONE, "[5,0,0]") SPACE("global")
         OBJECT("4000", "20", "4"),
     "Thread 5 of block 0 reads `a[i]` at line #copy, but nothing was ever "
     "written there (element 5 of `a`). It was allocated at line #malloc, and "
     "cudaMalloc() does not clear memory: copy the data in, or clear it with "
     "cudaMemset(), first."},
    {"unwritten", KIND_MEMORY, "declared",
     AT("@declared.0", "read", "4", ONE, "[5,0,0]") SPACE("shared")
         NAMED("s", "256", "24", "4"),
     "Thread 5 of block 0 reads `s[t + 1]` at line #declared before any thread "
     "of the block has written it (element 6 of `s`). Shared memory starts "
     "with garbage: write every element before it is read, and put a "
     "__syncthreads() between."},
    {"unwritten", KIND_MEMORY, "declared",
     AT("@declared.0", "read", "4", ONE, "[5,0,0]") SPACE("shared")
         NAMED("s", "256", "24", "4") ",\"written\":[0,24]",
     "Thread 5 of block 0 reads `s[t + 1]` at line #declared, and no thread of "
     "the block has written it (element 6 of `s`), though a barrier lies "
     "behind "
     "them all. The nearest that have been written go from element 0 of `s` to "
     "element 5 of `s`. So look at the index here, and at which threads "
     "write."},
    /* the second argument, not what is added to */
    {"unwritten", KIND_MEMORY, "atomic",
     AT("@atomic.0", "read", "4", ONE, ONE) SPACE("shared")
         NAMED("bins", "256", "16", "4"),
     "Thread 0 of block 0 reads `bins[i]` at line #atomic before any thread of "
     "the block has written it (element 4 of `bins`). Shared memory starts "
     "with garbage: write every element before it is read, and put a "
     "__syncthreads() between."},
    {"host_access", KIND_MEMORY, "host",
     HOST("@host.0", "write") SPACE("global") OBJECT("4000", "0", "4"),
     "The host writes `d_c[0]` at line #host, but that is memory of the "
     "device, which the host cannot touch. Fill an array of the host and copy "
     "it to the device: cudaMemcpy(..., cudaMemcpyHostToDevice)."},
    {"device_access", KIND_MEMORY, "copy",
     AT("@copy.0", "read", "4", ONE, "[0,0,0]") SPACE("host"),
     "Thread 0 of block 0 reads `a[i]` at line #copy, but that is memory of "
     "the host, which a kernel cannot touch. Allocate it with cudaMalloc(), "
     "copy the data there, and pass that pointer to `k`; a global variable "
     "has to be declared __device__."},
    {"device_access", KIND_MEMORY, "copy",
     AT("@copy.1", "write", "4", ONE, "[0,0,0]")
         SPACE("host") ",\"text\":\"null pointer\"",
     "Thread 0 of block 0 writes `c[i]` at line #copy, but that pointer is "
     "null: nothing was allocated for it, or the cudaMalloc() failed."},
    {"device_access", KIND_MEMORY, "bins",
     AT("@bins.0", "read", "4", ONE, "[0,0,0]") SPACE("host")
         NAMED("bins", "32", "4", "4"),
     "Thread 0 of block 0 reads `bins[i]` at line #bins, but `bins` is a "
     "variable of the host. Declare it __device__, or pass its value to the "
     "kernel."},
    {"read_only", KIND_MEMORY, "coef",
     AT("@coef.0", "write", "4", ONE, "[0,0,0]") SPACE("constant")
         NAMED("coef", "16", "4", "4"),
     "Thread 0 of block 0 writes `coef[i]` at line #coef, but it is "
     "__constant__: kernels can only read it. The host sets it with "
     "cudaMemcpyToSymbol()."},
    {"read_only", KIND_MEMORY, "copy",
     AT("@copy.1", "write", "4", ONE, "[0,0,0]") SPACE("global")
         OBJECT("4000", "0", "4"),
     "Thread 0 of block 0 writes `c[i]` at line #copy, but that is an input, "
     "which the kernel must leave as it is."},
    {"other_local", KIND_MEMORY, "copy",
     AT("@copy.0", "read", "4", ONE, "[1,0,0]") SPACE("local"),
     "Thread 1 of block 0 reads `a[i]` at line #copy, but that is a local "
     "variable of another thread. On a GPU every thread has its own: use a "
     "__shared__ variable for what threads share."},
    {"stale", KIND_RACE, "copy",
     AT("@copy.0", "read", "4", ONE, "[1,0,0]")
         OTHER("@out.0", "write", "4", ONE, "[0,0,0]") SPACE("global"),
     "Thread 1 of block 0 reads `a[i]` at line #copy with __ldg(), and the "
     "same "
     "kernel writes it at line #out. __ldg() reads through a cache that sees "
     "only what earlier launches have written. Read it without, or in a launch "
     "of its own."},
    {"misaligned", KIND_MEMORY, "out",
     AT("@out.1", "write", "8", ONE, "[0,0,0]") SPACE("global")
         OBJECT("4000", "4", "8"),
     "Thread 0 of block 0 writes `out[0]` at line #out as 8 bytes at once, at "
     "an address that is not a multiple of 8. It is 4 bytes from the start of "
     "its array. Look at the index before the pointer was cast, and at the "
     "length of a row."},
    {"stack_overflow", KIND_MEMORY, "copy",
     AT("@copy.0", "read", "4", ONE, "[1,0,0]"),
     "Thread 1 of block 0 has filled its stack at line #copy. Either a "
     "function calls itself without end, or a local array is too large."},
    {"crash", KIND_MEMORY, "copy", AT("@copy.0", "read", "4", ONE, "[1,0,0]"),
     "The program crashes in the kernel `k`: thread 1 of block 0 was last "
     "seen at line #copy. Look at the pointers and indices there."},
    {"assert", KIND_MEMORY, "barrier2",
     AT("@barrier2.0", "call", "0", ONE, "[1,0,0]"),
     "The assertion at line #barrier2 does not hold in thread 1 of block 0: "
     "`if (t < n) __syncthreads();`."},
    {"no_room", KIND_MEMORY, "barrier",
     AT("@barrier.0", "launch", "0", ONE,
        "[0,0,0]") ",\"text\":\"1024 of the 2048 threads\"",
     "Could not be told: 1024 of the 2048 threads that wait at once have room "
     "in check mode here, as the system lets a program have too little data "
     "(`ulimit -d`). The error is not yours, and no points are lost."},
    {"trap", KIND_MEMORY, "barrier",
     AT("@barrier.0", "call", "0", ONE, "[1,0,0]"),
     "Thread 1 of block 0 ends the kernel at line #barrier with __trap()."},
    {"no_grid_sync", KIND_MEMORY, "barrier",
     AT("@barrier.0", "call", "0", ONE, "[1,0,0]"),
     "grid.sync() at line #barrier waits for all blocks, which works in a "
     "kernel that was launched with cudaLaunchCooperativeKernel(). With "
     "<<<...>>> it ends the kernel with an error."},
    /* races */
    {"race", KIND_RACE, "store",
     AT("@store.0", "write", "4", ONE, "[4,0,0]")
         OTHER("@declared.0", "read", "4", ONE, "[3,0,0]") SPACE("shared")
             NAMED("s", "256", "16", "4"),
     "Threads 3 and 4 of block 0 both touch `s[4]`: line #declared reads it "
     "(thread 3), line #store writes it (thread 4), and no __syncthreads() "
     "lies between them. Put a __syncthreads() between line #declared and line "
     "#store, where all threads of the block come by."},
    {"race", KIND_RACE, "store",
     AT("@store.0", "write", "4", ONE, "[4,0,0]")
         OTHER("@declared.0", "read", "4", ONE, "[3,0,0]") SPACE("shared")
             NAMED("s", "256", "16", "4") ",\"same_warp\":true",
     "Threads 3 and 4 of block 0 both touch `s[4]`: line #declared reads it "
     "(thread 3), line #store writes it (thread 4), and no __syncthreads() "
     "lies between them. Put a __syncthreads() between line #declared and line "
     "#store, where all threads of the block come by."},
    {"race", KIND_RACE, "tree",
     AT("@tree.2", "write", "4", ONE, "[40,0,0]")
         OTHER("@tree.1", "read", "4", ONE, "[8,0,0]") SPACE("shared")
             NAMED("s", "256", "160", "4"),
     "Threads 8 and 40 of block 0 touch `s[40]` at line #tree: one writes "
     "`s[t]` while the other reads `s[t + n]`, and nothing orders the two. "
     "In a loop, end each round with a __syncthreads() that all threads of "
     "the block reach. Elsewhere, read into a local variable, then "
     "__syncthreads(), then write."},
    {"race", KIND_RACE, "sum",
     AT("@sum.2", "write", "4", ONE, "[1,0,0]")
         OTHER("@sum.2", "write", "4", ONE, "[0,0,0]") SPACE("shared")
             NAMED("sum", "4", "0", "4"),
     "Threads 0 and 1 of block 0 both write `sum` at line #sum, and nothing "
     "orders the two writes, so one of them gets lost. atomicAdd() does all "
     "three in one step, and returns what was there before."},
    {"race", KIND_RACE, "out",
     AT("@out.1", "write", "8", "[1,0,0]", ONE)
         OTHER("@out.1", "write", "8", ONE, ONE) SPACE("global")
             OBJECT("4000", "0", "8"),
     "Thread 0 of block 0 and thread 0 of block 1 both write `out[0]` at "
     "line #out, and nothing orders the two writes, so one of them gets "
     "lost. If each is to have an element of its own, look at the index, and "
     "at "
     "what should keep threads out that have none. If not, use an atomic "
     "function, or let one thread alone write."},
    {"race", KIND_RACE, "sum2",
     AT("@sum2.2", "write", "4", ONE, "[1,0,0]")
         OTHER("@copy.0", "read", "4", ONE, "[40,0,0]") SPACE("global")
             OBJECT("4000", "4", "4"),
     "Threads 1 and 40 of block 0 both touch the same element: line #sum2 "
     "writes `c[i]` (thread 1), line #copy reads `a[i]` (thread 40), and no "
     "__syncthreads() lies between them. `a` and `c` are the same array in "
     "this launch: what a thread still wants to read, another one may have "
     "written already, and no barrier orders the threads of several blocks. "
     "Give the kernel a second array to write into."},
    {"race", KIND_RACE, "plain",
     AT("@plain.0", "write", "4", "[1,0,0]", "[3,0,0]")
         OTHER("@atomic.0", "atomic", "4", ONE, "[3,0,0]") SPACE("global")
             OBJECT("4000", "4", "4"),
     "Thread 3 of block 0 and thread 3 of block 1 both touch `h[i]`: line "
     "#atomic changes it atomically (thread 3 of block 0), line #plain writes "
     "it (thread 3 of block 1), and nothing orders the two. Blocks run in any "
     "order, and __syncthreads() does not order them: if it is to be set "
     "before the others change it, set it before the launch, with "
     "cudaMemset() or a launch of its own."},
    {"race", KIND_RACE, "plain",
     AT("@plain.0", "read", "4", "[1,0,0]", "[3,0,0]")
         OTHER("@atomic.0", "atomic", "4", ONE, "[3,0,0]") SPACE("global")
             OBJECT("4000", "4", "4"),
     "Thread 3 of block 0 and thread 3 of block 1 both touch `h[i]`: line "
     "#atomic changes it atomically (thread 3 of block 0), line #plain reads "
     "it (thread 3 of block 1), and nothing orders the two. What a thread "
     "reads at line #plain may have been changed by others since its own line "
     "#atomic. The atomic function returns what was there before this thread's "
     "change: keep that, and read nothing again."},
    {"race", KIND_RACE, "plain",
     AT("@plain.0", "read", "4", "[1,0,0]", "[3,0,0]")
         OTHER("@plain.0", "write", "4", ONE, "[3,0,0]") SPACE("global")
             OBJECT("4000", "4", "4") ",\"text\":\"no fence\"",
     "Thread 3 of block 1 reads `h[i]` at line #plain under a lock, with no "
     "__threadfence() behind the taking of the lock. So it may read what was "
     "there before thread 3 of block 0 had the lock (line #plain). Put a "
     "__threadfence() behind the loop that takes the lock, before anything is "
     "read that it guards."},
    {"order", KIND_RACE, "plain",
     AT("@plain.0", "atomic", "4", "[1,0,0]", "[3,0,0]")
         OTHER("@atomic.0", "atomic", "4", ONE, "[3,0,0]") SPACE("global")
             OBJECT("4000", "4", "4"),
     "Thread 3 of block 1 stores into `h[i]` at line #plain without a look at "
     "what it has, and thread 3 of block 0 changes it at line #atomic. Nothing "
     "orders the two: where the change comes first, it is lost. Blocks run in "
     "any order, and both being atomic does not help: set it before the "
     "launch, with cudaMemset() or a launch of its own."},
    {"race", KIND_RACE, "tree",
     AT("@tree.2", "write", "4", ONE, "[1,0,0]")
         OTHER("@tree.0", "read", "4", ONE, "[40,0,0]") SPACE("shared")
             NAMED("s", "256", "0", "4"),
     "Threads 1 and 40 of block 0 both read, change and write `s[0]` at line "
     "#tree, and nothing orders them, so one of the changes gets lost. "
     "If each is to have an element of its own, look at the index, and at "
     "what should keep threads out that have none. If not, use an atomic "
     "function, or let one thread alone write."},
    {"race", KIND_RACE, "tree",
     AT("@tree.2", "write", "4", ONE, "[1,0,0]")
         OTHER("@tree.1", "read", "4", ONE, "[0,0,0]") SPACE("shared")
             NAMED("s", "256", "0", "4") ",\"same_warp\":true",
     "Threads 0 and 1 of block 0 touch `s[0]` at line #tree: one writes "
     "`s[t]` while the other reads `s[t + n]`, and nothing orders the two. "
     "In a loop, end each round with a __syncthreads() that all threads of the "
     "block reach. Elsewhere, read into a local variable, then "
     "__syncthreads(), then write."},
    {"race", KIND_RACE, "store",
     AT("@store.0", "write", "4", "[1,0,0]", ONE)
         OTHER("@declared.0", "read", "4", ONE, "[3,0,0]") SPACE("global")
             OBJECT("4000", "16", "4"),
     "Thread 3 of block 0 and thread 0 of block 1 both touch the same "
     "element: line #declared reads `s[t + 1]` (thread 3 of block 0), line "
     "#store writes `s[t]` (thread 0 of block 1), and nothing orders the "
     "two. Blocks run in any order, and __syncthreads() does not order them: "
     "use an atomic function, give each block an element of its own, or "
     "launch a second kernel for the second step. "
     "If a lock, a flag or a counter is to order them, it takes a "
     "__threadfence() before it is released, set or changed; and behind the "
     "fence a __syncthreads(), if another thread of the block does that."},
    /* waiting */
    {"barrier", KIND_RACE, "barrier2",
     AT("@barrier2.0", "barrier", "0", "[2,0,0]", "[0,0,0]")
         OTHER("@barrier.0", "barrier", "0", "[2,0,0]", "[16,0,0]"),
     "Thread 0 of block 2 waits in the __syncthreads() at line #barrier2, but "
     "thread 16 waits in the one at line #barrier. All threads of a block must "
     "come to the same __syncthreads(): move it out of the if or the loop that "
     "only some of them enter."},
    {"barrier", KIND_RACE, "barrier2",
     AT("@barrier2.0", "barrier", "0", "[2,0,0]",
        "[0,0,0]") ",\"other\":{\"pc\":null,\"op\":\"barrier\",\"block\":[2,0,"
                   "0],"
                   "\"thread\":[16,0,0],\"ended\":true}",
     "Thread 0 of block 2 waits in the __syncthreads() at line #barrier2, but "
     "thread 16 has left the kernel. All threads of a block must come to each "
     "__syncthreads(): do not return before it or leave its loop before the "
     "others do, and do not put it inside an if "
     "that only some of them enter."},
    {"deadlock", KIND_RACE, "barrier2",
     AT("@barrier2.0", "warp", "4", ONE, "[1,0,0]")
         OTHER("@barrier.0", "barrier", "0", ONE, "[16,0,0]"),
     "No thread of block 0 can go on: thread 1 waits at line #barrier2 (`if (t "
     "< n) __syncthreads();`). Meanwhile, thread 16 waits in the one at line "
     "#barrier. All lanes that the mask names must make this call; 0xffffffff "
     "names all 32 of the warp, those that skip an if included."},
    {"endless", KIND_RACE, "spin",
     AT("@spin.0", "read", "4", ONE, "[3,0,0]") ",\"seconds\":10",
     "The kernel `k` does not end within 10 seconds: thread 3 of block 0 is "
     "still at line #spin. Look at what ends the loop there: `while (*flag == "
     "0)`. If it waits for another thread, ask whether that one can get on. If "
     "it only has very many turns, ask who else could do a part of them."},
    {"endless", KIND_RACE, "spin", AT("@spin.0", "read", "4", ONE, "[3,0,0]"),
     "The kernel `k` does not end: thread 3 of block 0 goes round at line "
     "#spin, and nothing changes any more. Look at what ends the loop there: "
     "`while (*flag == 0)`. If it waits for another thread, ask whether that "
     "one can get on."},
    {"warp_mask", KIND_RACE, "barrier",
     AT("@barrier.0", "warp", "4", ONE, "[3,0,0]"),
     "Thread 3 of block 0 calls a warp function at line #barrier, but its "
     "own lane is not in the mask. The mask names the lanes that make this "
     "very call together; 0xffffffff if all 32 do."},
    /* tensor cores */
    {"matrix", KIND_MEMORY, "barrier2",
     AT("@barrier2.0", "warp", "0", ONE, "[1,0,0]") OTHER(
         "@barrier.0", "barrier", "0", ONE,
         "[16,0,0]") ","
                     "\"text\":\"not all 32 lanes of the warp make this call\"",
     "Not all lanes of a warp make the call at line #barrier2 (`if (t < n) "
     "__syncthreads();`): thread 1 of block 0 does, but thread 16 waits in the "
     "__syncthreads() at line #barrier. A function of wmma takes all 32 lanes "
     "of a warp, in one and the same call. Move it out of the if or the loop "
     "that only some of them enter, or let the condition be the same for all "
     "32."},
    {"matrix", KIND_MEMORY, "barrier2",
     AT("@barrier2.0", "warp", "0", ONE,
        "[3,0,0]") ","
                   "\"text\":\"passes another pointer than thread 0 of its "
                   "warp\"",
     "In the call at line #barrier2 (`if (t < n) __syncthreads();`), thread 3 "
     "of block 0 passes another pointer than thread 0 of its warp. All 32 "
     "lanes pass the same: where the tile begins, and not what would be a "
     "lane's own part of it."},
    {"matrix", KIND_MEMORY, "barrier2",
     AT("@barrier2.0", "warp", "0", ONE,
        ONE) ","
             "\"text\":\"the fragment of B has been neither loaded nor "
             "filled\"",
     "At line #barrier2 (`if (t < n) __syncthreads();`), the fragment of B has "
     "been neither loaded nor filled. What it holds is undefined. Load it with "
     "load_matrix_sync(), or begin a sum with fill_fragment(c, 0)."},
    /* the host's calls */
    {"copy", KIND_MEMORY, "free",
     CALL("cudaErrorInvalidValue",
          "cudaMemcpy(): the destination is host memory and the source is "
          "device memory, where the direction says host to device"),
     "In cudaMemcpy() at line #free (`cudaFree(d_c);`), the destination is "
     "host memory and the source is device memory, where the direction says "
     "host to device. Are the two pointers exchanged? The destination is the "
     "first argument, the source the second. If they are right, say "
     "cudaMemcpyDeviceToHost. The call returns cudaErrorInvalidValue."},
    {"copy", KIND_MEMORY, "free",
     CALL("cudaErrorInvalidValue",
          "cudaMemcpy(): the destination is host memory and the source is "
          "host memory, where the direction says host to device"),
     "In cudaMemcpy() at line #free (`cudaFree(d_c);`), the destination is "
     "host memory and the source is host memory, where the direction says "
     "host to device. Memory of the device is where the pointer points that "
     "cudaMalloc() has set. The call returns cudaErrorInvalidValue."},
    {"copy", KIND_MEMORY, "free",
     CALL("cudaErrorInvalidValue",
          "cudaMemcpy(): 4000 bytes are copied to d_c that has only 1000 "
          "bytes."),
     "In cudaMemcpy() at line #free (`cudaFree(d_c);`), 4000 bytes are copied "
     "to d_c that has only 1000 bytes. The size is in bytes: elements times "
     "sizeof one of them, the same as was allocated. The call returns "
     "cudaErrorInvalidValue."},
    {"copy", KIND_MEMORY, "free",
     CALL("cudaErrorInvalidValue",
          "cudaMemcpy(): 18446744073709551076 bytes are copied to d_c that has "
          "only 1000 bytes."),
     "In cudaMemcpy() at line #free (`cudaFree(d_c);`), 18446744073709551076 "
     "bytes are copied to d_c that has only 1000 bytes. So many bytes are a "
     "number below 0 that was made a size: what is subtracted there, and what "
     "if nothing is left? The call returns cudaErrorInvalidValue."},
    {"unwritten", KIND_MEMORY, "free",
     HOST("@free.0", "call") ",\"text\":\"cudaMemcpy(): byte 0 of the source "
                             "was never written.\"",
     "In cudaMemcpy() at line #free (`cudaFree(d_c);`), byte 0 of the source "
     "was never written. No copy and no kernel has stored anything there: look "
     "whether the kernel ran, and whether its threads write every element."},
    {"launch", KIND_MEMORY, "free",
     CALL("cudaErrorInvalidConfiguration",
          "add is launched with blocks of 64 x 32 = 2048 threads; a block "
          "has at most 1024."),
     "At line #free (`cudaFree(d_c);`), add is launched with blocks of 64 x 32 "
     "= 2048 threads; a block has at most 1024. The call "
     "returns cudaErrorInvalidConfiguration."},
    {"free", KIND_MEMORY, "free",
     CALL("cudaErrorInvalidValue",
          "cudaFree() gets memory that has already been freed."),
     "At line #free (`cudaFree(d_c);`), cudaFree() gets memory that has "
     "already been freed. The call returns cudaErrorInvalidValue."},
    {"unseen_error", KIND_MEMORY, "free",
     HOST("@free.0", "call") ",\"error\":\"cudaErrorInvalidConfiguration\"",
     "The call at line #free failed with cudaErrorInvalidConfiguration, and "
     "the program never asked. Look at what each cuda function returns, and "
     "call cudaGetLastError() after each launch."},
    /* of a newer device */
    {"melted", KIND_MEMORY, "copy", AT("@copy.0", "read", "4", ONE, ONE),
     "The CPU device reports \"melted\" at line #copy."},
};
static const int n_sentences = sizeof sentences / sizeof *sentences;

START_TEST(test_sentence)
{
    const struct sentence *s = &sentences[_i];
    char report[2048];
    struct finding f = {0};

    snprintf(report, sizeof report, FINDING("%s", "%s"), s->kind, s->rest);
    struct simt_report *r = read_report(report);
    char *want = fill_in(s->want);
    ck_assert_int_eq(simt_report_findings(r, &f, 1), 1);
    if (getenv("SHOW"))
        printf("%s:%d: %s\n", f.place.file, f.place.line, finding_text(&f));
    ck_assert_str_eq(finding_text(&f), want);
    ck_assert_str_eq(f.name, s->kind);
    ck_assert_int_eq(f.kind, s->is);
    ck_assert_int_eq(f.status, strncmp(want, "Could not be told", 17)
                                   ? STATUS_FAIL
                                   : STATUS_UNTOLD);
    ck_assert_str_eq(f.place.file, source);
    ck_assert_int_eq(f.place.line, line_of(s->line));
    free(want);
    simt_report_free(r);
}
END_TEST

/* Each kind that the device can find has a sentence of its own, whatever else
 * its line of the report lacks. */
START_TEST(test_kind)
{
    const char *word = simt_kind_word((enum simt_kind)_i);
    char report[2048];
    struct finding f = {0};

    ck_assert_int_eq(simt_kind_of(word), _i);
    snprintf(report, sizeof report, FINDING("%s", "%s"), word,
             AT("@copy.0", "read", "4", ONE, ONE));
    struct simt_report *r = read_report(report);
    ck_assert_int_eq(simt_report_findings(r, &f, 1), 1);
    ck_assert_str_eq(f.name, word);
    ck_assert_str_ne(finding_text(&f), "");
    ck_assert_msg(!strstr(finding_text(&f), "The CPU device reports"), "%s",
                  finding_text(&f));
    simt_report_free(r);
}
END_TEST

START_TEST(test_kind_of_nothing)
{
    ck_assert_str_eq(simt_kind_word(SIMT_KIND_NONE), "");
    ck_assert_int_eq(simt_kind_of(""), SIMT_KIND_NONE);
    ck_assert_int_eq(simt_kind_of("melted"), SIMT_KIND_NONE);
}
END_TEST

/* ---- which findings ----------------------------------------------------- */

#define HELLO "{\"type\":\"hello\",\"version\":1}\n"
#define RACE(at, by, with, from)                                               \
    FINDING("race", AT(at, by, "4", ONE, "[1,0,0]")                            \
                        OTHER(with, from, "4", ONE, "[0,0,0]") SPACE("shared") \
                            NAMED("s", "256", "16", "4"))

static int findings_in(const char *report, struct finding *f, int max)
{
    struct simt_report *r = read_report(report);
    int n = simt_report_findings(r, f, max);

    simt_report_free(r);
    return n;
}

START_TEST(test_once)
{
    struct finding f[4];

    /* the same two lines, whoever comes first and whatever they did */
    ck_assert_int_eq(
        findings_in(RACE("@tree.2", "write", "@store.0", "write")
                        RACE("@store.0", "write", "@tree.0", "read")
                            RACE("@tree.1", "read", "@store.0", "write")
                                RACE("@sum.0", "read", "@store.0", "write"),
                    f, 4),
        1);
    /* another line for which the advice is the same */
    ck_assert_ptr_nonnull(strstr(finding_text(&f[0]), " The same at line "));
    /* one barrier in the source is not two */
    ck_assert_int_eq(
        findings_in(FINDING("barrier",
                            AT("@barrier.0", "barrier", "0", ONE, ONE) OTHER(
                                "@barrier.0", "barrier", "0", ONE, "[1,0,0]")),
                    f, 4),
        0);
    /* no more than asked for are written */
    f[1].message[0] = 'k';
    ck_assert_int_eq(
        findings_in(RACE("@tree.2", "write", "@store.0", "write")
                        FINDING("unwritten", AT("@sum.0", "read", "4", ONE, ONE)
                                                 SPACE("shared")),
                    f, 1),
        2);
    ck_assert_int_eq(f[1].message[0], 'k');
}
END_TEST

/* What is freed how, and how often it was not. */
START_TEST(test_leaks)
{
    static const struct {
        const char *pc, *times, *want;
    } leaks[] = {
        {"malloc", "1",
         "The 4000 bytes of `d_c`, allocated at line #malloc, are never freed. "
         "Call cudaFree(d_c)."},
        {"malloc", "8",
         "`d_c`, allocated at line #malloc, is never freed, and that happens "
         "8 times. Call cudaFree(d_c)."},
        {"pinned", "1",
         "The 4000 bytes of `d_c`, allocated at line #pinned, are never freed. "
         "Call cudaFreeHost(d_c)."},
    };

    for (size_t i = 0; i < sizeof leaks / sizeof *leaks; i++) {
        char text[600];
        struct finding f;

        snprintf(
            text, sizeof text,
            "{\"type\":\"finding\",\"kind\":\"leak\",\"severity\":\"note\","
            "\"launch\":0,\"at\":{\"pc\":@%s.0,\"op\":\"call\"},"
            "\"object\":{\"bytes\":4000,\"alloc_pc\":@%s.0},"
            "\"index\":%s}\n",
            leaks[i].pc, leaks[i].pc, leaks[i].times);
        struct simt_report *r = read_report(text);
        char *want = fill_in(leaks[i].want);
        ck_assert_int_eq(simt_report_notes(r, &f, 1), 1);
        ck_assert_str_eq(finding_text(&f), want);
        free(want);
        simt_report_free(r);
    }
}
END_TEST

START_TEST(test_notes)
{
    struct simt_report *r = read_report(
        "{\"type\":\"finding\",\"kind\":\"leak\",\"severity\":\"note\","
        "\"kernel\":null,\"launch\":0,\"at\":{\"pc\":@malloc.0,\"op\":"
        "\"call\"}" OBJECT("4000", "0", "4") "}\n");
    struct finding f;
    char *want = fill_in("The 4000 bytes of `d_c`, allocated at line #malloc, "
                         "are never freed. Call cudaFree(d_c).");

    ck_assert_int_eq(simt_report_findings(r, &f, 1), 0);
    ck_assert_int_eq(simt_report_notes(r, &f, 1), 1);
    ck_assert_str_eq(finding_text(&f), want);
    ck_assert_int_eq(f.place.line, line_of("malloc"));
    free(want);
    simt_report_free(r);
}
END_TEST

/* The launch says how many dimensions there are, though its line comes after;
 * a launch's own finding has its line without an address. */
START_TEST(test_launch)
{
    /* clang-format off */
    static const char report[] =
        FINDING("out_of_bounds",
                AT("@copy.1", "write", "4", "[3,0,0]", "[5,0,0]")
                SPACE("global") OBJECT("4000", "4000", "4"))
        FINDING("launch",
                "\"at\":{\"op\":\"launch\"},\"file\":\"x.cu\",\"line\":#host,"
                "\"text\":\"2048 threads in a block; at most 1024 are "
                "possible.\",\"error\":\"cudaErrorInvalidConfiguration\"")
        "{\"type\":\"launch\",\"launch\":1,\"kernel\":\"k\","
        "\"grid\":[4,4,2],\"block\":[8,8,1]}\n";
    /* clang-format on */
    char *want = fill_in(
        "Thread (5, 0) of block (3, 0, 0) writes `c[i]` at line #copy, one "
        "element past the end of `c` (1000 elements, allocated at line "
        "#malloc). It would be element 1000, and the last one is 999. This "
        "thread is number 29 in x and 0 in y of the launch: compare the "
        "row and the column that it works out with how many there are, each of "
        "them, before you use them.");
    char *want_launch = fill_in(
        "At line #host (`d_c[0] = 1;`), 2048 threads in a block; at most 1024 "
        "are possible. The call returns cudaErrorInvalidConfiguration.");
    struct finding f[2];

    ck_assert_int_eq(findings_in(report, f, 2), 2);
    ck_assert_str_eq(finding_text(&f[0]), want);
    free(want);
    ck_assert_str_eq(finding_text(&f[1]), want_launch);
    free(want_launch);
    ck_assert_str_eq(f[1].place.file, source);
    ck_assert_int_eq(f[1].place.line, line_of("host"));
}
END_TEST

/* ---- counts ------------------------------------------------------------- */

#define SITE(launch, pc, space, op, counts, worst)                   \
    "{\"type\":\"site\",\"launch\":" launch ",\"pc\":" pc            \
    ",\"space\":\"" space "\",\"op\":\"" op "\",\"bytes\":4," counts \
    ",\"worst\":" worst "}\n"
#define LAUNCH(launch, kernel)                                             \
    "{\"type\":\"launch\",\"launch\":" launch ",\"kernel\":\"" kernel      \
    "\",\"file\":\"x.cu\",\"line\":9,\"grid\":[4,1,1],\"block\":[33,1,1]," \
    "\"shared\":0,\"error\":0,\"barriers\":6,\"products\":5,"              \
    "\"requests\":1,"                                                      \
    "\"milliseconds\":1.5}\n"
#define GLOBAL(requests, sectors, ideal)                             \
    "\"requests\":" requests ",\"lanes\":320,\"ideal_requests\":10," \
    "\"sectors\":" sectors ",\"ideal_sectors\":" ideal               \
    ",\"wavefronts\":0,\"ideal_wavefronts\":0,\"passes\":0"
#define SHARED(wavefronts)                                               \
    "\"requests\":10,\"lanes\":320,\"ideal_requests\":10,\"sectors\":0," \
    "\"ideal_sectors\":0,\"wavefronts\":" wavefronts                     \
    ",\"ideal_wavefronts\":10,\"passes\":0"

/* A copy of 30 us, a kernel of 20 us behind it in another stream. */
#define WORK(number, engine, stream, after, why)                             \
    "{\"type\":\"work\",\"number\":" number ",\"what\":\"w" number           \
    "\",\"engine\":\"" engine "\",\"device\":0,\"stream\":" stream           \
    ",\"bytes\":96,\"pageable\":true,\"graph\":true,\"asked\":0,"            \
    "\"begin\":" number "0000000,\"end\":" number "9000000,\"after\":" after \
    ",\"why\":\"" why "\",\"pc\":null,\"file\":\"x.cu\",\"line\":7}\n"
#define TIMELINE                                                          \
    "{\"type\":\"timeline\",\"works\":2,\"span\":30000000,\"to_device\":" \
    "9000000,\"from_device\":0,\"compute\":9000000}\n"

static const char counted[] = HELLO SITE("1", "@copy.0", "global", "read",
                                         GLOBAL("10", "40", "40"), "null")
    SITE("1", "@copy.1", "global", "write", GLOBAL("10", "320", "40"), "null")
        SITE("1", "@sum2.0", "global", "read", GLOBAL("10", "41", "40"), "null")
            SITE("1", "@sum2.1", "global", "read", GLOBAL("20", "82", "40"),
                 "null") SITE("1", "@tile.0", "shared", "write", SHARED("320"),
                              "null") LAUNCH("1", "k")
                SITE("2", "@copy.1", "global", "write",
                     GLOBAL("10", "80", "40"), "null") LAUNCH("2", "j")
                    SITE("3", "@copy.1", "global", "write",
                         GLOBAL("10", "320", "40"), "null")
                        LAUNCH("3", "k") "{\"type\":\"mark\",\"number\":7}\n";

START_TEST(test_counts)
{
    struct simt_report *r = read_report(counted);
    struct simt_line line[8];
    struct simt_launches kernel[3];
    struct simt_counts c;

    c = simt_report_counts(r, SIMT_ANYWHERE, SIMT_ANY_OP, NULL);
    ck_assert_uint_eq(c.launches, 3);
    ck_assert_uint_eq(c.blocks, 12);
    ck_assert_uint_eq(c.warps, 24); /* 33 threads are two */
    ck_assert_uint_eq(c.barriers, 18);
    ck_assert_uint_eq(c.products, 15);
    ck_assert_uint_eq(c.requests, 80);
    c = simt_report_counts(r, SIMT_IN_GLOBAL, SIMT_LOADS, "k");
    ck_assert_uint_eq(c.launches, 2);
    ck_assert_uint_eq(c.blocks, 8);
    ck_assert_uint_eq(c.warps, 16);
    ck_assert_uint_eq(c.requests, 40);
    ck_assert_uint_eq(c.sectors, 40 + 41 + 82);
    ck_assert_uint_eq(c.ideal_sectors, 120);
    c = simt_report_counts(r, SIMT_IN_SHARED, SIMT_ANY_OP, NULL);
    ck_assert_uint_eq(c.wavefronts, 320);
    c = simt_report_counts(r, SIMT_IN_GLOBAL, SIMT_STORES, "j");
    ck_assert_uint_eq(c.sectors, 80);

    ck_assert_int_eq(simt_report_lines(r, line, 8), 5);
    ck_assert_int_eq(simt_report_lines(r, line, 2), 5);
    ck_assert_int_eq(simt_report_lines(r, line, 8), 5);
    ck_assert_str_eq(line[0].kernel, "k");
    ck_assert_int_eq(line[0].place.line, line_of("sum2"));
    ck_assert_uint_eq(line[0].counts.sectors, 41 + 82);
    ck_assert_int_eq(line[2].place.line, line_of("copy"));
    ck_assert_int_eq(line[2].access, SIMT_STORES);
    ck_assert_uint_eq(line[2].counts.sectors, 640);
    ck_assert_str_eq(line[4].kernel, "j");

    ck_assert(simt_report_worst(r, SIMT_SECTORS, NULL, line));
    ck_assert_int_eq(line->place.line, line_of("copy"));
    ck_assert_uint_eq(simt_waste(&line->counts, SIMT_SECTORS), 640 - 80);
    ck_assert(simt_report_worst(r, SIMT_WAVEFRONTS, "k", line));
    ck_assert_int_eq(line->place.line, line_of("tile"));
    ck_assert(simt_report_worst(r, SIMT_DIVERGENCE, NULL, line));
    ck_assert_int_eq(line->place.line, line_of("sum2"));
    ck_assert(!simt_report_worst(r, SIMT_WAVEFRONTS, "j", line));
    ck_assert(!simt_report_worst(r, SIMT_CONTENTION, NULL, line));

    ck_assert_int_eq(simt_report_kernels(r, kernel, 3), 2);
    ck_assert_str_eq(kernel[1].name, "j");
    ck_assert_uint_eq(kernel[0].launches, 2);
    ck_assert_uint_eq(kernel[0].grid[0], 4);
    ck_assert_str_eq(kernel[0].place.file, source);

    simt_report_clear_counts(r);
    c = simt_report_counts(r, SIMT_ANYWHERE, SIMT_ANY_OP, NULL);
    ck_assert_uint_eq(c.launches + c.requests, 0);
    ck_assert_int_eq(simt_report_lines(r, line, 8), 0);
    simt_report_free(r);
}
END_TEST

/* A line that reads two arrays has two entries, with what it says of each. One
 * that reads several elements of an array has one. */
START_TEST(test_counts_by_array)
{
    struct simt_report *r = read_report(
        HELLO SITE("1", "@sum2.0", "global", "read", GLOBAL("10", "41", "40"),
                   "null") SITE("1", "@sum2.1", "global", "read",
                                GLOBAL("10", "82", "40"), "null")
            SITE("1", "@two.0", "global", "read", GLOBAL("10", "40", "40"),
                 "null") SITE("1", "@two.1", "global", "read",
                              GLOBAL("10", "40", "40"), "null")
                SITE("1", "@tile.0", "shared", "write", SHARED("320"), "null")
                    LAUNCH("1", "k"));
    static const struct {
        const char *at, *array, *name;
        uint64_t sectors;
    } want[] = {{"sum2", "a", "a", 123},
                {"tile", "tile", "tile[y][t]", 0},
                {"two", "a", "a[i + 1]", 40},
                {"two", "c", "c[i]", 40}};
    struct simt_line line[8];

    ck_assert_int_eq(simt_report_lines(r, line, 8), 3);
    ck_assert_str_eq(line[0].name, "");
    ck_assert_int_eq(simt_report_arrays(r, line, 2), 4);
    ck_assert_int_eq(simt_report_arrays(r, line, 8), 4);
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(line[i].place.line, line_of(want[i].at));
        ck_assert_str_eq(line[i].array, want[i].array);
        ck_assert_str_eq(line[i].name, want[i].name);
        ck_assert_uint_eq(line[i].counts.sectors, want[i].sectors);
    }
    simt_report_free(r);
}
END_TEST

#define EIGHT "16,20,24,28,32,36,40,44"
#define WORST(warp)                                             \
    "{\"block\":[0,0,0],\"warp\":" warp ",\"mask\":4294967295," \
    "\"offsets\":[" EIGHT "," EIGHT "," EIGHT "," EIGHT "]}"

/* Of a line's accesses, the picture shows the one that wastes, even if only one
 * request in ten does. */
START_TEST(test_worst_access)
{
    struct simt_report *r = read_report(
        HELLO SITE("1", "@sum2.0", "global", "read", GLOBAL("10", "10", "10"),
                   WORST("1")) SITE("1", "@sum2.1", "global", "read",
                                    GLOBAL("10", "41", "40"), WORST("2"))
            LAUNCH("1", "k"));
    struct simt_line line;

    ck_assert_int_eq(simt_report_lines(r, &line, 1), 1);
    ck_assert(line.worst.known);
    ck_assert_uint_eq(line.worst.warp, 2);
    simt_report_free(r);
}
END_TEST

#define FEW(warp)                                      \
    "{\"block\":[0,0,0],\"warp\":" warp ",\"mask\":1," \
    "\"offsets\":[" EIGHT "," EIGHT "," EIGHT "," EIGHT "]}"

/* A line's places in the code are told apart, in the order of the code. And of
 * two launches that waste the same, the one with more lanes is shown. */
START_TEST(test_sites)
{
    struct simt_report *r = read_report(
        HELLO SITE("1", "@sum2.1", "global", "read", GLOBAL("10", "10", "10"),
                   FEW("1")) SITE("1", "@sum2.0", "global", "read",
                                  GLOBAL("10", "41", "40"), WORST("2"))
            LAUNCH("1", "k") SITE("2", "@sum2.1", "global", "read",
                                  GLOBAL("10", "10", "10"), WORST("3"))
                LAUNCH("2", "k"));
    struct simt_line site[2];

    ck_assert_int_eq(simt_report_sites(r, site, 2), 2);
    ck_assert_int_eq(site[0].place.line, site[1].place.line);
    ck_assert_uint_eq(site[0].worst.warp, 2);
    ck_assert_uint_eq(site[0].counts.sectors, 41);
    ck_assert_uint_eq(site[1].worst.warp, 3);
    ck_assert_uint_eq(site[1].counts.sectors, 20);
    simt_report_free(r);
}
END_TEST

START_TEST(test_marks)
{
    struct simt_report *r = simt_report_new(program, source);
    static const char finding[] =
        "{\"type\":\"finding\",\"kind\":\"race\",\"severity\":\"error\"}\n";
    static const char end[] = "{\"type\":\"end\",\"findings\":2}\n";

    ck_assert(!simt_report_started(r));
    simt_report_feed(r, HELLO, strlen(HELLO));
    ck_assert(simt_report_started(r));
    ck_assert(!simt_report_mark_seen(r, 0));
    for (unsigned i = 0; i < 100; i++) {
        char mark[120];
        int n = snprintf(mark, sizeof mark,
                         "{\"type\":\"mark\",\"number\":%u,"
                         "\"copied\":%u,\"writes\":%u,\"turns\":%u,"
                         "\"atomics\":%u}\n",
                         i * 3, i % 7, i % 5, i % 3, i % 2);
        simt_report_feed(r, mark, (size_t)n);
        ck_assert_uint_eq(simt_report_copied(r), i % 7);
        ck_assert_uint_eq(simt_report_changes(r).writes, i % 5);
        ck_assert_uint_eq(simt_report_changes(r).turns, i % 3);
        ck_assert_uint_eq(simt_report_changes(r).atomics, i % 2);
        ck_assert(simt_report_mark_seen(r, i * 3));
        ck_assert(!simt_report_mark_seen(r, i * 3 + 1));
    }
    simt_report_feed(r, finding, strlen(finding));
    ck_assert(!simt_report_complete(r));
    simt_report_feed(r, end, strlen(end));
    ck_assert(!simt_report_complete(r)); /* one is lost */
    simt_report_feed(r, finding, strlen(finding));
    ck_assert(simt_report_complete(r));
    simt_report_free(r);
}
END_TEST

/* Lines that the program wrote itself. */
START_TEST(test_forged)
{
    static const char mark[] = "{\"type\":\"mark\",\"number\":3}\n";
    static const char end[] = "0123abcd{\"type\":\"end\",\"findings\":0}\n";
    static const char *const forged[] = {
        mark, "0123abce{\"type\":\"end\",\"findings\":0}\n", "0123\n", "\n",
        "{\"type\":\"hello\"}0123abcd\n"};

    for (size_t i = 0; i <= sizeof forged / sizeof *forged; i++) {
        struct simt_report *r = simt_report_new(program, source);
        bool honest = i == sizeof forged / sizeof *forged;

        simt_report_expect(r, "0123abcd");
        simt_report_feed(r, "0123abcd", 8);
        simt_report_feed(r, HELLO, strlen(HELLO));
        simt_report_feed(r, "0123abcd", 8);
        simt_report_feed(r, mark, strlen(mark));
        if (!honest)
            simt_report_feed(r, forged[i], strlen(forged[i]));
        simt_report_feed(r, end, strlen(end));
        ck_assert(simt_report_mark_seen(r, 3) == honest);
        ck_assert(simt_report_complete(r) == honest);
        simt_report_free(r);
    }
}
END_TEST

/* ---- hostile and damaged reports ---------------------------------------- */

/* Any cut gives the same. */
START_TEST(test_pieces)
{
    char *text = fill_in(counted);
    size_t n = strlen(text);

    for (size_t piece = 1; piece < n; piece = piece * 3 + 1) {
        struct simt_report *r = simt_report_new(program, source);
        for (size_t i = 0; i < n; i += piece)
            simt_report_feed(r, text + i, n - i < piece ? n - i : piece);
        ck_assert_uint_eq(
            simt_report_counts(r, SIMT_ANYWHERE, SIMT_ANY_OP, NULL).requests,
            80);
        ck_assert(simt_report_mark_seen(r, 7));
        simt_report_free(r);
    }
    free(text);
}
END_TEST

/* Ask for everything; nothing may crash (the sanitized build looks closer). */
static void ask_all(struct simt_report *r)
{
    static struct finding f[50];
    static struct simt_line lines[50];
    static struct simt_step steps[SIMT_STEPS];
    struct simt_timeline timeline;
    int n;

    simt_report_symbolize(r);
    n = simt_report_findings(r, f, 50);
    n += simt_report_notes(r, f, 50);
    for (int i = 0; i < 50; i++)
        for (const char *p = finding_text(&f[i]); *p; p++)
            ck_assert_msg((unsigned char)*p >= ' ' && *p != 0x7f, "control %d",
                          *p);
    n = simt_report_lines(r, lines, 50);
    for (int i = 0; i < n && i < 50; i++) {
        FILE *out = fopen("/dev/null", "w");
        ck_assert_ptr_nonnull(out);
        picture_text(out, &lines[i]);
        picture_svg(out, &lines[i], "\x1b[2J<&\">\xff");
        fclose(out);
    }
    n = simt_report_timeline(r, &timeline, steps, SIMT_STEPS);
    if (timeline_any(&timeline, steps, n) || n > 0) {
        FILE *out = fopen("/dev/null", "w");
        ck_assert_ptr_nonnull(out);
        timeline_text(out, &timeline, steps, n);
        timeline_svg(out, &timeline, steps, n);
        fclose(out);
    }
    for (int waste = SIMT_SECTORS; waste <= SIMT_CONTENTION; waste++)
        simt_report_worst(r, (enum simt_waste)waste, NULL, lines);
}

/* Every value of good lines replaced by something else. */
START_TEST(test_odd_values)
{
    static const char *const values[] = {"null",
                                         "-1",
                                         "0",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "1e308",
                                         "true",
                                         "\"\"",
                                         "[]",
                                         "{}",
                                         "[1,2,3,4]",
                                         "[-1,1e9,\"x\"]",
                                         "\"\\u001b[2J\\u0007\\n%s%n\"",
                                         "[[[[]]]]",
                                         "123456789012345678901234567890"};
    static const char *const lines[] = {
        FINDING("race", AT("@tree.2", "write", "4", ONE, ONE)
                            OTHER("@tree.0", "read", "4", ONE, ONE)
                                SPACE("shared") NAMED("s", "256", "160", "4")),
        FINDING("out_of_bounds",
                AT("@copy.1", "write", "4", "[3,0,0]", "[232,0,0]")
                    SPACE("global") OBJECT("4000", "4000", "4")),
        FINDING("out_of_bounds", AT("@tile.0", "write", "4", ONE, ONE) SPACE(
                                     "local") ",\"index\":16,\"array\":\"float "
                                              "[16][17]\",\"seconds\":1"),
        SITE("1", "@copy.1", "global", "atomic", GLOBAL("10", "320", "40"),
             "{\"block\":[1,2,3],\"warp\":2,\"mask\":4294967295,\"object\":"
             "\"a\",\"offsets\":[0,4,8,12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
             "0,0,0,0,0,0,0,0,0,0,0]}"),
        LAUNCH("1", "k"),
        WORK("2", "compute", "4", "1", "stream"),
        TIMELINE};

    char *line = fill_in(lines[_i]);
    struct simt_report *r = simt_report_new(program, source);
    for (const char *p = line; (p = strchr(p, ':')); p++) {
        /* the value's end: brackets are closed */
        int depth = 0;
        const char *end = p + 1;
        for (; *end && (depth > 0 || !strchr(",}", *end)); end++)
            depth += *end == '[' || *end == '{'   ? 1
                     : *end == ']' || *end == '}' ? -1
                                                  : 0;
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            char odd[4096];
            int n = snprintf(odd, sizeof odd, "%.*s%s%s", (int)(p + 1 - line),
                             line, values[i], end);
            simt_report_feed(r, odd, (size_t)n);
        }
        ask_all(r);
        if (_i < 3) { /* the findings must not only be the first 200 */
            simt_report_free(r);
            r = simt_report_new(program, source);
        }
    }
    simt_report_free(r);
    free(line);
}
END_TEST

static unsigned random_state = 1;

static unsigned next_random(void)
{
    random_state = random_state * 1103515245 + 12345;
    return random_state >> 16;
}

START_TEST(test_garbage)
{
    char *text = fill_in(counted), *copy = strdup(text);
    size_t n = strlen(text);
    struct simt_report *r = simt_report_new(program, source);

    /* bytes changed, lines cut off, in a report that goes on */
    for (int round = 0; round < 300; round++) {
        memcpy(copy, text, n);
        for (int i = 0; i < 5; i++)
            copy[next_random() % n] = (char)next_random();
        simt_report_feed(r, copy, next_random() % n);
    }
    ask_all(r);
    simt_report_free(r);
    free(copy);
    free(text);
}
END_TEST

/* Nothing grows without end: lines, findings, addresses, kernels. */
START_TEST(test_endless)
{
    struct simt_report *r = simt_report_new(program, source);
    char *block = malloc(1 << 20);
    char line[1024];

    memset(block, '[', 1 << 20);
    for (int i = 0; i < 20; i++)
        simt_report_feed(r, block, 1 << 20);
    simt_report_feed(r, "\n", 1);
    memset(block, '[', 60000);
    block[60000] = '\n';
    simt_report_feed(r, block, 60001); /* deep */
    for (int i = 0; i < 20000; i++) {
        int n = snprintf(line, sizeof line,
                         "{\"type\":\"site\",\"launch\":%d,\"pc\":%d,\"space\":"
                         "\"global\",\"op\":\"read\",\"requests\":1}\n"
                         "{\"type\":\"launch\",\"launch\":%d,\"kernel\":"
                         "\"k%d\"}\n"
                         "{\"type\":\"finding\",\"kind\":\"k%d\",\"at\":"
                         "{\"pc\":%d}}\n",
                         i / 2, i, i, i, i, i);
        simt_report_feed(r, line, (size_t)n);
    }
    ask_all(r);
    simt_report_feed(r, HELLO, strlen(HELLO));
    ck_assert(simt_report_started(r)); /* it still listens */
    simt_report_free(r);
    free(block);
}
END_TEST

START_TEST(test_no_tool)
{
    /* neither the program nor the source exists */
    struct simt_report *r = simt_report_new("build/none", "build/none.cu");
    struct finding f;

    char *text = fill_in(FINDING(
        "out_of_bounds", AT("@copy.1", "write", "4", ONE, ONE) SPACE("global")
                             OBJECT("4000", "4000", "4")));
    simt_report_feed(r, text, strlen(text));
    free(text);
    simt_report_symbolize(r);
    ck_assert_int_eq(simt_report_findings(r, &f, 1), 1);
    ck_assert_str_eq(finding_text(&f),
                     "Thread 0 of block 0 writes 4 bytes in the kernel `k`, "
                     "one element past the end of the array (1000 "
                     "elements). It would be element 1000, and the last one is "
                     "999. Compare the index with the number of elements "
                     "before you use it.");
    ck_assert_int_eq(f.place.line, 0);
    ck_assert_str_eq(f.place.file, "");
    simt_report_free(r);
}
END_TEST

/* ---- the timeline, drawn ------------------------------------------------- */

START_TEST(test_drawn_timeline)
{
    static const char lines[] = WORK("1", "to_device", "3", "0", "host")
        WORK("2", "compute", "4", "1", "event")
            TIMELINE WORK("1", "to_device", "3", "0", "host")
                WORK("2", "compute", "4", "1", "event") TIMELINE;
    struct simt_report *r = simt_report_new(program, "x.cu");
    struct simt_timeline t;
    struct simt_step step[4];
    char *text, *svg;
    size_t size;
    FILE *out;

    simt_report_feed(r, lines, strlen(lines));
    ck_assert_int_eq(simt_report_timeline(r, &t, step, 4), 2);
    ck_assert_int_eq(t.span, 30000000);
    ck_assert_int_eq(step[1].place.line, 7);
    ck_assert(step[0].graph && step[1].graph);
    ck_assert(timeline_any(&t, step, 2));
    out = open_memstream(&text, &size);
    timeline_text(out, &t, step, 2);
    fclose(out);
    ck_assert_str_eq(
        text,
        "Modelled timeline: 30.0 us (docs/cpu-device.md)\n"
        "  to device     "
        "....................aaaaaaaaaaaaaaaaaa......................\n"
        "  kernels       "
        "........................................bbbbbbbbbbbbbbbbbb..\n"
        "  from device   "
        "............................................................\n"
        "  a: stream 1, b: stream 2\n"
        "  Work in all: 9.0 us to the device, 0.0 us from it, kernels 9.0 us\n"
        "  What the last result had to wait for, one after the other:\n"
        "     11.0 us  the host, which asks for it\n"
        "      9.0 us  w2 with memory that is not pinned at line 7, x 1\n"
        "      9.0 us  w1 with memory that is not pinned at line 7, x 1\n");
    out = open_memstream(&svg, &size);
    timeline_svg(out, &t, step, 2);
    fclose(out);
    ck_assert_ptr_nonnull(strstr(svg, "w2 at line 7, x 1"));
    ck_assert_ptr_nonnull(strstr(svg, "</svg>"));
    free(text);
    free(svg);
    simt_report_free(r);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simt_report");
    TCase *say = tcase_create("sentences");
    TCase *read = tcase_create("reports");
    TCase *draw = tcase_create("pictures");
    struct race_tools tools;
    int failed;

    setlocale(LC_CTYPE, "C.UTF-8");
    race_tools_find(&tools); /* once for all tests */
    make_sample();
    tcase_set_timeout(say, 60);
    tcase_set_timeout(read, 300);
    tcase_set_timeout(draw, 60);
    tcase_add_loop_test(say, test_sentence, 0, n_sentences);
    tcase_add_loop_test(say, test_kind, SIMT_KIND_NONE + 1, SIMT_KIND_COUNT);
    tcase_add_test(say, test_kind_of_nothing);
    tcase_add_test(say, test_once);
    tcase_add_test(say, test_notes);
    tcase_add_test(say, test_leaks);
    tcase_add_test(say, test_launch);
    tcase_add_test(say, test_no_tool);
    tcase_add_test(read, test_counts);
    tcase_add_test(read, test_counts_by_array);
    tcase_add_test(read, test_worst_access);
    tcase_add_test(read, test_sites);
    tcase_add_test(read, test_marks);
    tcase_add_test(read, test_forged);
    tcase_add_test(read, test_pieces);
    tcase_add_loop_test(read, test_odd_values, 0, 7);
    tcase_add_test(read, test_garbage);
    tcase_add_test(read, test_endless);
    tcase_add_test(draw, test_drawn_timeline);
    suite_add_tcase(suite, say);
    suite_add_tcase(suite, read);
    suite_add_tcase(suite, draw);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    return failed != 0;
}
