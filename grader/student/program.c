/*
 * program.c - linked into a program lab (one whose file has its own main)
 * when the judge builds it. Makes each line that is printed a write of its
 * own, by the thread that prints it, and holds the program just before it
 * ends, so that the judge can look from outside at which threads there are
 * and which of them wrote.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>

#include "student/end_mark.h"
#include "student/protocol.h"

/* Present only in sanitizer builds. */
extern void __sanitizer_set_report_fd(void *fd) __attribute__((weak));

__attribute__((constructor)) static void program_begin(void)
{
    struct reply hello = {.type = REPLY_HELLO};

    if (__sanitizer_set_report_fd)
        __sanitizer_set_report_fd((void *)(intptr_t)FD_REPORT);
    setvbuf(stdout, NULL, _IOLBF, 0);
    send(FD_CONTROL, &hello, sizeof hello, MSG_NOSIGNAL);
}

__attribute__((destructor)) static void program_end(void)
{
    static struct request request;
    struct reply bye = {.type = REPLY_BYE};

    fflush(stdout);
    send(FD_CONTROL, &bye, sizeof bye, MSG_NOSIGNAL);
    if (recv(FD_CONTROL, &request, sizeof request, 0) != sizeof request)
        return;
    end_mark(&request, &bye);
    send(FD_CONTROL, &bye, sizeof bye, MSG_NOSIGNAL);
}
