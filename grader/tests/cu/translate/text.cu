/* Text that looks like launches, <<<1, 2>>>(x), and is none. "
 */
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>
#include <vector>

// add<<<1, 1>>>(p); \
   add<<<1, 1>>>(p);
#define TEXT(...) #__VA_ARGS__
#define unrolled _Pragma("unroll")
struct stream {
    int bits;
    stream operator<<(int n)
    {
        return {bits << n};
    }
};
template <int N> struct number {
    static const int value = N;
};
template <class T> struct box {
    T in;
};
template <class T> std::ostream &operator<<(std::ostream &o, const box<T> &b)
{
    return o << '<' << b.in << '>';
}
__global__ void add(int *p)
{
    asm volatile("" ::: "memory"); /* a barrier to the compiler only */
#pragma unroll 4
    for (int i = 0; i < 4; ++i)
        p[0] += i;
#pragma nv_diag_suppress 177
    unrolled for (int i = 0; i < 4; i++) p[0] += i >> 1;
}

int main()
{
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    *p = 0;
    std::ostringstream o;
    std::vector<std::vector<std::vector<int>>> v(3);
    auto w = std::vector<std::vector<std::vector<int>>>(2);
    stream s = {1};
    s = s << 1 << 2;
    int n = 1'000'000 << 1 >> 2, hex = 0xe + 1, quote = '"', slash = '\\';
    if (n<3||n>>3 > 1)
        o << n << ' ' << hex << ' ' << quote << slash << number<(8 >> 2)>::value;
    o << "add<<<1, 1>>>(p); // " << R"(add<<<1, 1>>>(p); " \)"
      << R"ab(add<<<
)" /* 1 */ // >>>(p)
)ab" << u8"\"add<<<" << L'<' << '\'' << '<';
    o << TEXT(add<<<1, 1>>>(p)) << box<box<box<int>>>{{{1}}};
    const char *want = "500000 15 34922" "add<<<1, 1>>>(p); // "
                       "add<<<1, 1>>>(p); \" \\add<<<\n)\" /* 1 */ // >>>(p)\n"
                       "\"add<<<60'<add<<<1, 1>>>(p)<<<1>>>";
    std::vector<int> less{n < 2, n > 2}; add<<<1, 1>>>(p); /* > */ // <
    cudaDeviceSynchronize();
    if (o.str() != want || *p != 8 || s.bits != 8 || v.size() != 3 ||
        w.size() != 2 || less[1] != 1) {
        printf("text.cu: %d\n%s\n%s\n", *p, o.str().c_str(), want);
        return 1;
    }
    cudaFree(p);
    puts("ok");
    return 0;
}
