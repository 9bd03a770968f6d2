/*
 * simt_names.h - what a line of the student's says about an access: which
 * variable it is, what allocated it. Text of which nothing is trusted; where it
 * does not tell, a name is "".
 */
#ifndef SIMT_NAMES_H
#define SIMT_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "reports/simt_raw.h"

enum { NAME = 80, CODE = 100 }; /* bytes of a name, of a line quoted */

/*
 * What the access is about, as the source says it: "c[i]"; "" if the text
 * does not tell. gcc's columns are at the closing bracket of an element, at
 * the "=" or the declared name where a plain copy is made, and at the name of
 * an inlined function. `base`: the variable's name if it is known, else "".
 */
void simt_name_access(const struct simt_party *s, const char *base, char *name,
                      size_t size);

/* The variable that an lvalue starts with: "p" of "*p", "a" of "a[i].x" and of
 * "((int2 *)a)[i]". */
void simt_base_of(const char *lvalue, char *base, size_t size);

/* "d_a" where its line has "cudaMalloc(&d_a, ...)". Returns what frees it; null
 * for malloc() and new in a kernel. */
const char *simt_name_allocation(const struct simt_party *made, char *name,
                                 size_t size);

/* Which call has made the allocation: "cudaMallocManaged". */
void simt_making_call(const struct simt_party *made, char *call, size_t size);

/* The bytes of a number in the vectors that a line names, "float4"; 0: none, or
 * of several sizes. */
int64_t simt_number_of_vector(const struct simt_party *s);

/* The line's code without its indentation, cut if it is long. */
void simt_quote(const struct simt_party *s, char *text, int size);

#endif
