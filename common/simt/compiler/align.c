/*
 * align.c - see align.h
 *
 * The files are read as the student wrote them, and every line of the text is
 * laid beside the line that it came from: what they share at the beginning and
 * at the end is taken as it is in the file, and what a macro became in between.
 */
#define _GNU_SOURCE
#include "compiler/align.h"

#include "compiler/scan.h"
#include "compiler/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the files as they were written -------------------------------------- */

/* A student's file as it was written, with blanks for comments, without a byte
 * order mark, and with lines that end in LF alone: the compilers take CR LF,
 * and a CR alone, for the end of a line as well. */
struct source {
    char *name; /* in quotes */
    char *s;    /* null: not to be read */
    size_t *lines, count;
};

static char *read_source(const char *quoted, size_t *length)
{
    char *name = malloc(strlen(quoted) + 1), *s = NULL, *to = name;
    if (!name)
        return NULL;
    for (const char *q = quoted + 1; *q && q[1]; q++) {
        q += *q == '\\' && q[2];
        *to++ = *q;
    }
    *to = '\0';
    struct text t = {0};
    struct stat st;
    FILE *f = fopen(name, "r");
    if (f && fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode)) {
        char piece[16384];
        size_t n;
        while ((n = fread(piece, 1, sizeof piece, f)) > 0)
            put_bytes(&t, piece, n);
        s = finish(&t, length);
    }
    if (f)
        fclose(f);
    free(name);
    return s;
}

static size_t plain_lines(char *s, size_t n)
{
    size_t to = 0;
    for (size_t i = n >= 3 && memcmp(s, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; i < n;
         i++)
        if (s[i] != '\r')
            s[to++] = s[i];
        else if (i + 1 == n || s[i + 1] != '\n')
            s[to++] = '\n';
    s[to] = '\0';
    return to;
}

static void blank_comments(char *s, size_t n)
{
    uint32_t line = 0;
    for (size_t i = 0; i < n;) {
        size_t at = i;
        unsigned char c = (unsigned char)s[i];
        if (c == '/' && i + 1 < n && (s[i + 1] == '/' || s[i + 1] == '*')) {
            i = skip_comment(s, n, i, &line);
            for (; at < i; at++)
                if (s[at] != '\n' && s[at] != '\t')
                    s[at] = ' ';
        } else {
            i = skip_piece(s, n, i, &line);
        }
    }
}

static struct source open_source(const char *quoted, size_t length)
{
    struct source f = {.name = strndup(quoted, length)};
    size_t n = 0, count = 2;
    if (!f.name || !(f.s = read_source(f.name, &n)))
        return f;
    n = plain_lines(f.s, n);
    blank_comments(f.s, n);
    for (size_t i = 0; i < n; i++)
        count += f.s[i] == '\n';
    f.lines = malloc(count * sizeof *f.lines);
    if (!f.lines) {
        free(f.s);
        f.s = NULL;
        return f;
    }
    f.lines[f.count++] = 0;
    for (size_t i = 0; i < n; i++)
        if (f.s[i] == '\n')
            f.lines[f.count++] = i + 1;
    f.lines[f.count] = n + 1; /* where line `count` would end */
    return f;
}

/* ---- one line ------------------------------------------------------------ */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

/* Do two tokens meet before s[i]? Says so only if it is sure. */
static bool cut_before(const char *s, size_t i)
{
    static const char brackets[] = "()[]{};,";
    if (i == 0 || is_blank(s[i - 1]) || is_blank(s[i]) ||
        strchr(brackets, s[i - 1]) || strchr(brackets, s[i]))
        return true;
    bool before = is_name_part((unsigned char)s[i - 1]),
         behind = is_name_part((unsigned char)s[i]);
    return before != behind && !strchr("\"'.", s[before ? i : i - 1]);
}

/* One line a[0..n) from the preprocessor that stands as b[0..m) in the file:
 * the beginning and the end that they share as in the file, and what a macro
 * became in between. */
static void align_line(struct text *out, const char *a, size_t n, const char *b,
                       size_t m, const char *place)
{
    while (n > 0 && is_blank(a[n - 1]))
        n--;
    while (m > 0 && is_blank(b[m - 1]))
        m--;
    size_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < n && is_blank(a[i]))
            i++;
        while (j < m && is_blank(b[j]))
            j++;
        if (i == n || j == m || a[i] != b[j])
            break;
    }
    if (i == n && j == m) {
        put_bytes(out, b, m);
        return;
    }
    while (i > 0 && j > 0 &&
           !((i == n || cut_before(a, i)) && (j == m || cut_before(b, j)))) {
        do
            i--;
        while (i > 0 && is_blank(a[i]));
        do
            j--;
        while (j > 0 && is_blank(b[j]));
    }
    size_t k = n, l = m;
    for (;;) {
        size_t x = k, y = l;
        while (x > i && is_blank(a[x - 1]))
            x--;
        while (y > j && is_blank(b[y - 1]))
            y--;
        if (x == i || y == j || a[x - 1] != b[y - 1])
            break;
        k = x - 1;
        l = y - 1;
    }
    while (k < n && l < m && !(cut_before(a, k) && cut_before(b, l))) {
        do
            k++;
        while (k < n && is_blank(a[k]));
        do
            l++;
        while (l < m && is_blank(b[l]));
    }
    put_bytes(out, b, j);
    /* f(x), of which a macro made "f x", must not become "fx". */
    if (i > 0 && j > 0 && is_blank(a[i - 1]) && !is_blank(b[j - 1]))
        put(out, " ");
    put_bytes(out, a + i, k - i);
    if (k == n || l == m)
        return;
    put(out, place);
    for (size_t x = 0; x < l; x++)
        put(out, b[x] == '\t' ? "\t" : " ");
    put_bytes(out, b + l, m - l);
}

/* ---- the text ------------------------------------------------------------ */

static char *put_utf8(char *to, uint32_t c)
{
    if (c < 0x800) {
        *to++ = (char)(0xc0 | c >> 6);
    } else {
        if (c < 0x10000) {
            *to++ = (char)(0xe0 | c >> 12);
        } else {
            *to++ = (char)(0xf0 | c >> 18);
            *to++ = (char)(0x80 | (c >> 12 & 63));
        }
        *to++ = (char)(0x80 | (c >> 6 & 63));
    }
    *to++ = (char)(0x80 | (c & 63));
    return to;
}

/* g++'s preprocessor writes names as \U000074e6, whatever they were in the
 * file. Back to UTF-8, in place; returns the length. */
static size_t decode_names(char *s, size_t n)
{
    char *to = s;
    uint32_t line = 0;
    if (!memmem(s, n, "\\U", 2) && !memmem(s, n, "\\u", 2))
        return n;
    for (size_t i = 0; i < n;) {
        size_t at = i;
        unsigned char c = (unsigned char)s[i];
        if (c == '\\' && i + 1 < n && (s[i + 1] == 'u' || s[i + 1] == 'U')) {
            size_t digits = s[i + 1] == 'u' ? 4 : 8;
            char number[9] = "";
            memcpy(number, s + i + 2, n - i - 2 < digits ? n - i - 2 : digits);
            if (strspn(number, "0123456789abcdefABCDEF") == digits) {
                uint32_t code = (uint32_t)strtoul(number, NULL, 16);
                if (code >= 0x80 && code < 0x110000) {
                    to = put_utf8(to, code);
                    i += 2 + digits;
                    continue;
                }
            }
            i++;
        } else {
            i = skip_piece(s, n, i, &line);
        }
        memmove(to, s + at, i - at);
        to += i - at;
    }
    *to = '\0';
    return (size_t)(to - s);
}

char *translate_align(const char *written, size_t *length)
{
    char *text = malloc(*length + 1);
    if (!text)
        return NULL;
    memcpy(text, written, *length);
    text[*length] = '\0';
    size_t n = decode_names(text, *length);
    struct text out = {0};
    struct source *files = NULL, *file = NULL;
    size_t nfiles = 0;
    uint32_t line = 0;
    struct marker m = {0};
    for (size_t i = 0, end; i < n && !out.failed; i = end + 1) {
        const char *newline = memchr(text + i, '\n', n - i);
        end = newline ? (size_t)(newline - text) : n;
        if (text[i] == '#' && read_marker(text, n, i, &m)) {
            line = m.line - 1;
            file = NULL;
            for (size_t k = 0; k < nfiles && m.length && !m.system; k++)
                if (strlen(files[k].name) == m.length &&
                    memcmp(files[k].name, text + m.name, m.length) == 0)
                    file = &files[k];
            if (!file && m.length && !m.system) {
                struct source *grown =
                    realloc(files, (nfiles + 1) * sizeof *files);
                if (!grown) {
                    out.failed = true;
                    break;
                }
                files = grown;
                files[nfiles] = open_source(text + m.name, m.length);
                if (!files[nfiles].name) {
                    out.failed = true;
                    break;
                }
                file = &files[nfiles++];
            }
            put_bytes(&out, text + i, end - i);
            put(&out, "\n");
            continue;
        }
        if (text[i] != '#' && file && file->s && line < file->count &&
            end > i) {
            char place[PATH_MAX + 32];
            snprintf(place, sizeof place, "\n# %u %s\n", line + 1, file->name);
            align_line(&out, text + i, end - i, file->s + file->lines[line],
                       file->lines[line + 1] - 1 - file->lines[line], place);
        } else {
            put_bytes(&out, text + i, end - i);
        }
        line++;
        if (newline)
            put(&out, "\n");
    }
    for (size_t k = 0; k < nfiles; k++) {
        free(files[k].name);
        free(files[k].s);
        free(files[k].lines);
    }
    free(files);
    free(text);
    return finish(&out, length);
}
