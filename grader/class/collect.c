/*
 * collect.c - see collect.h. First the place is found where the students'
 * entries lie, then each of them is walked through, folders and archives alike:
 * every file comes to met(), which leaves it, with a reason, or copies its
 * bytes into the spool.
 */
#define _GNU_SOURCE
#include "class/collect.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/must.h"
#include "base/say.h"
#include "class/gather.h"
#include "class/names.h"
#include "class/submitters.h"
#include "class/unpack.h"

enum { FOLDERS = 40 };
/* Of what is listed to find out what an archive is: entries, bytes. */
enum { LISTED = 1000000, LIST = 200 << 20 };

/* A name in a tree, and where what it names stands in its array. */
struct leaf {
    const char *name;
    int i;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct leaf *)a)->name,
                  ((const struct leaf *)b)->name);
}

static struct leaf *find(void *const *tree, const char *name)
{
    struct leaf **at = tfind(&(struct leaf){.name = name}, tree, by_name);

    return at ? *at : NULL;
}

static void plant(void **tree, const char *name, int i)
{
    struct leaf *leaf = must(malloc(sizeof *leaf));

    *leaf = (struct leaf){name, i};
    must(tsearch(leaf, tree, by_name));
}

static int find_person(struct gathered *g, const char *key, const char *who)
{
    const struct leaf *leaf = find(&g->persons, key);
    struct person *p;

    if (!leaf) {
        g->person = MORE(g->person, g->n_persons);
        p = &g->person[g->n_persons];
        *p =
            (struct person){.key = must(strdup(key)), .who = must(strdup(who))};
        plant(&g->persons, p->key, g->n_persons);
        return g->n_persons++;
    }
    /* Moodle's number with another name: the same one in every order. */
    p = &g->person[leaf->i];
    if (strcmp(who, p->who) < 0) {
        free(p->who);
        p->who = must(strdup(who));
    }
    return leaf->i;
}

static void belongs_to(struct gathered *g, int unit, const char *key,
                       const char *who)
{
    struct unit *u = &g->unit[unit];
    int person = find_person(g, key, who);

    for (int i = 0; i < u->n_persons; i++)
        if (u->person[i] == person)
            return;
    u->person = MORE(u->person, u->n_persons);
    u->person[u->n_persons++] = person;
}

static int new_unit(struct gathered *g, const char *label)
{
    struct unit *u;

    g->unit = MORE(g->unit, g->n_units);
    u = &g->unit[g->n_units];
    *u = (struct unit){.label = must(strdup(label)),
                       .bytes = COLLECT_ARCHIVE,
                       .kept = COLLECT_KEPT,
                       .files = COLLECT_FILES,
                       .entries = COLLECT_ENTRIES,
                       .seconds = COLLECT_SECONDS};
    return g->n_units++;
}

static void gathered_free(struct gathered *g)
{
    for (int i = 0; i < g->n_units; i++) {
        free(g->unit[i].label);
        free(g->unit[i].person);
        free(g->unit[i].note);
    }
    for (int i = 0; i < g->n_persons; i++) {
        free(g->person[i].key);
        free(g->person[i].who);
    }
    for (int i = 0; i < g->n_found; i++)
        free(g->found[i].path);
    tdestroy(g->units, free);
    tdestroy(g->persons, free);
    free(g->unit);
    free(g->person);
    free(g->found);
    if (g->spool >= 0)
        close(g->spool);
}

/* ---- paths --------------------------------------------------------------- */

/* An archive's path with single slashes, also of Windows, and no "." in it.
 * False if it leads out of where it is unpacked. */
static bool plain_path(const char *path, char out[CLASS_PATH])
{
    size_t used = 0;

    out[0] = '\0';
    if (strchr("/\\", path[0]) || (path[0] && path[1] == ':'))
        return false;
    while (*path) {
        size_t n = strcspn(path, "/\\");

        if (n == 2 && path[0] == '.' && path[1] == '.')
            return false;
        if (n && !(n == 1 && path[0] == '.')) {
            if (used)
                out[used++] = '/';
            memcpy(out + used, path, n);
            used += n;
        }
        out[used] = '\0';
        path += n + (path[n] != '\0');
    }
    return true;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* Bytes up to the end of the first part of the path that is junk; 0. */
static size_t junk_part(const char *path)
{
    for (const char *part = path; *part;) {
        size_t n = strcspn(part, "/");
        char name[CLASS_PATH];

        snprintf(name, sizeof name, "%.*s", (int)n, part);
        if (names_junk(name))
            return (size_t)(part - path) + n;
        part += n + (part[n] == '/');
    }
    return 0;
}

/* ---- one file ------------------------------------------------------------ */

/* Where a walk is. */
struct inside {
    struct gathered *g;
    int unit;
    const char *path;  /* in the unit, with ": " behind archives; may be "" */
    long long version; /* of what is inside here; 0 */
    time_t at;         /* the same; 0: each file says its own */
    int archives;      /* around it, of the student's own */
    int folders;       /* around it, and archives */
};

/* A file, of a folder or of an archive. */
struct met {
    enum unpacked_kind kind;
    bool encrypted;
    long long size; /* -1 unknown */
    time_t at;
    int dir; /* its folder, and its name there ... */
    const char *name;
    struct unpack *from; /* ... or the archive, where it came last */
};

static void walk_archive(const struct inside *in, int fd, const char *bytes,
                         size_t size);

static void left(const struct inside *in, enum left how, const char *path,
                 const char *why)
{
    char name[2 * CLASS_PATH];

    snprintf(name, sizeof name, "%s%s", in->path, path);
    gather_left(in->g, in->unit, how, name, "%s", why);
}

/* 1980 is zip's for "unknown", and nobody has used this kit before 2000. */
static time_t likely(time_t at)
{
    return at > 946684800 && at < 253402300800 ? at : 0;
}

/* The file, opened such that nothing waits and no link is followed; -1 with
 * errno. */
static int open_file(const struct met *m)
{
    struct stat st;
    int fd = openat(m->dir, m->name,
                    O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);

    if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
        close(fd);
        errno = ENOTSUP;
        return -1;
    }
    return fd;
}

static int read_open(int fd, size_t limit, char **bytes, size_t *n)
{
    size_t used = 0;
    ssize_t more;

    *bytes = must(malloc(limit + 1));
    while ((more = read(fd, *bytes + used, limit + 1 - used)) != 0) {
        if (more < 0 && errno == EINTR)
            continue;
        if (more < 0 || (used += (size_t)more) > limit) {
            free(*bytes);
            return more < 0 ? -1 : 1;
        }
    }
    *n = used;
    return 0;
}

/* The bytes of a file, to be freed. False, with the reason written down. */
static bool read_met(const struct inside *in, const struct met *m,
                     const char *path, size_t limit, char **bytes, size_t *n)
{
    char why[300];
    int rc, fd;

    if (m->size > (long long)limit) {
        rc = 1;
    } else if (m->from) {
        rc = unpack_read(m->from, limit, bytes, n);
    } else {
        fd = open_file(m);
        rc = fd < 0 ? -1 : read_open(fd, limit, bytes, n);
        snprintf(why, sizeof why, _("it cannot be read: %s"), strerror(errno));
        if (fd >= 0)
            close(fd);
    }
    if (rc > 0)
        snprintf(why, sizeof why, _("it is larger than %d MB"),
                 (int)(limit >> 20));
    else if (rc < 0 && m->from)
        snprintf(why, sizeof why, _("it cannot be unpacked: %s"),
                 unpack_why(m->from));
    if (rc)
        left(in, LEFT_LOOK, path, why);
    return rc == 0;
}

static void spool(struct gathered *g, const char *bytes, size_t n)
{
    for (size_t done = 0; done < n;) {
        ssize_t put =
            pwrite(g->spool, bytes + done, n - done, g->spooled + (off_t)done);

        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0) {
            fprintf(stderr, "%s: %s\n", g->c->out, strerror(errno));
            exit(2);
        }
        done += (size_t)put;
    }
    g->spooled += (off_t)n;
}

/* A file that is named as a lab's own. */
static void take(const struct inside *in, const struct met *m, int lab,
                 const char *path, const char *file, long long version)
{
    struct gathered *g = in->g;
    struct unit *u = &g->unit[in->unit];
    const struct lab *l = &g->c->labs[lab];
    char name[CLASS_NAME * 2], full[2 * CLASS_PATH], *bytes;
    const char *why = NULL;
    struct found *f;
    size_t n;
    time_t at = u->at ? u->at : in->at ? in->at : likely(m->at);

    if (!read_met(in, m, path, COLLECT_FILE, &bytes, &n))
        return;
    if (!n)
        why = _("it is empty");
    else if (memchr(bytes, '\0', n))
        why = _("it is no text: it holds bytes that are 0, as UTF-16 does");
    else if (u->files-- <= 0 || (u->kept -= (long long)n) < 0)
        why = _("there are too many files of labs before it");
    if (why) {
        left(in, LEFT_LOOK, path, why);
        free(bytes);
        return;
    }
    g->found = MORE(g->found, g->n_found);
    f = &g->found[g->n_found++];
    snprintf(full, sizeof full, "%s%s", in->path, path);
    snprintf(name, sizeof name, "%s%s", l->name, l->ext);
    *f = (struct found){.unit = in->unit,
                        .lab = lab,
                        .version = version,
                        .at = at,
                        .path = must(strdup(full)),
                        .exact = !strcasecmp(file, name),
                        .depth = in->folders,
                        .where = g->spooled,
                        .size = n,
                        .digest = hash_add(HASH_START, bytes, n),
                        .text = gather_text_digest(bytes, n)};
    for (const char *s = path; (s = strchr(s, '/')); s++)
        f->depth++;
    if (strchr(path, '/')) {
        snprintf(full, sizeof full, "%.*s", (int)(last_part(path) - path - 1),
                 path);
        f->homed =
            names_lab_folder(g->c->labs, g->c->n_labs, last_part(full)) == lab;
    }
    spool(g, bytes, n);
    free(bytes);
}

/* A student's archive, which may lie in another one. */
static void open_inner(const struct inside *in, const struct met *m,
                       const char *path, long long version)
{
    char inner_path[2 * CLASS_PATH], *bytes = NULL;
    struct inside inner = *in;
    size_t n = 0;
    int fd = -1;

    if (in->archives >= COLLECT_DEPTH) {
        left(in, LEFT_LOOK, path,
             _("it is an archive in an archive in an archive"));
        return;
    }
    if (!m->from && (fd = open_file(m)) < 0) {
        left(in, LEFT_LOOK, path, strerror(errno));
        return;
    }
    if (m->from && !read_met(in, m, path, COLLECT_INNER, &bytes, &n))
        return;
    snprintf(inner_path, sizeof inner_path, "%s%s%s", in->path, path,
             *in->path || *path ? ": " : "");
    inner.path = inner_path;
    inner.version = version;
    inner.at = in->at ? in->at : likely(m->at);
    inner.archives++;
    inner.folders++;
    for (const char *s = path; (s = strchr(s, '/')); s++)
        inner.folders++;
    walk_archive(&inner, fd, bytes, n);
    free(bytes);
    if (fd >= 0)
        close(fd);
}

/* Why this is no file that can be taken; null if it is one. */
static const char *no_file(const struct met *m)
{
    if (m->kind == UNPACKED_LINK)
        return _("it is a link: only files are taken");
    if (m->kind == UNPACKED_FOLDER)
        return _("it is a folder, though named as a file");
    if (m->kind == UNPACKED_OTHER)
        return _("it is no file, but a device or a pipe");
    return m->encrypted ? _("it is encrypted: ask for it without a password")
                        : NULL;
}

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);

    return n >= m && !strcasecmp(name + n - m, end);
}

/*
 * Something that is no folder to go into. `path` is where it lies, `file` the
 * name the student gave it.
 */
static void met(const struct inside *in, const struct met *m, const char *path,
                const char *file)
{
    const struct class *c = in->g->c;
    const struct unit *u = &in->g->unit[in->unit];
    int lab = names_lab(c->labs, c->n_labs, file);
    const char *why = no_file(m), *rest = file;
    long long version = in->version;
    /* Autolab's own folders: ann@uni.edu/3_reduction.c */
    bool versions = !strchr(path, '/') && *path && !in->archives &&
                    u->n_persons == 1 &&
                    strchr(in->g->person[u->person[0]].who, '@');

    if (versions && names_version(file, &rest) &&
        (names_lab(c->labs, c->n_labs, rest) >= 0 || names_archive(rest))) {
        version = names_version(file, &rest);
        file = rest;
        lab = names_lab(c->labs, c->n_labs, file);
    }
    if (lab < 0 && !names_archive(file)) {
        lab = names_nearly_lab(c->labs, c->n_labs, file);
        if (lab >= 0) {
            char words[200];

            snprintf(words, sizeof words,
                     _("its name is nearly that of lab %s, but the lab's file "
                       "is named %s%s"),
                     c->labs[lab].id, c->labs[lab].name, c->labs[lab].ext);
            left(in, LEFT_LOOK, path, words);
        } else if (ends_with(file, ".rar")) {
            left(in, LEFT_LOOK, path,
                 _("RAR is not read: unpack it, or ask for a zip"));
        } else {
            left(in, LEFT_OTHER, path,
                 why ? why : _("it is not named as a lab's file"));
        }
    } else if (why) {
        left(in, LEFT_LOOK, path, why);
    } else if (lab >= 0) {
        take(in, m, lab, path, file, version);
    } else {
        open_inner(in, m, path, version);
    }
}

/* One entry less that this unit may have. False, once with the reason, if
 * there is none. */
static bool one_more(const struct inside *in)
{
    struct unit *u = &in->g->unit[in->unit];

    if (u->entries > 0) {
        u->entries--;
        return true;
    }
    if (u->entries == 0)
        gather_left(in->g, in->unit, LEFT_LOOK, "",
                    _("there are more than %d files: what comes behind was not "
                      "looked at"),
                    COLLECT_ENTRIES);
    u->entries = -1;
    return false;
}

/* ---- archives ------------------------------------------------------------ */

/* An entry of an archive, by its path in the student's part of it. */
static void met_entry(const struct inside *in, struct unpack *from,
                      const struct unpacked *e, const char *path)
{
    struct met m = {.kind = e->kind,
                    .encrypted = e->encrypted,
                    .size = e->size,
                    .at = e->at,
                    .dir = -1,
                    .from = from};
    const struct class *c = in->g->c;
    size_t junk = junk_part(path);
    char shown[CLASS_PATH];

    if (e->too_long) {
        left(in, LEFT_OTHER, path, _("its path is too long"));
    } else if (junk) {
        snprintf(shown, sizeof shown, "%.*s", (int)junk, path);
        left(in, LEFT_JUNK, shown, _("made by a system or an editor"));
    } else if (e->kind != UNPACKED_FOLDER ||
               names_lab(c->labs, c->n_labs, last_part(path)) >= 0) {
        met(in, &m, path, last_part(path));
    }
}

/* All of a student's archive. */
static void walk_archive(const struct inside *in, int fd, const char *bytes,
                         size_t size)
{
    struct unit *u = &in->g->unit[in->unit];
    char path[CLASS_PATH], outer[2 * CLASS_PATH];
    struct unpacked e;
    struct unpack *a;
    size_t n;
    int rc = -1, entries = 0;

    if (u->seconds <= 0)
        return; /* the reason stands there already */
    a = unpack_open(fd, bytes, size, u->bytes > 0 ? u->bytes : 0,
                    (int)u->seconds + 1);
    for (; a && one_more(in) && (rc = unpack_next(a, &e)) > 0; entries++) {
        if (!plain_path(e.path, path))
            left(in, LEFT_LOOK, e.path, _("its path leads out of the archive"));
        else if (path[0])
            met_entry(in, a, &e, path);
    }
    snprintf(outer, sizeof outer, "%s", in->path);
    n = strlen(outer);
    outer[n >= 2 ? n - 2 : 0] = '\0'; /* the ": " */
    if (!a)
        gather_left(in->g, in->unit, LEFT_LOOK, outer,
                    _("it cannot be unpacked: %s"), strerror(errno));
    else if (rc < 0 && u->entries >= 0)
        gather_left(in->g, in->unit, LEFT_LOOK, outer,
                    _("the rest of the archive is lost: %s"), unpack_why(a));
    else if (rc == 0 && !entries)
        gather_left(in->g, in->unit, LEFT_LOOK, outer, "%s",
                    _("there is nothing in the archive"));
    if (a)
        u->bytes -= unpack_bytes(a);
    u->seconds -= unpack_close(a);
    if (u->seconds <= 0)
        gather_left(in->g, in->unit, LEFT_LOOK, outer,
                    _("archives took more than %d seconds: those behind it "
                      "were not unpacked"),
                    COLLECT_SECONDS);
}

/* ---- folders ------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void free_names(char **name, int n)
{
    for (int i = 0; i < n; i++)
        free(name[i]);
    free(name);
}

/* The names in a folder, sorted; null with errno if it cannot be read. More
 * than `most` are not: *n is most + 1 then. */
static char **read_folder(int dir, int most, int *n)
{
    int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *e;
    char **name = must(calloc(1, sizeof *name));

    *n = 0;
    if (!d) {
        if (fd >= 0)
            close(fd);
        free(name);
        return NULL;
    }
    while (*n <= most && (e = readdir(d))) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        name = MORE(name, *n);
        name[(*n)++] = must(strdup(e->d_name));
    }
    closedir(d);
    qsort(name, (size_t)*n, sizeof *name, by_text);
    return name;
}

/* What an entry of a folder is. False if it cannot be looked at. */
static bool look(int dir, const char *name, struct met *m)
{
    struct stat st;

    *m = (struct met){.dir = dir, .name = name};
    if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW))
        return false;
    m->kind = S_ISREG(st.st_mode)   ? UNPACKED_FILE
              : S_ISDIR(st.st_mode) ? UNPACKED_FOLDER
              : S_ISLNK(st.st_mode) ? UNPACKED_LINK
                                    : UNPACKED_OTHER;
    m->size = S_ISREG(st.st_mode) ? (long long)st.st_size : -1;
    m->at = st.st_mtime;
    return true;
}

static void walk_folder(const struct inside *in, int dir, const char *folder,
                        int depth);

/* One entry of a student's folder. */
static void walk_entry(const struct inside *in, int dir, const char *path,
                       int depth)
{
    const struct class *c = in->g->c;
    const char *name = last_part(path), *file = name;
    struct met m;
    int fd;

    /* "hw\\reduction.c": unpacked where a backslash is a letter. */
    if (strrchr(name, '\\'))
        file = strrchr(name, '\\') + 1;
    if (names_junk(file)) {
        /* A clone's files have the date at which it was made. */
        if (!strcmp(file, ".git"))
            in->g->unit[in->unit].undated = true;
        left(in, LEFT_JUNK, path, _("made by a system or an editor"));
    } else if (!look(dir, name, &m)) {
        left(in, LEFT_LOOK, path, strerror(errno));
    } else if (m.kind != UNPACKED_FOLDER) {
        met(in, &m, path, file);
    } else {
        if (names_lab(c->labs, c->n_labs, name) >= 0)
            met(in, &m, path, name);
        fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0) {
            left(in, LEFT_LOOK, path, strerror(errno));
            return;
        }
        walk_folder(in, fd, path, depth + 1);
        close(fd);
    }
}

static void walk_folder(const struct inside *in, int dir, const char *folder,
                        int depth)
{
    char path[CLASS_PATH], **name;
    int n;

    if (depth > FOLDERS) {
        left(in, LEFT_LOOK, folder, _("folders lie too deep in each other"));
        return;
    }
    name = read_folder(dir, COLLECT_ENTRIES, &n);
    if (!name) {
        left(in, LEFT_LOOK, folder, strerror(errno));
        return;
    }
    if (n > COLLECT_ENTRIES)
        left(in, LEFT_LOOK, folder,
             _("there are too many files in this folder: none was looked at"));
    for (int i = 0; n <= COLLECT_ENTRIES && i < n && one_more(in); i++) {
        if (snprintf(path, sizeof path, "%s%s%s", folder, *folder ? "/" : "",
                     name[i]) >= CLASS_PATH)
            left(in, LEFT_OTHER, path, _("its path is too long"));
        else
            walk_entry(in, dir, path, depth);
    }
    free_names(name, n);
}

/* ---- where the students' entries lie --------------------------------------
 */

/* A folder, or an archive, or a folder in an archive. */
struct holder {
    int fd;
    bool archive;
    char label[CLASS_PATH]; /* what stands before the names in it */
    char base[CLASS_PATH];  /* of an archive: the same, in the archive */
    char **path;            /* of an archive: what is in it, the upper levels;
                             * folders with a slash behind them */
    int n_paths;
};

struct child {
    char *name;
    bool folder;
    bool file; /* of a folder: regular */
};

static void close_holder(struct holder *p)
{
    free_names(p->path, p->n_paths);
    if (p->fd >= 0)
        close(p->fd);
    *p = (struct holder){.fd = -1};
}

/* The first four parts of a path. */
static void upper_levels(char *path, bool folder)
{
    char *s = path;

    for (int k = 0; k < 4; k++, s++)
        if (!(s = strchr(s, '/')))
            break;
    if (s)
        *s = '\0'; /* behind the last slash */
    else if (folder && strlen(path) + 1 < CLASS_PATH)
        strcat(path, "/");
}

/* Fill p->path. What cannot be read is said when it is walked through. */
static void list_archive(struct holder *p)
{
    struct unpack *a =
        unpack_open(p->fd, NULL, 0, COLLECT_EXPORT, 10 * COLLECT_SECONDS);
    char path[CLASS_PATH], **list = NULL;
    struct unpacked e;
    size_t bytes = 0;
    int n = 0;

    for (int i = 0; a && i < LISTED && bytes < LIST && unpack_next(a, &e) > 0;
         i++) {
        if (e.too_long || !plain_path(e.path, path) || !path[0])
            continue;
        upper_levels(path, e.kind == UNPACKED_FOLDER);
        if (n && !strcmp(list[n - 1], path))
            continue;
        list = MORE(list, n);
        list[n++] = must(strdup(path));
        bytes += strlen(path);
    }
    unpack_close(a);
    if (n)
        qsort(list, (size_t)n, sizeof *list, by_text);
    p->path = list;
    p->n_paths = n;
}

static struct child *add_child(struct child *list, int *n, const char *name,
                               size_t length, bool folder, bool file)
{
    if (!length || (*n && strlen(list[*n - 1].name) == length &&
                    !strncmp(list[*n - 1].name, name, length))) {
        if (length)
            list[*n - 1].folder = list[*n - 1].folder || folder;
        return list;
    }
    list = MORE(list, *n);
    list[(*n)++] = (struct child){must(strndup(name, length)), folder, file};
    return list;
}

/* What is in a place, sorted, without junk; null if there is nothing. */
static struct child *children(const struct holder *p, int *n)
{
    struct child *list = NULL;
    int names;

    *n = 0;
    if (p->archive) {
        size_t base = strlen(p->base);

        for (int i = 0; i < p->n_paths; i++) {
            const char *name = p->path[i] + base;
            size_t length;

            if (strncmp(p->path[i], p->base, base))
                continue;
            length = strcspn(name, "/");
            list = add_child(list, n, name, length, name[length] == '/',
                             name[length] != '/');
        }
    } else {
        char **name = read_folder(p->fd, LISTED, &names);

        for (int i = 0; name && i < names; i++) {
            struct met m;
            bool seen = look(p->fd, name[i], &m);

            list = add_child(list, n, name[i], strlen(name[i]),
                             seen && m.kind == UNPACKED_FOLDER,
                             seen && m.kind == UNPACKED_FILE);
        }
        if (name)
            free_names(name, names);
    }
    names = 0;
    for (int i = 0; i < *n; i++) {
        if (names_junk(list[i].name))
            free(list[i].name);
        else
            list[names++] = list[i];
    }
    *n = names;
    return list;
}

static void free_children(struct child *list, int n)
{
    for (int i = 0; i < n; i++)
        free(list[i].name);
    free(list);
}

/* Go into a child that is a folder, or an archive in a folder. False if it is
 * neither. */
static bool open_child(const struct holder *p, const struct child *child,
                       struct holder *in)
{
    struct met m = {.dir = p->fd, .name = child->name};

    *in = (struct holder){.fd = -1, .archive = p->archive};
    snprintf(in->label, CLASS_PATH, "%s%s%s", p->label, child->name,
             child->folder ? "/" : ": ");
    if (child->folder && p->archive) {
        in->fd = fcntl(p->fd, F_DUPFD_CLOEXEC, 0);
        snprintf(in->base, CLASS_PATH, "%s%s/", p->base, child->name);
        in->path = must(calloc((size_t)p->n_paths + 1, sizeof *in->path));
        for (int i = 0; i < p->n_paths; i++)
            in->path[in->n_paths++] = must(strdup(p->path[i]));
    } else if (child->folder) {
        in->fd = openat(p->fd, child->name,
                        O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    } else if (child->file && !p->archive && names_archive(child->name)) {
        in->fd = open_file(&m);
        in->archive = true;
        if (in->fd >= 0)
            list_archive(in);
    }
    return in->fd >= 0;
}

static bool of_a_platform(const char *name)
{
    struct owner o;

    names_owner(name, &o);
    return o.platform != PLATFORM_NONE;
}

/* Most names in it are a platform's: data_10_20_x.txt alone looks like one. */
static bool is_export(const struct child *list, int n)
{
    int named = 0;

    for (int i = 0; i < n; i++) {
        if (!strcmp(list[i].name, GRADESCOPE_FILE))
            return true;
        named += of_a_platform(list[i].name);
    }
    return 2 * named > n;
}

/* A file as it lies in somebody's own folder. */
static bool of_a_program(const char *name)
{
    return ends_with(name, ".h") || ends_with(name, ".c") ||
           ends_with(name, ".cu") || ends_with(name, ".cpp") ||
           !strcasecmp(name, "Makefile") || !strncasecmp(name, "README", 6);
}

/* Whether there are several students' entries in it, or in its only folder. */
static bool holds_several(const struct class *c, const struct holder *p,
                          int deeper)
{
    int n, students = 0;
    struct child *list = children(p, &n);
    bool own = false, several = is_export(list, n);
    struct holder in;

    for (int i = 0; i < n; i++) {
        const char *name = list[i].name;
        struct owner o;

        if (list[i].folder)
            own = own || names_lab_folder(c->labs, c->n_labs, name) >= 0;
        else if (names_lab(c->labs, c->n_labs, name) < 0 &&
                 names_before_lab(c->labs, c->n_labs, name, &o))
            students++;
        else
            own = own || of_a_program(name);
        students += list[i].folder || names_archive(name);
    }
    several = several || (students > 1 && !own);
    if (!several && !own && n == 1 && deeper && list[0].folder &&
        open_child(p, &list[0], &in)) {
        several = holds_several(c, &in, deeper - 1);
        close_holder(&in);
    }
    free_children(list, n);
    return several;
}

/* Go on into what alone lies in a place, as long as it holds several. */
static void descend(const struct class *c, struct holder *p)
{
    for (int levels = 0; levels < 4; levels++) {
        int n;
        struct child *list = children(p, &n);
        struct holder in = {.fd = -1};
        bool go = n == 1 && !of_a_platform(list[0].name) &&
                  !strchr(list[0].name, '@') && open_child(p, &list[0], &in) &&
                  holds_several(c, &in, 2);

        free_children(list, n);
        if (!go) {
            close_holder(&in);
            return;
        }
        close_holder(p);
        *p = in;
    }
}

/* ---- the students' entries ------------------------------------------------
 */

static void walk_holder(struct gathered *g, struct holder *p);

/* Where each entry is an export: walk through them. */
static bool walk_exports(struct gathered *g, const struct holder *p)
{
    int n, m;
    struct child *list = children(p, &n);
    struct holder *in = must(calloc((size_t)n + 1, sizeof *in));
    int opened = 0;
    bool all = n > 1 && !p->archive;

    for (; all && opened < n; opened++) {
        struct child *inner;

        all = !of_a_platform(list[opened].name) &&
              open_child(p, &list[opened], &in[opened]);
        if (!all)
            break;
        descend(g->c, &in[opened]);
        inner = children(&in[opened], &m);
        all = is_export(inner, m);
        free_children(inner, m);
    }
    for (int i = 0; i < opened; i++) {
        if (all)
            walk_holder(g, &in[i]);
        close_holder(&in[i]);
    }
    free(in);
    free_children(list, n);
    return all;
}

/* Why an entry is no student's; null if it is one. */
static const char *nobodys(const struct class *c, const char *name,
                           enum unpacked_kind kind, struct owner *o)
{
    names_owner(name, o);
    if (kind == UNPACKED_LINK || kind == UNPACKED_OTHER)
        return _("it is a link, a device or a pipe: only files and folders are "
                 "taken");
    if (o->platform != PLATFORM_NONE)
        return NULL;
    if (kind == UNPACKED_FOLDER)
        return names_lab_folder(c->labs, c->n_labs, name) < 0
                   ? NULL
                   : _("it is a lab's folder, and no student's: put it into a "
                       "folder named as the student");
    if (names_archive(name))
        return NULL;
    if (names_lab(c->labs, c->n_labs, name) >= 0)
        return _("it says not whose it is: put it into a folder named as the "
                 "student");
    if (names_before_lab(c->labs, c->n_labs, name, o))
        return NULL;
    return ends_with(name, ".rar")
               ? _("RAR is not read: unpack it, or ask for a zip")
               : _("it is no student's folder, archive or file");
}

/* The unit of a student's entry, or -1 with the reason in the container's. */
static int entry_unit(struct gathered *g, const struct holder *p, int container,
                      const struct gradescope *gs, const char *name,
                      enum unpacked_kind kind, char file[CLASS_PATH])
{
    const struct gradescope_entry *e = gradescope_find(gs, name);
    char label[2 * CLASS_PATH];
    const struct leaf *leaf;
    struct owner o;
    const char *why = nobodys(g->c, name, kind, &o);
    int unit;

    snprintf(file, CLASS_PATH, "%s", o.file[0] ? o.file : name);
    snprintf(label, sizeof label, "%s%s", p->label, name);
    leaf = find(&g->units, label);
    if (leaf)
        return leaf->i;
    if (why) {
        gather_left(g, container, of_a_program(name) ? LEFT_LOOK : LEFT_OTHER,
                    name, "%s", why);
        return -1;
    }
    unit = new_unit(g, label);
    plant(&g->units, g->unit[unit].label, unit);
    g->unit[unit].version = o.version;
    g->unit[unit].undated = o.in_time;
    if (kind != UNPACKED_FOLDER && names_archive(file))
        g->unit[unit].is = HAND_IN_ARCHIVE;
    if (e) {
        g->unit[unit].at = e->at;
        for (int i = 0; i < e->n; i++)
            belongs_to(g, unit, e->who[i], e->who[i]);
    }
    if (!g->unit[unit].n_persons)
        belongs_to(g, unit, o.key, o.who);
    return unit;
}

static struct inside in_unit(struct gathered *g, int unit)
{
    return (struct inside){
        .g = g, .unit = unit, .path = "", .version = g->unit[unit].version};
}

static void walk_entries(struct gathered *g, const struct holder *p,
                         int container, const struct gradescope *gs)
{
    int n;
    char **name = read_folder(p->fd, LISTED, &n);

    if (!name)
        gather_left(g, container, LEFT_LOOK, "", _("it cannot be read: %s"),
                    strerror(errno));
    for (int i = 0; name && i < n; i++) {
        char file[CLASS_PATH];
        struct inside in;
        struct met m;
        int unit, fd;

        if (!strcmp(name[i], GRADESCOPE_FILE))
            continue;
        if (names_junk(name[i]) || !look(p->fd, name[i], &m)) {
            gather_left(g, container, LEFT_JUNK, name[i], "%s",
                        _("made by a system or an editor"));
            continue;
        }
        unit = entry_unit(g, p, container, gs, name[i], m.kind, file);
        if (unit < 0)
            continue;
        in = in_unit(g, unit);
        if (m.kind == UNPACKED_FILE) {
            met(&in, &m, "", file);
            continue;
        }
        fd = openat(p->fd, name[i],
                    O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0) {
            left(&in, LEFT_LOOK, "", strerror(errno));
            continue;
        }
        walk_folder(&in, fd, "", 1);
        close(fd);
    }
    if (name)
        free_names(name, n);
}

/* An entry of an archive that holds the students' entries. */
static void walk_packed(struct gathered *g, const struct holder *p,
                        int container, const struct gradescope *gs,
                        struct unpack *a, const struct unpacked *e)
{
    char path[CLASS_PATH], name[CLASS_PATH], file[CLASS_PATH];
    size_t base = strlen(p->base), n;
    const char *rest;
    struct inside in;
    int unit;

    if (e->too_long || !plain_path(e->path, path)) {
        gather_left(g, container, LEFT_LOOK, e->path, "%s",
                    _("its path leads out of the archive, or is too long"));
        return;
    }
    if (strncmp(path, p->base, base) || !path[base])
        return;
    rest = path + base;
    n = strcspn(rest, "/");
    snprintf(name, sizeof name, "%.*s", (int)n, rest);
    if (names_junk(name)) {
        gather_left(g, container, LEFT_JUNK, name, "%s",
                    _("made by a system or an editor"));
        return;
    }
    if (!strcmp(rest, GRADESCOPE_FILE))
        return;
    unit = entry_unit(g, p, container, gs, name,
                      rest[n] ? UNPACKED_FOLDER : e->kind, file);
    if (unit < 0)
        return;
    in = in_unit(g, unit);
    if (!rest[n] && e->kind == UNPACKED_FILE) {
        struct met m = {.encrypted = e->encrypted,
                        .size = e->size,
                        .at = e->at,
                        .dir = -1,
                        .from = a};

        met(&in, &m, "", file);
    } else if (rest[n] && one_more(&in)) {
        met_entry(&in, a, e, rest + n + 1);
    }
}

static void walk_export(struct gathered *g, const struct holder *p,
                        int container, const struct gradescope *gs)
{
    struct unpack *a =
        unpack_open(p->fd, NULL, 0, COLLECT_EXPORT, 10 * COLLECT_SECONDS);
    struct unpacked e;
    int rc = -1;

    for (int i = 0; a && i < 10 * LISTED && (rc = unpack_next(a, &e)) > 0; i++)
        walk_packed(g, p, container, gs, a, &e);
    if (rc)
        gather_left(g, container, LEFT_LOOK, "",
                    _("THE REST OF THIS EXPORT IS LOST: %s"),
                    a ? unpack_why(a) : strerror(errno));
    unpack_close(a);
}

/* submission_metadata.yml of a place, if there is one. */
static void read_gradescope(struct gathered *g, const struct holder *p,
                            int container, struct gradescope *gs)
{
    char wanted[2 * CLASS_PATH], path[CLASS_PATH], *bytes = NULL;
    struct met m = {.dir = p->fd, .name = GRADESCOPE_FILE};
    struct unpack *a = NULL;
    struct unpacked e;
    size_t n = 0;
    int rc = -1, fd = -1;

    *gs = (struct gradescope){0};
    if (p->archive) {
        snprintf(wanted, sizeof wanted, "%s%s", p->base, GRADESCOPE_FILE);
        for (int i = 0; i < p->n_paths && rc; i++)
            rc = strcmp(p->path[i], wanted);
        if (rc)
            return;
        a = unpack_open(p->fd, NULL, 0, COLLECT_EXPORT, 10 * COLLECT_SECONDS);
        rc = -1;
        while (a && rc && unpack_next(a, &e) > 0)
            if (plain_path(e.path, path) && !strcmp(path, wanted))
                rc = unpack_read(a, COLLECT_INNER, &bytes, &n);
        unpack_close(a);
    } else {
        fd = open_file(&m);
        if (fd < 0 && errno == ENOENT)
            return;
        rc = fd < 0 ? -1 : read_open(fd, COLLECT_INNER, &bytes, &n);
        if (fd >= 0)
            close(fd);
    }
    if (rc)
        gather_left(g, container, LEFT_LOOK, GRADESCOPE_FILE, "%s",
                    _("it cannot be read, so nobody knows whose the "
                      "submissions are"));
    else if (gradescope_read(bytes, n, gs))
        no_memory();
    if (!rc)
        free(bytes);
}

/* All of a holder of students' entries. */
static void walk_holder(struct gathered *g, struct holder *p)
{
    struct gradescope gs;
    int container = new_unit(g, p->label);

    g->unit[container].is = CONTAINER;
    read_gradescope(g, p, container, &gs);
    if (p->archive)
        walk_export(g, p, container, &gs);
    else
        walk_entries(g, p, container, &gs);
    gradescope_free(&gs);
}

/* ---- all of it ------------------------------------------------------------
 */

/* IN as a holder. 0, or -1 with a message. */
static int open_in(const struct class *c, struct holder *p)
{
    struct stat st;

    *p = (struct holder){.fd = open(c->in, O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
    if (p->fd < 0 || fstat(p->fd, &st)) {
        fprintf(stderr, "%s: %s\n", c->in, strerror(errno));
        return -1;
    }
    p->archive = S_ISREG(st.st_mode);
    if (p->archive && !names_archive(last_part(c->in))) {
        fprintf(stderr,
                _("%s: neither a folder nor an archive (.zip, .tar, .tar.gz, "
                  "...).\n"),
                c->in);
        return -1;
    }
    if (p->archive)
        list_archive(p);
    if (p->archive && !p->n_paths) {
        fprintf(stderr,
                _("%s: nothing in it can be read. Is it a whole "
                  "archive?\n"),
                c->in);
        return -1;
    }
    return 0;
}

/* A file that no name leads to: what is in it is gone with this program. */
static int open_spool(const struct class *c)
{
    char path[CLASS_PATH];
    int fd;

    if (class_path(c, path, "collecting.part"))
        return -1;
    fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0 || unlink(path)) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}

int class_collect(struct class *c, int *left_files)
{
    struct gathered g = {.c = c, .spool = -1};
    struct holder p;
    int result = -1;

    *left_files = 0;
    if (open_in(c, &p) == 0 && (g.spool = open_spool(c)) >= 0) {
        descend(c, &p);
        if (!walk_exports(&g, &p))
            walk_holder(&g, &p);
        result = choose(&g) || write_collected(&g, left_files) ? -1 : 0;
    }
    close_holder(&p);
    gathered_free(&g);
    if (result)
        class_free(c);
    return result;
}

void class_free(struct class *c)
{
    free(c->submission);
    free(c->student);
    c->submission = NULL;
    c->student = NULL;
    c->n = c->n_students = 0;
}
