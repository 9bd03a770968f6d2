/* CUDA 12.8's __nv_atomic_...(): every operation, of every type it takes. */
#include "check.h"

struct both {
    int a, b;
};
struct cells {
    int add, sub, low, high;
    unsigned uadd, und, uor, uxor, ulow, uhigh;
    unsigned long long ladd, lsub, lxor, lhigh;
    long long slow, shigh;
    float fadd, fsub;
    double dadd;
    unsigned short h;
    unsigned char c;
    int lock, inside;
    both pair, seen;
    unsigned swapped, tried;
};

#define ORDER __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE

__global__ void work(cells *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, free = 0;

    __nv_atomic_add(&c->add, i, ORDER);
    __nv_atomic_sub(&c->sub, 2, ORDER);
    __nv_atomic_min(&c->low, -i, ORDER);
    __nv_atomic_max(&c->high, i - 500, ORDER);
    __nv_atomic_fetch_add(&c->uadd, 3, __NV_ATOMIC_SEQ_CST);
    __nv_atomic_fetch_and(&c->und, ~(1u << i % 31), ORDER);
    __nv_atomic_fetch_or(&c->uor, 1u << i % 31, ORDER);
    __nv_atomic_fetch_xor(&c->uxor, i, __NV_ATOMIC_ACQ_REL);
    __nv_atomic_fetch_min(&c->ulow, 4000000000u - i, ORDER);
    __nv_atomic_fetch_max(&c->uhigh, 4000000000u + i, ORDER);
    __nv_atomic_add(&c->ladd, 1ull << 32, ORDER);
    __nv_atomic_sub(&c->lsub, 1, ORDER);
    __nv_atomic_xor(&c->lxor, 1ull << (i % 64), ORDER);
    __nv_atomic_max(&c->lhigh, (1ull << 40) + i, ORDER);
    __nv_atomic_min(&c->slow, -(1ll << 40) - i, ORDER);
    __nv_atomic_max(&c->shigh, -(1ll << 40) + i, ORDER);
    __nv_atomic_add(&c->fadd, 0.5f, ORDER);
    __nv_atomic_sub(&c->fsub, 2, ORDER);
    __nv_atomic_fetch_add(&c->dadd, 0.25, ORDER);
    if (threadIdx.x == 0) {
        while (!__nv_atomic_compare_exchange_n(&c->lock, &free, 1, true,
                                               __NV_ATOMIC_ACQUIRE,
                                               __NV_ATOMIC_RELAXED))
            free = 0;
        c->inside++;
        __nv_atomic_store_n(&c->lock, 0, __NV_ATOMIC_RELEASE,
                            __NV_THREAD_SCOPE_DEVICE);
    }
    if (i == 0) {
        both two = {5, 6};
        unsigned from = 7, to, expected = 8, wanted = 9;

        __nv_atomic_store_n(&c->h, (unsigned short)40000, ORDER);
        __nv_atomic_store_n(&c->c, (unsigned char)200, ORDER);
        __nv_atomic_store(&c->pair, &two, ORDER);
        __nv_atomic_load(&c->pair, &c->seen, ORDER);
        __nv_atomic_exchange(&c->swapped, &from, &to, ORDER);
        c->tried = to == 0 && __nv_atomic_load_n(&c->swapped, ORDER) == 7;
        c->tried += !__nv_atomic_compare_exchange(
            &c->swapped, &expected, &wanted, false, __NV_ATOMIC_SEQ_CST,
            __NV_ATOMIC_RELAXED);
        c->tried += expected == 7;
        c->tried += __nv_atomic_compare_exchange(
            &c->swapped, &expected, &wanted, false, __NV_ATOMIC_SEQ_CST,
            __NV_ATOMIC_RELAXED);
        c->tried += __nv_atomic_exchange_n(&c->swapped, 10, ORDER) == 9;
    }
    __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
}

int main()
{
    const int n = 1000;
    cells *d, h = {};
    unsigned bits = 0, some = 0;

    h.und = ~0u;
    h.ulow = ~0u;
    OK(cudaMalloc(&d, sizeof h));
    OK(cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice));
    work<<<10, 100>>>(d);
    OK(cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        bits ^= i;
    for (int i = 0; i < 31; i++)
        some |= 1u << i;
    CHECK(h.add == n * (n - 1) / 2 && h.sub == -2 * n);
    CHECK(h.low == 1 - n && h.high == n - 501);
    CHECK(h.uadd == 3u * n && h.und == ~some && h.uor == some);
    CHECK(h.uxor == bits);
    CHECK(h.ulow == 4000000001u - n && h.uhigh == 3999999999u + n);
    CHECK(h.ladd == (unsigned long long)n << 32 && h.lsub == 0ull - n);
    CHECK(h.lxor == 0xffffff0000000000u);
    CHECK(h.lhigh == (1ull << 40) + n - 1);
    CHECK(h.slow == -(1ll << 40) - n + 1 && h.shigh == 0);
    CHECK(h.fadd == n / 2 && h.fsub == -2 * n && h.dadd == n / 4);
    CHECK(h.h == 40000 && h.c == 200 && h.seen.a == 5 && h.seen.b == 6);
    CHECK(h.inside == 10 && h.lock == 0 && h.swapped == 10 && h.tried == 5);
    OK(cudaFree(d));
    return 0;
}
