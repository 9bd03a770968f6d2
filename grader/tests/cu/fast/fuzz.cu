/*
 * fuzz.cu [SEED [LAUNCHES]] - launches of random shapes that run random
 * programs of barriers, shuffles, votes and atomics, against a serial model.
 * Clean in check mode, too, for odd seeds. With even ones, threads leave while
 * others go on to wait for each other, which check mode reports.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 12, THREADS = 1024, BLOCKS = 64 };

enum kind {
    MIX,
    SHARE,
    DYNAMIC,
    COUNT,
    AND,
    OR,
    SHFL,
    UP,
    DOWN,
    XOR,
    BALLOT,
    ANY,
    ALL,
    MATCH,
    SUM,
    SYNCWARP,
    ADD,
    LEAVE,
    KINDS
};

struct step {
    int kind;
    unsigned a, lanes;
    int width;   /* shuffles */
    int divided; /* of warp functions: only `lanes` take part */
};

struct program {
    int steps;
    struct step step[STEPS];
};

__host__ __device__ static unsigned hash(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

/* The lanes of this thread's warp that take part. */
__host__ __device__ static unsigned members(const struct step *s, unsigned id,
                                            unsigned threads)
{
    unsigned first = id & ~31u, left = threads - first;
    unsigned exist = left < 32 ? (1u << left) - 1 : ~0u;

    return s->divided ? s->lanes & exist : exist;
}

/* Whether this thread has left before step i. */
__host__ __device__ static bool gone(const struct program *p, int i,
                                     unsigned id)
{
    while (i-- > 0)
        if (p->step[i].kind == LEAVE && hash(id + p->step[i].a) % 3 == 0)
            return true;
    return false;
}

/* The lane that a shuffle reads; the lane's own if it reads outside. */
__host__ __device__ static unsigned source(const struct step *s, unsigned lane)
{
    unsigned width = (unsigned)s->width, first = lane & ~(width - 1);
    unsigned delta = s->a % 32;

    switch (s->kind) {
    case SHFL:
        return first + s->a % width;
    case UP:
        return lane - first < delta ? lane : lane - delta;
    case DOWN:
        return lane + delta >= first + width ? lane : lane + delta;
    default:
        return (lane ^ delta) >= first + width ? lane : lane ^ delta;
    }
}

__host__ __device__ static bool takes_part(const struct program *p, int i,
                                           unsigned mask, unsigned id)
{
    unsigned from = source(&p->step[i], id % 32);

    return mask >> from & 1 && !gone(p, i, (id & ~31u) + from);
}

__shared__ unsigned s_fixed[THREADS];

__global__ void work(struct program p, unsigned *out, unsigned *sums)
{
    extern __shared__ unsigned s_dynamic[];
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned id = threadIdx.x + blockDim.x * threadIdx.y +
                  blockDim.x * blockDim.y * threadIdx.z;
    unsigned block = blockIdx.x + gridDim.x * blockIdx.y +
                     gridDim.x * gridDim.y * blockIdx.z;
    unsigned lane = id % 32, x = hash(block * THREADS + id);

    for (int i = 0; i < p.steps; i++) {
        const struct step *s = &p.step[i];
        unsigned mask = members(s, id, threads), other;

        if (s->kind >= SHFL && s->kind <= SYNCWARP && !(mask >> lane & 1))
            continue;
        switch (s->kind) {
        case MIX:
            x = hash(x + s->a);
            break;
        case SHARE:
            s_fixed[id] = x;
            __syncthreads();
            other = (id + s->a) % threads;
            x += gone(&p, i, other) ? 1 : s_fixed[other];
            __syncthreads();
            break;
        case DYNAMIC:
            s_dynamic[id] = x;
            __syncthreads();
            other = (id * (s->a | 1)) % threads;
            x ^= gone(&p, i, other) ? 1 : s_dynamic[other];
            __syncthreads();
            break;
        case COUNT:
            x += (unsigned)__syncthreads_count(x % 5 < 2);
            break;
        case AND:
            x += __syncthreads_and(x % 64 != 0) != 0;
            break;
        case OR:
            x += __syncthreads_or(x % 64 == 0) != 0;
            break;
        case SHFL:
            other = __shfl_sync(mask, x, (int)s->a, s->width);
            x += takes_part(&p, i, mask, id) ? other : 1;
            break;
        case UP:
            other = __shfl_up_sync(mask, x, s->a % 32, s->width);
            x += takes_part(&p, i, mask, id) ? other : 1;
            break;
        case DOWN:
            other = __shfl_down_sync(mask, x, s->a % 32, s->width);
            x += takes_part(&p, i, mask, id) ? other : 1;
            break;
        case XOR:
            other = __shfl_xor_sync(mask, x, (int)(s->a % 32), s->width);
            x += takes_part(&p, i, mask, id) ? other : 1;
            break;
        case BALLOT:
            x ^= __ballot_sync(mask, x % 3 == 0);
            break;
        case ANY:
            x += __any_sync(mask, x % 16 == 0) != 0;
            break;
        case ALL:
            x += __all_sync(mask, x % 16 != 0) != 0;
            break;
        case MATCH:
            x ^= __match_any_sync(mask, x % 4);
            break;
        case SUM:
            x ^= __reduce_add_sync(mask, x);
            break;
        case SYNCWARP:
            __syncwarp(mask);
            break;
        case ADD:
            atomicAdd(&sums[block], x);
            break;
        case LEAVE:
            if (gone(&p, i + 1, id)) {
                out[block * threads + id] = x;
                return;
            }
            break;
        }
    }
    out[block * threads + id] = x;
}

/* One block, one step after the other. */
static void model(const struct program *p, unsigned block, unsigned threads,
                  unsigned *out, unsigned *sum)
{
    static unsigned x[THREADS], y[THREADS];
    static bool left[THREADS];

    for (unsigned id = 0; id < threads; id++)
        x[id] = hash(block * THREADS + id);
    for (int i = 0; i < p->steps; i++) {
        const struct step *s = &p->step[i];
        unsigned count = 0, and_ = 1, or_ = 0;

        for (unsigned id = 0; id < threads; id++)
            left[id] = gone(p, i, id);
        for (unsigned id = 0; id < threads; id++) {
            if (left[id])
                continue;
            count += x[id] % 5 < 2;
            and_ &= x[id] % 64 != 0;
            or_ |= x[id] % 64 == 0;
        }
        for (unsigned id = 0; id < threads; id++) {
            unsigned mask = members(s, id, threads), lane = id % 32;
            unsigned *warp = x + (id & ~31u), from = source(s, lane);
            unsigned ballot = 0, any = 0, all = 1, match = 0, total = 0;
            unsigned other;

            y[id] = x[id];
            if (left[id])
                continue;
            if (s->kind >= SHFL && s->kind <= SYNCWARP && !(mask >> lane & 1))
                continue;
            for (unsigned k = 0; s->kind >= BALLOT && k < 32; k++)
                if (mask >> k & 1 && !left[(id & ~31u) + k]) {
                    ballot |= (unsigned)(warp[k] % 3 == 0) << k;
                    any |= warp[k] % 16 == 0;
                    all &= warp[k] % 16 != 0;
                    match |= (unsigned)(warp[k] % 4 == x[id] % 4) << k;
                    total += warp[k];
                }
            switch (s->kind) {
            case MIX:
                y[id] = hash(x[id] + s->a);
                break;
            case SHARE:
                other = (id + s->a) % threads;
                y[id] += left[other] ? 1 : x[other];
                break;
            case DYNAMIC:
                other = (id * (s->a | 1)) % threads;
                y[id] ^= left[other] ? 1 : x[other];
                break;
            case COUNT:
                y[id] += count;
                break;
            case AND:
                y[id] += and_;
                break;
            case OR:
                y[id] += or_;
                break;
            case SHFL:
            case UP:
            case DOWN:
            case XOR:
                y[id] += takes_part(p, i, mask, id) ? warp[from] : 1;
                break;
            case BALLOT:
                y[id] ^= ballot;
                break;
            case ANY:
                y[id] += any;
                break;
            case ALL:
                y[id] += all;
                break;
            case MATCH:
                y[id] ^= match;
                break;
            case SUM:
                y[id] ^= total;
                break;
            case ADD:
                *sum += x[id];
                break;
            }
        }
        memcpy(x, y, sizeof x);
    }
    memcpy(out, x, threads * sizeof *x);
}

static unsigned state;

/* 0 to n-1. */
static unsigned pick(unsigned n)
{
    state += 0x9e3779b9u;
    return hash(state) % n;
}

/* Three sides whose product is at most `most`. */
static dim3 shape(unsigned most, unsigned z_most)
{
    unsigned x = 1 + pick(pick(2) ? most : most < 40 ? most : 40);
    unsigned y = pick(2) ? 1 : 1 + pick(most / x);
    unsigned z = pick(3) ? 1 : 1 + pick(most / (x * y));

    z = z < z_most ? z : z_most;
    return pick(2) ? dim3(x, y, z) : z_most > y ? dim3(x, z, y) : dim3(y, x, z);
}

int main(int argc, char **argv)
{
    unsigned seed = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
    int launches = argc > 2 ? atoi(argv[2]) : 1000;
    static unsigned out[BLOCKS * THREADS], want[THREADS], sums[BLOCKS];
    unsigned *d_out, *d_sums;

    state = hash(seed);
    if (cudaMalloc(&d_out, sizeof out) || cudaMalloc(&d_sums, sizeof sums))
        return 1;
    for (int l = 0; l < launches; l++) {
        struct program p = {1 + (int)pick(STEPS), {}};
        dim3 grid = shape(pick(8) ? 4 : BLOCKS, 64), block = shape(THREADS, 64);
        unsigned threads = block.x * block.y * block.z;
        unsigned blocks = grid.x * grid.y * grid.z;

        for (int i = 0; i < p.steps; i++)
            p.step[i] = {(int)pick(seed % 2 ? LEAVE : KINDS), pick(1u << 20),
                         pick(~0u), 1 << pick(6), (int)pick(2)};
        cudaMemset(d_sums, 0, sizeof sums);
        work<<<grid, block, threads * sizeof(unsigned)>>>(p, d_out, d_sums);
        if (cudaDeviceSynchronize() ||
            cudaMemcpy(out, d_out, blocks * threads * sizeof *out,
                       cudaMemcpyDeviceToHost) ||
            cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost)) {
            printf("seed %u, launch %d: %s\n", seed, l,
                   cudaGetErrorString(cudaGetLastError()));
            return 1;
        }
        for (unsigned b = 0; b < blocks; b++) {
            unsigned sum = 0;

            model(&p, b, threads, want, &sum);
            if (memcmp(want, out + b * threads, threads * sizeof *want) ||
                sum != sums[b]) {
                printf("seed %u, launch %d (%u threads): block %u of %u is "
                       "wrong\n",
                       seed, l, threads, b, blocks);
                return 1;
            }
        }
    }
    cudaFree(d_out);
    cudaFree(d_sums);
    return 0;
}
