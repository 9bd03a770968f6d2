/* refuse_text.c - the first step of refuse.h: the student's file as it is, and
 * the text as it was written. */
#define _GNU_SOURCE
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "base/tokens.h"
#include "sandbox/refuse_words.h"

/* ---- the file ----------------------------------------------------------- */

/* Whether the text is not UTF-8, which is said in f. */
static bool bad_text(const char *text, size_t n, const char *source,
                     struct finding *f)
{
    size_t start = 0;

    if (n >= 2 &&
        (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2))) {
        refuse(f, source, 0);
        finding_say(f, SAY(file_is_utf16));
        return true;
    }
    for (int line = 1; start < n; line++) {
        const char *end = memchr(text + start, '\n', n - start);
        size_t length = end ? (size_t)(end - text) - start : n - start;
        /* jansson refuses strings that are not UTF-8 */
        json_t *string = json_stringn(text + start, length);
        bool utf8 = string != NULL;

        json_decref(string);
        if (!utf8 || memchr(text + start, 0, length)) {
            refuse(f, source, line);
            finding_say(f, SAY(line_not_utf8));
            return true;
        }
        start += length + 1;
    }
    return false;
}

/* Say in f why the file cannot be read, for errno. */
static void say_unreadable(const struct lab *lab, const char *path, int why,
                           struct finding *f)
{
    refuse(f, path, 0);
    if (why == ENOENT || why == ENOTDIR)
        finding_say(f, SAY(file_missing), path, lab->id);
    else if (why == ELOOP)
        finding_say(f, SAY(file_is_symbolic_link), path);
    else if (why == EISDIR)
        finding_say(f, SAY(file_is_folder), path, lab->ext);
    else if (why == ENOTSUP)
        finding_say(f, SAY(file_is_not_text), path);
    else if (why == EFBIG)
        finding_say(f, SAY(file_too_large));
    else
        finding_say(f, SAY(file_unreadable), path, strerror(why));
}

bool refuse_file(const struct lab *lab, const char *source, struct finding *f)
{
    size_t n = 0;
    char *text = source_read(source, false, &n);
    bool bad = true;

    if (!text) {
        say_unreadable(lab, source, errno, f);
    } else if (n == 0) {
        refuse(f, source, 0);
        finding_say(f, SAY(file_empty), lab->id);
    } else if (source_is_solution(source)) {
        refuse(f, source, 0);
        finding_say(f, SAY(folder_links_to_solution));
    } else {
        bad = bad_text(text, n, source, f);
    }
    free(text);
    return bad;
}

/* ---- its directives ----------------------------------------------------- */

static const char *const directives[] = {
    "include", "define", "undef",   "if",       "ifdef",  "ifndef", "elif",
    "else",    "endif",  "elifdef", "elifndef", "pragma", "error",  "warning",
};

static bool is_directive(const struct token *t)
{
    for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
        if (token_is(t, directives[i]))
            return true;
    return false;
}

/* Joins lines that end in a backslash, as the preprocessor does; as many empty
 * ones follow, so that the next line keeps its number. */
static void join_lines(char *text)
{
    char *to = text;
    int joined = 0;

    for (const char *p = text; *p; p++) {
        if (*p == '\\') { /* elsewhere there may be a million blanks */
            const char *end = p + 1 + strspn(p + 1, " \t\r");

            if (*end == '\n') {
                joined++;
                p = end;
                continue;
            }
        }
        *to++ = *p;
        for (; *p == '\n' && joined; joined--)
            *to++ = '\n';
    }
    *to = 0;
}

/* `#line 7 "file"` and its like say that what follows stands elsewhere, and
 * nobody would look at it there. */
static bool says_elsewhere(const char *path, struct finding *f)
{
    struct tokens s;
    char *text = source_read(path, true, NULL);
    int line = 0;
    bool first = true; /* of its line */
    bool digraph = false;

    if (!text)
        return false;
    join_lines(text);
    tokens_read(&s, text);
    for (int k = 0; k < s.n && !line; k++) {
        const struct token *t = &s.t[k];

        if (t->kind == TOKEN_BLANK || t->kind == TOKEN_COMMENT) {
            first = first ||
                    (t->kind == TOKEN_BLANK && memchr(t->at, '\n', t->length));
            continue;
        }
        if (first && (token_is(t, "#") || token_is(t, "##") ||
                      (token_is(t, "%") && token_is(&s.t[k + 1], ":")))) {
            int word = tokens_next(&s, k);

            digraph = token_is(t, "%");
            if (digraph || (word < s.n && s.t[word].directive &&
                            !is_directive(&s.t[word])))
                line = t->line;
        }
        first = false;
    }
    tokens_free(&s);
    free(text);
    if (!line)
        return false;
    refuse(f, path, line);
    if (digraph) {
        finding_say(f, SAY(hash_written_as_digraph));
        return true;
    }
    finding_say(f, SAY(preprocessor_line_not_allowed));
    return true;
}

/* ---- its words ---------------------------------------------------------- */

/* Words that tell gcc, clang and the detectors apart, and variables that tell
 * a detector what to do. _OPENMP is none of them: labs ask for it. */
static const char *const telling_starts[] = {
    "__clang",      "__CLANG_",     "__llvm_",       "__GNUC_",
    "__GCC_",       "__GXX_",       "__VERSION__",   "__SANITIZE_",
    "__has_",       "__OPTIMIZE_",  "__NO_INLINE_",  "TSAN_OPTIONS",
    "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "ARCHER_OPTIONS",
    "OMP_TOOL",     NULL,
};
/* In .cu files also the CPU device's names; none of them is CUDA. */
static const char *const telling_device_starts[] = {"simt", "SIMT", NULL};

/*
 * Look for words of telling_starts in a file as it was written, because the
 * preprocessor leaves nothing of `#ifdef __clang__`. Comments count too. Says
 * the first one found in f, or that nobody can read it, and returns true.
 */
static bool tells_apart(const char *path, bool cuda, struct finding *f)
{
    char *text = source_read(path, true, NULL), word[64] = "";
    const char *p = text;
    size_t n = 0;
    int line = 1;
    bool found = false;

    for (; p && !found && (n || *p); p += *p != 0) {
        if (*p == '\\') { /* at the end of a line: the word goes on */
            const char *end = p + 1 + strspn(p + 1, " \t\r");

            if (*end == '\n') {
                line++;
                p = end;
                continue;
            }
        }
        if (*p && strchr(refuse_letters, *p)) {
            if (n < sizeof word - 1)
                word[n++] = *p;
            continue;
        }
        word[n] = 0;
        n = 0;
        found = refuse_starts_with(word, telling_starts) ||
                (cuda && refuse_starts_with(word, telling_device_starts));
        if (!found && *p == '\n')
            line++;
    }
    if (text && !found) {
        free(text);
        return false;
    }
    refuse(f, path, found ? line : 0);
    if (!text)
        finding_say(f, SAY(included_file_not_text));
    else
        finding_say(f, SAY(varies_by_compiler_macro), word);
    free(text);
    return true;
}

bool refuse_text(const char *path, bool cuda, struct finding *f)
{
    return tells_apart(path, cuda, f) ||
           (!refuse_is_off() && says_elsewhere(path, f));
}
