/*
 * One piece of memory for all; exceptions of the C++ library are not needed: a
 * class gives everything back.
 */
#include "streams.h"

#include <algorithm>
#include <cuda_runtime.h>
#include <vector>

namespace
{

class Streams
{
    std::vector<cudaStream_t> streams;
    char *memory = nullptr;

  public:
    cudaError_t error = cudaSuccess;

    Streams(int n, size_t bytes)
    {
        for (int k = 0; k < n && !error; k++) {
            cudaStream_t stream;

            error = cudaStreamCreate(&stream);
            if (!error)
                streams.push_back(stream);
        }
        if (!error)
            error = cudaMalloc(&memory, bytes);
    }
    ~Streams()
    {
        for (auto stream : streams)
            cudaStreamDestroy(stream);
        cudaFree(memory);
    }
    cudaStream_t operator[](int i) const
    {
        return streams[i];
    }
    char *at(size_t offset) const
    {
        return memory + offset;
    }
    void wait()
    {
        auto waited = cudaDeviceSynchronize();

        error = error ? error : waited;
    }
};

constexpr size_t round_up(size_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

} // namespace

int ranks_in_streams(const int *x, int n, int rows_at_once, signed char *rank,
                     int *power)
{
    const int count = std::min(4, rows_at_once);
    const size_t rows = std::min(rows_at_once / count, n);
    const size_t x_part = round_up(rows * 120), r_part = round_up(rows * 32);
    const size_t part = x_part + r_part + round_up(rows * 4);

    if (!n)
        return 0;
    Streams streams(count, count * part);
    for (size_t i = 0, turn = 0; i < (size_t)n && !streams.error; turn++) {
        const auto now = std::min(rows, n - i);
        const auto stream = streams[turn % count];
        int *d_x = (int *)streams.at(turn % count * part);
        auto d_rank = (signed char *)d_x + x_part;
        auto d_power = (int *)(d_rank + r_part);
        auto &error = streams.error;

        error = cudaMemcpyAsync(d_x, x + i * 30, now * 120, cudaMemcpyDefault,
                                stream);
        if (!error) {
            rank_rows<<<(now - 1) / ROWS_OF_BLOCK + 1, ROWS_OF_BLOCK, 0,
                        stream>>>(d_x, now, d_rank, d_power);
            error = cudaGetLastError();
        }
        if (!error)
            error = cudaMemcpyAsync(rank + i * 32, d_rank, now * 32,
                                    cudaMemcpyDefault, stream);
        if (!error)
            error = cudaMemcpyAsync(power + i, d_power, now * 4,
                                    cudaMemcpyDefault, stream);
        i += now;
    }
    streams.wait();
    return streams.error;
}
