/*
 * translate.c - from CUDA C++ to C++ for the CPU device.
 *
 *   add<<<g, b>>>(x, 3);       ::simt::launch_typed(::simt::config(g, b),
 *                                  "add", "x.cu", 12, add,
 *                                  [](auto &...simt_p) { add(simt_p...); })
 *                                  (x, 3);
 *     launch_generic(), which has no pointer to the kernel, where the types of
 *     the parameters are not known before the arguments are; launch_typed()
 *     without the lambda where `add` is no name of a kernel but an expression
 *   __shared__ float t[9];     static __thread float t[9];
 *     check mode: alone in a struct with 128 bytes behind it that nobody may
 *     touch, under a name that the symbol table shows: simt_shared_t
 *   extern __shared__ T s[];   T (&s)[] = ...(::simt_dynamic_shared);
 *   __device__ int n;          __attribute__((section("simt_device"))) int n;
 *     and simt_constant, simt_managed; const ones stay as they are, since a
 *     section cannot hold both kinds
 *   __global__ __device__      nothing, on functions
 *
 * Text is only ever replaced in place. Behind a replacement that is not as
 * long as what it replaces, a line "# 12 "x.cu"" and blanks bring the compiler
 * back to the line and column that the student sees.
 *
 * What is a kernel, a variable or a function is decided by looking at tokens,
 * with no table of types: the first walk over the tokens collects the names of
 * kernels and functions, the second one rewrites. Both know the scope they are
 * in from the words before each opening brace.
 */
#include "compiler/translate.h"

#include "compiler/check_mode.h"
#include "compiler/names.h"
#include "compiler/output.h"
#include "compiler/variables.h"
#include "compiler/walk.h"

#include <stdlib.h>
#include <string.h>

char *translate(const char *text, size_t *length, int how, FILE *messages,
                int *errors)
{
    struct unit u = {.n = *length,
                     .check = how & TRANSLATE_CHECK,
                     .relaxed = how & TRANSLATE_RELAXED,
                     .messages = messages,
                     .names_room = 1024};
    u.s = malloc(u.n + 1);
    u.names = calloc(u.names_room, sizeof *u.names);
    *errors = 0;
    if (!u.s || !u.names || u.n > UINT32_MAX / 2) {
        u.failed = true;
    } else {
        memcpy(u.s, text, u.n);
        u.s[u.n] = '\0';
        make_tokens(&u);
        if (!u.failed)
            walk(&u, false);
        if (!u.failed)
            walk(&u, true);
        if (!u.failed)
            copy(&u, u.done, u.n, u.done_token);
        if (!u.failed)
            sum_constants(&u);
        if (!u.failed && u.check)
            put_facts(&u);
    }
    *errors = u.errors;
    u.out.failed = u.out.failed || u.failed;
    char *out = finish(&u.out, length);
    for (uint32_t i = 0; i < u.nfiles; i++)
        free(u.files[i].name);
    free(u.files);
    free(u.shared_sizes.s);
    free(u.constant_sizes.s);
    free(u.tokens);
    free(u.names);
    free(u.s);
    return out;
}
