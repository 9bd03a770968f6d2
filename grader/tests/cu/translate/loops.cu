/* Loops in every form. Each function is there twice, for the host, where loops
 * are left as they are, and for the GPU; both must return the same. */
#include <cstdio>

#define BOTH(name, ...)                                                \
    static int host_##name(int n, int t)                               \
        __VA_ARGS__ __device__ int device_##name(int n, int t)         \
            __VA_ARGS__ __global__ void kernel_##name(int n, int *out) \
    {                                                                  \
        out[threadIdx.x] = device_##name(n, threadIdx.x);              \
    }
#define TIMES(i, n) for (int i = 0; i < (n); i++)
#define EITHER(c, a, b) \
    do {                \
        if (c) {        \
            a;          \
        } else {        \
            b;          \
        }               \
    } while (0)

struct pair {
    int a, b;
};

// clang-format off
BOTH(macros, {
    int s = 0;
    TIMES(i, n) TIMES(j, n) if (i & j) s += i; else s -= j;
    TIMES(i, n) { if (i == t) continue; s++; }
    TIMES(i, n) EITHER(i == t, s += 2, s -= i);
    for (;;) { if (s-- < 0) break; }
    return s;
})
BOTH(lambdas, {
    int s = 0;
    auto odd = [&](int m) { for (int i = 0; i < m; i++) { if (i & 1) continue; s += i; } return s; };
    for (int i = 0; i < n; i++) {
        auto three = [=](int m) { for (int k = 0; k < m; k++) if (k > 3) return k; return 0; };
        if (three(i) == 2) continue;
        s += odd(i) + three(i);
    }
    while ([&] { for (int i = 0; i < 3; i++) { if (i == 2) continue; s++; } return s < 200; }()) {
        if (t > 5) continue;
        s += 2;
    }
    return s;
})
BOTH(declarations, {
    int s = 0; int row[4] = {1, 2, 3, 4};
    pair pairs[2] = {{1, 2}, {3, 4}};
    for (int x : row) { if (x == t) continue; s += x; }
    for (auto [a, b] : pairs) if (a < t) s += a; else s += b;
    for (const auto &[a, b] : pairs) { if (a == 1) continue; s += b; }
    int q = n;
    while (int y = q-- & 7) { if (y == 2) continue; s += y; }
    for (int i = 0; int y = n - i; i++) { if (y & 1) continue; s += y; }
    return s;
})
BOTH(no_braces, {
    int s = 0; int i = 0;
    do do { i++; if (i & 1) continue; s++; } while (i % 5); while (i < n);
    do if (i & 1) s++; else s--; while (--i > 0);
    do for (int j = 0; j < 3; j++) { if (j == 1) continue; s++; } while (i++ < 3);
    do while (i < 7) { if (i++ & 1) continue; s += 3; } while (i++ < 3);
    for (int j = 0; j < 3; j++) while (i > j) { if (i-- & 1) continue; s += i; }
    for (int j = 0; j < 3; j++) switch (j) { case 0: continue; case 1: s++; break; default: s += 2; }
    for (int j = 0; j < 3; j++) switch (j) case 2: s++;
    if (n > 2) for (int j = 0; j < 3; j++) { if (j == 1) continue; s++; } else s--;
    if (n > 2) while (i > 0) { if (i-- == 1) continue; s++; }
    for (int j = 0; j < 3; j++) [[likely]] { if (j == 2) continue; s++; }
    for (int j = 0; j < 3; j++) {
        for (int k = 0; k < n; k++) [[likely]] { if (k == 2) continue; s++; }
        if (j == 1) continue;
        s += 7;
    }
    for (int j = 0; j < 3; j++) [[maybe_unused]] int x = j ? 3 : 4;
    return s;
})
BOTH(labels, {
    int s = 0; int k = n;
    for (int j = 0; j < 3; j++) again: if (s++ < 3) goto again;
    for (int j = 0; j < 3; j++) { back: if (s++ < 9) goto back; if (j == 2) continue; s++; }
    for (int j = 0; j < 5; j++) {
        switch (j) { case 0: continue; case 1: s++; break; default: for (int l = 0; l < 2; l++) { if (l == 1) continue; s++; } }
        s ^= 1;
    }
    switch (n % 4) {
    case 0: do { s++;
    case 3: s++; if (t == 1) s += 9;
    case 2: s++;
    case 1: s++; } while (--k > 0);
    }
    switch (t % 2) {
    case 0: do { switch (k) { case 1: s++; }
    case 1: s++; } while (k++ < 3);
    }
    switch (t % 2) {
    case 0: while (k++ < 9) { if (k == 7) { case 1: s += 5; } }
    }
    goto in;
    for (; k < 12; k++) { if (k & 1) in: s++; else s--; }
    goto behind;
    for (; k < 12; k++) { if (k & 1) s++; else behind: s--; }
    return s;
})
BOTH(expressions, {
    int s = 0;
    for (int i = 0; i < n; i++) {
        int v = ({ int x = 0; for (int j = 0; j < i; j++) { if (j == 2) continue; x += j; } x; });
        if (v & 1) continue;
        s += v;
    }
    while (({ int x = 0; for (int j = 0; j < n; j++) { if (j == t) continue; x += j; } x; }) > s) { if (n & 1) { s++; continue; } s += 2; }
    return s;
})
BOTH(constants, {
    constexpr auto sum = [](int m) { int r = 0; for (int i = 0; i < m; i++) { if (i & 1) continue; r += i; } return r; };
    auto same = [](int m) constexpr { int r = 0; for (int i = 0; i < m; i++) { if (i & 1) continue; r += i; } return r; };
    constexpr int a = sum(5), b = same(9);
    static constexpr int c = [n_ = 4] { int r = 0; for (int i = 0; i < n_; i++) if (i & 1) r += i; return r; }();
    static_assert([] { int r = 0; for (int i = 0; i < 9; i++) if (i & 1) r += i; return r; }() == 16, "");
    int table[sum(5) + 1] = {};
    if constexpr (sizeof(int) == 4) { for (int i = 0; i < n; i++) { if (i == t) continue; table[0]++; } }
    return a + b + c + table[0];
})
BOTH(pragmas, {
    int s = 0;
    for (int i = 0; i < n; i++) _Pragma("GCC unroll 2") for (int j = 0; j < 3; j++) { if (j == t) continue; s += i; }
    do _Pragma("unroll") while (s > 90) { if (s % 3 == t) { s -= 3; continue; } s -= 2; } while (s-- > 80);
    return s;
})
BOTH(classes, {
    int s = 0;
    for (int i = 0; i < n; i++) {
        struct local { int x; __host__ __device__ int sum() const { int r = 0; for (int j = 0; j < x; j++) { if (j == 1) continue; r += j; } return r; } };
        local l{i};
        if (l.sum() > 9) continue;
        enum { A, B };
        if (i == A) continue;
        s += l.sum() + B;
        if (i == 7) return s;
    }
    return s;
})
// clang-format on

#define TRY(name)                                                         \
    for (int n = 0; n < 12; n++) {                                        \
        kernel_##name<<<1, 8>>>(n, out);                                  \
        cudaDeviceSynchronize();                                          \
        for (int t = 0; t < 8; t++)                                       \
            if (out[t] != host_##name(n, t)) {                            \
                printf("%s(%d, %d) is %d, not %d\n", #name, n, t, out[t], \
                       host_##name(n, t));                                \
                return 1;                                                 \
            }                                                             \
    }

int main()
{
    int *out;

    cudaMallocManaged(&out, 8 * sizeof *out);
    TRY(macros)
    TRY(lambdas)
    TRY(declarations)
    TRY(no_braces)
    TRY(labels)
    TRY(expressions)
    TRY(constants)
    TRY(pragmas)
    TRY(classes)
    cudaFree(out);
    puts("ok");
    return 0;
}
