/*
 * lab.c - see lab.h. First the labs by folder, then lab.ini, then what a
 * verdict depends on.
 */
#include "base/lab.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <ini.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/say.h"
#include "base/source.h"

/* Raise this when the judge decides differently than before: labs graded by
 * an older kit then count as changed. */

/* ---- lab.ini ------------------------------------------------------------ */

struct ini_state {
    struct lab *lab;
    FILE *file;
    const char *path;
    int line; /* that is being read */
    bool said;
};

static char *ini_line(char *text, int size, void *stream)
{
    struct ini_state *s = stream;

    s->line++;
    return fgets(text, size, s->file);
}

/* Always 0, which is how a handler tells inih that there is an error. */
static int ini_wrong(struct ini_state *s, const char *what, const char *text)
{
    fprintf(stderr, "%s:%d: %s: %s\n", s->path, s->line, what, text);
    s->said = true;
    return 0;
}

static int ini_number(struct ini_state *s, const char *value, double max,
                      double *out)
{
    char *end;
    double x = strtod(value, &end);

    if (end == value || *end || !(x >= 0 && x <= max))
        return ini_wrong(s, _("not a sensible number"), value);
    *out = x;
    return 1;
}

/* It becomes part of a file's name. */
static bool is_word(const char *value)
{
    return *value && !value[strspn(value, "abcdefghijklmnopqrstuvwxyz")];
}

static int ini_picture(struct ini_state *s, const char *name, const char *value)
{
    struct lab *lab = s->lab;
    const struct {
        const char *name;
        char *value;
        size_t size;
    } known[] = {
        {"before", lab->picture.before, sizeof lab->picture.before},
        {"args", lab->picture.args, sizeof lab->picture.args},
        {"devices", lab->picture.devices, sizeof lab->picture.devices},
        {"kernel", lab->picture.kernel, sizeof lab->picture.kernel},
        {"show", lab->picture.show, sizeof lab->picture.show},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name)) {
            snprintf(known[i].value, known[i].size, "%s", value);
            return 1;
        }
    return ini_wrong(
        s, _("not of a picture (known: before, args, devices, kernel, show)"),
        name);
}

static int ini_value(void *user, const char *section, const char *name,
                     const char *value)
{
    struct ini_state *s = user;

    if (!*section && !strcmp(name, "title")) {
        snprintf(s->lab->title, sizeof s->lab->title, "%s", value);
        return 1;
    }
    if (!*section && !strcmp(name, "article")) {
        snprintf(s->lab->article, sizeof s->lab->article, "%s", value);
        return 1;
    }
    if (!*section && !strcmp(name, "group")) {
        snprintf(s->lab->group, sizeof s->lab->group, "%s", value);
        return 1;
    }
    if (!*section && !strcmp(name, "serial")) {
        s->lab->serial = !strcmp(value, "yes");
        return s->lab->serial ? 1 : ini_wrong(s, _("not \"yes\""), value);
    }
    if (!strcmp(section, "points")) {
        int kind = kind_from_name(name);

        if (kind < 0 || kind == KIND_BUILD)
            return ini_wrong(s, _("points for an unknown kind of check"), name);
        return ini_number(s, value, 1000, &s->lab->points[kind]);
    }
    if (!strcmp(section, "goal")) {
        if (strcmp(name, "speed"))
            return ini_wrong(s, _("unknown goal (known: speed)"), name);
        return ini_number(s, value, 1, &s->lab->goal);
    }
    if (!strcmp(section, "ladder")) {
        if (!strcmp(name, "name") && is_word(value))
            snprintf(s->lab->ladder, sizeof s->lab->ladder, "%s", value);
        else if (!strcmp(name, "ceiling"))
            snprintf(s->lab->ceiling, sizeof s->lab->ceiling, "%s", value);
        else
            return ini_wrong(s,
                             _("not of a ladder (known: name, a single "
                               "word in small letters; ceiling)"),
                             name);
        return 1;
    }
    if (!strcmp(section, "picture"))
        return ini_picture(s, name, value);
    if (*section)
        return ini_wrong(s,
                         _("unknown section (known: [points], [goal], "
                           "[ladder], [picture])"),
                         section);
    return ini_wrong(s, _("unknown key (known: title, article, group, serial)"),
                     name);
}

static int read_ini(struct lab *lab)
{
    char path[128];
    struct ini_state s = {.lab = lab, .path = path};
    int line, result = -1;

    snprintf(path, sizeof path, "labs/%s/lab.ini", lab->folder);
    s.file = fopen(path, "r");
    if (!s.file) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    ini_stop_on_first_error = true;
    line = ini_parse_stream(ini_line, &s, ini_value, &s);
    if (line < 0)
        fprintf(stderr, "%s: %s\n", path, strerror(ENOMEM));
    else if (line > 0 && !s.said)
        fprintf(stderr, _("%s:%d: neither \"key = value\" nor [section]\n"),
                path, line);
    else if (line == 0 && !*lab->title)
        fprintf(stderr, _("%s: has no \"title = ...\"\n"), path);
    else if (line == 0)
        result = 0;
    fclose(s.file);
    return result;
}

/* ---- labs by folder ----------------------------------------------------- */

static bool in_lab(const char *folder, const char *file)
{
    char path[400];

    snprintf(path, sizeof path, "labs/%s/%s", folder, file);
    return access(path, F_OK) == 0;
}

/* Whether "NN_name" is a lab. Stray folders are not (backups that stay after
 * a git switch, for example): they have neither checks nor a lab.ini. */
static bool is_lab(const char *folder)
{
    size_t digits = strspn(folder, "0123456789");

    if (digits < 1 || digits >= sizeof((struct lab *)0)->id ||
        folder[digits] != '_' || !folder[digits + 1])
        return false;
    if (strlen(folder) >= sizeof((struct lab *)0)->folder)
        return false;
    return in_lab(folder, "check.c") || in_lab(folder, "lab.ini");
}

static int read_lab(struct lab *lab, const char *folder)
{
    int digits = (int)strspn(folder, "0123456789");

    memset(lab, 0, sizeof *lab);
    snprintf(lab->id, sizeof lab->id, "%.*s", digits, folder);
    snprintf(lab->folder, sizeof lab->folder, "%s", folder);
    snprintf(lab->name, sizeof lab->name, "%s", folder + digits + 1);
    snprintf(lab->ext, sizeof lab->ext, "%s",
             in_lab(folder, ".skeleton.cu") ? ".cu" : ".c");
    lab->program = !in_lab(folder, "main.c") && !in_lab(folder, "main.cu");
    return read_ini(lab);
}

static int by_id(const void *a, const void *b)
{
    const struct lab *x = a, *y = b;
    int difference = atoi(x->id) - atoi(y->id);

    return difference ? difference : strcmp(x->folder, y->folder);
}

struct lab *lab_find_all(int *n)
{
    struct lab *labs = NULL, *larger;
    struct dirent *entry;
    int count = 0;
    DIR *dir = opendir("labs");

    if (!dir) {
        fprintf(stderr, _("labs: %s. Type make in the kit's own folder.\n"),
                strerror(errno));
        return NULL;
    }
    while ((errno = 0, entry = readdir(dir))) {
        if (!is_lab(entry->d_name))
            continue;
        larger = realloc(labs, (size_t)(count + 1) * sizeof *labs);
        if (!larger) {
            fprintf(stderr, "labs: %s\n", strerror(ENOMEM));
            goto fail;
        }
        labs = larger;
        if (read_lab(&labs[count], entry->d_name))
            goto fail;
        count++;
    }
    if (errno) {
        fprintf(stderr, "labs: %s\n", strerror(errno));
        goto fail;
    }
    if (count == 0) {
        fprintf(stderr, _("labs: there is no lab in this folder.\n"));
        goto fail;
    }
    qsort(labs, (size_t)count, sizeof *labs, by_id);
    for (int i = 1; i < count; i++)
        if (atoi(labs[i].id) == atoi(labs[i - 1].id)) {
            fprintf(stderr, _("labs: %s and %s have the same number.\n"),
                    labs[i - 1].folder, labs[i].folder);
            goto fail;
        }
    closedir(dir);
    *n = count;
    return labs;
fail:
    closedir(dir);
    free(labs);
    return NULL;
}

const struct lab *lab_by_id(const struct lab *labs, int n, const char *id)
{
    char text[64];
    size_t length;

    /* What a shell completes, labs/03_reduction/, is understood too. */
    if (!strncmp(id, "labs/", 5))
        id += 5;
    else if (!strncmp(id, "lab", 3))
        id += 3;
    snprintf(text, sizeof text, "%s", id);
    length = strlen(text);
    if (length && text[length - 1] == '/')
        text[--length] = 0;

    for (int i = 0; i < n; i++) {
        if (!strcmp(text, labs[i].folder))
            return &labs[i];
        if (length && length < 8 && strspn(text, "0123456789") == length &&
            atoi(text) == atoi(labs[i].id))
            return &labs[i];
    }
    return NULL;
}

void lab_source(const struct lab *lab, const char *src, char *path, size_t size)
{
    snprintf(path, size, "%s/%s/%s%s", src, lab->folder, lab->name, lab->ext);
}

void lab_skeleton(const struct lab *lab, char *path, size_t size)
{
    snprintf(path, size, "labs/%s/.skeleton%s", lab->folder, lab->ext);
}

/* ---- what a verdict depends on ------------------------------------------ */

bool lab_same_file(const char *theirs, const char *kits)
{
    size_t n[2] = {0};
    char *text[2] = {source_read(theirs, false, &n[0]),
                     source_read(kits, true, &n[1])};
    bool same =
        text[0] && text[1] && n[0] == n[1] && !memcmp(text[0], text[1], n[0]);

    free(text[0]);
    free(text[1]);
    return same;
}

static bool hash_file(uint64_t *hash, const char *path, bool links)
{
    size_t n = 0;
    char *text = source_read(path, links, &n);
    uint64_t total = n;

    if (!text)
        return false;
    *hash = hash_add(*hash, text, n);
    /* The length marks where one file ends and the next begins. */
    *hash = hash_add(*hash, &total, sizeof total);
    free(text);
    return true;
}

uint64_t lab_digest(const struct lab *lab, const char *source)
{
    uint64_t hash = hash_add(HASH_START, KIT_VERSION, sizeof KIT_VERSION);
    char file[4][160];
    glob_t common = {0};

    hash = hash_add(hash, TIMED_FLAGS, sizeof TIMED_FLAGS);
    if (!hash_file(&hash, source, false))
        return 0;
    snprintf(file[0], sizeof file[0], "labs/%s/%s.h", lab->folder, lab->name);
    snprintf(file[1], sizeof file[1], "labs/%s/check.c", lab->folder);
    snprintf(file[2], sizeof file[2], "labs/%s/lab.ini", lab->folder);
    snprintf(file[3], sizeof file[3], "labs/%s/runner.c", lab->folder);
    for (int i = 0; i < 4; i++)
        if (!hash_file(&hash, file[i], true))
            hash = hash_add(hash, "absent", sizeof "absent");
    /* What the checks of several labs share. */
    if (glob("common/{,check/}*.h", GLOB_BRACE, NULL, &common) == 0)
        for (size_t i = 0; i < common.gl_pathc; i++)
            hash_file(&hash, common.gl_pathv[i], true);
    globfree(&common);
    return hash ? hash : 1;
}
