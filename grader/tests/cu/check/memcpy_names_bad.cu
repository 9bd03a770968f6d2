// What is found about the source of a memcpy() names the source, over more than
// one line, too, and what is found about what it writes names that.
// expect: race: "`from[(threadIdx.x + 1) % 64]`"
// expect: race: "both write `to[threadIdx.x / 2]`"
// expect: unwritten: "reads `*(fresh + threadIdx.x)`"
// expect: out_of_bounds: "reads `more[threadIdx.x + 1]`"
#include <cstdio>

struct pair {
    short x, y;
};

__global__ void source(pair *out, pair *from)
{
    memcpy(&out[threadIdx.x], &from[(threadIdx.x + 1) % 64], sizeof(pair));
    from[threadIdx.x].x = 1; // <- here
}

__global__ void both(pair *to, const pair *from)
{
    memcpy(&to[threadIdx.x / 2], &from[threadIdx.x], sizeof(pair)); // <- here
}

__global__ void unwritten(pair *out, const pair *fresh)
{
    memcpy(out + threadIdx.x, // <- here
           fresh + threadIdx.x,
           sizeof(pair));
}

__global__ void beyond(pair *out, const pair *more)
{
    memcpy(&out[threadIdx.x], &more[threadIdx.x + 1], sizeof(pair)); // <- here
}

int main()
{
    pair *a, *b, *c, h[64];

    for (int i = 0; i < 64; i++)
        h[i].x = h[i].y = (short)i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMalloc(&c, sizeof h);
    cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    source<<<1, 64>>>(a, b);
    both<<<1, 64>>>(a, b);
    unwritten<<<1, 64>>>(a, c);
    beyond<<<1, 64>>>(a, b);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
}
