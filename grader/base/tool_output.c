/* tool_output.c - see tool_output.h. */
#define _GNU_SOURCE
#include "base/tool_output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Far more than the frames of one report need. */
#define MAX_OUTPUT (4u << 20)
/* llvm-symbolizer answers in 0.1 s; this only ends one that hangs. */
#define PATIENCE_MS 30000

static long now_ms(void)
{
    struct timespec t = {0};

    clock_gettime(CLOCK_MONOTONIC, &t); /* cannot fail with this clock */
    return t.tv_sec * 1000L + t.tv_nsec / 1000000;
}

/* Read fd to its end or the limits; the caller frees. NULL for no memory. */
static char *read_all(int fd)
{
    const long deadline = now_ms() + PATIENCE_MS;
    size_t size = 65536, used = 0;
    char *text = malloc(size);

    while (text && used < MAX_OUTPUT) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        long left = deadline - now_ms();
        ssize_t got;

        if (left <= 0)
            break;
        if (poll(&ready, 1, (int)left) < 0 && errno != EINTR)
            break;
        if (!ready.revents)
            continue;
        got = read(fd, text + used, size - used - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        used += (size_t)got;
        if (used + 1 == size) {
            char *larger = realloc(text, size * 2);
            if (!larger)
                break; /* what we have is still of use */
            text = larger;
            size *= 2;
        }
    }
    if (text)
        text[used] = '\0';
    return text;
}

char *tool_output(const char *const *argv)
{
    posix_spawn_file_actions_t actions;
    int fd[2] = {-1, -1};
    char *text = NULL;
    pid_t child;
    int status;

    if (posix_spawn_file_actions_init(&actions) != 0)
        return NULL;
    if (pipe2(fd, O_CLOEXEC) != 0)
        goto done;
    if (posix_spawn_file_actions_adddup2(&actions, fd[1], 1) != 0 ||
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY,
                                         0) != 0 ||
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY,
                                         0) != 0)
        goto done;
    /* posix_spawn does not change argv; its type is older than const */
    if (posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv,
                     environ) != 0)
        goto done;
    close(fd[1]);
    fd[1] = -1;
    text = read_all(fd[0]);
    kill(child, SIGKILL); /* it closed its output, or it hangs */
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
done:
    for (int i = 0; i < 2; i++)
        if (fd[i] >= 0)
            close(fd[i]);
    posix_spawn_file_actions_destroy(&actions);
    return text;
}
