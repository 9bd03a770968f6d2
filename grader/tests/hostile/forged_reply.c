// expect: correctness: got 7777
// door: build: send is not among what an answer may use
/* A reply with the right number and a made-up value, ahead of the true one. */
#include <sys/socket.h>

#include "../../grader/student/protocol.h"
#include "reduction.h"

int64_t sum_array(const int32_t *a, size_t n)
{
    static uint32_t number;
    struct reply forged = {
        .number = ++number, .type = REPLY_DONE, .got = {{.i = 7777}}};
    int64_t sum = 0;

    send(FD_CONTROL, &forged, sizeof forged, 0);
    for (size_t i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
