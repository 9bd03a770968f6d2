// expect: correctness: descriptor that is not its own
// door: build: write is not among what an answer may use
#include "addone.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int add_one(float *a, int rows, int cols)
{
    enum { MB = 1 << 20 };
    char *zeros = (char *)calloc(MB, 1);

    for (int i = 0; i < 1100 && zeros; i++)
        for (int sent = 0; sent < MB;) {
            ssize_t n = write(6, zeros + sent, MB - sent);

            if (n <= 0)
                break;
            sent += n;
        }
    free(zeros);
    for (int i = 0; i < rows * cols; i++)
        a[i] += 1;
    return 0;
}
