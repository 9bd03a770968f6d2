/* verdict.c - the verdicts of measure.h: statistics, and what pairs say. */
#include <math.h>

#include "machine/measure.h"

/* ---- statistics --------------------------------------------------------- */

static bool any_nan(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (isnan(x[i]))
            return true;
    return false;
}

/* The value that is rank-th (1..n) when sorted. Counting for every value how
 * many are below it costs n*n steps, little for hundreds, and needs no sorted
 * copy, so it cannot run out of memory. No NANs, please. */
static double order_statistic(const double *x, int n, int rank)
{
    for (int i = 0; i < n; i++) {
        int below = 0, equal = 0;
        for (int j = 0; j < n; j++) {
            below += x[j] < x[i];
            equal += x[j] == x[i];
        }
        if (below < rank && rank <= below + equal)
            return x[i];
    }
    return NAN; /* rank out of range */
}

double measure_quartile(const double *x, int n)
{
    return any_nan(x, n) ? NAN : order_statistic(x, n, (n + 3) / 4);
}

double measure_median(const double *x, int n)
{
    if (n < 1 || any_nan(x, n))
        return NAN;
    if (n % 2)
        return order_statistic(x, n, n / 2 + 1);
    /* halves first: the sum of two large values could overflow */
    return order_statistic(x, n, n / 2) / 2 +
           order_statistic(x, n, n / 2 + 1) / 2;
}

/* The largest rank r for which (x_r, x_n+1-r) still covers the median well
 * enough; 0 if not even the extremes do. The interval misses on one side if
 * at most r - 1 of n fair coins show heads, so that chance may be at most
 * (1 - confidence) / 2. */
static int interval_rank(int n, double confidence)
{
    /* room for rounding, so that 0.9921875 is still reached by n = 8 */
    double allowed = (1 - confidence) / 2 * (1 + 1e-12);
    /* in logarithms: 2 to the -n is no double any more beyond n = 1074 */
    double log_chance = -n * log(2);
    double tail = 0;
    int rank = 0;

    while (2 * (rank + 1) <= n + 1) {
        tail += exp(log_chance); /* exactly `rank` heads */
        if (!(tail <= allowed))
            break;
        log_chance += log((double)(n - rank) / (rank + 1));
        rank++;
    }
    return rank;
}

struct interval measure_interval(const double *x, int n, double confidence)
{
    struct interval i = {-INFINITY, measure_median(x, n), INFINITY};
    int rank = interval_rank(n, confidence);

    if (rank > 0 && !isnan(i.middle)) {
        i.low = order_statistic(x, n, rank);
        i.high = order_statistic(x, n, n + 1 - rank);
    }
    return i;
}

enum check_status measure_decide(struct interval i, double goal)
{
    /* said so that a NAN in any of the three is no interval */
    if (!(i.low <= i.middle && i.middle <= i.high))
        return STATUS_UNTOLD;
    if (i.low >= goal)
        return STATUS_PASS;
    if (i.high < goal)
        return STATUS_FAIL;
    return STATUS_UNTOLD;
}

/* ---- pairs and what they say -------------------------------------------- */

/* Of the time that all cores have during a call, or of one core for the run
 * delay: this much may be lost where they still count as ours. */
static const double lost_most = 0.1;
/* Where others use the cores as well, the same work costs more CPU time: others
 * fill the caches, and who has to share a core is switched for every wait. Not
 * less than this part of it would be left on cores of its own. */
static const double dearer = 0.8;
static const double sure = 0.999, rather_sure = 0.9;
static const double busy = 0.8; /* of the goal; see measure_verdict() */

/* Whether so many at once are threads that ran together, not in turns. */
static double together_from(int cores)
{
    return 1 + (cores - 1) / 4.0;
}

struct pair measure_pair(const struct usage *yours, const struct usage *ceiling,
                         int cores)
{
    /* More working threads than cores wait for each other. Then run delay does
     * not tell what the neighbours took. */
    bool delays_tell = yours->delays_known && yours->workers <= cores;
    struct pair p = {
        .yours = measure_time(yours, cores),
        .ceiling = measure_time(ceiling, cores),
        .at_once = yours->cpu > 0 ? yours->cpu / yours->wall : NAN,
        /* The ceiling could use all cores all the time. Did it? */
        .quiet = ceiling->cpu >= (1 - lost_most) * cores * ceiling->wall,
    };

    if (delays_tell && yours->delay_all > lost_most * yours->wall)
        p.quiet = false;
    /* What neighbours took is then known only from the ceiling, which met the
     * same neighbours. */
    if (yours->workers > cores && ceiling->wall > 0) {
        double shared = yours->wall * (p.ceiling / ceiling->wall);
        if (p.yours < shared)
            p.yours = shared;
    }
    /* At any moment a call waits for one thing at most. So each second of run
     * delay has cost it a second at most, and perhaps none. */
    double share = yours->cpu / cores * (p.quiet ? 1 : dearer);
    if (delays_tell)
        p.least = yours->wall - yours->delay_all;
    else
        p.least = p.quiet ? p.yours : share;
    if (p.least < share)
        p.least = share;
    if (p.least > p.yours)
        p.least = p.yours;
    return p;
}

/* One figure of every pair that decides, and its interval. */
enum figure { YOURS, LEAST, CEILING, FRACTION, FRACTION_AT_BEST, AT_ONCE };

static double figure(const struct pair *p, enum figure f)
{
    switch (f) {
    case YOURS:
        return p->yours;
    case LEAST:
        return p->least;
    case CEILING:
        return p->ceiling;
    case FRACTION:
        return p->ceiling / p->yours;
    case FRACTION_AT_BEST:
        return p->ceiling / p->least;
    case AT_ONCE:
        return p->at_once;
    }
    return NAN;
}

static int figures(const struct pair *pair, int n, bool quiet_only,
                   enum figure f, double *x)
{
    int k = 0;

    for (int i = 0; i < n; i++)
        if (pair[i].quiet || !quiet_only)
            x[k++] = figure(&pair[i], f);
    return k;
}

static struct interval interval_of(const struct pair *pair, int n,
                                   bool quiet_only, enum figure f)
{
    double x[MEASURE_MAX_PAIRS] = {0};
    int k = figures(pair, n, quiet_only, f, x);

    return measure_interval(x, k, sure);
}

static double quartile_of(const struct pair *pair, int n, bool quiet_only,
                          enum figure f)
{
    double x[MEASURE_MAX_PAIRS] = {0};
    int k = figures(pair, n, quiet_only, f, x);

    return measure_quartile(x, k);
}

/* Whether it is as fast in the pairs in which its threads ran together. If
 * they had the same core in turns they were not in each other's way, and it
 * does not show what a lock, or a counter that all change, costs. */
static bool fast_together(const struct pair *pair, int n, int cores,
                          double goal)
{
    double x[MEASURE_MAX_PAIRS] = {0};
    int k = 0;

    for (int i = 0; i < n; i++)
        if (!(pair[i].at_once < together_from(cores)))
            x[k++] = figure(&pair[i], FRACTION);
    return k > 0 && measure_interval(x, k, rather_sure).low >= goal;
}

struct verdict measure_verdict(const struct pair *pair, int n, int enough,
                               int cores, double goal)
{
    struct verdict v = {.status = STATUS_UNTOLD,
                        .slowest = -INFINITY,
                        .fastest = INFINITY};
    int n_quiet = 0;
    bool hopeless = n > 0;

    for (int i = 0; i < n; i++) {
        n_quiet += pair[i].quiet;
        hopeless = hopeless && pair[i].ceiling / pair[i].least < goal / 3;
    }
    bool quiet = n_quiet >= enough;
    v.pairs = quiet ? n_quiet : n;
    v.yours = interval_of(pair, n, quiet, YOURS);
    v.ceiling = interval_of(pair, n, quiet, CEILING);
    v.fraction = interval_of(pair, n, quiet, FRACTION);
    v.yours_at_ease = quartile_of(pair, n, quiet, YOURS);
    if (hopeless) { /* no statistics needed, save the time */
        v.status = STATUS_FAIL;
        return v;
    }
    if (n < enough)
        return v;

    /* Trouble that hits one of the two again and again moves the median, but
     * not what both can do in a quiet moment: the two must agree. */
    double ceiling_at_ease = quartile_of(pair, n, quiet, CEILING);
    struct interval at_best = interval_of(pair, n, quiet, FRACTION_AT_BEST);
    double fast_at_ease = ceiling_at_ease / quartile_of(pair, n, quiet, LEAST);
    double slow_at_ease = ceiling_at_ease / v.yours_at_ease;
    bool fast = v.fraction.low >= goal && slow_at_ease >= goal;
    /* Where others work, too, the one who shares out work as it comes loses
     * more than the ceiling does: only what is far off is known to be slow. */
    double slow_below = quiet ? goal : busy * goal;
    bool slow = measure_decide(at_best, slow_below) == STATUS_FAIL &&
                fast_at_ease < slow_below;

    v.slowest = fmin(v.fraction.low, slow_at_ease);
    v.fastest = fmax(at_best.high, fast_at_ease);
    if (slow) {
        v.status = STATUS_FAIL;
    } else if (fast && fast_together(pair, n, cores, goal)) {
        v.status = STATUS_PASS;
    } else if (fast) {
        /* Were the cores its own, and did it not use them? */
        v.why = WHY_IN_TURNS;
        if (quiet &&
            interval_of(pair, n, true, AT_ONCE).high < together_from(cores)) {
            v.status = STATUS_FAIL;
            v.why = WHY_ONE_CORE;
        }
    }
    return v;
}
