// expect: leak: a kernel's new is never deleted
#include <cstdio>

struct node {
    node *next;
    int x;
};
__device__ node *head;

__global__ void add(int x)
{
    node *one = new node; // <- here

    if (one) {
        one->next = head;
        one->x = x;
        head = one;
    }
}

int main()
{
    for (int i = 0; i < 3; i++)
        add<<<1, 1>>>(i);
    printf("%d\n", cudaDeviceSynchronize());
    return 0;
}
