/* The program of lab 55: how many pairs of some rows are found by the CPU and
 * by the devices. Arguments: how many rows, and how many devices; without them,
 * all that there are. `SIMT_DEVICES=4 make explain LAB=55` draws. */
#include "devices.h"

#include "common/program/device_memory.h"
#include "common/spearman.h"

#ifdef SIMT_CHECK /* make explain: each access takes its time */
enum { SOME_ROWS = 1000 };
#else
enum { SOME_ROWS = 5000 };
#endif

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : SOME_ROWS, devices, *power;
    long long want = 0, found = -1;
    unsigned refused = ~0u;
    signed char *rank;
    uint64_t seed = 97403;

    check(cudaGetDeviceCount(&devices), "cudaGetDeviceCount");
    if (argc > 2 && atoi(argv[2]) < devices)
        devices = atoi(argv[2]);
    check(cudaMallocHost(&rank, (size_t)n * RANK_ROW + 1), "memory");
    check(cudaMallocHost(&power, n * sizeof *power + 1), "memory");
    for (int i = 0; i < n; i++) {
        int x[COLS];

        write_row(x, COUNTS, &seed);
        power[i] = rank_row(x, &rank[(size_t)RANK_ROW * i]);
    }
    for (int row = 0; row < n; row++)
        for (int col = row + 1; col < n; col++)
            want += correlated(dot_of_ranks(&rank[(size_t)RANK_ROW * row],
                                            &rank[(size_t)RANK_ROW * col]),
                               power[row], power[col]);

    check((cudaError_t)found_on_devices(rank, power, n, devices, &found,
                                        &refused),
          "found_on_devices");
    printf("%d rows, devices: %d%s\n", n, devices,
           devices == 1 ? "; SIMT_DEVICES=4 in front of make gives you four"
                        : "");
    for (int d = 0; d < devices; d++)
        if (refused >> d & 1)
            printf("device %d has refused\n", d);
    printf("found by the CPU: %lld, by the devices: %lld\n", want, found);
    cudaFreeHost(rank);
    cudaFreeHost(power);
    return found != want;
}
