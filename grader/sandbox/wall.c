/*
 * wall.c - see wall.h. First which walls there are, then what is in the list,
 * then the two builders.
 */
#define _GNU_SOURCE
#include "sandbox/wall.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/must.h"

/* ---- which walls there are ---------------------------------------------- */

static int landlock_version(void)
{
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0,
                        LANDLOCK_CREATE_RULESET_VERSION);
}

static bool bwrap_works(void)
{
    pid_t pid = fork();
    int status = 1;

    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);

        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        execlp("bwrap", "bwrap", "--ro-bind", "/", "/", "--dev", "/dev",
               "--proc", "/proc", "--unshare-all", "true", (char *)NULL);
        _exit(127);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

enum wall_kind wall_after(enum wall_kind kind)
{
    static int works = -1;

    if (works < 0)
        works = landlock_version() >= 1;
    return kind == WALL_BWRAP && works ? WALL_LANDLOCK : WALL_NONE;
}

enum wall_kind wall_kind(void)
{
    static int works = -1;
    const char *wish = getenv("LABKIT_SANDBOX");

    if (wish && !strcmp(wish, "none"))
        return WALL_NONE;
    if (wish && !strcmp(wish, "plain"))
        return wall_after(WALL_BWRAP);
    if (works < 0)
        works = bwrap_works();
    return works ? WALL_BWRAP : wall_after(WALL_BWRAP);
}

const char *wall_name(enum wall_kind kind)
{
    static const char *const names[] = {"", "Landlock", "bubblewrap"};

    return names[kind];
}

/* ---- the list ------------------------------------------------------------ */

/* Whether this path is the other, or lies below it. */
static bool below(const char *path, const char *folder)
{
    size_t n = strlen(folder);

    while (n && folder[n - 1] == '/')
        n--;
    return !strncmp(path, folder, n) && (!path[n] || path[n] == '/');
}

/* Whether a folder in the list, other than `self`, holds this path. */
static bool covered(const struct wall *w, const char *path,
                    enum wall_access access, int self)
{
    for (int i = 0; i < w->n; i++)
        if (i != self && !w->path[i].to && w->path[i].access >= access &&
            below(path, w->path[i].path) &&
            (i < self || strcmp(path, w->path[i].path) != 0))
            return true;
    return false;
}

static void put(struct wall *w, const char *path, const char *to,
                enum wall_access access)
{
    struct wall_path *p = &w->path[w->n];

    for (int i = 0; i < w->n; i++)
        if (!strcmp(w->path[i].path, path) && w->path[i].access >= access)
            return;
    if (w->n == WALL_PATHS)
        return;
    p->path = must(strdup(path));
    p->to = to ? must(strdup(to)) : NULL;
    p->access = access;
    w->n++;
}

void wall_open(struct wall *w, const char *path, enum wall_access access)
{
    char at[PATH_MAX] = "", rest[2 * PATH_MAX], link[PATH_MAX];
    struct stat st;
    int links = 0;

    if (*path == '/')
        snprintf(rest, sizeof rest, "%s", path);
    else if (getcwd(link, sizeof link))
        snprintf(rest, sizeof rest, "%s/%s", link, path);
    else
        return;
    while (rest[strspn(rest, "/")]) {
        char *name = rest + strspn(rest, "/"), *slash;
        const size_t n = strcspn(name, "/"), length = strlen(at);

        if (n == 2 && !strncmp(name, "..", 2)) {
            if ((slash = strrchr(at, '/')))
                *slash = '\0';
        } else if (n != 1 || *name != '.') {
            if (length + n + 2 > sizeof at)
                return;
            snprintf(at + length, sizeof at - length, "/%.*s", (int)n, name);
        }
        memmove(rest, name + n, strlen(name + n) + 1);
        if (!*at || lstat(at, &st) || !S_ISLNK(st.st_mode)) {
            if (*at && lstat(at, &st))
                return;
            continue;
        }
        const ssize_t k = readlink(at, link, sizeof link - 1);

        if (k < 0 || ++links > 40 || (size_t)k + strlen(rest) + 2 > PATH_MAX)
            return;
        link[k] = '\0';
        put(w, at, link, WALL_READ);
        memmove(rest + k + 1, rest, strlen(rest) + 1);
        memcpy(rest, link, (size_t)k);
        rest[k] = '/';
        *(*link == '/' ? at : strrchr(at, '/')) = '\0';
    }
    put(w, *at ? at : "/", NULL, access);
}

/* ---- what is private ----------------------------------------------------- */

/* Folders that hold work and notes of people: the kit's, with solutions, those
 * of a class, the home. Each only in parts that are named. */
static const char *private_folder(int i, char real[PATH_MAX])
{
    static const char *const names[] = {"HOME", "IN", "OUT"};
    static const char *const always[] = {"/root", "/home", "/tmp", "/var"};
    const int n = sizeof names / sizeof *names;
    const char *path = NULL;

    if (i == 0)
        path = ".";
    else if (i <= n)
        path = getenv(names[i - 1]);
    else if ((size_t)(i - n) <= sizeof always / sizeof *always)
        path = always[i - n - 1];
    else
        return NULL;
    if (!path || !*path || !realpath(path, real))
        *real = '\0';
    return real;
}

/* Whether something private lies in the folder, or is it. */
static bool holds_private(const char *folder)
{
    char real[PATH_MAX], private[PATH_MAX];

    if (!realpath(folder, real))
        return false;
    for (int i = 0; private_folder(i, private); i++)
        if (*private && strcmp(private, "/") != 0 && below(private, real))
            return true;
    return !strcmp(real, "/");
}

/* Whether the folder itself is private. */
static bool is_private(const char *folder)
{
    char real[PATH_MAX], private[PATH_MAX];

    if (!realpath(folder, real))
        return false;
    for (int i = 0; private_folder(i, private); i++)
        if (*private && !strcmp(private, real))
            return true;
    return false;
}

/* All children but those that hold something private, which are looked into
 * down to some depth. */
static void open_children(struct wall *w, const char *folder, int depth)
{
    DIR *d = opendir(folder);
    struct dirent *entry;
    char path[PATH_MAX];

    while (d && (entry = readdir(d))) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..") ||
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >=
                (int)sizeof path)
            continue;
        if (!holds_private(path))
            wall_open(w, path, WALL_READ);
        else if (depth > 0 && !is_private(path))
            open_children(w, path, depth - 1);
    }
    if (d)
        closedir(d);
}

/* To read, unless something private lies in it. */
static void open_whole(struct wall *w, const char *path)
{
    if (!holds_private(path))
        wall_open(w, path, WALL_READ);
}

/* ---- tools --------------------------------------------------------------- */

bool wall_program(const char *name, char *found, size_t size)
{
    const char *path = getenv("PATH");
    int n;

    if (strchr(name, '/'))
        return snprintf(found, size, "%s", name) < (int)size &&
               access(found, X_OK) == 0;
    for (; path && *path; path += n + (path[n] == ':')) {
        n = (int)strcspn(path, ":");
        if (n > 0 &&
            snprintf(found, size, "%.*s/%s", n, path, name) < (int)size &&
            access(found, X_OK) == 0)
            return true;
    }
    return false;
}

/* Where a tool's folders lie in a home or another place with more in it. */
static void open_parts(struct wall *w, const char *prefix)
{
    static const char *const parts[] = {"bin", "include", "lib", "lib64",
                                        "libexec"};
    char path[PATH_MAX + 10];

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s/%s", prefix, parts[i]);
        open_whole(w, path);
    }
}

void wall_tool(struct wall *w, const char *name)
{
    char path[PATH_MAX], real[PATH_MAX], *slash, *folder;

    /* an interpreter's script need not be one that can be run */
    if (strchr(name, '/'))
        snprintf(path, sizeof path, "%s", name);
    else if (!wall_program(name, path, sizeof path))
        return;
    if (!realpath(path, real))
        return;
    wall_open(w, path, WALL_READ);
    slash = strrchr(real, '/');
    *slash = '\0';
    if (covered(w, real, WALL_READ, INT_MAX))
        return;
    folder = strrchr(real, '/');
    if (!folder ||
        (strcmp(folder, "/bin") != 0 && strncmp(folder, "/lib", 4) != 0))
        return; /* it was installed alone */
    *folder = '\0';
    folder = strrchr(real, '/');
    if (!*real || holds_private(real) || (folder && folder[1] == '.'))
        open_parts(w, real);
    else
        wall_open(w, real, WALL_READ);
}

static void open_tools(struct wall *w)
{
    static const char *const names[] = {"gcc", "g++",     "clang",  "clang++",
                                        "as",  "ld",      "ld.lld", "cpp",
                                        "cc",  "readelf", "objcopy"};
    static const char *const set[] = {"CC", "CXX"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        wall_tool(w, names[i]);
    for (size_t i = 0; i < sizeof set / sizeof *set; i++) {
        const char *value = getenv(set[i]);
        char *words = must(strdup(value ? value : "")), *rest = NULL;

        for (char *word = strtok_r(words, " ", &rest); word;
             word = strtok_r(NULL, " ", &rest))
            if (*word != '-')
                wall_tool(w, word);
        free(words);
    }
}

static void open_listed(struct wall *w)
{
    static const char *const lists[] = {
        "CPATH",           "C_INCLUDE_PATH",  "CPLUS_INCLUDE_PATH",
        "LIBRARY_PATH",    "LD_LIBRARY_PATH", "COMPILER_PATH",
        "GCC_EXEC_PREFIX", "CUDA_HOME",       "CUDA_PATH",
        "LABKIT_READ"};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *value = getenv(lists[i]);
        char *list = must(strdup(value ? value : "")), *rest = NULL;

        for (char *path = strtok_r(list, ":", &rest); path;
             path = strtok_r(NULL, ":", &rest))
            if (*path == '/')
                open_whole(w, path);
        free(list);
    }
}

static void open_system(struct wall *w)
{
    static const char *const system[] = {"/usr",
                                         "/bin",
                                         "/sbin",
                                         "/lib",
                                         "/lib32",
                                         "/lib64",
                                         "/libx32",
                                         "/nix/store",
                                         "/gnu/store",
                                         "/etc/ld.so.cache",
                                         "/etc/ld.so.conf",
                                         "/etc/ld.so.conf.d",
                                         "/etc/ld.so.preload",
                                         "/etc/alternatives",
                                         "/etc/localtime",
                                         "/sys/devices/system"};

    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        if (!holds_private(system[i]))
            wall_open(w, system[i], WALL_READ);
        else if (!is_private(system[i]))
            open_children(w, system[i], 4);
    open_listed(w);
    open_tools(w);
}

void wall_begin(struct wall *w)
{
    static struct wall found; /* once for all that this process starts */

    if (!found.n)
        open_system(&found);
    w->n = 0;
    for (int i = 0; i < found.n; i++)
        put(w, found.path[i].path, found.path[i].to, found.path[i].access);
}

void wall_student(struct wall *w, const char *source)
{
    const char *slash = strrchr(source, '/');
    char folder[PATH_MAX], real[PATH_MAX], path[2 * PATH_MAX], *end;
    struct dirent *entry;
    DIR *d;

    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - source) : 1,
             slash ? source : ".");
    wall_open(w, folder, WALL_READ);
    if (!realpath(folder, real) || !(end = strrchr(real, '/')))
        return;
    *end = '\0';
    if (*real && !holds_private(real)) {
        wall_open(w, real, WALL_READ);
        return;
    }
    /* It lies in a home, say: the headers there, and the other labs. */
    d = opendir(*real ? real : "/");
    while (d && (entry = readdir(d))) {
        const char *name = entry->d_name, *dot = strrchr(name, '.');

        snprintf(path, sizeof path, "%s/%s", real, name);
        if ((dot && !strcmp(dot, ".h")) ||
            (strspn(name, "0123456789") == 2 && name[2] == '_'))
            wall_open(w, path, WALL_READ);
    }
    if (d)
        closedir(d);
}

void wall_gpus(struct wall *w)
{
    glob_t found;

    if (glob("/dev/nvidia*", 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            wall_open(w, found.gl_pathv[i], WALL_DEVICE);
        globfree(&found);
    }
    wall_open(w, "/dev/dxg", WALL_DEVICE);
    wall_open(w, "/proc/driver", WALL_READ);
    wall_open(w, "/sys/bus/pci", WALL_READ);
    wall_open(w, "/sys/devices", WALL_READ);
}

void wall_end(struct wall *w)
{
    while (w->n > 0) {
        w->n--;
        free(w->path[w->n].path);
        free(w->path[w->n].to);
    }
}

/* ---- bubblewrap ---------------------------------------------------------- */

void words_add(struct words *s, const char *word)
{
    s->word = must(realloc(s->word, ((size_t)s->n + 2) * sizeof *s->word));
    s->word[s->n++] = word;
    s->word[s->n] = NULL;
}

static void add_all(struct words *s, const char *const *words)
{
    while (*words)
        words_add(s, *words++);
}

/* Root would keep its rights in there, and could mount the tree writable. In
 * /proc a process could change its own priority. What can be written comes
 * last: it may lie in what is only read. */
void wall_bwrap(const struct wall *w, struct words *command)
{
    static const char *const how[] = {"--ro-bind", "--bind", "--dev-bind"};
    static const char *const own[] = {"--dev",
                                      "/dev",
                                      "--dir",
                                      "/tmp",
                                      "--unshare-all",
                                      "--cap-drop",
                                      "ALL",
                                      "--die-with-parent",
                                      NULL};
    static const char *const proc[] = {"--proc", "/proc", "--remount-ro",
                                       "/proc", NULL};

    words_add(command, "bwrap");
    for (int access = WALL_READ; access <= WALL_DEVICE; access++) {
        if (access == WALL_DEVICE)
            add_all(command, own);
        if (access == WALL_DEVICE && w->proc)
            add_all(command, proc);
        for (int i = 0; i < w->n; i++) {
            const struct wall_path *p = &w->path[i];

            if ((int)p->access != access || covered(w, p->path, p->access, i))
                continue;
            words_add(command, p->to ? "--symlink" : how[access]);
            words_add(command, p->to ? p->to : p->path);
            words_add(command, p->path);
        }
    }
    add_all(command, (const char *const[]){"--remount-ro", "/dev",
                                           "--remount-ro", "/", NULL});
}

/* ---- Landlock ------------------------------------------------------------ */

#define READING                                                  \
    (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | \
     LANDLOCK_ACCESS_FS_READ_DIR)
#define CHANGING                                                    \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG |  \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_REMOVE_DIR)
#define NEVER                                                       \
    (LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_SOCK |  \
     LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | \
     LANDLOCK_ACCESS_FS_MAKE_SYM)

/* Let the wall leave these rights below this folder, or to this file. */
static bool leave_open(int wall, const char *path, uint64_t rights)
{
    const uint64_t of_folders =
        LANDLOCK_ACCESS_FS_READ_DIR |
        (CHANGING & ~(uint64_t)LANDLOCK_ACCESS_FS_WRITE_FILE);
    struct landlock_path_beneath_attr rule = {.allowed_access = rights};
    struct stat st;
    bool done;

    rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return errno == ENOENT || errno == EACCES; /* it stays shut */
    if (fstat(rule.parent_fd, &st) == 0 && !S_ISDIR(st.st_mode))
        rule.allowed_access &= ~of_folders;
    done = syscall(SYS_landlock_add_rule, wall, LANDLOCK_RULE_PATH_BENEATH,
                   &rule, 0) == 0;
    close(rule.parent_fd);
    return done;
}

bool wall_landlock(const struct wall *w)
{
    const uint64_t truncate = 1 << 14; /* known from version 3 on */
    const uint64_t more = landlock_version() >= 3 ? truncate : 0;
    const struct landlock_ruleset_attr all = {
        .handled_access_fs = READING | CHANGING | NEVER | more};
    const uint64_t rights[] = {READING, READING | CHANGING | more,
                               LANDLOCK_ACCESS_FS_READ_FILE |
                                   LANDLOCK_ACCESS_FS_WRITE_FILE};
    int wall = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    bool done = wall >= 0;

    for (int i = 0; i < w->n && done; i++)
        if (!w->path[i].to)
            done = leave_open(wall, w->path[i].path, rights[w->path[i].access]);
    done = done && leave_open(wall, "/dev/null", rights[WALL_DEVICE] | more) &&
           leave_open(wall, "/dev/zero", READING) &&
           leave_open(wall, "/dev/urandom", READING) &&
           prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, wall, 0) == 0;
    if (wall >= 0)
        close(wall);
    return done;
}
