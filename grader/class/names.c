/* names.c - see names.h. */
#define _GNU_SOURCE
#include "class/names.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- letters ------------------------------------------------------------- */

/* One character of UTF-8; 0 if these bytes are none. */
static size_t utf8(const char *text, unsigned long *c)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t n = s[0] < 0x80 ? 1 : s[0] < 0xC2 ? 0 : s[0] < 0xE0 ? 2 : 3;
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};

    if (s[0] >= 0xF0)
        n = s[0] < 0xF5 ? 4 : 0;
    *c = n == 1 ? s[0] : n ? s[0] & (0x7Fu >> n) : 0;
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *c = *c << 6 | (s[i] & 0x3F);
    }
    if (n && (*c < least[n] || *c > 0x10FFFF || (*c >= 0xD800 && *c < 0xE000)))
        return 0;
    return n;
}

static bool is_utf8(const char *text)
{
    unsigned long c;

    for (size_t n; *text; text += n)
        if ((n = utf8(text, &c)) == 0)
            return false;
    return true;
}

static bool may_stay(unsigned long c)
{
    if (c < 0x80)
        return isalnum((int)c) || (c && strchr("._-@+", (int)c));
    /* Blanks of Unicode: no escapes, but no letters either. */
    return c > 0xA0 && text_harmless(c) && !(c >= 0x2000 && c < 0x2070) &&
           c != 0x1680 && c != 0x3000;
}

void names_make_safe(const char *text, char name[CLASS_NAME])
{
    bool latin1 = !is_utf8(text);
    size_t used = 0, n;

    for (; *text == ' '; text++)
        ;
    for (; *text; text += n) {
        unsigned long c = (unsigned char)*text;
        char put[4] = "_";
        size_t size = 1;

        n = 1;
        if (!latin1)
            size = n = utf8(text, &c);
        if (!may_stay(c) || (c == '.' && !used)) {
            size = 1;
        } else if (latin1 && c >= 0x80) {
            put[0] = (char)(0xC0 | c >> 6);
            put[1] = (char)(0x80 | (c & 0x3F));
            size = 2;
        } else {
            memcpy(put, text, size);
        }
        if (used + size >= CLASS_NAME)
            break;
        memcpy(name + used, put, size);
        used += size;
    }
    /* Windows takes no blanks and dots there, and reads on without them. */
    while (used && strchr("_. ", name[used - 1]))
        used--;
    name[used] = '\0';
}

void names_make_unlike(const char *text, char name[CLASS_NAME])
{
    uint32_t number = 2166136261u;
    size_t used;

    for (const char *s = text; *s; s++)
        number = (number ^ (unsigned char)*s) * 16777619u;
    names_make_safe(text, name);
    used = strlen(name);
    if (used > CLASS_NAME - 10)
        used = CLASS_NAME - 10;
    name[used] = '\0';
    while (used && !is_utf8(name)) /* half a letter */
        name[--used] = '\0';
    snprintf(name + used, CLASS_NAME - used, "%s%08x", used ? "-" : "student-",
             number);
}

void names_show(const char *text, char *out, size_t size)
{
    text_clean(text, out, size);
    for (; *out; out++)
        if (*out == '\n' || *out == '\t')
            *out = '?';
}

/* ---- platforms ----------------------------------------------------------- */

static void copy(char *to, const char *from, size_t n)
{
    n = n < CLASS_PATH ? n : CLASS_PATH - 1;
    memmove(to, from, n);
    to[n] = '\0';
}

/* How many digits text begins with, if `end` stands behind them; else 0. */
static size_t number_before(const char *text, char end)
{
    size_t n = strspn(text, "0123456789");

    return n && n < 19 && text[n] == end ? n : 0;
}

/* Full name_12345_assignsubmission_file[_[name.c]] */
static bool moodle(const char *name, struct owner *o)
{
    static const char word[] = "_assignsubmission_";

    for (const char *s = name; (s = strchr(s, '_')); s++) {
        size_t n = number_before(s + 1, '_');
        const char *behind = s + 1 + n;

        if (!n || strncmp(behind, word, strlen(word)))
            continue;
        copy(o->who, name, (size_t)(behind - name));
        /* No name has a slash: none of them is this key. */
        snprintf(o->key, CLASS_PATH, "/%.*s", (int)n, s + 1);
        behind = strchr(behind + strlen(word), '_');
        if (behind)
            copy(o->file, behind + 1, strlen(behind + 1));
        return true;
    }
    return false;
}

/* leeann_LATE_123_4567_name.c, LATE_anon_a1B2c_4567_name.c */
static bool canvas(const char *name, struct owner *o)
{
    const char *anon = strncmp(name, "LATE_", 5) ? name : name + 5;

    for (const char *s = name; (s = strchr(s, '_')); s++) {
        size_t n = number_before(s + 1, '_'), m;

        if (s == anon + 4 && !strncmp(anon, "anon_", 5))
            n = strcspn(s + 1, "_");
        m = n && s[1 + n] ? number_before(s + n + 2, '_') : 0;
        if (!m || !s[n + m + 3])
            continue;
        copy(o->who, s + 1, n);
        copy(o->key, s + 1, n);
        o->version = atoll(s + n + 2);
        copy(o->file, s + n + m + 3, strlen(s + n + m + 3));
        o->in_time =
            anon == name && (s < name + 5 || strncmp(s - 5, "_LATE", 5));
        return true;
    }
    return false;
}

/* ann@uni.edu_3_name.c, 3_ann@uni.edu_long_name.c */
static bool autolab(const char *name, struct owner *o)
{
    const char *at = strchr(name, '@'), *end = at ? strchr(at, '_') : NULL;
    size_t before = number_before(name, '_'), n;

    if (!end || at == name || end == at + 1)
        return false;
    n = number_before(end + 1, '_');
    if (n && end[n + 2]) {
        o->version = atoll(end + 1);
        copy(o->who, name, (size_t)(end - name));
        copy(o->file, end + n + 2, strlen(end + n + 2));
    } else if (before && name + before + 1 < at && end[1]) {
        o->version = atoll(name);
        name += before + 1;
        copy(o->who, name, (size_t)(end - name));
        copy(o->file, end + 1, strlen(end + 1));
    } else {
        return false;
    }
    copy(o->key, o->who, strlen(o->who));
    return true;
}

static const char *const archives[] = {
    ".zip", ".tar", ".tar.gz", ".tgz",     ".tar.bz2", ".tbz2",
    ".tbz", ".txz", ".tar.xz", ".tar.zst", ".7z"};

/* Bytes of an archive's name without its ending; 0 if it is none. */
static size_t archive_stem(const char *name)
{
    size_t n = strlen(name), best = 0;

    while (n && strchr(". ", name[n - 1]))
        n--;
    for (size_t i = 0; i < sizeof archives / sizeof *archives; i++) {
        size_t m = strlen(archives[i]);

        if (n > m && !strncasecmp(name + n - m, archives[i], m) &&
            (!best || n - m < best))
            best = n - m;
    }
    return best;
}

bool names_archive(const char *name)
{
    return archive_stem(name) > 0;
}

void names_owner(const char *name, struct owner *o)
{
    size_t stem = archive_stem(name);

    memset(o, 0, sizeof *o);
    if (moodle(name, o)) {
        o->platform = PLATFORM_MOODLE;
    } else if (autolab(name, o)) {
        o->platform = PLATFORM_AUTOLAB;
    } else if (canvas(name, o)) {
        o->platform = PLATFORM_CANVAS;
    } else {
        if (!strncmp(name, "submission_", 11) && number_before(name + 11, '\0'))
            o->platform = PLATFORM_GRADESCOPE;
        copy(o->who, name, stem ? stem : strlen(name));
        copy(o->key, o->who, strlen(o->who));
    }
}

/* ---- labs ---------------------------------------------------------------- */

/* Letters and digits of the first n bytes, in lower case: what is left of a
 * name when blanks, '_', '-' and case do not count. */
static void squash(const char *text, size_t n, char *out, size_t size)
{
    size_t used = 0;

    for (; n-- && *text && used + 1 < size; text++)
        if (isalnum((unsigned char)*text) || (unsigned char)*text >= 0x80)
            out[used++] = (char)tolower((unsigned char)*text);
    out[used] = '\0';
}

static bool same(const struct lab *lab, const char *text, size_t n)
{
    char a[CLASS_PATH], b[CLASS_PATH];

    squash(text, n, a, sizeof a);
    squash(lab->name, strlen(lab->name), b, sizeof b);
    return !strcmp(a, b);
}

/* "03_" and "3-" before a name of lab 03: their bytes. */
static size_t id_before(const struct lab *lab, const char *text)
{
    size_t n = strspn(text, "0123456789");

    return n && n < 9 && strchr("_- ", text[n]) && text[n] &&
                   atol(text) == atol(lab->id)
               ? n + 1
               : 0;
}

/* Without " (2)" or "-1" at its end. */
static size_t without_copy(const char *text, size_t n)
{
    size_t end = n, digits;

    if (n && text[n - 1] == ')')
        end--;
    for (digits = end; digits && isdigit((unsigned char)text[digits - 1]);)
        digits--;
    if (digits == end || !digits || text[digits - 1] != (end < n ? '(' : '-'))
        return n;
    return digits - 1;
}

static bool is_stem_of(const struct lab *lab, const char *text, size_t n)
{
    size_t id = id_before(lab, text);

    return same(lab, text, n) || same(lab, text, without_copy(text, n)) ||
           (id && id < n &&
            (same(lab, text + id, n - id) ||
             same(lab, text + id, without_copy(text + id, n - id))));
}

/* Where ".c" stands, and behind it only what Windows ignores; or null. */
static const char *extension(const char *file, const char *ext)
{
    size_t n = strlen(file), m = strlen(ext);

    while (n && strchr(". ", file[n - 1]))
        n--;
    return n > m && !strncasecmp(file + n - m, ext, m) ? file + n - m : NULL;
}

int names_lab(const struct lab *labs, int n, const char *file)
{
    for (int i = 0; i < n; i++) {
        const char *dot = extension(file, labs[i].ext);

        if (dot && is_stem_of(&labs[i], file, (size_t)(dot - file)))
            return i;
    }
    return -1;
}

int names_nearly_lab(const struct lab *labs, int n, const char *file)
{
    static const char *const like[] = {".c",   ".cu",  ".cpp",  ".cc",
                                       ".cxx", ".txt", ".docx", ".pdf"};
    bool is_like = false;

    for (size_t k = 0; k < sizeof like / sizeof *like; k++)
        is_like = is_like || extension(file, like[k]);
    for (int i = 0; is_like && i < n; i++) {
        const char *at = file + id_before(&labs[i], file);
        size_t m = strlen(labs[i].name);

        if (!strncasecmp(at, labs[i].name, m) && !isalnum((unsigned char)at[m]))
            return i;
    }
    return -1;
}

int names_lab_folder(const struct lab *labs, int n, const char *folder)
{
    for (int i = 0; i < n; i++) {
        size_t id = id_before(&labs[i], folder);

        if (id && same(&labs[i], folder + id, strlen(folder + id)))
            return i;
    }
    return -1;
}

bool names_before_lab(const struct lab *labs, int n, const char *file,
                      struct owner *o)
{
    for (size_t k = 1; file[k] && file[k + 1]; k++) {
        if (!strchr("_- ", file[k]) || names_lab(labs, n, file + k + 1) < 0)
            continue;
        /* "03_reduction.c" has a number there and no student. */
        if (strspn(file, "0123456789") >= k)
            return false;
        memset(o, 0, sizeof *o);
        copy(o->who, file, k);
        copy(o->key, file, k);
        copy(o->file, file + k + 1, strlen(file + k + 1));
        return true;
    }
    return false;
}

long long names_version(const char *file, const char **rest)
{
    size_t n = number_before(file, '_');

    *rest = n ? file + n + 1 : file;
    return n ? atoll(file) : 0;
}

bool names_junk(const char *name)
{
    size_t n = strlen(name);

    return name[0] == '.' || !n || name[n - 1] == '~' ||
           (name[0] == '#' && name[n - 1] == '#') ||
           !strcasecmp(name, "__MACOSX") || !strcasecmp(name, "Thumbs.db") ||
           !strcasecmp(name, "desktop.ini");
}
