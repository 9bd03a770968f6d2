// A thread of the host for each device. It waits whenever it likes; the current
// device is the thread's own. What is lost is done in another round.
#include "devices.h"

#include <cmath>
#include <thread>
#include <vector>

struct part {
    int device, first, end;
    long long found;
    cudaError_t error;
};

static void work(part *p, const signed char *rank, const int *power, int n)
{
    signed char *d_rank = nullptr;
    int *d_power = nullptr;
    long long *d_found = nullptr;

    auto all = [&]() -> cudaError_t {
        cudaError_t e;

        if ((e = cudaSetDevice(p->device)) ||
            (e = cudaMalloc(&d_rank, 32 * (size_t)n)) ||
            (e = cudaMalloc(&d_power, sizeof(int) * n)) ||
            (e = cudaMalloc(&d_found, sizeof(long long))) ||
            (e = cudaMemcpy(d_rank, rank, 32 * (size_t)n,
                            cudaMemcpyHostToDevice)) ||
            (e = cudaMemcpy(d_power, power, sizeof(int) * n,
                            cudaMemcpyHostToDevice)) ||
            (e = cudaMemset(d_found, 0, sizeof(long long))))
            return e;
        count_found<<<p->end - p->first, THREADS_OF_ROW>>>(d_rank, d_power, n,
                                                           p->first, d_found);
        if ((e = cudaGetLastError()))
            return e;
        return cudaMemcpy(&p->found, d_found, sizeof p->found,
                          cudaMemcpyDeviceToHost);
    };
    p->error = all();
    cudaFree(d_rank);
    cudaFree(d_power);
    cudaFree(d_found);
}

/* About where the pairs of the rows first .. end - 1 are shared as k : m. */
static int border(int n, int first, int end, int k, int m)
{
    double a = n - first, b = n - end;

    return k == 0   ? first
           : k == m ? end
                    : n - (int)std::lround(
                              std::sqrt(a * a - (a * a - b * b) * k / m));
}

int found_on_devices(const signed char *rank, const int *power, int n,
                     int devices, long long *found, unsigned *refused)
{
    std::vector<int> left;
    std::vector<std::pair<int, int>> todo;
    cudaError_t error = cudaSuccess;

    *found = 0;
    *refused = 0;
    for (int d = 0; d < devices; d++)
        left.push_back(d);
    if (n > 1)
        todo.push_back({0, n});
    while (!todo.empty() && !left.empty()) {
        auto [first, end] = todo.back();
        std::vector<part> parts;
        std::vector<std::thread> threads;
        int m = (int)left.size();

        todo.pop_back();
        for (int k = 0; k < m; k++) {
            int a = border(n, first, end, k, m);
            int b = border(n, first, end, k + 1, m);

            if (a < b)
                parts.push_back({left[k], a, b, 0, cudaSuccess});
        }
        for (part &p : parts)
            threads.emplace_back(work, &p, rank, power, n);
        for (std::thread &t : threads)
            t.join();
        left.clear();
        for (int d = 0; d < devices; d++) {
            bool out = *refused >> d & 1;

            for (part &p : parts)
                if (p.device == d && p.error) {
                    out = true;
                    error = error ? error : p.error;
                    todo.push_back({p.first, p.end});
                } else if (p.device == d) {
                    *found += p.found;
                }
            if (out)
                *refused |= 1u << d;
            else
                left.push_back(d);
        }
    }
    return left.empty() ? error : cudaSuccess;
}
