/*
 * bench_devices.cu - how long an answer to lab 55 takes with one device, with
 * two, and so on as far as there are any:
 *
 *   nvcc -O3 -arch=native -I. -Ilabs/55_devices -o bench_devices \
 *       grader/tests/cu/bench_devices.cu solutions/55_devices/devices.cu
 *   ./bench_devices [ROWS]
 *
 * Medians; the first call of each is not counted. The answer is compared with
 * that of one device. The modelled timeline, for each number of devices D:
 *
 *   make explain LAB=55 SRC=solutions
 *   SIMT_DEVICES=D build/grader/simtcheck --explain \
 *       build/explain/55_devices/program 1500 D
 */
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "bench.h"
#include "common/spearman.h"
#include "devices.h"

enum { ROWS = 100000, TIMES = 7 };

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : ROWS;
    long long one_found = 0;
    signed char *rank;
    double one = 0;
    int *power, there;
    uint64_t seed = 97403;

    CHECK(cudaGetDeviceCount(&there));
    CHECK(cudaMallocHost(&rank, (size_t)n * RANK_ROW));
    CHECK(cudaMallocHost(&power, n * sizeof *power));
    for (int i = 0; i < n; i++) {
        int x[COLS];

        write_row(x, COUNTS, &seed);
        power[i] = rank_row(x, &rank[(size_t)RANK_ROW * i]);
    }
    for (int devices = 1; devices <= there && devices <= 8; devices++) {
        double ms[TIMES];
        long long found = -1;

        for (int i = -1; i < TIMES; i++) {
            unsigned refused;
            auto begin = std::chrono::steady_clock::now();

            CHECK(found_on_devices(rank, power, n, devices, &found, &refused));
            CHECK(refused);
            if (i >= 0)
                ms[i] = std::chrono::duration<double, std::milli>(
                            std::chrono::steady_clock::now() - begin)
                            .count();
        }
        std::sort(ms, ms + TIMES);
        if (devices == 1) {
            one = ms[TIMES / 2];
            one_found = found;
        }
        printf("%d rows, devices: %d: %.3f ms, %.2f times as fast as one%s\n",
               n, devices, ms[TIMES / 2], one / ms[TIMES / 2],
               found == one_found ? "" : "; ANOTHER COUNT");
    }
    return 0;
}
