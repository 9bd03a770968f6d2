/* expect.h - whether a number is near enough to what is wanted. */
#ifndef EXPECT_H
#define EXPECT_H

#include <math.h>
#include <stdbool.h>

static inline bool expect_is_close(double want, double got, double rtol,
                                   double atol)
{
    /* equal infinities are close, and NaN to NaN alone */
    if (!isfinite(want))
        return want == got || (isnan(want) && isnan(got));
    return fabs(got - want) <= atol + rtol * fabs(want);
}

#endif
