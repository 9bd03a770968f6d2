// caught by: correctness
// says: fit into its type
// hint: Which of your variables are made from n
// The loop counts with an int: from 2^31 numbers on it is lost, and OpenMP,
// which computes the number of steps before the loop begins, takes what is left
// of n in an int.
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    int64_t sum = 0;

#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < (int)n; i++)
        sum += a[i];
    return sum;
}
