/* random.h - numbers that look random, for drawing samples and inputs: the same
 * seed, the same numbers (splitmix64; Steele, Lea, Flood, OOPSLA 2014). */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *x)
{
    uint64_t z = (*x += 0x9E3779B97F4A7C15u);

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

#endif
