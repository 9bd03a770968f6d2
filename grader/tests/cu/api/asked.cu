// Who asks for the error of a launch that is refused: once, and again, where
// nothing else has failed in between.
#include "check.h"

extern "C" {
#include "../../../../common/simt/runner.h"
}

__global__ void nothing()
{
}

static void begin()
{
    cudaGetLastError();
    simt_asking = (struct simt_asking){};
}

int main()
{
    /* Asked again: that gives cudaSuccess. */
    begin();
    nothing<<<1, 2000>>>();
    CHECK(simt_asking.launch == __LINE__ - 1);
    CHECK(cudaGetLastError() != cudaSuccess);
    CHECK(simt_asking.after && !simt_asking.again);
    OK(cudaGetLastError());
    CHECK(simt_asking.again);
    /* Who only peeks does not take it away. */
    begin();
    nothing<<<1, 2000>>>();
    CHECK(cudaPeekAtLastError() != cudaSuccess);
    CHECK(cudaGetLastError() != cudaSuccess);
    CHECK(simt_asking.after && !simt_asking.again);
    /* The second one is about another launch, and no cudaSuccess. */
    begin();
    nothing<<<1, 2000>>>();
    CHECK(cudaGetLastError() != cudaSuccess);
    nothing<<<1, 2000>>>();
    CHECK(cudaGetLastError() != cudaSuccess);
    CHECK(simt_asking.after && !simt_asking.again);
    return 0;
}
