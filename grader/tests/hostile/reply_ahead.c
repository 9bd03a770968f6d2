// expect: correctness: not its own
// door: build: send is not among what an answer may use
/* Answers the next request before it has come. */
#include <sys/socket.h>

#include "../../grader/student/protocol.h"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static uint32_t number;
    struct reply early = {.number = ++number + 1, .type = REPLY_DONE};
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += a[i];
    send(FD_CONTROL, &early, sizeof early, 0);
    return sum;
}
