/*
 * unpack.c - see unpack.h. Both sides of a socket: the child waits for a
 * question, a number, and answers it.
 */
#define _GNU_SOURCE
#include "class/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/say.h"
#include "class/names.h"

enum { NEXT = -1 }; /* the other questions: read, at most so many bytes */

/* The answer to NEXT. */
struct answer {
    enum { ENTRY, END, BROKEN, TOO_MUCH } what;
    struct unpacked entry;
    char why[200]; /* of BROKEN: libarchive's words */
    long long bytes;
};

/* The answer to a read: pieces of so many bytes, each behind its size, and a
 * last one of one of these. */
enum { PIECE_LAST = 0, PIECE_MORE = -1, PIECE_BROKEN = -2 };
enum { PIECE = 1 << 16 };

/* Debian's libarchive lets xz have 1 GB. */
#define MEMORY ((rlim_t)3 << 30)

struct unpack {
    pid_t pid;
    int socket;
    int seconds;
    long long bytes;
    double took;
    char why[300];
};

/* ---- in the child -------------------------------------------------------- */

struct child {
    struct archive *a;
    long long read, most; /* bytes of entries */
    bool packed;          /* as one stream: what is skipped is unpacked, too */
    bool entry;           /* there is one to skip */
};

static void send_all(const void *bytes, size_t n)
{
    const char *next = bytes;

    while (n) {
        ssize_t sent = write(1, next, n);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            _exit(0); /* nobody wants to know any more */
        next += sent;
        n -= (size_t)sent;
    }
}

static int64_t next_question(void)
{
    int64_t question;
    ssize_t n;

    while ((n = read(1, &question, sizeof question)) < 0 && errno == EINTR)
        ;
    if (n != sizeof question)
        _exit(0);
    return question;
}

static void send_piece(int32_t size, const void *bytes)
{
    send_all(&size, sizeof size);
    if (size > 0)
        send_all(bytes, (size_t)size);
}

static long long unpacked(const struct child *c)
{
    long long all = c->packed ? archive_filter_bytes(c->a, 0) : 0;

    return all > c->read ? all : c->read;
}

static void send_entry(struct child *c, struct archive_entry *e)
{
    struct answer answer = {.what = ENTRY, .bytes = unpacked(c)};
    struct unpacked *to = &answer.entry;
    const char *path = archive_entry_pathname(e);

    if (!path || !*path)
        path = archive_entry_pathname_utf8(e);
    if (!path)
        path = "?";
    to->too_long = strlen(path) >= sizeof to->path;
    snprintf(to->path, sizeof to->path, "%s", path);
    to->encrypted = archive_entry_is_encrypted(e) > 0;
    to->size = archive_entry_size_is_set(e) ? archive_entry_size(e) : -1;
    to->at = archive_entry_mtime_is_set(e) ? archive_entry_mtime(e) : 0;
    if (archive_entry_hardlink(e) || archive_entry_symlink(e) ||
        archive_entry_filetype(e) == AE_IFLNK)
        to->kind = UNPACKED_LINK;
    else if (archive_entry_filetype(e) == AE_IFDIR)
        to->kind = UNPACKED_FOLDER;
    /* Some writers of zip leave the type out. */
    else if (archive_entry_filetype(e) && archive_entry_filetype(e) != AE_IFREG)
        to->kind = UNPACKED_OTHER;
    send_all(&answer, sizeof answer);
}

static void send_end(struct child *c, int what)
{
    struct answer answer = {.what = what, .bytes = unpacked(c)};
    const char *why = archive_error_string(c->a);

    snprintf(answer.why, sizeof answer.why, "%s", why ? why : "");
    send_all(&answer, sizeof answer);
}

/* What nobody reads of this entry, where the way on leads through it. A zip
 * and a tar that is not packed just go on behind it. */
static bool skip(struct child *c)
{
    int format = archive_format(c->a) & ARCHIVE_FORMAT_BASE_MASK, rc;
    const void *block;
    size_t size;
    int64_t offset;

    if (!c->packed &&
        (format == ARCHIVE_FORMAT_ZIP || format == ARCHIVE_FORMAT_TAR))
        return true;
    while ((rc = archive_read_data_block(c->a, &block, &size, &offset)) ==
           ARCHIVE_OK) {
        c->read += (long long)size;
        if (unpacked(c) > c->most)
            return false;
    }
    return true; /* what is broken, the next header tells */
}

/* Answer NEXT. */
static void go_on(struct child *c)
{
    struct archive_entry *e;
    int rc;

    if ((c->entry && !skip(c)) || unpacked(c) > c->most) {
        send_end(c, TOO_MUCH);
        return;
    }
    do
        rc = archive_read_next_header(c->a, &e);
    while (rc == ARCHIVE_RETRY);
    if (archive_filter_count(c->a) > 1)
        c->packed = true;
    c->entry = rc == ARCHIVE_OK || rc == ARCHIVE_WARN;
    if (c->entry)
        send_entry(c, e);
    else
        send_end(c, rc == ARCHIVE_EOF ? END : BROKEN);
}

static void send_bytes(struct child *c, int64_t limit)
{
    static char piece[PIECE];
    int64_t all = 0;
    la_ssize_t n;

    while ((n = archive_read_data(c->a, piece, sizeof piece)) > 0) {
        all += n;
        c->read += n;
        if (all > limit || unpacked(c) > c->most) {
            send_piece(PIECE_MORE, NULL);
            return;
        }
        send_piece((int32_t)n, piece);
    }
    send_piece(n < 0 ? PIECE_BROKEN : PIECE_LAST, NULL);
}

/* Nothing but memory, the archive and the socket. Where the kernel has no
 * filters, what is left are the limits. */
static void lock_in(int seconds)
{
    static const int calls[] = {SCMP_SYS(read),
                                SCMP_SYS(write),
                                SCMP_SYS(lseek),
                                SCMP_SYS(fstat),
                                SCMP_SYS(newfstatat),
                                SCMP_SYS(mmap),
                                SCMP_SYS(munmap),
                                SCMP_SYS(mremap),
                                SCMP_SYS(mprotect),
                                SCMP_SYS(madvise),
                                SCMP_SYS(brk),
                                SCMP_SYS(futex),
                                SCMP_SYS(getrandom),
                                SCMP_SYS(clock_gettime),
                                SCMP_SYS(rt_sigprocmask),
                                SCMP_SYS(rt_sigreturn),
                                SCMP_SYS(exit),
                                SCMP_SYS(exit_group)};
    struct rlimit time = {(rlim_t)seconds, (rlim_t)seconds + 1};
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    bool good = f != NULL;

    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
#ifndef __SANITIZE_ADDRESS__ /* which reserves terabytes */
    setrlimit(RLIMIT_AS, &(struct rlimit){MEMORY, MEMORY});
#endif
    for (size_t i = 0; good && i < sizeof calls / sizeof *calls; i++)
        good = seccomp_rule_add(f, SCMP_ACT_ALLOW, calls[i], 0) == 0;
    if (good)
        seccomp_load(f);
    seccomp_release(f);
}

static _Noreturn void be_child(int fd, const void *bytes, size_t size,
                               long long most, int seconds)
{
    struct child c = {.most = most};
    int rc;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int s = 1; s < NSIG; s++)
        signal(s, SIG_DFL);
    /* Names in UTF-8 stay what they are; zip's dates are local. */
    setlocale(LC_CTYPE, "C.UTF-8");
    tzset();
    lock_in(seconds);
    c.a = archive_read_new();
    if (!c.a)
        _exit(1);
    archive_read_support_format_zip(c.a);
    archive_read_support_format_tar(c.a);
    archive_read_support_format_7zip(c.a);
    archive_read_support_filter_gzip(c.a);
    archive_read_support_filter_bzip2(c.a);
    archive_read_support_filter_xz(c.a);
    archive_read_support_filter_zstd(c.a);
    rc = fd >= 0 ? archive_read_open_fd(c.a, 0, 4096)
                 : archive_read_open_memory(c.a, bytes, size);
    for (;;) {
        int64_t question = next_question();

        if (question >= 0)
            send_bytes(&c, question);
        else if (rc == ARCHIVE_OK)
            go_on(&c);
        else
            send_end(&c, BROKEN);
    }
}

/* The archive as descriptor 0, the socket as 1, no others. */
static void arrange(int fd, int socket)
{
    int other = fcntl(socket, F_DUPFD, 2), archive;

    archive = fd >= 0 ? fcntl(fd, F_DUPFD, 2) : open("/dev/null", O_RDONLY);
    if (other < 0 || archive < 0 || dup2(archive, 0) < 0 ||
        dup2(other, 1) < 0 || syscall(SYS_close_range, 2u, ~0u, 0u))
        _exit(1);
}

/* ---- in the parent ------------------------------------------------------- */

struct unpack *unpack_open(int fd, const void *bytes, size_t size,
                           long long most, int seconds)
{
    struct unpack *u = calloc(1, sizeof *u);
    int pair[2];

    if (!u || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) {
        free(u);
        return NULL;
    }
    u->socket = pair[0];
    u->seconds = seconds;
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET); /* the child's place in it is ours as well */
    u->pid = fork();
    if (u->pid == 0) {
        arrange(fd, pair[1]);
        be_child(fd, bytes, size, most, seconds);
    }
    close(pair[1]);
    if (u->pid < 0) {
        close(pair[0]);
        free(u);
        return NULL;
    }
    return u;
}

static int wait_for(struct unpack *u)
{
    struct rusage r = {0};
    int status = 0;

    while (wait4(u->pid, &status, 0, &r) < 0 && errno == EINTR)
        ;
    u->pid = 0;
    u->took = (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
              (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) * 1e-6;
    return status;
}

/* The child is gone. */
static int bury(struct unpack *u)
{
    if (u->pid > 0) {
        int status = wait_for(u);

        if (WIFSIGNALED(status) &&
            (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
            snprintf(u->why, sizeof u->why,
                     _("it is not unpacked after %d seconds"), u->seconds);
        else
            snprintf(u->why, sizeof u->why, "%s",
                     _("what unpacks it broke down"));
    }
    return -1;
}

static int get(struct unpack *u, void *bytes, size_t n)
{
    char *next = bytes;

    while (n) {
        ssize_t got = recv(u->socket, next, n, 0);

        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return bury(u);
        next += got;
        n -= (size_t)got;
    }
    return 0;
}

static int ask(struct unpack *u, int64_t question)
{
    if (u->pid <= 0 || send(u->socket, &question, sizeof question,
                            MSG_NOSIGNAL) != sizeof question)
        return bury(u);
    return 0;
}

int unpack_next(struct unpack *u, struct unpacked *e)
{
    struct answer answer;
    char why[sizeof answer.why];

    if (ask(u, NEXT) || get(u, &answer, sizeof answer))
        return -1;
    u->bytes = answer.bytes;
    *e = answer.entry;
    e->path[sizeof e->path - 1] = answer.why[sizeof answer.why - 1] = '\0';
    if (answer.what == ENTRY)
        return 1;
    if (answer.what == END)
        return 0;
    names_show(answer.why, why, sizeof why);
    if (answer.what == TOO_MUCH)
        snprintf(u->why, sizeof u->why, "%s",
                 _("too much comes out of it, a zip bomb perhaps"));
    else
        snprintf(u->why, sizeof u->why, _("it is damaged (%s)"), why);
    return -1;
}

/* Make room for n bytes behind `used`. */
static bool grow(char **bytes, size_t *room, size_t used, size_t n)
{
    size_t wanted = *room ? *room : 4096;
    char *more;

    while (wanted < used + n)
        wanted *= 2;
    if (wanted == *room)
        return true;
    more = realloc(*bytes, wanted);
    if (!more)
        return false;
    *bytes = more;
    *room = wanted;
    return true;
}

int unpack_read(struct unpack *u, size_t limit, char **bytes, size_t *n)
{
    size_t room = 0;
    int32_t piece;
    int result = -1;

    *bytes = NULL;
    *n = 0;
    if (ask(u, (int64_t)limit))
        return -1;
    for (;;) {
        if (get(u, &piece, sizeof piece))
            break;
        if (piece <= 0) {
            result = piece == PIECE_LAST ? 0 : piece == PIECE_MORE ? 1 : -1;
            if (piece == PIECE_BROKEN)
                snprintf(u->why, sizeof u->why, "%s", _("it is damaged"));
            break;
        }
        if (piece > PIECE || *n + (size_t)piece > limit ||
            !grow(bytes, &room, *n, (size_t)piece)) {
            kill(u->pid, SIGKILL); /* we have lost the thread */
            bury(u);
            break;
        }
        if (get(u, *bytes + *n, (size_t)piece))
            break;
        *n += (size_t)piece;
        u->bytes += piece;
    }
    if (result == 0 && !*bytes)
        *bytes = calloc(1, 1);
    if (result || !*bytes) {
        free(*bytes);
        *bytes = NULL;
        *n = 0;
        return result ? result : -1;
    }
    return 0;
}

const char *unpack_why(const struct unpack *u)
{
    return u->why;
}

long long unpack_bytes(const struct unpack *u)
{
    return u->bytes;
}

double unpack_close(struct unpack *u)
{
    double took;

    if (!u)
        return 0;
    close(u->socket);
    if (u->pid > 0) {
        kill(u->pid, SIGKILL);
        wait_for(u);
    }
    took = u->took;
    free(u);
    return took;
}
