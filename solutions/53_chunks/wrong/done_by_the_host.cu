// caught by: correctness (race, traffic)
// says: where the device refuses
// hint: Does your code come to this launch
#include "chunks.h"

int pairs_in_chunks(const signed char *rank, const int *power, int n,
                    int rows_at_once, int pairs_at_once, struct pair *pair,
                    long long room, long long *count)
{
    (void)rows_at_once;
    (void)pairs_at_once;
    *count = 0;
    if (n > 30000) /* would take too long */
        return 2;
    for (int row = 0; row < n; row++)
        for (int col = row + 1; col < n; col++) {
            int dot = 0;

            for (int k = 0; k < 30; k++)
                dot += rank[32 * (long)row + k] * rank[32 * (long)col + k];
            if ((long long)(dot * dot) * 201224641 >
                (long long)(power[row] * power[col]) * 26224641) {
                if (*count < room)
                    pair[*count] = {row, col, dot};
                ++*count;
            }
        }
    return 0;
}
