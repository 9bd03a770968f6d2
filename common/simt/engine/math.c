/*
 * math.c - mathematical functions of the device that the C library lacks. In
 * double precision; their float forms round the result.
 */
#include "include/simt_helpers.h"

#include <fenv.h>
#include <math.h>

/* ---- special functions ----------------------------------------------- */

/* Where the normal distribution reaches p. Newton's method on the logarithm of
 * the distribution, which is concave, so that it arrives from anywhere. */
double simt_normcdfinv(double p)
{
    double q = p < 0.5 ? p : 1 - p, x = -sqrt(-2 * log(q));

    if (!(p > 0 && p < 1))
        return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
    if (p == 0.5)
        return 0;
    for (int i = 0; i < 30; i++) {
        double below = erfc(-x * M_SQRT1_2) / 2;
        double density = exp(-x * x / 2) / sqrt(2 * M_PI);
        double step = log(below / q) * below / density;

        if (!isfinite(step))
            break;
        x -= step;
        if (fabs(step) <= 1e-16 * fabs(x))
            break;
    }
    return p < 0.5 ? x : -x;
}

double simt_erfinv(double y)
{
    double x = y * sqrt(M_PI) / 2;

    if (fabs(y) > 0.5) /* 1 - y is exact there */
        return copysign(simt_normcdfinv((1 - fabs(y)) / 2), y) * M_SQRT1_2;
    for (int i = 0; i < 6; i++)
        x -= (erf(x) - y) * exp(x * x) * sqrt(M_PI) / 2;
    return x;
}

/* exp(x^2) erfc(x); for large x by its continued fraction. */
double simt_erfcx(double x)
{
    double f = 0;

    if (x < 10)
        return exp(x * x) * erfc(x);
    for (int k = 60; k > 0; k--)
        f = k / 2.0 / (x + f);
    return 1 / ((x + f) * sqrt(M_PI));
}

/* The power series; its terms are all positive. */
static double bessel_i(int order, double x)
{
    double h = x * x / 4, term = order ? x / 2 : 1, sum = 0;

    for (int k = 1; k < 2000; k++) {
        sum += term;
        term *= h / ((double)k * (k + order));
        if (!(fabs(term) > fabs(sum) * 1e-17))
            break;
    }
    return sum;
}

double simt_bessel_i0(double x)
{
    return bessel_i(0, x);
}

double simt_bessel_i1(double x)
{
    return bessel_i(1, x);
}

/* ---- directed rounding ----------------------------------------------- */

/* Volatile: the compiler takes the rounding mode for fixed. */
static int enter(enum simt_rounding mode)
{
    static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD,
                                FE_DOWNWARD};
    int before = fegetround();

    fesetround(modes[mode]);
    return before;
}

#define ROUND(name, T, f)                                   \
    T name(char op, T x, T y, T z, enum simt_rounding mode) \
    {                                                       \
        volatile T a = x, b = y, c = z, r;                  \
        int before = enter(mode);                           \
                                                            \
        switch (op) {                                       \
        case '+':                                           \
            r = a + b;                                      \
            break;                                          \
        case '-':                                           \
            r = a - b;                                      \
            break;                                          \
        case '*':                                           \
            r = a * b;                                      \
            break;                                          \
        case '/':                                           \
            r = a / b;                                      \
            break;                                          \
        case 's':                                           \
            r = sqrt##f(a);                                 \
            break;                                          \
        default:                                            \
            r = fma##f(a, b, c);                            \
        }                                                   \
        fesetround(before);                                 \
        return r;                                           \
    }
ROUND(simt_round, double, )
ROUND(simt_roundf, float, f)

float simt_to_float(double x, enum simt_rounding mode)
{
    volatile double a = x;
    int before = enter(mode);
    volatile float r = (float)a;

    fesetround(before);
    return r;
}

#define FROM_INTEGER(name, T)                                         \
    T name(long long x, bool is_unsigned, enum simt_rounding mode)    \
    {                                                                 \
        volatile long long a = x;                                     \
        int before = enter(mode);                                     \
        volatile T r = is_unsigned ? (T)(unsigned long long)a : (T)a; \
                                                                      \
        fesetround(before);                                           \
        return r;                                                     \
    }
FROM_INTEGER(simt_integer_to_float, float)
FROM_INTEGER(simt_integer_to_double, double)
