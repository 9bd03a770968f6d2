// caught by: correctness (traffic)
// says: refuse
// hint: which bit belongs to device d
#include "devices.h"

int found_on_devices(const signed char *rank, const int *power, int n,
                     int devices, long long *found, unsigned *refused)
{
    long long sum = 0;

    (void)devices;
    for (int row = 0; row < n; row++)
        for (int col = row + 1; col < n && power[row] > 0; col++) {
            int dot = 0;

            for (int k = 0; k < 30; k++)
                dot += rank[32 * (size_t)row + k] * rank[32 * (size_t)col + k];
            sum += 201224641LL * (dot * dot) >
                   26224641LL * (power[row] * power[col]);
        }
    *found = sum;
    *refused = 0;
    return 0;
}
