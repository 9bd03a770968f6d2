/*
 * test_translate.c - tests of common/simt/compiler/translate.h, and of simtcc with the
 * programs in grader/tests/cu/translate. Run from the top folder:
 * build/common/simt/compiler/test_translate. Without build/simt/simtcc, or without a second
 * compiler, what needs it is left out, with a line that says so.
 *
 * In a source text @ stands before the token that a message has to point at.
 */
#define _GNU_SOURCE
#include <check.h>

#include "compiler/align.h"
#include "compiler/translate.h"
#include "tests/drive.h"

static char folder[] = "build/test_translate.XXXXXX";
static const char simtcc[] = "build/simt/simtcc";

/* What the compiler would get for x.cu; the caller frees. */
static char *translated(const char *source, bool check, char **messages,
                        int *errors)
{
    char *text, *out;
    size_t n = (size_t)asprintf(&text, "# 1 \"x.cu\"\n%s", source), size;
    FILE *f = open_memstream(messages, &size);

    out = translate(text, &n, check, f, errors);
    fclose(f);
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(strlen(out), n);
    free(text);
    return out;
}

/* Without blanks, the lines that bring the compiler back to its place, and what
 * check mode puts before every kernel. */
static void squeeze(char *s)
{
    static const char flatten[] = "__attribute__((flatten))";
    char *to = s;

    for (bool fresh = true; *s; s++) {
        if (fresh && *s == '#')
            s += strcspn(s, "\n");
        else if (strncmp(s, flatten, strlen(flatten)) == 0)
            s += strlen(flatten);
        fresh = *s == '\n';
        if (*s && !strchr(" \n", *s))
            *to++ = *s;
        if (!*s)
            break;
    }
    *to = '\0';
}

/* ---- what comes out ------------------------------------------------------ */

#define KERNELS                                                     \
    "__global__ void add(int *a, int n);\n"                         \
    "template <class T> __global__ void deduce(T *a, T n);\n"       \
    "template <int N, class T = int> __global__ void part(T *a);\n" \
    "__global__ void given(int *a, int n = 3);\n"

static const struct {
    const char *source, *want, *check; /* null: as `want` */
} pieces[] = {
    /* launches: with the kernel's type ... */
    {KERNELS "void f() { add<<<g, b>>>(p, n + 1); }",
     "::simt::launch_typed(::simt::config(g,b),\"add\",\"x.cu\",5,add,[](auto&"
     "...simt_p){add(simt_p...);})(p,n+1);",
     NULL},
    {KERNELS "void f() { part<(3 > 2)><<<1, x>>3, 4, s>>>(p); }",
     "config(1,x>>3,4,s),\"part<(3>2)>\",\"x.cu\",5,part<(3>2)>,[]", NULL},
    {KERNELS "void f() { deduce<float> <<< 1, 2 >>> (p, 3); }",
     "launch_typed(::simt::config(1,2),\"deduce<float>\"", NULL},
    {KERNELS "void f() { ::n::part<1><<<1, 2>>>(p); }",
     "\"::n::part<1>\",\"x.cu\",5,::n::part<1>,[]", NULL},
    /* ... without it ... */
    {KERNELS "void f() { deduce<<<1, 2>>>(p, 3); }",
     "::simt::launch_generic(::simt::config(1,2),\"deduce\",\"x.cu\",5,[](auto&"
     "...simt_p){deduce(simt_p...);},[](auto*...simt_t)->decltype(static_cast<"
     "void(*)(::std::remove_pointer_t<decltype(simt_t)>...)>(deduce)){"
     "returndeduce;})(p,3);",
     NULL},
    {KERNELS "void f() { given<<<1, 2>>>(__null, (__null)); }",
     "given(simt_p...);},[](auto*...simt_t)->decltype(static_cast<void(*)("
     "::std::remove_pointer_t<decltype(simt_t)>...)>(given)){returngiven;})("
     "nullptr,(__null));",
     NULL},
    /* ... of an expression */
    {"void f(void (*k)(int)) { if (1) k<<<1, 2>>>(3); }",
     "if(1)::simt::launch_typed(::simt::config(1,2),\"k\",\"x.cu\",1,k)(3);",
     NULL},
    {"void f() { return (*t[i])<<<1, 2>>>(3); }",
     "return::simt::launch_typed(::simt::config(1,2),\"(*t[i])\",\"x.cu\",1,"
     "(*t[i]))(3);",
     NULL},
    {"void f() { x = a->b.c<<<1, 2>>>(3); }",
     "x=::simt::launch_typed(::simt::config(1,2),\"a->b.c\",\"x.cu\",1,a->b.c)",
     NULL},
    {"void f() { if (a) (*g(1, 2))<<<1, 2>>>(3); }",
     "if(a)::simt::launch_typed(::simt::config(1,2),\"(*g(1,2))\"", NULL},
    {"void f() { s << a::g<int>(1)<<<1, 2>>>(3); }",
     "s<<::simt::launch_typed(::simt::config(1,2),\"a::g<int>(1)\"", NULL},
    {"void f() { (void)k<<<1, 2>>>(3) ; }",
     "(void)::simt::launch_typed(::simt::config(1,2),\"k\"", NULL},
    /* the end of what stands in the brackets */
    {"void f() { k<<<v<v<v<1>>>(2), 3>>>(3); }",
     "config(v<v<v<1>>>(2),3),\"k\",\"x.cu\",1,k)(3);", NULL},
    {"void f() { k<<<1, v<2>>>>(3); k<<<4, 5>>>(6); }",
     "config(1,v<2>),\"k\",\"x.cu\",1,k)(3);::simt::launch_typed(::simt::"
     "config(4,5)",
     NULL},
    {"void f() { k<<<1, 2>>>([] { for (;;) g(); }); }", "k)([]{for(;;)g();});",
     NULL},
    /* no launches */
    {"x = a << 3 >> 1; v<v<v<int>>>(3); // k<<<1, 2>>>(3)\n/* k<<<1 */ "
     "\"k<<<1, 2>>>(3)\" R\"a(k<<<1 \" )\" )a\" operator<<<int>(1'000); '\"';",
     "x=a<<3>>1;v<v<v<int>>>(3);//k<<<1,2>>>(3)/*k<<<1*/"
     "\"k<<<1,2>>>(3)\"R\"a(k<<<1\")\")a\"operator<<<int>(1'000);'\"';",
     NULL},
    {"<<<<<<< HEAD\n=======\n>>>>>>> theirs\n",
     "<<<<<<<HEAD=======>>>>>>>theirs", NULL},
    {"#pragma unroll 4\nfor (;;);\n#pragma omp parallel\n", "for(;;);", NULL},
    /* qualifiers */
    {"__global__ void __attribute__((x)) f(); __host__ __device__ int g();",
     "void__attribute__((x))f();intg();", NULL},
    {"struct s { __device__ int v() { return __device__(1); } };",
     "structs{intv(){return(1);}};", NULL},
    /* shared memory */
    {"__global__ void f() { __shared__ float t[2][3], *p; }",
     "{static__threadfloatt[2][3];static__threadfloat*p;static_assert(0+"
     "sizeof(t)+sizeof(p)<=49152,",
     "structsimt_type_t{typedef__attribute__((unused))floatt[2][3];};static"
     "__threadstruct{alignas(typenamesimt_type_t::t)charsimt_in[sizeof("
     "typenamesimt_type_t::t)];charsimt_gap[128];}simt_shared_t__attribute__(("
     "used,aligned(128)));auto&t=reinterpret_cast<typenamesimt_type_t::t&>("
     "simt_shared_t.simt_in);structsimt_type_p{"},
    {"__device__ void f() { volatile __shared__ struct s x; }",
     "volatilestructsx;};static__threadstruct{alignas(typenamesimt_type_x::x)"
     "charsimt_in[sizeof(typenamesimt_type_x::x)];}simt_shared_x;auto&x=",
     "charsimt_gap[128];"},
    {"void f() { extern __shared__ __attribute__((aligned(16))) a::b<c> "
     "x[][4]; }",
     "{{extern__attribute__((unused))a::b<c>x[][4];}a::b<c>(&x)[][4]="
     "reinterpret_cast<decltype(x)>(::simt_dynamic_shared);}",
     NULL},
    {"extern __shared__ int x[];",
     "extern__threadintx[]__asm__(\"simt_dynamic_shared\")__attribute__(("
     "aligned(128)));",
     NULL},
    {"extern __shared__ int x[]; void f() { extern __shared__ int x[]; }",
     "{{extern__attribute__((unused))__threadintx[];}int(&x)[]=", NULL},
    {"__global__ void f() { int *__shared__ p, __shared__ q; }",
     "{static__threadint*p;static__threadintq;",
     "typedef__attribute__((unused"
     "))int*p;"},
    {"__shared__ int x;", "static__threadintx;",
     "static__threadintx__asm__(\"simt_shared_x.0\")__attribute__((used,"
     "aligned(128)));"},
    {"void f(__shared__ int *x) { g((__shared__ int *)x); }",
     "voidf(int*x){g((int*)x);}", NULL},
    /* variables of the device */
    {"__device__ int x = 3, y[] = {1, 2};",
     "__attribute__((section(\"simt_device\")))intx=3,y[]={1,2};", NULL},
    {"__device__ __constant__ float x[3]; __managed__ int y;",
     "__attribute__((section(\"simt_constant\")))floatx[3];"
     "__attribute__((section(\"simt_managed\")))inty;",
     NULL},
    {"__device__ alignas(16) int x;",
     "alignas(16)__attribute__((section(\"simt_device\")))intx;", NULL},
    {"__device__ const int x = 3; __device__ const int *const y = 0;",
     "constintx=3;constint*consty=0;", NULL},
    {"__device__ const int *x; namespace n { extern __device__ int y; }",
     "__attribute__((section(\"simt_device\")))constint*x;namespacen{extern"
     "__attribute__((section(\"simt_device\")))inty;}",
     NULL},
    {"__device__ int (*x)(int) = g; __device__ int y(int); __device__ s z(3);",
     "__attribute__((section(\"simt_device\")))int(*x)(int)=g;inty(int);"
     "__attribute__((section(\"simt_device\")))sz(3);",
     NULL},
    {"__device__ int *x(int *y); __device__ int &z(); __device__ int *v(0);",
     "int*x(int*y);int&z();__attribute__((section(\"simt_device\")))int*v(0);",
     NULL},
    {"template <class T> __device__ const T x = 3; "
     "__device__ a::a(int) : b(1) { c(); }",
     "template<classT>constTx=3;a::a(int):b(1){c();}", NULL},
    {"namespace { inline __device__ int x; } static inline __device__ int y; "
     "struct z { __device__ int x; __shared__ int y; static __device__ int "
     "f(); "
     "};",
     "namespace{inline__attribute__((section(\"simt_device\")))intx;}static"
     "inline__attribute__((section(\"simt_device\")))inty;structz{intx;inty;"
     "staticintf();};",
     NULL},
    {"__device__ struct { int a; } x; auto y = [] __device__(int) { return 1; "
     "}; template __global__ void k<int>(int); __device__ void k<int>(float);",
     "struct{inta;}x;autoy=[](int){return1;};templatevoidk<int>(int);void"
     "k<int>(float);",
     NULL},
    {"__device__ s operator+(s a, s b); typedef __device__ int (*t)(int);",
     "soperator+(sa,sb);typedefint(*t)(int);", NULL},
    /* whether anybody asks for what an exchange finds */
    {"__device__ void f(int *m) { (void)atomicExch(m, 0); if (*m) "
     "atomicExch(m, 1); do { atomicExch(m, 2); } while (*m); }",
     "(void)atomicExch(m,0);if(*m)atomicExch(m,1);do{atomicExch(m,2);}",
     "(void)simt_stores_atomicExch(m,0);if(*m)simt_stores_atomicExch(m,1);do{"
     "simt_stores_atomicExch(m,2);}"},
    {"__device__ void f(int *m) { for (; atomicExch(m, 1);) g(); "
     "int i = ({ h(); atomicExch(m, 2); }); }",
     "for(;atomicExch(m,1);)g();inti=({h();atomicExch(m,2);});", NULL},
    /* bounds: told, or looked at by the threads */
    {"__global__ void __kernel_bounds__(N, 2) k(int *a) { g(); }",
     "voidk(int*a){", NULL},
    {"__global__ void __kernel_bounds__(N, 2) k(int *a) { g(); }",
     "register_kernel(k,\"k\",(N));", NULL},
    {"template <int N> __kernel_bounds__(f(N, 1)) __global__ void k() { g(); }",
     "::simt::bounded(f(N,1));g();}", NULL},
    /* the CPU's assembler */
    {"__device__ void f() { asm volatile(\"\" ::: \"memory\"); }"
     "void g() { asm(\"nop\"); }",
     "asmvolatile(\"\":::\"memory\");}voidg(){asm(\"nop\");}", NULL},
};
enum { n_pieces = sizeof pieces / sizeof *pieces };

START_TEST(test_piece)
{
    for (int check = 0; check < 2; check++) {
        const char *want =
            check && pieces[_i].check ? pieces[_i].check : pieces[_i].want;
        char *messages;
        int errors;
        char *out =
            translated(pieces[_i].source, check != 0, &messages, &errors);

        squeeze(out);
        ck_assert_msg(strstr(out, want), "%s\nbecame\n%s\nnot\n%s",
                      pieces[_i].source, out, want);
        ck_assert_str_eq(messages, "");
        ck_assert_int_eq(errors, 0);
        free(messages);
        free(out);
    }
}
END_TEST

/* Every token of the student's has to be where it was: line and column. */
START_TEST(test_places)
{
    static const char source[] = "__global__ void add(int *aa, int nn);\n"
                                 "__device__ int dd; int ee;\n"
                                 "__global__ void f()\n"
                                 "{\n"
                                 "\t__shared__ float ff[3], gg; hh();\n"
                                 "    extern __shared__ int ii[]; jj();\n"
                                 "}\n"
                                 "void g()\n"
                                 "{\n"
                                 "\tif (kk) add<<<ll,\n"
                                 "      mm>>>(nn, /* */ oo,\n"
                                 "            pp); qq();\n"
                                 "    rr();\n"
                                 "}\n";
    static const char *const names[] = {"ee", "ff", "gg", "hh", "ii",
                                        "jj", "kk", "ll", "mm", "nn,",
                                        "oo", "pp", "qq", "rr"};

    for (int check = 0; check < 2; check++) {
        char *messages;
        int errors;
        char *out = translated(source, check != 0, &messages, &errors);

        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            const char *was = strstr(source, names[i]), *s;
            int line = 1, want = 1;
            size_t column = 0, want_column = 0;
            bool found = false;

            for (s = source; s < was; s++) {
                want += *s == '\n';
                want_column = *s == '\n' ? 0 : want_column + 1;
            }
            for (s = out; *s && !found; s++) {
                if (column == 0 && *s == '#')
                    line = atoi(s + 2) - 1;
                found = line == want && column == want_column &&
                        strncmp(s, names[i], strlen(names[i])) == 0;
                column = *s == '\n' ? 0 : column + 1;
                line += *s == '\n';
            }
            ck_assert_msg(found, "%s is not at %d:%zu in\n%s", names[i], want,
                          want_column, out);
        }
        free(messages);
        free(out);
    }
}
END_TEST

/* ---- mistakes ------------------------------------------------------------ */

#define SHARED                                                           \
    "simtcc does not understand this __shared__; declare one variable or " \
    "array with it, as in \"__shared__ float tile[32][33];\""
#define ASCII                                                             \
    "nvcc takes only the letters a to z, digits and _ in the name of a "  \
    "kernel, of a __device__ function, of a variable of the GPU and of " \
    "extern __shared__ memory"
#define HOW "write add<<<blocks, threads>>>(arguments);"

static const struct {
    const char *source, *message;
} mistakes[] = {
    {"add<<<1, 32@>>(a, n);",
     "a launch ends with \">>>\", not with \">>\"; " HOW},
    {"add@<<1, 32>>>(a, n);",
     "a launch begins with \"<<<\", not with \"<<\"; " HOW},
    {"add@<<1, 32>>(a, n);",
     "a launch begins with \"<<<\", not with \"<<\"; " HOW},
    {"add@<<<1, 32; g(); k<<<1, 2>>>(a, n);",
     "this launch has no \">>>\"; " HOW},
    {"add@<<<1, 32", "this launch has no \">>>\"; " HOW},
    {"add<<<1, 32@)>>>(a, n);", "this \")\" closes nothing; " HOW},
    {"add<<<1, 32>>>@(a, n;",
     "the \"(\" of this launch's arguments is not closed; " HOW},
    {"add<<<1, 32>>>@(a, f(n);",
     "the \"(\" of this launch's arguments is not closed; " HOW},
    {"add<<<@(n + 1/2, 32>>>(a, n);",
     "this \"(\" is not closed before the \">>>\" of the launch; " HOW},
    {"add<<<dim3@(1, 2, 32>>>(a, n);",
     "this \"(\" is not closed before the \">>>\" of the launch; " HOW},
    {"add<<<1, 32@>>>;",
     "this launch has no arguments: after \">>>\" comes \"(\"; " HOW},
    {"add<<<1, 32@>>> a, n);",
     "this launch has no arguments: after \">>>\" comes \"(\"; " HOW},
    {"add<<<1@>>>(a, n);", "a launch needs two numbers at least, of blocks and "
                           "of threads in each; " HOW},
    {"add<<<@>>>(a, n);", "something is missing before this \">>>\"; " HOW},
    {"add<<<1, @>>>(a, n);", "something is missing before this \">>>\"; " HOW},
    {"add<<<@, 32>>>(a, n);", "something is missing before this \",\"; " HOW},
    {"add@<<<1, 2, 3, 0, 5>>>(a, n);",
     "a launch has at most four things between \"<<<\" and \">>>\": blocks, "
     "threads in each, bytes of shared memory, stream"},
    {"n = @<<<1, 2>>>(a, n);",
     "there is no kernel's name before \"<<<\"; write "
     "kernel<<<blocks, threads>>>(arguments);"},
    {"if (n) @add(a, n);",
     "add is a kernel; it is not called but launched: " HOW},
    {"@host<<<1, 2>>>(a);",
     "host is launched, but it is no kernel; write __global__ before its void"},
    {"} __global__ int @k(int *p) {",
     "a kernel cannot return anything: write __global__ void k(...)"},
    {"} __global__ void k() { __shared__ int s @= 3;",
     "a __shared__ variable cannot have an initial value; let a thread of the "
     "block assign it, and __syncthreads() after that"},
    {"} __global__ __device__ void @k(int *p) {",
     "a kernel is neither __device__ nor __host__; write only __global__ "
     "before k()"},
    {"} __host__ __global__ void @k(int *p);  void g() {",
     "a kernel is neither __device__ nor __host__; write only __global__ "
     "before k()"},
    {"} struct s { static __global__ void @k(int *p) { } }; void g() {",
     "a kernel cannot be a member of a class; write k() outside of it"},
    {"} __global__ void k() { @__constant__ int s[3] = {1}; }  void g() {",
     "a __constant__ variable cannot be in a function; write it before all "
     "functions"},
    {"const @__device__ float x = 3;",
     "a __device__ variable cannot be in a function; write it before all "
     "functions"},
    {"@__shared__ int s[3];",
     "a __shared__ variable is for the threads of a kernel, and this function "
     "runs on the host"},
    /* what is not understood must not be left out */
    {"} __global__ void k() { @__shared__ typedef int x;", SHARED},
    {"} __global__ void k() { using x = @__shared__ int;", SHARED},
    {"} __global__ void k() { for (@__shared__ int i = 0; i < 3; i++) g();",
     SHARED},
    {"} __global__ void k() { if (@__shared__ int i = 3) g();", SHARED},
    {"} typedef @__shared__ int x; void g() {", SHARED},
    {"} struct s { static @__shared__ int x; }; void g() {",
     "a __shared__ variable cannot be a member of a class; write it outside of "
     "it"},
    {"} struct s { static @__constant__ int x; }; void g() {",
     "a __constant__ variable cannot be a member of a class; write it outside "
     "of it"},
    {"} template <class T> @__device__ T x; void g() {",
     "the CPU device has no templates of __device__ variables; write one "
     "variable for each type"},
    {"} inline @__device__ int x = 3; void g() {",
     "nvcc refuses \"inline\" for a __device__ variable; write \"static\" "
     "instead"},
    {"} int *@__device__ x; void g() {",
     "write __device__ at the beginning of the declaration"},
    {"} @__constant__ a.b; void g() {",
     "simtcc does not understand this __constant__; declare one variable or "
     "array with it, as in \"__device__ int count;\""},
    {"} __global__ void k() { @__cluster_barrier_wait();",
     "__cluster_barrier_wait: clusters of blocks are not supported by the CPU "
     "device"},
    {"} __global__ void k() { auto c = cooperative_groups::@this_cluster();",
     "this_cluster: clusters of blocks are not supported by the CPU device"},
    {"} __global__ void k(int *a) { *a = @__ballot(*a);",
     "__ballot: GPUs since Volta have it with \"_sync\" and a mask of lanes: "
     "__ballot_sync(0xffffffff, condition)"},
    {"} __global__ auto @q(int *a) {",
     "a kernel cannot return anything: write __global__ void q(...)"},
    {"} __global__ void q(int n, @...) {",
     "a kernel cannot have \"...\" for arguments of any number"},
    {"} @__global__ int x; void g() {",
     "__global__ is for functions, and this is none; a variable of the GPU is "
     "__device__"},
    {"} __device__ void k() { if (1) { @asm volatile(\"mov %0, 1;\"); }",
     "inline PTX (asm) is not supported by the CPU device."},
    {"} __device__ void k(int *d) { @asm(\"mma.sync.aligned.m8n8k4.row.col.f32."
     "f16.f16.f32 {%0}, {%1}, {%2}, {%3};\" : \"+r\"(*d)); }",
     "of PTX's mma the CPU device knows mma.sync.aligned.m16n8k8, k16 and k32 "
     "with .row.col, of f16, bf16, tf32, s8 and u8, and registers as "
     "operands."},
};
enum { n_mistakes = sizeof mistakes / sizeof *mistakes };

/* What nvcc refuses and does no harm here: a warning, at the @. */
START_TEST(test_letters)
{
    static const char *const all[] = {
        "__device__ int @加(int a) { return a; }",
        "template <class 类> __global__ void @核(类 a) {}",
        "__device__ int a, *@乙;",
        "__constant__ const float @π = 3; void g() { int 数 = 1; }",
        "__global__ void k() { extern __shared__ int @动[]; __shared__ int 共; }",
    };
    const char *at = strchr(all[_i], '@');
    char *source, *want, *messages;
    int errors;

    ck_assert_int_gt(asprintf(&source, "%.*s%s", (int)(at - all[_i]), all[_i],
                              at + 1),
                     0);
    ck_assert_int_gt(asprintf(&want, "x.cu:1:%d: warning: " ASCII "\n",
                              (int)(at - all[_i]) + 1),
                     0);
    free(translated(source, false, &messages, &errors));
    ck_assert_msg(strncmp(messages, want, strlen(want)) == 0, "%s\n%s", source,
                  messages);
    ck_assert_ptr_null(strstr(messages + 1, "x.cu:"));
    ck_assert_int_eq(errors, 0);
    free(messages);
    free(want);
    free(source);
}
END_TEST

/* Two extern __shared__ arrays in one function are one memory: a warning. */
static const struct {
    const char *source;
    bool warned;
} dynamics[] = {
    {"__global__ void k() { extern __shared__ int a[]; "
     "extern __shared__ float b[]; }",
     true},
    {"extern __shared__ int a[]; extern __shared__ float b[];\n"
     "__global__ void k() { a[0] = 1; b[0] = 2; }",
     true},
    {"extern __shared__ int a[];\n"
     "__global__ void k() { extern __shared__ float b[]; b[0] = a[0]; }",
     true},
    {"extern __shared__ int a[]; extern __shared__ float b[];\n"
     "__global__ void k() { a[0] = 1; }\n__global__ void q() { b[0] = 2; }",
     false},
    {"__global__ void k() { extern __shared__ int a[]; a[0] = 1; }\n"
     "__global__ void q() { extern __shared__ float b[]; b[0] = 1; }",
     false},
    {"__global__ void k() { { extern __shared__ int a[]; a[0] = 1; } "
     "extern __shared__ int a[]; a[1] = 1; }",
     false},
    {"extern __shared__ int a[]; extern __shared__ float b[];\n"
     "__global__ void k(int *b) { a[0] = 1; b[0] = 2; }",
     false},
};

START_TEST(test_dynamic)
{
    char *messages, *out;
    int errors;

    out = translated(dynamics[_i].source, false, &messages, &errors);
    ck_assert_int_eq(errors, 0);
    ck_assert_msg(dynamics[_i].warned
                      ? strstr(messages, "warning: a and b are one memory") ||
                            strstr(messages, "warning: b and a are one memory")
                      : !*messages,
                  "%s: %s", dynamics[_i].source, messages);
    free(messages);
    free(out);
}
END_TEST

START_TEST(test_mistake)
{
    const char *at = strchr(mistakes[_i].source, '@');
    char *source, *want, *messages, *out;
    int errors, before = (int)(at - mistakes[_i].source);

    ck_assert_int_gt(asprintf(&source,
                              "__global__ void add(int *a, int n);\n"
                              "void host(int *a) {}\n"
                              "void f() {\n"
                              "\t%.*s%s\n"
                              "}\n",
                              before, mistakes[_i].source, at + 1),
                     0);
    ck_assert_int_gt(asprintf(&want, "x.cu:4:%d: error: %s\n    4 | \t",
                              before + 2, mistakes[_i].message),
                     0);
    out = translated(source, false, &messages, &errors);
    ck_assert_msg(strncmp(messages, want, strlen(want)) == 0,
                  "%s\ngave\n%s\nnot\n%s", mistakes[_i].source, messages, want);
    ck_assert_int_eq(errors, 1);
    free(source);
    free(want);
    free(messages);
    free(out);
}
END_TEST

/* ---- what code for the GPU cannot use ------------------------------------ */

#define KERNEL "__global__ void k(int *a) { "
#define CALL(f, line)                                                       \
    f "() is a function of the host, and code for the GPU cannot call it; " \
      "write __device__ before it in line " line "\n"
#define BACK(f, line)                                                       \
    f "() is a function of the GPU, and code for the host cannot call it; " \
      "write __host__ before its __device__ in line " line "\n"
#define USE(n, line)                                                          \
    n " is a variable of the host, and code for the GPU cannot use it; pass " \
      "it to the kernel as an argument, or write __device__ before it in "    \
      "line " line " and set it with cudaMemcpyToSymbol()\n"
#define ARRAY(n, line)                                                        \
    n " is an array of the host, and code for the GPU cannot read it; write " \
      "__constant__ before it in line " line "\n"
#define LIBRARY(f) f " is of the host, and code for the GPU cannot use it; "
#define F "int f(int x) { return x; }\n"
#define SYSTEM(text) "# 1 \"s.h\" 1 3\n" text "\n# 1 \"x.cu\" 2\n"
#define NO_THREADS(word)                                             \
    "there is no " word " on a GPU; a variable in a kernel is each " \
    "thread's own without it, and __shared__ makes one for the block\n"

/* The verdicts are those of nvcc 13, but for what is marked "missed": nvcc
 * refuses that as well. */
static const struct {
    const char *source, *message; /* null: nothing is wrong */
} spaces[] = {
    /* functions */
    {F KERNEL "a[0] = @f(1); }", CALL("f", "1")},
    {F "__device__ int d() { return @f(1); }", CALL("f", "1")},
    {F KERNEL "if (0) a[0] = @f(1) + f(2); f(3); }", CALL("f", "1")},
    {"int f(int x);\n" KERNEL "a[0] = @f(1); }\n" F, CALL("f", "3")},
    {"extern \"C\" int *f(int x);\n" KERNEL "a = @f(1); }", CALL("f", "1")},
    {"template <class T> T f(T x) { return x; }\n" KERNEL "a[0] = @f(1); }",
     CALL("f", "1")},
    {"namespace n { " F "}\n" KERNEL "a[0] = n::@f(1); }", CALL("f", "1")},
    {F KERNEL "a[0] = ::@f(1); }", CALL("f", "1")},
    {"void swap(int &x, int &y) {}\n" SYSTEM(
         "namespace std { void swap(int &, int &); }") KERNEL
     "@swap(a[0], a[1]); }",
     CALL("swap", "1")},
    {F "template <class T> __global__ void t(T *a) { *a = @f(1); }\n"
       "void g() { t<int><<<1, 1>>>(0); }",
     CALL("f", "1")},
    {F "static __device__ int d() { return @f(1); }\n" KERNEL "a[0] = d(); }",
     CALL("f", "1")},
    {F "void g() { run([=] __device__(int i) { @f(i); }); }", CALL("f", "1")},
    {"struct s { int v; int twice() { return v; } };\n" KERNEL
     "s x; a[0] = x.@twice(); }",
     CALL("twice", "1")},
    {"# 1 \"y.h\" 1\nint f(int);\n# 1 \"x.cu\" 2\n" KERNEL "@f(1); }",
     CALL("f", "1 of y.h")},
    {"struct s { int f(); }; struct t { int (*f)(); };\n" KERNEL
     "t x; a[0] = x.f(); }",
     NULL},
    {"using namespace std;\ntemplate <class T> struct vector { T x; };\n" KERNEL
     "vector<int> x; a[0] = x.x; }",
     NULL},
    {F "void g() { run([=] __device__(int i) {}, [=](int i) { f(i); }); }",
     NULL},
    {"int f(float x);\n__device__ int f(int x);\n" KERNEL "a[0] = f(1); }",
     NULL},
    {"__device__ int f(int x);\n" KERNEL "a[0] = f(1); }\n" F, NULL},
    {"int f(int x);\n__device__ " F KERNEL "a[0] = f(1); }", NULL},
    {"namespace n { " F "} namespace m { __device__ " F "}\n" KERNEL
     "a[0] = m::f(1); }",
     NULL},
    {F "__host__ __device__ int g() { return f(1); }\n" KERNEL "a[0] = g(); }",
     NULL},
    {F "static __device__ int d() { return f(1); }", NULL},
    {F "inline __device__ int d() { return f(1); }", NULL},
    {F "namespace { __device__ int d() { return f(1); } }", NULL},
    {F "template <class T> __device__ T d() { return f(1); }", NULL},
    {F "template <class T> struct s { __device__ T g() { return f(1); } };",
     NULL},
    {F "struct s { __device__ int g() { return f(1); } };", NULL},
    {F "template <int N> __global__ void t(int *a) { if constexpr (N > 3) "
       "{ a[0] = f(1); } }\nvoid g() { t<1><<<1, 1>>>(0); }",
     NULL},
    {F KERNEL "auto f = [](int x) { return x; }; a[0] = f(1); }", NULL},
    {F "template <class T> __device__ void g(T f) { f(1); }\n" KERNEL
       "g([](int) {}); }",
     NULL},
    {F KERNEL "int (*f)(int) = g; a[0] = f(1); }", NULL},
    {F KERNEL "a[0] = sizeof(f(1)); decltype(f(1)) b; }", NULL},
    {F "struct s { __device__ int f(int); __device__ int g() { return f(1); } "
       "};\n" KERNEL "s x; a[0] = x.f(1) + x.g(); }",
     NULL},
    {"struct s { int f(); };\n__device__ int s::f() { return 1; }\n" KERNEL
     "s x; a[0] = x.f(); }",
     NULL},
    {"struct s { int f(); }; struct t { __device__ int f(); };\n" KERNEL
     "t x; a[0] = x.f(); }",
     NULL},
    {SYSTEM("int max(int, int);") "int max(int a, int b, int c);\n" KERNEL
                                  "a[0] = max(1, 2); }",
     NULL},
    {SYSTEM("struct v { int size(); };") "struct s { int size(); };\n" KERNEL
                                         "t x; a[0] = x.size(); }",
     NULL},
    {"constexpr " F KERNEL "a[0] = @f(1); }", CALL("f", "1")},
    {"consteval " F KERNEL "a[0] = f(1); }", NULL}, /* missed */
    {F KERNEL "int (*p)(int) = f; }", NULL},              /* missed */
    {"struct s { s(int); };\n" KERNEL "s x(1); }", NULL}, /* missed */
    /* of the GPU, called by the host */
    {"__device__ " F "void g() { @f(1); f(2); }", BACK("f", "1")},
    {"__device__ int f(int x);\nint g() { if (1) return @f(1); }",
     BACK("f", "1")},
    {"namespace n { __device__ " F "}\nstatic void g() { n::@f(1); } int h() "
     "{ g(); }",
     BACK("f", "1")},
    {"__device__ " F "int main() { auto g = [] { return @f(1); }; }",
     BACK("f", "1")},
    {"void g(int *a) { @atomicAdd(a, 1); }",
     "atomicAdd() is for code that runs"},
    {"int g() { @__syncthreads(); }", "__syncthreads() is for code that runs"},
    {"int g() { return @threadIdx.x; }",
     "threadIdx is known in kernels and __device__ functions only, where each "
     "thread has its own; this function runs on the host"},
    {"void g() { k<<<1, blockDim.x>>>(); }", NULL}, /* missed */
    {"int g(uint3 threadIdx) { return threadIdx.x; }", NULL},
    {"int g() { dim3 blockDim(32); return blockDim.x; }", NULL},
    {"struct s { dim3 gridDim; };\nint g(s *p) { return p->gridDim.x; }", NULL},
    {"__host__ __device__ int g() { return threadIdx.x; }", NULL},
    {"__host__ __device__ " F "void g() { f(1); }", NULL},
    {"__device__ int f(int);\n__host__ __device__ " F "void g() { f(1); }",
     NULL},
    {"__device__ " F "float f(float x) { return x; }\nvoid g() { f(1.0f); }",
     NULL},
    {"__device__ " F "int n = f(3), m[] = {f(1), f(2)};", NULL},
    {"__device__ " F "void g() { int (*p)(int) = f; sizeof(f(1)); }", NULL},
    {"__device__ " F "void g(int (*f)(int)) { f(1); } void h() { auto f = "
     "[](int x) { return x; }; f(1); }",
     NULL},
    {"__device__ " F "struct s { int f(int x); int g() { return f(1); } };\n"
     "int g(s x) { return x.f(1) + x.g(); }",
     NULL},
    {"__device__ " F "struct s { int n; __device__ s() : n{1} { f(n); } };",
     NULL},
    {"__device__ " F "void g() { run([=] __device__(int i) { f(i); }); }",
     NULL},
    {"__device__ " F "__host__ __device__ int g() { return f(1); }",
     NULL}, /* missed */
    {SYSTEM("void swap(int &, int &); template <class T> void sort(T *a) { "
            "swap(a, a); }") "__device__ void swap(int &x, int &y) {}\n"
                             "void g() { int x, y; swap(x, y); }",
     NULL},
    {"template <class T> __device__ T f(T x) { return x; }\n"
     "using lib::f;\nvoid g() { f(1); }",
     NULL},
    {"int atomicAdd(int *a, int b);\nvoid g(int *a) { atomicAdd(a, 1); }",
     NULL},
    /* of libraries */
    {KERNEL "a[0] = @rand(); }", LIBRARY("rand()")},
    {KERNEL "@fprintf(stderr, \"\"); }", LIBRARY("fprintf()")},
    {KERNEL "std::@sort(a, a + 3); }", LIBRARY("std::sort()")},
    {KERNEL "std::@cout << a[0]; }", LIBRARY("std::cout")},
    {KERNEL "std::@rand(); }", LIBRARY("std::rand()")},
    {KERNEL "@mempcpy(a, a + 3, 4); }", LIBRARY("mempcpy()")},
    {KERNEL "std::@copy_n(a, 3, a + 3); }", LIBRARY("std::copy_n()")},
    {"using namespace std;\n" KERNEL "@swap(a[0], a[1]); }",
     LIBRARY("std::swap()")},
    {KERNEL "@pthread_mutex_init(a, a); }", LIBRARY("pthread_mutex_init()")},
    {KERNEL "a[0] = @omp_get_level(); }", LIBRARY("omp_get_level()")},
    {KERNEL "@cudaDeviceSynchronize(); }", LIBRARY("cudaDeviceSynchronize()")},
    {KERNEL "malloc(3); printf(\"\"); memcpy(a, a, 4); memset(a, 0, 4); "
            "assert(a); clock(); std::abs(3); min(1, 2); abs(3); "
            "sizeof(std::min(1, 2)); std::numeric_limits<int>::digits; }",
     NULL},
    {KERNEL "a[0] = std::@min<int>(1, 2); }",
     "std::min is a constexpr function of the host, and nvcc lets code for the "
     "GPU call it with the option --expt-relaxed-constexpr only; write min()"},
    {KERNEL "a[0] = std::@numeric_limits<int>::max(); }",
     "std::numeric_limits is a constexpr function of the host, and nvcc lets "
     "code for the GPU call it with the option --expt-relaxed-constexpr only; "
     "write INT_MAX, FLT_MAX, INFINITY and the like"},
    {"using namespace std;\nusing namespace other;\n" KERNEL
     "swap(a[0], a[1]); }",
     NULL},
    {"__device__ int rand();\n" KERNEL "a[0] = rand(); }", NULL},
    {"__global__ void k(r time) { time(3); x.rand(); n::rand(); }", NULL},
    {KERNEL "auto rand = [] { return 1; }; rand(); }", NULL},
    {"using thrust::swap;\nusing namespace std;\n" KERNEL "swap(a, a); }",
     NULL},
    {"__host__ __device__ void g() { rand(); }", NULL},
    {"void g() { rand(); std::sort(a, b); }", NULL},
    /* variables */
    {"int n = 3;\n" KERNEL "a[0] = @n + n; n++; }", USE("n", "1")},
    {"static float x, *n;\n" KERNEL "@n[0] = 1; }", USE("n", "1")},
    {"int t[4] = {1, 2};\n" KERNEL "a[0] = @t[a[1]]; }", USE("t", "1")},
    {"namespace m { int n; }\n" KERNEL "a[0] = m::@n; }", USE("n", "1")},
    {"int n;\n" KERNEL "a[0] = ::@n; }", USE("n", "1")},
    {"extern int n;\n" KERNEL "a[0] = a[0] * @n; }", USE("n", "1")},
    {"int n;\n" KERNEL "for (int i = 0; i < @n; i++) {} }", USE("n", "1")},
    {"int n;\n" KERNEL "@n = a[0]; }", USE("n", "1")},
    {"int n;\n__device__ int g(int n) { return n; }\n" KERNEL "a[0] = g(@n); }",
     USE("n", "1")},
    {"const char *s = \"\";\n" KERNEL "a[0] = @s[0]; }", USE("s", "1")},
    {"const int t[2] = {1, 2};\n" KERNEL "a[0] = @t[1]; }", ARRAY("t", "1")},
    {"static const float t[2][2] = {{1, 2}, {3, 4}};\n" KERNEL
     "a[0] = @t[1][a[0]]; }",
     ARRAY("t", "1")},
    {"const int n = 3; const float x = 1, y = 2; constexpr double z = 3; "
     "const dim3 d(1, 2); enum { e = 3 };\n" KERNEL
     "a[0] = n + x + y + z + d.x + e; }",
     NULL},
    {"__device__ int n; int __device__ m; __constant__ float t[3]; "
     "__managed__ int *p; __device__ int *q(int *);\n" KERNEL
     "a[0] = n + m + t[1] + *p + *q(a); }",
     NULL},
    {"texture<float, 2> t; __shared__ int n;\n" KERNEL "a[0] = f(t, 1) + n; }",
     NULL},
    {"int t[4];\n" KERNEL "a[0] = sizeof(t) / sizeof(t[0]) + sizeof t; }",
     NULL},
    {KERNEL "static __device__ int n = 3; extern __device__ int m; a[0] = n + "
            "m; __device__ int f(int); auto g = [] __device__(int x) { return "
            "x; }; static __constant__ int t[3] = {1}; auto h = [=] "
            "{ __shared__ int s[3]; s[0] = 1; }; }",
     NULL},
    {"struct s { friend __global__ void k(s *p); __device__ s(); };\n"
     "__device__ int n; __global__ void k(s *p) {} __host__ void g() { extern "
     "__shared__ int x[]; }\n"
     "template <> __device__ int f<int>() { __shared__ int n; return n; }\n"
     "__device__ s::s() : a{1} { __shared__ int n[3]; n[0] = 3; }",
     NULL},
    {"int n, *p;\n__global__ void k(int n, float *p) { *p = n; }", NULL},
    {"int n, *p, i, t;\n" KERNEL "float *p = 0, n = 3; *p = n; for (int i = "
     "0, t = 1; i < t; i++) a[i] = t; }",
     NULL},
    {"int n, m;\n" KERNEL "auto [n, m] = g(a); a[0] = n + m; }", NULL},
    {"int n, m;\n" KERNEL "enum { n, m }; a[0] = n + m; }", NULL},
    {"int n, m;\n" KERNEL "T *n = g(), *m; s<int> &p = *m; a[0] = *n; }", NULL},
    {"int n, r;\n" KERNEL "__shared__ int n, r[4]; a[0] = n + r[1]; }", NULL},
    {"int n, m;\n" KERNEL "auto g = [](T *n, U &m) { return *n + m; }; }",
     NULL},
    {"int n;\n" KERNEL "for (auto &n : g(a)) a[0] += n; }", NULL},
    {"int n;\n" KERNEL "goto n; n: a[0] = 1; }", NULL},
    {"int n;\n" KERNEL "a[0] = s.n + p->n + q::n; }", NULL},
    {"int n;\nstruct s { int n; __device__ int g() { return n; } };\n" KERNEL
     "s x; a[0] = x.g(); }",
     NULL},
    {"int n;\ntemplate <int n> __global__ void k(int *a) { a[0] = n; }\n"
     "void g() { k<3><<<1, 1>>>(0); }",
     NULL},
    {"int n;\nvoid g() { int n = 3; run([=] __device__() { return n; }); }",
     NULL},
    {"int n;\nint g() { return n; }\n__host__ __device__ int h();", NULL},
    {"int n;\nstatic inline __device__ int g() { return n; }", NULL},
    {"constexpr int t[2] = {1, 2};\n" KERNEL "a[0] = t[1]; }",
     NULL},                                             /* missed */
    {"int (*p)(int);\n" KERNEL "a[0] = p(1); }", NULL}, /* missed */
    /* numbers that a kernel cannot change */
    {KERNEL "if (@threadIdx.x = 0) a[0] = 1; }",
     "threadIdx.x cannot be changed; to compare, write =="},
    {KERNEL "@blockDim.x /= 2; }", "blockDim.x cannot be changed"},
    {KERNEL "while (@threadIdx.x++ < 3) {} }", "threadIdx.x cannot be changed"},
    {KERNEL "--@threadIdx.y; }", "threadIdx.y cannot be changed"},
    {KERNEL "@gridDim = dim3(1); }", "gridDim cannot be changed"},
    {KERNEL "uint3 t = threadIdx; t.x = threadIdx.x + +1; if (threadIdx.x == 0 "
            "|| blockIdx.x <= 3 || t.x - -threadIdx.y && blockDim.x != 3) a[0] "
            "= a[1]++ + threadIdx.x; a[threadIdx.x] = a[blockIdx.x] += 1; a[0] "
            "++ +threadIdx.x; a[threadIdx.x]++; p->threadIdx.x = 3; }",
     NULL},
    {KERNEL
     "dim3 blockDim(3); blockDim.x = 4; for (int gridDim = 1; gridDim < "
     "3; gridDim++) {} }\n"
     "int main() { dim3 blockDim, gridDim(1); blockDim.x = gridDim.y++; }",
     NULL},
    /* sizes */
    {KERNEL "__shared__ int s[1024 / @warpSize]; s[0] = warpSize; }",
     "the compiler for the GPU does not know warpSize"},
    {"const int warpSize = 32;\n" KERNEL "__shared__ int s[warpSize]; }", NULL},
    {KERNEL "const int warpSize = 32; __shared__ int s[n::warpSize], "
            "t[warpSize]; s[warpSize - 1] = t[0]; }",
     NULL},
    /* long double */
    {KERNEL "@long double t = 1; a[0] = t; }",
     "there is no long double on a GPU: nvcc makes it a double"},
    {"__device__ int g(@double long x) { return x; }",
     "there is no long double on a GPU"},
    {KERNEL "__shared__ @long double t[2]; t[0] = 1; a[0] = t[0]; }",
     "there is no long double on a GPU"},
    {KERNEL "auto t = @1e3L; a[0] = t; }", "there is no long double on a GPU"},
    {"typedef long double big;\n" KERNEL "@big t = 1; a[0] = t; big u; }",
     "there is no long double on a GPU"},
    {"using big = long double;\n" KERNEL "a[0] = (@big)1; }",
     "there is no long double on a GPU"},
    {"typedef long double big;\n"
     "long double g(big x) { return x * 1.5L; }\n"
     "__host__ __device__ double h(long double x) { return x; }\n" KERNEL
     "long t = 0xeL + 1L; double big = t; a[0] = big; }",
     NULL},
    /* exceptions */
    {KERNEL "if (!a) @throw 1; }", "there are no exceptions on a GPU"},
    {KERNEL "@try { a[0] = 1; } catch (...) { a[0] = 2; } }",
     "there are no exceptions on a GPU"},
    {"template <class T> __device__ T f(T x) { throw x; }\n"
     "inline __host__ __device__ int g(int x) { throw x; }\n"
     "int main() { try { throw 3; } catch (int x) {} }\n"
     "__device__ int h() throw() { return 1; }",
     NULL},
    /* of threads */
    {"thread_local int n;\n" KERNEL "a[0] = @n; }",
     "n is a variable of the host's threads, and code for the GPU cannot use "
     "it; in a kernel, __shared__ makes a variable of the block\n"},
    {"static __thread int n[3];\n" KERNEL "a[0] = @n[1]; }",
     "n is a variable of the host's threads"},
    {KERNEL "@thread_local int n; a[0] = n; }", NO_THREADS("thread_local")},
    {KERNEL "static @__thread int n; a[0] = n; }", NO_THREADS("__thread")},
    {"thread_local int n;\nint g() { thread_local int m; return n + m; "
     "}\n" KERNEL "static int n; a[0] = n; }",
     NULL},
    /* assembler in what a kernel calls */
    {"__host__ __device__ int g(int x) { @asm(\"mov\"); return x; }",
     "inline PTX (asm)"},
    {"struct s { __device__ void g() { @asm volatile(\"bar\"); } };",
     "inline PTX (asm)"},
    /* a brace that is missing */
    {"__global__ void @k(int *a)\n{\n    if (a) {\n        a[0] = 1;\n}\n\n"
     "int main()\n{\n    k<<<1, 1>>>(0);\n}\n",
     "a closing \"}\" seems to be missing in k(), which begins here, perhaps "
     "before line 7\n"},
    {"__device__ int @d(int *a) { if (a) { return 1; }",
     "a closing \"}\" seems to be missing in d(), which begins here\n"},
};
enum { n_spaces = sizeof spaces / sizeof *spaces };

START_TEST(test_space)
{
    const char *from = spaces[_i].source, *message = spaces[_i].message;
    const char *at = strchr(from, '@');
    char *source, *want, *messages, *out;
    int errors, line = 1, column = 1;

    ck_assert_int_gt(asprintf(&source, "%s", from), 0);
    if (at)
        memmove(source + (at - from), at + 1, strlen(at));
    for (const char *s = from; at && s < at; s++) {
        column = *s == '\n' ? 1 : column + 1;
        line += *s == '\n';
        if (strncmp(s, "# 1 \"x.cu\" 2", 12) == 0) /* the line behind it */
            line = 0;
    }
    ck_assert_int_ge(message ? asprintf(&want, "x.cu:%d:%d: error: %s", line,
                                        column, message)
                             : asprintf(&want, "%s", ""),
                     0);
    out = translated(source, false, &messages, &errors);
    ck_assert_msg(strncmp(messages, want, strlen(want)) == 0 &&
                      (message || !*messages),
                  "%s\ngave\n%s\nnot\n%s", source, messages, want);
    ck_assert_msg(errors == (message != NULL), "%s\ngave\n%s", source,
                  messages);
    free(source);
    free(want);
    free(messages);
    free(out);
}
END_TEST

/* ---- hostile input ------------------------------------------------------- */

/* Pieces in any order, cut off anywhere: no crash, no endless loop, and all
 * lines are still there. `make test` runs this with the sanitizers. */
START_TEST(test_soup)
{
    static const char *const words[] = {
        "<<<",        ">>>",        "<",         ">",          "(",
        ")",          "[",          "]",         "{",          "}",
        ";",          ",",          "=",         "::",         "->",
        ".",          "*",          "&",         "add",        "x",
        "int",        "1",          "'",         "\"",         "/*",
        "*/",         "//",         "R\"(",      ")\"",        "\n",
        "\\\n",       "#",          "# 9 \"y\"", "alignas",    "struct",
        "template",   "if",         "operator",  "asm",        "extern",
        "__shared__", "__device__", "void",      "__global__", "decltype",
        "switch",     "case",       ":",         "namespace",  "__attribute__",
        "for",        "auto",       "enum",      "using",      "sizeof",
        "rand",       "return",     "goto",      "static",     "thread_local",
        "typedef",    "const",      "~",         "...",        "%",
        "while",      "do",         "continue"};
    unsigned seed = 12345u + (unsigned)_i;

    for (int round = 0; round < 500; round++) {
        char text[4096] = "";
        size_t n = 0;
        int count = 1 + rand_r(&seed) % 120;

        for (int i = 0; i < count; i++) {
            const char *w =
                words[(size_t)rand_r(&seed) % (sizeof words / sizeof *words)];
            memcpy(text + n, w, strlen(w) + 1);
            n += strlen(w);
            if (rand_r(&seed) % 2)
                text[n++] = ' ';
        }
        text[n] = '\0';
        for (int check = 0; check < 2; check++) {
            char *messages, *out;
            int errors;

            out = translated(text, check != 0, &messages, &errors);
            free(messages);
            free(out);
        }
    }
}
END_TEST

START_TEST(test_deep)
{
    const size_t n = 300000;
    char *text = malloc(2 * n + 64), *out, *messages;
    int errors;

    memset(text, "({[<"[_i], n);
    strcpy(text + n, " k<<<1, 2>>>(3); ");
    memset(text + strlen(text) + 1, 0, 1);
    out = translated(text, false, &messages, &errors);
    free(messages);
    free(out);
    for (size_t i = 0; i < n; i += 3)
        memcpy(text + i, "f()", 3);
    out = translated(text, false, &messages, &errors);
    free(messages);
    free(out);
    free(text);
}
END_TEST

/* ---- columns ------------------------------------------------------------- */

START_TEST(test_align)
{
    char path[64], *text, *out;
    size_t n;
    FILE *f;

    snprintf(path, sizeof path, "%s/a.cu", folder);
    f = fopen(path, "w");
    ck_assert_ptr_nonnull(f);
    fputs("\xef\xbb\xbfint   a /* one */ =   1;\r\n"
          "\tint b[ N ]  ;  f( b );\n"
          "g(  \"a  b\",N,  c);\n"
          "h(M);  // two\n"
          "X(1,\n"
          "  2);  i( );\r\r\n"
          "k(  1 ); l(n)  ;\r"
          "float  瓦片 [9], é= '\\U000000e9',  *字;\n"
          "\n",
          f);
    fclose(f);
    n = (size_t)asprintf(
        &text,
        "# 1 \"%s\"\nint a = 1;\n int b[ 12 ] ; f( b );\n"
        "g( \"a  b\",12, c);\nh(x, y);\nhello(1, 2)\n ; i( );\n\n"
        "k( 1 ); l n ;\n"
        "float \\U000074e6\\U00007247 [9], \\U000000e9= '\\U000000e9', "
        "*\\U00005b57;\n"
        "# 1 \"other\"\n  j(  );\n",
        path);
    out = translate_align(text, &n);
    free(text);
    ck_assert_int_gt(
        asprintf(&text,
                 "# 1 \"%s\"\n"
                 "int   a           =   1;\n"
                 "\tint b[ 12 \n# 2 \"%s\"\n\t         ]  ;  f( b "
                 ");\n"
                 "g(  \"a  b\",12\n# 3 \"%s\"\n            ,  c);\n"
                 "h(x, y\n# 4 \"%s\"\n   );\n"
                 "hello(1, 2)\n"
                 "  \n# 6 \"%s\"\n    ;  i( );\n\n"
                 "k(  1 ); l n \n# 8 \"%s\"\n               ;\n"
                 "float  瓦片 [9], é= '\\U000000e9',  *字;\n"
                 "# 1 \"other\"\n  j(  );\n",
                 path, path, path, path, path, path),
        0);
    ck_assert_str_eq(out, text);
    free(text);
    free(out);
}
END_TEST

/* ---- simtcc -------------------------------------------------------------- */

static const char *const compilers[] = {"g++", "clang++"};

/* The compiler of test number i, null after a line that says it is left out. */
static const char *compiler_of(int i)
{
    const char *name = compilers[i % 2], *sample = getenv("SAMPLE");

    if (i % 2 && sample && *sample) /* `make test`: with the first compiler */
        return NULL;
    if (access(simtcc, X_OK) == 0 && sh(".", "command -v %s", name) == 0)
        return name;
    printf("test_translate: NO %s: programs are NOT tested with %s\n",
           access(simtcc, X_OK) ? simtcc : name, name);
    return NULL;
}

#define CU "grader/tests/cu/translate/"
static const char *const programs[] = {"launches.cu", "variables.cu",
                                       "text.cu",     "names.cu",
                                       "loops.cu",    "spelling.cu",
                                       "several*"};

/* Every program says "ok", in both modes, and check mode has no findings. */
START_TEST(test_program)
{
    const char *cxx = compiler_of(_i);
    const char *check = _i / 2 % 2 ? "--check" : "", *name = programs[_i / 4];

    if (!cxx)
        return;
    name = name[0] == 's' ? CU "several.cu " CU "several_kernels.cu " CU
                               "several_host.c"
                          : name;
    ck_assert_msg(sh(".", "CXX=%s %s %s %s%s -o %s/p", cxx, simtcc, check,
                     strchr(name, '/') ? "" : CU, name, folder) == 0,
                  "%s", said);
    ck_assert_msg(sh(folder, "SIMT_REPORT_FD=3 ./p 3>report") == 0 &&
                      strcmp(said, "ok\n") == 0,
                  "%s %s %s: %s", cxx, check, name, said);
    ck_assert_msg(!*check ||
                      sh(folder, "grep '\"type\":\"finding\"' report") == 1,
                  "%s %s: %s", cxx, name, said);
}
END_TEST

/* Where libstdc++ is an archive, check mode's own new() has to get it out of
 * there. */
START_TEST(test_static_library)
{
    const char *cxx = compiler_of(_i);

    if (!cxx)
        return;
    ck_assert_msg(sh(".",
                     "CXX=%s %s --check -Xcompiler -static-libstdc++ " CU
                     "text.cu -o %s/p",
                     cxx, simtcc, folder) == 0,
                  "%s", said);
    ck_assert_msg(sh(folder, "SIMT_REPORT_FD=3 ./p 3>report") == 0 &&
                      strcmp(said, "ok\n") == 0,
                  "%s: %s", cxx, said);
}
END_TEST

/* The compiler's messages name the student's line and column. */
START_TEST(test_messages)
{
    static const char *const want[] = {"e.cu:5:12: error", "e.cu:8:18: error",
                                       "e.cu:8:33: error",
                                       "e.cu:10:", "e.cu:13:9: error"};
    const char *cxx = compiler_of(_i);
    char path[64];

    if (!cxx)
        return;
    snprintf(path, sizeof path, "%s/e.cu", folder);
    FILE *f = fopen(path, "w");
    fputs("#include <cstdio>\n"
          "#define N 1000\n"
          "__global__ void add(int *a, int n)\n"
          "{\n"
          "    a[N] = undefined1; // not a column that moves\n"
          "}\n"
          "int main() {\n"
          "    add <<< N,   undefined2 >>>(undefined3,\n"
          "         5);\n"
          "    add<<<1, 32>>>(5, 6.0f, 7);\n"
          "    int /* */ x;\n"
          "    (void)x;\n"
          "    if (undefined4) add<<<1, 32>>>(nullptr, 1);\n"
          "}\n",
          f);
    fclose(f);
    ck_assert_int_eq(sh(".", "CXX=%s %s -c %s -o /dev/null", cxx, simtcc, path),
                     1);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        ck_assert_msg(strstr(said, want[i]), "%s: no %s in\n%s", cxx, want[i],
                      said);
    ck_assert_msg(!strstr(said, "simt_launch.h"), "%s", said);
}
END_TEST

/* What the compiler or our headers refuse because nvcc does; the first message
 * points at the @. */
static const struct {
    const char *source, *message; /* null: nothing is wrong */
} files[] = {
    {"__global__ void k(int *a) { *a += @__shfl_down(*a, 1); }", "__shfl_down"},
    {"__global__ void k(int *a) { *a = @__any(*a); }", "__any"},
    {"__global__ void k(int n) { @printf(\"%d\", n); }", "printf"},
    {"__global__ void k(int n) { @assert(n > 0); }", "assert"},
    {"__global__ void k(unsigned *a) { *a = (@uint8_t)*a; }", "uint8_t"},
    {"__global__ void k(int *a, int n)\n"
     "{\n    if (n) {\n        int @t[n];\n        *a = t[0] = 1;\n    }\n}",
     "variable length array"},
    {"inline __device__ int f(int n) { float @t[2][n]; t[0][0] = 1; return n; "
     "}",
     "variable length array"},
    {"struct p { int x, y; __device__ p(int n) : y(n), x{n} {} };\n"
     "__device__ int f(int n = 3);\n"
     "__device__ int g(int x) { return x; }\n"
     "__device__ int (*h[])(int) = {g};\n"
     "__device__ const int n = 3, t[] = {1, 2};\n"
     "__device__ dim3 d{1};\n"
     "__device__ auto f(int n) -> int { int t[] = {n}; return *t; }",
     NULL},
    {"const int M = 3;\n"
     "template <int N> __device__ int f() { int t[N * M] = {1}; return *t; }\n"
     "__global__ void k(int *a) { enum { E = 2 }; int t[E + M]; *t = f<3>(); "
     "}\n"
     "int main() { int n = M + 1; float t[n]; t[0] = 1; return (int)t[0]; }",
     NULL},
    /* one array to nvcc */
    {"__global__ void k() { extern __shared__ int s[]; s[0] = 1; }\n"
     "__global__ void q() { extern __shared__ float @s[]; s[0] = 1; }",
     "s"},
    {"template <class T> __global__ void k(T *p) {\n"
     "  extern __shared__ T @s[]; s[0] = *p; }\n"
     "void f() { k<<<1, 1>>>((int *)0); k<<<1, 1>>>((float *)0); }",
     "s"},
    {"typedef int number;\n"
     "__global__ void k() { extern __shared__ int s[]; s[0] = 1; }\n"
     "__global__ void q() { extern __shared__ __align__(16) number s[]; }\n"
     "namespace other {\n"
     "__global__ void q() { extern __shared__ float s[]; s[0] = 1; }\n}\n"
     "struct c { __device__ c() {} ~c() {} int x; };\n"
     "__global__ void r() { extern __shared__ c t[]; t[0].x = 1; }",
     NULL},
    {"@cudaGraphicsResource *resource;\ncudaGraphicsResource_t more;",
     "cudaGraphicsResource: sharing memory with graphics is not supported by "
     "the CPU device"},
    /* ends of lines */
    {"\xef\xbb\xbf#include <stdio.h>\r\r\n#if 0\r\n#endif\n"
     "__global__ void k(int *a)\r{ /*\r*/\r\n  a[0] =   1;\r\r\n"
     "  // on\\\r\nand on\r\n  a[1] = a[2]   + @b;}",
     "b"},
    /* libstdc++ must not take the device for ThreadSanitizer. */
    {"#ifdef __SANITIZE_THREAD__\n#error\n#endif\n#ifdef __has_feature\n"
     "#if __has_feature(thread_sanitizer)\n#error\n#endif\n#endif\n",
     NULL},
    {"#include <assert.h>\n#include <stdint.h>\n#include <stdio.h>\n"
     "__global__ void k(uint8_t *a) { assert(a); printf(\"%d\", *a); }",
     NULL},
    {"#include <cooperative_groups.h>\n"
     "__global__ void k(uint8_t *a) { assert(a); printf(\"%d\", *a); }",
     NULL},
    {"__global__ void k(int64_t *a) { *(int *)malloc(4) = INT_MAX + fabs(2.0) "
     "+ clock(); }\n"
     "int main() { srand(time(0)); int x = rand(); memset(&x, 0, 1); exit(x); "
     "}",
     NULL},
};
enum { n_files = sizeof files / sizeof *files };

START_TEST(test_file)
{
    const char *cxx = compiler_of(_i / n_files),
               *check = _i % 2 ? "" : "--check";
    const char *source = files[_i % n_files].source,
               *message = files[_i % n_files].message;
    const char *at = strchr(source, '@');
    char path[64], place[64] = "";
    int line = 1, column = 1;

    if (!cxx)
        return;
    snprintf(path, sizeof path, "%s/f.cu", folder);
    FILE *f = fopen(path, "w");
    fprintf(f, "%.*s%s\n", at ? (int)(at - source) : 0, source,
            at ? at + 1 : source);
    fclose(f);
    for (const char *s = source; at && s < at; s++) {
        bool ends = *s == '\n' || (*s == '\r' && s[1] != '\n');
        column = ends ? 1 : column + 1;
        line += ends;
    }
    if (at && _i < n_files) /* clang points elsewhere in a declaration */
        snprintf(place, sizeof place, "f.cu:%d:%d: error: ", line, column);
    else if (at)
        snprintf(place, sizeof place, "f.cu:%d:", line);
    int status =
        sh(".", "CXX=%s %s %s -c %s -o /dev/null", cxx, simtcc, check, path);
    ck_assert_msg(status == (message != NULL), "%s: %s\n%s", cxx, source, said);
    ck_assert_msg(message || !*said, "%s: %s\n%s", cxx, source, said);
    ck_assert_msg(!message || (strstr(said, place) && strstr(said, message)),
                  "%s: %s\n%s", cxx, source, said);
}
END_TEST

static const struct {
    const char *options;
    int status;
    const char *message;
} lines[] = {
    {"", 2, "simtcc: no input files; see simtcc --help"},
    {"nowhere.cu", 2, "simtcc: nowhere.cu: No such file or directory"},
    {"x.cu -fopenmp", 2,
     "simtcc: unknown option -fopenmp; options for the C++ compiler are "
     "written "
     "as -Xcompiler -fopenmp"},
    {"x.cu --what", 2, "simtcc: unknown option --what; see simtcc --help"},
    {"x.cu -ptx", 2,
     "simtcc: -ptx is not supported by the CPU device; see simtcc --help"},
    {"x.cu -o", 2, "simtcc: -o needs a value"},
    {"x.cu x.cu -c -o y.o", 2,
     "simtcc: -o names one file, but there are 2 to compile"},
    {"x.txt", 2,
     "simtcc: x.txt: not a kind of file that simtcc knows; it takes .cu .cpp "
     ".cc .cxx .c .o .a .so"},
    {"x.cu -lcublas -c -o x.o", 0,
     "simtcc: note: -lcublas is left out; the CPU device has no such library"},
    {"x.cu -arch=sm_80 -gencode arch=compute_80,code=sm_80 --gpu-architecture "
     "sm_70 -Xptxas -v,-O3 --ptxas-options=-v -lineinfo -G -rdc=true "
     "-use_fast_math --expt-relaxed-constexpr --extended-lambda -maxrregcount "
     "32 -m64 -cudart static -t 4 --threads 2 -Xcompiler -Wall,-Wextra -O3 "
     "-std=c++11 -Werror all-warnings -DX=1 -D Y -I . -lcudart -lm -g -c -o "
     "x.o",
     0, ""},
    {"x.cu -dc -o x.o && \"$S\" x.o -L . -o x && ./x", 0, ""},
    {"-x cu x.txt -std=c++20 -MD -MF x.d -c -o y.o && grep -q '^y.o:.*x.txt' "
     "x.d",
     0, ""},
    {"x.cu --keep -c && ls x.ii x.o x.simt.ii", 0, "x.ii\nx.o\nx.simt.ii"},
    {"-c x.cu --keep --keep-dir=$(mktemp -d -p .) && ls */x.simt.ii", 0,
     "/x.simt.ii"},
    {"x.cu -E | grep launch_", 0, "launch_typed"},
    {"y.cu -c -o y.o --expt-relaxed-constexpr", 0, ""},
    {"y.cu -c -o y.o", 1, "code for the GPU cannot call it"},
    /* In check mode as well, nothing is said about our own "else". */
    {"--check -Xcompiler -Wall,-Wextra -c x.cu -o x.o", 0, ""},
    /* any of Thrust's headers */
    {"--version >v; echo '#include <thrust/gather.h>' >t.cu; \"$S\" -c t.cu", 1,
     "t.cu:1:10: error: Thrust (thrust/gather.h) is not supported by the CPU "
     "device."},
    /* the toolkit's headers, which many Makefiles name */
    {"--version >v; mkdir -p tk; echo '#error' >tk/cuda_runtime.h; "
     "\"$S\" -Itk -I tk -isystem tk x.cu -c -o x.o",
     0, ""},
    /* a file for the host's compiler with a header for both */
    {"--version >v; printf '#include <cuda_runtime.h>\n__host__ __device__ int "
     "f(int);\n__global__ void __launch_bounds__(32) k(int *);\n' >f.h; "
     "printf '#include \"f.h\"\nint main() { return f(0); }\n' >h.cpp; "
     "printf '#include \"f.h\"\n__host__ __device__ int f(int x) "
     "{ return x; }\n' >d.cu; \"$S\" h.cpp d.cu -o h && ./h",
     0, ""},
    {"-O2 --dryrun x.cu 2>&1 | grep -c x.cu", 0, "1"},
};
enum { n_lines = sizeof lines / sizeof *lines };

START_TEST(test_command_line)
{
    char path[64];

    if (!compiler_of(0))
        return;
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/x.%s", folder, i ? "txt" : "cu");
        FILE *f = fopen(path, "w");
        fputs(
            "__global__ void k() { int i = 9; if (i) while (i) if (i) i--; }\n"
            "int main() { k<<<1, 1>>>(); return 0; }\n",
            f);
        fclose(f);
    }
    snprintf(path, sizeof path, "%s/y.cu", folder);
    FILE *f = fopen(path, "w");
    fputs("#include <algorithm>\nconstexpr int f(int x) { return x; }\n"
          "__global__ void k(int *a) { *a = std::max(f(1), 2); }\n",
          f);
    fclose(f);
    int status =
        sh(folder, "S=$PWD/../../%s; \"$S\" %s", simtcc, lines[_i].options);
    ck_assert_msg(status == lines[_i].status, "%s: %d %s", lines[_i].options,
                  status, said);
    ck_assert_msg(strstr(said, lines[_i].message), "%s: %s", lines[_i].options,
                  said);
    ck_assert_msg(*lines[_i].message || !*said, "%s: %s", lines[_i].options,
                  said);
}
END_TEST

/* Whatever a program defines before it includes a header of ours: nothing in
 * the header may mean it but CUDA's own names and reserved ones. */
START_TEST(test_macros)
{
    const char *cxx = compiler_of(_i), *check = _i / 2 ? "--check" : "";

    if (!cxx)
        return;
    ck_assert_msg(
        sh(folder,
           "cd ../../common/simt/include && h=$(find . -type f | sort | "
           "xargs grep -L '^#error .* supported by') && cd - >/dev/null && "
           "I=../../common/simt/include && for f in ../simt.h $h; do g++ -fpreprocessed -dD -E -P -x c++ $I/$f; done 2>/dev/null | "
           "sed 's/\"[^\"]*\"//g' | grep -oE '[A-Za-z0-9_]+' | "
           "grep -E '^[A-Za-z]' | sort -u | grep -vE '^(simt|SIMT|cu|CU)' | "
           "comm -23 - ../simt/include/macros >names && wc -l <names && "
           "{ sed 's/.*/#define & ]/' names; for f in $h; do "
           "echo \"#include <$f>\"; done; sed 's/.*/#undef &/' names; "
           "echo '__global__ void k(int *a) { *a = 1; }'; "
           "echo 'int main() { k<<<1, 1>>>(0); }'; } >n.cu && "
           "printf '%%s\\n' -Dsize=16 -Dthreads=256 -Dblock=2 '-Df(x)=x+' "
           ">options") == 0 &&
            atoi(said) > 500,
        "%s", said);
    ck_assert_msg(sh(folder, "CXX=%s ../simt/simtcc %s -c n.cu -o n.o", cxx,
                     check) == 0,
                  "%s %s: %.2000s", cxx, check, said);
    /* ... and then they are the program's again. */
    ck_assert_msg(
        sh(folder,
           "echo '#include <cooperative_groups.h>\n#include <cuda_fp16.h>\n"
           "int main() { return A + N + S + T + size + threads + block + f(1) "
           "2 == 355 ? 0 : 1; }' >m.cu && CXX=%s xargs -d '\\n' "
           "../simt/simtcc %s -DA=20 -DN=30 -DS=10 -DT=18 m.cu -o m <options "
           "&& SIMT_REPORT_FD=2 ./m",
           cxx, check) == 0,
        "%s %s: %.2000s", cxx, check, said);
}
END_TEST

/* Names of the C++ library that a program may well have for variables of its
 * own, with `using namespace std;`: our headers bring in no more of them than
 * those that nvcc's include. */
static const char *const std_headers[] = {
    "", "#include <iostream>\n", "#include <cstdio>\n#include <cmath>\n"};

START_TEST(test_names)
{
    static const char theirs[] = "#include <assert.h>\n#include <cmath>\n"
                                 "#include <cstdlib>\n#include <new>\n"
                                 "#include <stdio.h>\n#include <string.h>\n"
                                 "#include <time.h>\n#include <utility>\n";
    static const char names[] =
        "accumulate advance all_of any any_of apply array as_const async "
        "atomic back_inserter barrier begin bind binary_search bit_cast bitset "
        "boyer byte cbegin cend chrono clamp complex conditional copy copy_n "
        "count count_if crbegin data deque distance divides dynamic_extent "
        "empty end endl equal equal_to exchange extent fill fill_n filesystem "
        "find find_if fixed flush for_each forward forward_list function "
        "future gcd generate get get_time greater hash hex ignore includes "
        "inner_product inserter invoke iota is_sorted iterator istream jthread "
        "lcm left less lerp less_equal list lock lock_guard locale "
        "make_pair make_tuple map max_element mem_fn merge midpoint "
        "min_element minmax minus mismatch modulus move multiplies multimap "
        "mutex negate next none_of nth_element numbers oct optional ostream "
        "pair partial_sum partition permutation plus prev priority_queue "
        "queue random_device rank ratio rbegin reduce ref regex remove_if "
        "rend replace reverse right rotate sample search seed_seq set "
        "setprecision setw shared_ptr shuffle size sort span stack "
        "strong_order stringstream string string_view swap thread tie "
        "transform transform_reduce tuple unique unique_ptr upper_bound "
        "valarray "
        "variant vector visit wstring zip ws";
    const char *cxx = compiler_of(_i), *headers = std_headers[_i / 2 % 3];
    char path[64], list[sizeof names], *word, *rest;

    if (!cxx)
        return;
    for (int ours = 0; ours < 2; ours++) {
        snprintf(path, sizeof path, "%s/names.%s", folder, ours ? "cu" : "cpp");
        FILE *f = fopen(path, "w");
        fprintf(f, "%s%susing namespace std;\n", headers, ours ? "" : theirs);
        strcpy(list, names);
        for (word = strtok_r(list, " ", &rest); word;
             word = strtok_r(NULL, " ", &rest))
            fprintf(f, "float *%s;\nvoid f_%s() { (void)%s; }\n", word, word,
                    word);
        fclose(f);
    }
    ck_assert_msg(
        sh(folder,
           "said() { \"$@\" 2>&1 | sed -n 's/.* error: //p' | sort -u; }; "
           "said %s -std=gnu++17 -fmax-errors=0 -c names.cpp -o names.o "
           ">nvcc; said env CXX=%s ../simt/simtcc -Xcompiler "
           "-fmax-errors=0 -c names.cu -o names.o >ours; "
           "comm -13 nvcc ours",
           cxx, cxx) == 0 &&
            !*said,
        "%s %s: %.2000s", cxx, headers, said);
}
END_TEST

/* Small programs in forms.txt: a part of them; all of them, and with nvcc if it
 * is there, where $KIT_EXHAUSTIVE is set. */
START_TEST(test_forms)
{
    const char *all = getenv("KIT_EXHAUSTIVE");

    if (!compiler_of(0))
        return;
    if (sh(".", "command -v python3") != 0) {
        puts("test_translate: NO python3: forms.txt is NOT tested");
        return;
    }
    ck_assert_msg(sh(".", "python3 grader/tests/forms.py %s",
                     !all                               ? "--part 5/60"
                     : sh(".", "command -v nvcc") == 0 ? "--nvcc"
                                                       : "") == 0,
                  "%.4000s", said);
}
END_TEST

/* Each standard header alone, if all is asked for; all at once they are in
 * grader/tests/right/11_addone. */
START_TEST(test_headers)
{
    const char *cxx = compiler_of(_i), *check = _i / 2 ? "--check" : "";

    if (!cxx || !getenv("KIT_EXHAUSTIVE"))
        return;
    ck_assert_msg(
        sh(folder,
           "sed -n 's/#include \\(<.*>\\)/\\1/p' "
           "../../grader/tests/right/11_addone/addone.cu | while read h; do "
           "echo \"#include $h\n__global__ void k(int *a) { *a = 1; }\n"
           "int main() { k<<<1, 1>>>(0); }\" >h.cu; "
           "CXX=%s ../simt/simtcc %s -Wall h.cu -o h || echo \"$h\"; done",
           cxx, check) == 0 &&
            !*said,
        "%s %s: %.4000s", cxx, check, said);
}
END_TEST

/* With parsed headers the object is the same; so it is where they
 * are damaged, or are not those that the options ask for. */
START_TEST(test_prepared)
{
    const char *check = _i ? "--check" : "";

    if (!compiler_of(0))
        return;
    ck_assert_msg(
        sh(folder,
           "rm -rf k && mkdir -p k/build/simt && ln -s \"$PWD/../../common\" k "
           "&& "
           "cp ../simt/simtcc k/build/simt && cd k && "
           "printf '#include <cstdio>\n__global__ void k(int *a) { *a = 1; }\n"
           "int main() { int n; k<<<1, 2>>>(&n); puts(__FILE__); }\n' >x.cu && "
           "S='build/simt/simtcc %s -Wall -c x.cu -o' && $S 1 && "
           "build/simt/simtcc %s --prepare && ls build/simt/*.gch && "
           "$S 2 && cmp 1 2 && "
           "$S 3 -DNDEBUG && cmp 1 3 && "
           "echo damaged >$(ls build/simt/*.gch) && $S 4 && cmp 1 4",
           check, check) == 0,
        "%s", said);
}
END_TEST

/* ---- facts for check mode ------------------------------------------------ */

/* The largest aligned type that the text names, and one more if there is a
 * __restrict__. */
static const struct {
    const char *source;
    int fact; /* 0: none is told */
} facts[] = {
    {"__global__ void f(const float *a);", 0},
    {"__global__ void f(const float3 *a, int floats4);", 0},
    {"int n = float4(1);", 0},
    {"__global__ void f(const uchar2 *a);", 2},
    {"__global__ void f(const short4 *a, const char2 *b);", 8},
    {"__global__ void f(const float2 *a);", 8},
    {"__global__ void f(uint4 *a);", 16},
    {"__global__ void f(ulonglong4_32a *a);", 16},
    {"struct alignas(8) pair { float x, y; };", 8},
    {"struct alignas(float4) four { float x[4]; };", 16},
    /* as the preprocessor leaves __align__(16) behind */
    {"struct\n# 1 \"x.cu\" 3\n__attribute__((aligned(16)))\n# 1 \"x.cu\"\n"
     "four { float x[4]; };",
     16},
    {"# 1 \"cuda.h\" 3\nstruct float4;\n# 2 \"x.cu\"\nint n;", 0},
    {"__global__ void f(const float *__restrict__ a);", 1},
    {"__global__ void f(const float4 *__restrict a);", 17},
};

START_TEST(test_facts)
{
    static const char begins[] = "simt_facts=";
    char *messages;
    int errors;

    for (int check = 0; check < 2; check++) {
        char *out = translated(facts[_i].source, check, &messages, &errors);
        squeeze(out);
        const char *at = strstr(out, begins);
        int fact = at ? atoi(at + strlen(begins)) : 0;
        ck_assert_msg(fact == (check ? facts[_i].fact : 0), "%s: %d",
                      facts[_i].source, fact);
        free(out);
        free(messages);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("translate");
    TCase *text = tcase_create("text"), *programs_ = tcase_create("programs");
    TCase *macros = tcase_create("macros"), *forms = tcase_create("forms");
    int failed;

    sh(".", "mkdir -p build");
    if (!mkdtemp(folder)) {
        perror("test_translate: build/test_translate.XXXXXX");
        return 2;
    }
    tcase_set_timeout(text, 60);
    tcase_set_timeout(programs_, 300);
    tcase_set_tags(programs_, "ordinary"); /* programs of the ordinary build */
    tcase_add_loop_test(text, test_piece, 0, n_pieces);
    tcase_add_test(text, test_places);
    tcase_add_loop_test(text, test_mistake, 0, n_mistakes);
    tcase_add_loop_test(text, test_letters, 0, 5);
    tcase_add_loop_test(text, test_dynamic, 0,
                        sizeof dynamics / sizeof *dynamics);
    tcase_add_loop_test(text, test_space, 0, n_spaces);
    tcase_add_loop_test(text, test_soup, 0, 20);
    tcase_add_loop_test(text, test_deep, 0, 4);
    tcase_add_test(text, test_align);
    tcase_add_loop_test(programs_, test_program, 0,
                        4 * (int)(sizeof programs / sizeof *programs));
    tcase_add_loop_test(text, test_facts, 0,
                        sizeof facts / sizeof *facts);
    tcase_add_loop_test(programs_, test_static_library, 0, 2);
    tcase_add_loop_test(programs_, test_messages, 0, 2);
    tcase_add_loop_test(programs_, test_file, 0, 2 * n_files);
    tcase_add_loop_test(programs_, test_command_line, 0, n_lines);
    tcase_add_loop_test(macros, test_macros, 0, 4);
    tcase_add_loop_test(forms, test_names, 0, 6);
    tcase_add_test(forms, test_forms);
    tcase_add_loop_test(forms, test_headers, 0, 4);
    tcase_add_loop_test(programs_, test_prepared, 0, 2);
    suite_add_tcase(suite, text);
    suite_add_tcase(suite, programs_);
    tcase_set_timeout(macros, 300);
    tcase_set_tags(macros, "ordinary");
    suite_add_tcase(suite, macros);
    tcase_set_timeout(forms, getenv("KIT_EXHAUSTIVE") ? 3600 : 300);
    tcase_set_tags(forms, "ordinary");
    suite_add_tcase(suite, forms);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    sh(".", "rm -rf %s", folder);
    return failed != 0;
}
