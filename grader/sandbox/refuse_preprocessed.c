/* refuse_preprocessed.c - the second step of refuse.h: what the preprocessor
 * made of the file. */
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/say.h"
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
        finding_say(f,
                    _("This file includes more than %d others, which no answer "
                      "needs."),
                    SOURCE_HEADERS);
    else if (what == HEADER_SOLUTION)
        finding_say(f, _("This file includes the reference solution (or a "
                         "wrong one). Your own answer is graded here."));
    else
        finding_say(f,
                    _("This file includes %s. Only files of your own, beside "
                      "it, and the kit's and the system's headers can be "
                      "included: your own answer is graded here."),
                    path);
    return true;
}

/* ---- tokens ------------------------------------------------------------- */

/* Fails f where token k stands in the student's own files. */
static void refuse_at(const struct preprocessed *p, int k, struct finding *f)
{
    struct place place = preprocessed_place(p, k);

    refuse(f, place.file, place.line);
}

/* asm("..."): the one text in it that may be, blanks and ends of lines aside.
 * What the translator puts in begins with its own name, which no student's
 * text may hold. */
static bool harmless_asm(const struct tokens *s, int k)
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

        if (!n && !strncmp(at, "simt_", 5))
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
    for (size_t i = 0; i < sizeof may / sizeof *may; i++)
        if (!strcmp(text, may[i]))
            return true;
    return false;
}

/* What an attribute may not say: __attribute__((section("x"))), [[gnu::...]].
 * Names without the underscores around them. */
static bool bad_attribute(const struct tokens *s, int k)
{
    static const char *const not [] = {
        "section", "constructor", "destructor", "init_priority",
        "ifunc",   "symver",      "naked",      "no_instrument_function"};
    const char *at = s->t[k].at;
    size_t n = s->t[k].length;
    int next = tokens_next(s, k);

    while (n > 4 && !strncmp(at, "__", 2) && !strncmp(at + n - 2, "__", 2)) {
        at += 2;
        n -= 4;
    }
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if (n == strlen(not [i]) && !strncmp(at, not [i], n)) {
            if (i == 0 && token_is(&s->t[next], "(")) { /* the translator's */
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

/* Instructions whose stores no detector sees. */
static bool unseen_store(const struct token *t)
{
    static const char *const not [] = {"_mm*stream_[!l]*",
                                       "_mm*mask*store*",
                                       "_mm*scatter*",
                                       "_mm*maskmove*",
                                       "__builtin_ia32_*store*",
                                       "__builtin_ia32_*movnt[!l]*",
                                       "__builtin_ia32_*maskmov*",
                                       "__builtin_ia32_*scatter*"};
    char name[64];

    if (t->kind != TOKEN_NAME || t->length < 5 || *t->at != '_')
        return false;
    snprintf(name, sizeof name, "%.*s", (int)t->length, t->at);
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if (!fnmatch(not [i], name, 0))
            return true;
    return false;
}

/* Whether token k is something that no detector can look into. */
static bool refuse_token(const struct preprocessed *p, int k, bool cuda,
                         struct finding *f)
{
    const struct tokens *s = &p->s;
    const struct token *t = &s->t[k];
    int end;

    if (token_is(t, "system_header")) {
        refuse_at(p, k, f);
        finding_say(f, _("system_header says that this is no file of yours, "
                         "and nobody would look at it. Remove it."));
        return true;
    }
    if ((token_is(t, "asm") || token_is(t, "__asm__") ||
         token_is(t, "__asm")) &&
        !harmless_asm(s, k)) {
        refuse_at(p, k, f);
        finding_say(f, cuda
                           ? _("asm is not looked into here, by the CPU device "
                               "neither. Write it in CUDA C++.")
                           : _("asm is not looked into by the detectors of "
                               "races and memory errors (only \"pause\" and "
                               "the like are let through). Write it in C."));
        return true;
    }
    if (unseen_store(t)) {
        refuse_at(p, k, f);
        finding_say(f,
                    _("%.*s writes memory in a way that the detectors of races "
                      "and memory errors do not see. Write it with plain "
                      "stores; the compiler makes vectors of them."),
                    (int)t->length, t->at);
        return true;
    }
    end = attribute_end(s, k);
    for (k++; k < end; k++)
        if (s->t[k].kind == TOKEN_NAME && bad_attribute(s, k)) {
            refuse_at(p, k, f);
            finding_say(f,
                        _("The attribute %.*s would put your code where the "
                          "kit does not look, or let it run before the lab's "
                          "function is called. No lab needs it; remove it."),
                        (int)s->t[k].length, s->t[k].at);
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

/* Words in strings count, because asm("...") and _Pragma("...") take them from
 * there. */
static bool refuse_words(const struct preprocessed *p, int k, struct finding *f)
{
    const struct token *t = &p->s.t[k];
    const char *end = t->at + t->length;

    for (const char *at = t->at; at < end;) {
        size_t n = strspn(at, refuse_letters);
        char word[128];

        if (n >= 10) { /* none of them is shorter */
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
                         bool cuda, struct finding *f)
{
    struct preprocessed p;
    bool found;

    snprintf(f->place.file, sizeof f->place.file, "%s", source);
    if (access(preprocessed, R_OK) || !preprocessed_read(&p, preprocessed))
        return false;
    found = refuse_headers(&p, source, cuda, f);
    for (int k = 0; k < p.s.n && !found; k++)
        found = refuse_words(&p, k, f) ||
                (!refuse_is_off() && refuse_token(&p, k, cuda, f));
    preprocessed_free(&p);
    return found;
}
