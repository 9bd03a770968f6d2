/* refuse_preprocessed.c - the second step of refuse.h: what the preprocessor
 * made of the file. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/said.h"
#include "base/source.h"
#include "sandbox/preprocessed.h"
#include "sandbox/refuse_words.h"

/* ---- headers ------------------------------------------------------------ */

/* A header begins, and it is none of the system's: says in f what is wrong
 * with it, if something is, and returns true. */
static bool bad_header(struct headers *seen, const char *path,
                       const char *source, bool cuda, struct finding *f)
{
    enum header what = source_header(seen, source, path);

    if (what == HEADER_NEW)
        return refuse_text(path, cuda, f);
    if (what == HEADER_SEEN)
        return false;
    refuse(f, source, 0);
    if (what == HEADER_MANY)
        finding_say(f, SAY(too_many_includes), SOURCE_HEADERS);
    else if (what == HEADER_SOLUTION)
        finding_say(f, SAY(includes_reference_solution));
    else
        finding_say(f, SAY(includes_foreign_file), path);
    return true;
}

/* ---- tokens ------------------------------------------------------------- */

/* Fails f where token k stands in the student's own files. */
static void refuse_at(const struct preprocessed *p, int k, struct finding *f)
{
    struct place place = preprocessed_place(p, k);

    refuse(f, place.file, place.line);
}

/* asm("..."): the one text in it that may be, blanks and ends of lines
 * aside; of the translator, a name of its own. */
static bool harmless_asm(const struct tokens *s, int k, bool translated)
{
    static const char *const may[] = {"",       "pause",  "nop",
                                      "yield",  "isb",    "rep;nop",
                                      "mfence", "lfence", "sfence"};
    char text[40] = "";
    size_t n = 0;
    int open = tokens_next(s, k);

    while (open < s->n && s->t[open].kind == TOKEN_NAME) /* volatile */
        open = tokens_next(s, open);
    if (open >= s->n || !token_is(&s->t[open], "("))
        return false;
    for (k = tokens_next(s, open);
         k < s->n && s->t[k].kind == TOKEN_STRING && *s->t[k].at == '"';
         k = tokens_next(s, k)) {
        const char *at = s->t[k].at + 1, *end = at + s->t[k].length - 2;

        if (translated && !n && !strncmp(at, "simt_", 5))
            return true;
        for (; at < end && n < sizeof text - 1; at++)
            if (*at == '\\' && strchr("nt", at[1]))
                at++;
            else if (*at != ' ')
                text[n++] = *at;
        while (n && text[n - 1] == ';')
            n--;
    }
    text[n] = 0;
    /* An operand may be anywhere in memory. A clobber is none: asm("" :::
     * "memory"). R"(...)" and the like would be behind the words that were
     * read. */
    while (k < s->n && (*s->t[k].at == ':' || *s->t[k].at == ',' ||
                        (s->t[k].kind == TOKEN_STRING && *s->t[k].at == '"')))
        k = tokens_next(s, k);
    if (k >= s->n || !token_is(&s->t[k], ")"))
        return false;
    for (size_t i = 0; i < sizeof may / sizeof *may; i++)
        if (!strcmp(text, may[i]))
            return true;
    return false;
}

/* What an attribute may not say: __attribute__((section("x"))), [[gnu::...]].
 * Names without the underscores around them. */
static bool bad_attribute(const struct tokens *s, int k, bool cuda,
                          bool translated)
{
    static const char *const not [] = {
        "section", "constructor", "destructor", "init_priority",
        "ifunc",   "symver",      "naked",      "no_instrument_function",
        "noipa",   "optimize", /* in kernels, where all is inlined */
    };
    const size_t all = sizeof not / sizeof *not ;
    const char *at = s->t[k].at;
    size_t n = s->t[k].length;
    int next = tokens_next(s, k);

    while (n > 4 && !strncmp(at, "__", 2) && !strncmp(at + n - 2, "__", 2)) {
        at += 2;
        n -= 4;
    }
    for (size_t i = 0; i < (cuda ? all : all - 2); i++)
        if (n == strlen(not [i]) && !strncmp(at, not [i], n)) {
            if (i == 0 && translated && token_is(&s->t[next], "(")) {
                next = tokens_next(s, next);
                return strncmp(s->t[next].at, "\"simt_", 6) != 0;
            }
            return true;
        }
    return false;
}

/* The last token of an attribute that begins at k; k if none does. */
static int attribute_end(const struct tokens *s, int k)
{
    int open = tokens_next(s, k), end = -1;

    if ((token_is(&s->t[k], "__attribute__") ||
         token_is(&s->t[k], "__attribute")) &&
        open < s->n && token_is(&s->t[open], "("))
        end = tokens_match(s, open);
    else if (token_is(&s->t[k], "[") && open < s->n &&
             token_is(&s->t[open], "["))
        end = tokens_match(s, k);
    return end < 0 ? k : end;
}

/* ---- builtins and intrinsics -------------------------------------------- */

/* The names with a ( behind them in the system's headers of intrinsics, which
 * all begin with _, sorted. */
struct intrinsics {
    struct word {
        const char *at;
        size_t length;
    } * word;
    size_t n, room;
};

static int compare_words(const void *a, const void *b)
{
    const struct word *x = a, *y = b;
    size_t n = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->at, y->at, n);

    return order ? order : (x->length > y->length) - (x->length < y->length);
}

static bool add_words(struct intrinsics *in, const char *line)
{
    const char *end = line + strcspn(line, "\n");

    for (const char *at = line; at < end;) {
        size_t n = strspn(at, refuse_letters);

        if (*at == '_' && n > 3 && at[n + strspn(at + n, " ")] == '(') {
            if (in->n == in->room) {
                size_t room = 2 * in->room + 1000;
                void *more = realloc(in->word, room * sizeof *in->word);

                if (!more)
                    return false;
                in->word = more;
                in->room = room;
            }
            in->word[in->n++] = (struct word){at, n};
        }
        at += n ? n : 1;
    }
    return true;
}

/* False: no memory. */
static bool read_intrinsics(struct intrinsics *in, const struct preprocessed *p)
{
    struct marker m;
    bool here = false, good = true;

    for (char *line = p->text; *line && good; line = marker_next(line)) {
        if (marker_read(line, &m))
            here = m.system &&
                   (strstr(m.file, "intrin.h") || strstr(m.file, "x86intrin"));
        else if (here)
            good = add_words(in, line);
    }
    if (in->n)
        qsort(in->word, in->n, sizeof *in->word, compare_words);
    return good;
}

/* Words of the language that stand before a ( there, too. */
static bool of_language(const struct token *t)
{
    static const char *const words[] = {"__attribute__",
                                        "__attribute",
                                        "__typeof__",
                                        "__typeof",
                                        "__alignof__",
                                        "__asm__",
                                        "__asm",
                                        "__extension__",
                                        "_Alignas",
                                        "_Static_assert",
                                        "_Generic",
                                        "__inline",
                                        NULL};

    for (int i = 0; words[i]; i++)
        if (token_is(t, words[i]))
            return true;
    return false;
}

/* Whether token k is another way to memory than loads, stores and calls. */
static bool unwatched(const struct tokens *s, int k,
                      const struct intrinsics *in, bool cuda)
{
    static const char *const builtins[] = {"__builtin_", "__atomic_", "__sync_",
                                           "__c11_", NULL};
    const struct token *t = &s->t[k];
    const struct word w = {t->at, t->length};
    char name[80];

    if (t->kind != TOKEN_NAME || *t->at != '_')
        return false;
    snprintf(name, sizeof name, "%.*s", (int)t->length, t->at);
    if (token_is(t, "__seg_fs") || token_is(t, "__seg_gs"))
        return true;
    /* Types of vectors that are too wide. */
    if (!cuda && (!strncmp(name, "__m256", 6) || !strncmp(name, "__m512", 6)))
        return true;
    if (!refuse_starts_with(name, builtins) &&
        (!in->n || of_language(t) ||
         !bsearch(&w, in->word, in->n, sizeof w, compare_words)))
        return false;
    return refuse_builtin(name, cuda);
}

/* Whether token k of an attribute makes such a type. ThreadSanitizer takes no
 * notice of vectors of more than 16 bytes. */
static bool unwatched_type(const struct tokens *s, int k, bool cuda)
{
    int open = tokens_next(s, k), size = tokens_next(s, open);
    char name[40], value[40];

    snprintf(name, sizeof name, "%.*s", (int)s->t[k].length, s->t[k].at);
    if (strstr(name, "address_space"))
        return true;
    if (cuda || size >= s->n)
        return false;
    snprintf(value, sizeof value, "%.*s", (int)s->t[size].length,
             s->t[size].at);
    if (strstr(name, "vector_size"))
        return !token_is(&s->t[tokens_next(s, size)], ")") || atoi(value) < 1 ||
               atoi(value) > 16;
    return strstr(name, "ext_vector_type") ||
           (strstr(name, "mode") && value[strspn(value, "_")] == 'V');
}

static bool say_unwatched(const struct preprocessed *p, int k,
                          struct finding *f)
{
    refuse_at(p, k, f);
    finding_say(f, SAY(access_not_watched), (int)p->s.t[k].length,
                p->s.t[k].at);
    return true;
}

/* Whether token k is something that no detector can look into. */
static bool refuse_token(const struct preprocessed *p, int k,
                         enum refuse_text what, const struct intrinsics *in,
                         struct finding *f)
{
    const bool translated = what == REFUSE_TRANSLATED, cuda = what != REFUSE_C;
    const struct tokens *s = &p->s;
    const struct token *t = &s->t[k];
    int end, next;

    if (token_is(t, "system_header")) {
        refuse_at(p, k, f);
        finding_say(f, SAY(system_header_not_allowed));
        return true;
    }
    next = tokens_next(s, k);
    if (token_is(t, "metadirective") ||
        (token_is(t, "declare") && next < s->n &&
         token_is(&s->t[next], "variant"))) {
        refuse_at(p, k, f);
        finding_say(f, SAY(varies_by_compiler_directive));
        return true;
    }
    /* PTX is for the translator to say, and what it knows is gone then. */
    if ((token_is(t, "asm") || token_is(t, "__asm__") ||
         token_is(t, "__asm")) &&
        what != REFUSE_CUDA && !harmless_asm(s, k, translated)) {
        refuse_at(p, k, f);
        finding_say(f, translated ? SAY(asm_not_watched_cuda)
                                  : SAY(asm_not_watched_c));
        return true;
    }
    if (unwatched(s, k, in, cuda))
        return say_unwatched(p, k, f);
    end = attribute_end(s, k);
    for (k++; k < end; k++)
        if (s->t[k].kind == TOKEN_NAME && unwatched_type(s, k, cuda)) {
            return say_unwatched(p, k, f);
        } else if (s->t[k].kind == TOKEN_NAME &&
                   bad_attribute(s, k, cuda, translated)) {
            refuse_at(p, k, f);
            finding_say(f, SAY(attribute_not_allowed), (int)s->t[k].length,
                        s->t[k].at);
            return true;
        }
    return false;
}

/* Says the first header in f that may not be included, and returns true. */
static bool refuse_headers(const struct preprocessed *p, const char *source,
                           bool cuda, struct finding *f)
{
    struct headers seen = {0};
    struct marker m;
    bool found = false;

    for (char *line = p->text; *line && !found; line = marker_next(line))
        if (marker_read(line, &m) && m.enters && !m.system &&
            !(*m.file == '<' && !strchr(m.file, '/'))) /* <command line> */
            found = bad_header(&seen, m.file, source, cuda, f);
    source_headers_free(&seen);
    return found;
}

/* A word of the CPU device's, written or put together by a macro. */
static bool device_word(const char *word, size_t n)
{
    static const char made_of_cudaArray[] = "simt_array";

    return n >= 4 && (!strncmp(word, "simt", 4) || !strncmp(word, "SIMT", 4)) &&
           !(n == strlen(made_of_cudaArray) &&
             !strncmp(word, made_of_cudaArray, n));
}

/* Words in strings count, because asm("...") and _Pragma("...") take them from
 * there. */
static bool refuse_words(const struct preprocessed *p, int k,
                         enum refuse_text what, struct finding *f)
{
    const struct token *t = &p->s.t[k];
    const char *end = t->at + t->length;

    for (const char *at = t->at; at < end;) {
        size_t n = strspn(at, refuse_letters);
        char word[128];

        if (what == REFUSE_CUDA && device_word(at, n)) {
            refuse_at(p, k, f);
            finding_say(f, SAY(name_reserved_in_source),
                        (int)(n < sizeof word ? n : sizeof word), at);
            return true;
        }
        if (n >= 8) { /* none of the others is shorter */
            snprintf(word, sizeof word, "%.*s", (int)n, at);
            if (refuse_forbidden(word)) {
                refuse_at(p, k, f);
                return refuse_say_forbidden(f, f->place.file, f->place.line,
                                            word);
            }
        }
        at += n ? n : 1;
    }
    return false;
}

bool refuse_preprocessed(const char *preprocessed, const char *source,
                         enum refuse_text what, struct finding *f)
{
    struct intrinsics in = {0};
    struct preprocessed p;
    bool found;

    snprintf(f->place.file, sizeof f->place.file, "%s", source);
    if (access(preprocessed, R_OK) || !preprocessed_read(&p, preprocessed))
        return false;
    found = refuse_headers(&p, source, what != REFUSE_C, f);
    if (!read_intrinsics(&in, &p)) {
        refuse(f, source, 0);
        finding_say(f, SAY(file_check_out_of_memory));
        found = true;
    }
    for (int k = 0; k < p.s.n && !found; k++)
        found = refuse_words(&p, k, what, f) ||
                (!refuse_is_off() && refuse_token(&p, k, what, &in, f));
    free(in.word);
    preprocessed_free(&p);
    return found;
}

/* ---- what the wall keeps away -------------------------------------------- */

/* "a.c:1:10: fatal error: NAME: No such file or directory", or "'NAME' file not
 * found", or "cannot open file 'NAME': Permission denied": the name, and the
 * folder of the file that includes it. */
static bool read_refused(const char *said, char name[PATH_MAX],
                         char folder[PATH_MAX])
{
    const char *mark = strstr(said, ": fatal error: "), *from, *end, *line;
    const char *slash;

    if (!mark)
        return false;
    from = mark + strlen(": fatal error: ");
    end = from + strcspn(from, "\n");
    if (memchr(from, '\'', (size_t)(end - from))) {
        from += strcspn(from, "'") + 1;
        end = from + strcspn(from, "'\n");
    } else {
        end = memrchr(from, ':', (size_t)(end - from));
    }
    for (line = mark; line > said && line[-1] != '\n';)
        line--;
    slash = memrchr(line, '/', strcspn(line, ":"));
    if (!end || end == from || end - from >= PATH_MAX ||
        (slash && slash - line >= PATH_MAX))
        return false;
    snprintf(name, PATH_MAX, "%.*s", (int)(end - from), from);
    snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(slash - line) : 1,
             slash ? line : ".");
    return true;
}

bool refuse_walled_off(const struct lab *lab, const char *said,
                       const char *source, bool cuda, struct finding *f)
{
    char name[PATH_MAX], folder[PATH_MAX], path[2 * PATH_MAX];
    struct headers seen = {0};
    bool found = false;

    if (!read_refused(said, name, folder))
        return false;
    for (int i = 0; i < 3 && !found; i++) {
        if (*name == '/')
            snprintf(path, sizeof path, "%s", name);
        else if (i == 0)
            snprintf(path, sizeof path, "%s/%s", folder, name);
        else if (i == 1)
            snprintf(path, sizeof path, "./%s", name);
        else
            snprintf(path, sizeof path, "labs/%s/%s", lab->folder, name);
        found =
            access(path, F_OK) == 0 && bad_header(&seen, path, source, cuda, f);
    }
    source_headers_free(&seen);
    return found;
}
