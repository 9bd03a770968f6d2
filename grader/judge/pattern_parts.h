/* pattern_parts.h - what pattern.c, which says where the wrong elements lie,
 * and pattern_values.c, which says what is in them, have in common. */
#ifndef PATTERN_PARTS_H
#define PATTERN_PARTS_H

#include <string.h>

#include "judge/pattern.h"

enum { ENOUGH = 3 };

static inline bool is_real(const struct pattern *p)
{
    return p->type == PATTERN_F32 || p->type == PATTERN_F64;
}

static inline double real(const struct pattern *p, const void *array, size_t i)
{
    return p->type == PATTERN_F32 ? (double)((const float *)array)[i]
                                  : ((const double *)array)[i];
}

static inline int64_t whole(const struct pattern *p, const void *array,
                            size_t i)
{
    return p->type == PATTERN_I32 ? ((const int32_t *)array)[i]
                                  : ((const int64_t *)array)[i];
}

static inline uint64_t bits(const struct pattern *p, const void *array,
                            size_t i)
{
    uint32_t narrow;
    uint64_t wide;

    if (p->type == PATTERN_F32 || p->type == PATTERN_I32) {
        memcpy(&narrow, (const char *)array + 4 * i, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, (const char *)array + 8 * i, sizeof wide);
    return wide;
}

/* The same number; that two are close would be chance now and then. */
static inline bool same(const struct pattern *p, const void *a, size_t i,
                        const void *b, size_t k)
{
    return is_real(p) ? real(p, a, i) == real(p, b, k)
                      : whole(p, a, i) == whole(p, b, k);
}

static inline bool is_zero(const struct pattern *p, const void *array, size_t i)
{
    return is_real(p) ? real(p, array, i) == 0 : whole(p, array, i) == 0;
}

/* pattern_values.c: what all wrong elements that were written have in common.
 */
void pattern_say_values(const struct pattern *p, char *text, size_t size);

#endif
