// Every atomic function, with values that show its rule.
#include "check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct cells {
    int add, sub, exch, min, max, land, lor, lxor, cas;
    unsigned uadd, umin, umax, inc, dec;
    unsigned long long ladd, lmin, lmax, lcas, lexch, llor;
    long long smin, smax;
    float fadd, fexch;
    double dadd;
    unsigned short hcas[2];
    int block, system;
    unsigned seen[1024 / 32];
};

__global__ void work(cells *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned before;

    atomicAdd(&c->add, i);
    atomicSub(&c->sub, 2);
    atomicExch(&c->exch, i);
    atomicMin(&c->min, -i);
    atomicMax(&c->max, i - 500);
    atomicAnd(&c->land, ~(1 << i % 31));
    atomicOr(&c->lor, 1 << i % 31);
    atomicXor(&c->lxor, i);
    atomicAdd(&c->uadd, 3u);
    atomicMin(&c->umin, 4000000000u - i);
    atomicMax(&c->umax, 4000000000u + i);
    before = atomicInc(&c->inc, 9);
    if (before > 9)
        c->cas = 1000000;
    atomicDec(&c->dec, 6);
    atomicAdd(&c->ladd, 1ull << 32);
    atomicMin(&c->lmin, (1ull << 40) - i);
    atomicMax(&c->lmax, (1ull << 40) + i);
    atomicMin(&c->smin, -(1ll << 40) - i);
    atomicMax(&c->smax, -(1ll << 40) + i);
    atomicOr(&c->llor, 1ull << i % 64);
    atomicExch(&c->lexch, 1ull << 50);
    atomicAdd(&c->fadd, 0.5f);
    atomicExch(&c->fexch, 2.5f);
    atomicAdd(&c->dadd, 0.25);
    atomicAdd_block(&c->block, 1);
    atomicAdd_system(&c->system, 1);
    for (int old = c->cas, seen;; old = seen) {
        seen = atomicCAS(&c->cas, old, old + 1);
        if (seen == old)
            break;
    }
    for (unsigned long long old = 0, seen;; old = seen) {
        seen = atomicCAS(&c->lcas, old, old + 5);
        if (seen == old)
            break;
    }
    for (unsigned short old = 0, seen;; old = seen) {
        seen = atomicCAS(&c->hcas[1], old, (unsigned short)(old + 1));
        if (seen == old)
            break;
    }
    atomicOr(&c->seen[i / 32], 1u << i % 32);
}

__global__ void locked(int *lock, int *sum)
{
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *(volatile int *)sum = *(volatile int *)sum + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

/* Numbers of 16 bits, and two of them beside each other. */
struct halves {
    __half h[2];
    __half2 h2;
    __nv_bfloat16 b[2];
    __nv_bfloat162 b2;
};

__global__ void work_16(halves *s)
{
    __half2 before;

    atomicAdd(&s->h[1], __half(1));
    before = atomicAdd(&s->h2, __floats2half2_rn(1, -2));
    if (__half22float2(before).y != -2 * __half22float2(before).x)
        s->h[0] = 1; /* none adds between the two here */
    if (threadIdx.x < 64) {
        atomicAdd(&s->b[0], __nv_bfloat16(-1));
        atomicAdd(&s->b2, __floats2bfloat162_rn(2, 1));
    }
}

int main()
{
    cells *d, c = {};
    int *lock, sum;
    const int n = 1024;

    c.land = -1;
    c.min = c.max = 0;
    c.umin = ~0u;
    c.lmin = ~0ull;
    c.smax = -(1ll << 62);
    OK(cudaMalloc(&d, sizeof *d));
    OK(cudaMemcpy(d, &c, sizeof c, cudaMemcpyHostToDevice));
    work<<<n / 128, 128>>>(d);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(&c, d, sizeof c, cudaMemcpyDeviceToHost));
    CHECK(c.add == n * (n - 1) / 2 && c.sub == -2 * n && c.exch < n);
    CHECK(c.min == 1 - n && c.max == n - 501);
    CHECK(c.land == (int)0x80000000 && c.lor == 0x7fffffff && c.lxor == 0);
    CHECK(c.uadd == 3u * n && c.umin == 4000000000u - n + 1);
    CHECK(c.umax == 4000000000u + n - 1);
    CHECK(c.inc == n % 10 && c.dec == (7000u - n) % 7);
    CHECK(c.ladd == (unsigned long long)n << 32);
    CHECK(c.lmin == (1ull << 40) - n + 1 && c.lmax == (1ull << 40) + n - 1);
    CHECK(c.smin == -(1ll << 40) - n + 1 && c.smax == -(1ll << 40) + n - 1);
    CHECK(c.llor == ~0ull && c.lexch == 1ull << 50);
    CHECK(c.fadd == n / 2 && c.fexch == 2.5f && c.dadd == n / 4);
    CHECK(c.block == n && c.system == n);
    CHECK(c.cas == n && c.lcas == 5ull * n);
    CHECK(c.hcas[1] == n && c.hcas[0] == 0);
    for (unsigned word : c.seen)
        CHECK(word == ~0u);

    halves *d16, s;
    OK(cudaMalloc(&d16, sizeof s));
    OK(cudaMemset(d16, 0, sizeof s));
    work_16<<<4, 128>>>(d16);
    OK(cudaMemcpy(&s, d16, sizeof s, cudaMemcpyDeviceToHost));
    CHECK(float(s.h[0]) == 0 && float(s.h[1]) == 512);
    CHECK(float(s.h2.x) == 512 && float(s.h2.y) == -1024);
    CHECK(float(s.b[0]) == -256 && float(s.b[1]) == 0);
    CHECK(float(s.b2.x) == 512 && float(s.b2.y) == 256);

    OK(cudaMalloc(&lock, 8));
    OK(cudaMemset(lock, 0, 8));
    locked<<<16, 64>>>(lock, lock + 1);
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy(&sum, lock + 1, 4, cudaMemcpyDeviceToHost));
    CHECK(sum == 16 * 64);
    return 0;
}
