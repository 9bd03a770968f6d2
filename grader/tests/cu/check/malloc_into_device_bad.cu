// The pointer that cudaMalloc() returns would be written into device memory.
// expect: copy: "the new pointer into memory of the device" "array of the host"
int main()
{
    int **rows;

    cudaMalloc(&rows, 4 * sizeof(int *));
    for (int i = 0; i < 4; i++)
        cudaMalloc(&rows[i], 64); // <- here
    cudaGetLastError();
    cudaFree(rows);
}
