#include <cstdio>

/* A list that one kernel makes and another one takes apart. */
struct node {
    node *next;
    int x;
};
__device__ node *head;

__global__ void add(int n)
{
    for (int i = 0; i < n; i++) {
        node *one = new node;

        if (!one)
            return;
        one->next = head;
        one->x = i;
        head = one;
    }
}

__global__ void take_apart(int *sum)
{
    *sum = 0;
    while (head) {
        node *first = head;

        *sum += first->x;
        head = first->next;
        delete first;
    }
}

int main()
{
    int *d_sum, sum = 0;

    cudaMalloc(&d_sum, sizeof *d_sum);
    for (int i = 0; i < 3; i++) {
        add<<<1, 1>>>(100);
        take_apart<<<1, 1>>>(d_sum);
    }
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    cudaFree(d_sum);
    return sum != 4950;
}
