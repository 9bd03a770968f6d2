/* refuse.c - see refuse.h. */
#define _GNU_SOURCE
#include "sandbox/refuse.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/say.h"
#include "base/source.h"
#include "base/tokens.h"

#define ALLOWED "grader/sandbox/allowed.txt"

void refuse(struct finding *f, const char *file, int line)
{
    f->status = STATUS_FAIL;
    if (file != f->place.file)
        snprintf(f->place.file, sizeof f->place.file, "%s", file);
    f->place.line = line;
}

bool refuse_is_off(void)
{
    const char *door = getenv("LABKIT_DOOR");

    return door && !strcmp(door, "open");
}

/* ---- words --------------------------------------------------------------- */

static const char letters[] = "abcdefghijklmnopqrstuvwxyz_"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

static const char *const forbidden_starts[] = {
    "__tsan_",
    "__asan_",
    "__lsan_",
    "__ubsan_",
    "__sanitizer_",
    "__interceptor_",
    "AnnotateIgnore",
    "AnnotateHappens",
    "AnnotateBenign",
    "AnnotateRWLock",
    "WTFAnnotate",
    "ompt_start_tool",
    "_ZN", /* the detectors are written in C++, and some hooks are weak */
    NULL,
};
static const char *const forbidden_parts[] = {
    "no_sanitize",
    "no_address_safety",
    "disable_sanitizer_instrumentation",
};
/* The CPU device's own, which no .cu file may define. */
static const char *const device_names[] = {"__tsan_", "__ubsan_",
                                           "__sanitizer_", "simt_", NULL};
/* Words that tell gcc, clang and the detectors apart, and variables that tell
 * a detector what to do. _OPENMP is none of them: labs ask for it. */
static const char *const telling_starts[] = {
    "__clang",      "__CLANG_",     "__llvm__",      "__GNUC_",
    "__GCC_",       "__GXX_",       "__VERSION__",   "__SANITIZE_",
    "__has_",       "__OPTIMIZE_",  "__NO_INLINE_",  "TSAN_OPTIONS",
    "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "ARCHER_OPTIONS",
    "OMP_TOOL",     NULL,
};
/* In .cu files also the CPU device's names; none of them is CUDA. */
static const char *const telling_device_starts[] = {"simt", "SIMT", NULL};

static bool starts_with_one(const char *word, const char *const *starts)
{
    for (; *starts; starts++)
        if (!strncmp(word, *starts, strlen(*starts)))
            return true;
    return false;
}

static bool forbidden(const char *word)
{
    const int parts = sizeof forbidden_parts / sizeof *forbidden_parts;

    for (int i = 0; i < parts; i++)
        if (strstr(word, forbidden_parts[i]))
            return true;
    return starts_with_one(word, forbidden_starts);
}

/* Says in f which word of the detectors is used, and returns true. */
static bool say_forbidden(struct finding *f, const char *file, int line,
                          const char *word)
{
    refuse(f, file, line);
    finding_say(f,
                _("%.*s switches the detector off that looks for races and "
                  "memory errors. Remove it: the lab is graded with the "
                  "detector on."),
                (int)strspn(word, letters), word);
    return true;
}

/* ---- the text as it was written ------------------------------------------ */

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
        const char *end = p + 1 + strspn(p + 1, " \t\r");

        if (*p == '\\' && *end == '\n') {
            joined++;
            p = end;
            continue;
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
        finding_say(f, _("This line begins with %%:, another way to write #. "
                         "Write #."));
        return true;
    }
    finding_say(f, _("This line begins with a # that is none of #include, "
                     "#define, #if and the like, nor #pragma. #line and "
                     "others would say that your code stands somewhere "
                     "else. Remove it."));
    return true;
}

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
        if (*p && strchr(letters, *p)) {
            if (n < sizeof word - 1)
                word[n++] = *p;
            continue;
        }
        word[n] = 0;
        n = 0;
        found = starts_with_one(word, telling_starts) ||
                (cuda && starts_with_one(word, telling_device_starts));
        if (!found && *p == '\n')
            line++;
    }
    if (text && !found) {
        free(text);
        return false;
    }
    refuse(f, path, found ? line : 0);
    if (!text)
        finding_say(f, _("This is included, but it is no file with text in it, "
                         "of a million bytes or less."));
    else
        finding_say(f,
                    _("%s tells apart the compilers and detectors that look at "
                      "this file. Remove it, from comments too: the same code "
                      "must run under each of them."),
                    word);
    free(text);
    return true;
}

bool refuse_text(const char *path, bool cuda, struct finding *f)
{
    return tells_apart(path, cuda, f) ||
           (!refuse_is_off() && says_elsewhere(path, f));
}

/* ---- what the preprocessor made of it ------------------------------------ */

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

/* The name in a line marker, "" if there is none. Quotes and what is no letter
 * come with a backslash before them. Returns what follows. */
static char *marker_name(char *p, char *name, size_t size)
{
    size_t n = 0;

    p = strchr(p, '"');
    name[0] = 0;
    if (!p)
        return "";
    for (p++; *p && *p != '"'; p++) {
        int c = (unsigned char)*p, digits = 0;

        if (c == '\\' && sscanf(p + 1, "%3o%n", (unsigned *)&c, &digits) == 1)
            p += digits;
        else if (c == '\\' && p[1])
            c = *++p == 'n' ? '\n' : *p;
        if (n + 1 < size)
            name[n++] = (char)c;
    }
    name[n] = 0;
    return *p ? p + 1 : p;
}

/* A line of it that says where the next one is from: # 12 "file.c" 1 3 */
struct marker {
    int line;
    char file[4096];
    bool enters, leaves; /* a file begins, or we are back in this one */
    bool system;
};

static bool read_marker(char *text, struct marker *m)
{
    char *rest;

    if (text[0] != '#' || text[1] != ' ' || !strchr("0123456789", text[2]))
        return false;
    memset(m, 0, sizeof *m);
    m->line = (int)strtol(text + 2, &rest, 10);
    if (*rest != ' ' || rest[1] != '"')
        return true;
    rest = marker_name(rest, m->file, sizeof m->file);
    for (; *rest && *rest != '\n'; rest++) {
        m->enters = m->enters || *rest == '1';
        m->leaves = m->leaves || *rest == '2';
        m->system = m->system || *rest == '3';
    }
    return true;
}

static char *line_end(char *line)
{
    return line + strcspn(line, "\n");
}

/* What the preprocessor made of a file. */
struct preprocessed {
    char *text;      /* as it is */
    struct tokens s; /* only the student's own lines of it, the others empty */
};

/* Whose the lines behind each marker are: how a file began is what counts, for
 * a #pragma can call the rest of it the system's. */
struct nest {
    bool own[256];
    int depth;
};

static bool is_own(struct nest *n, const struct marker *m)
{
    const int deepest = sizeof n->own / sizeof *n->own - 1;

    if (m->enters) {
        n->depth += n->depth < deepest;
        n->own[n->depth] = !m->system;
    } else if (m->leaves)
        n->depth -= n->depth > 0;
    return !n->depth || n->own[n->depth];
}

static bool preprocessed_read(struct preprocessed *p, const char *path)
{
    struct nest nest = {0};
    struct marker m;
    char *own;
    bool is = false;

    memset(p, 0, sizeof *p);
    p->text = tokens_file_text(path);
    own = p->text ? strdup(p->text) : NULL;
    if (!own) {
        free(p->text);
        return false;
    }
    for (char *line = own; *line; line += *line == '\n') {
        bool marker = read_marker(line, &m);

        if (marker)
            is = is_own(&nest, &m);
        if (marker || !is)
            memset(line, ' ', strcspn(line, "\n"));
        line = line_end(line);
    }
    tokens_read(&p->s, own);
    free(own);
    return true;
}

static void preprocessed_free(struct preprocessed *p)
{
    tokens_free(&p->s);
    free(p->text);
}

/* Fails f where token k stands in the student's own files. */
static void refuse_at(const struct preprocessed *p, int k, struct finding *f)
{
    struct marker m = {0};
    char *line = p->text;

    for (int i = 1; i < p->s.t[k].line && *line; i++) {
        if (!read_marker(line, &m))
            m.line++;
        line = line_end(line);
        line += *line == '\n';
    }
    refuse(f, m.file, m.line);
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

bool refuse_preprocessed(const char *preprocessed, const char *source,
                         bool cuda, struct finding *f)
{
    struct headers seen = {0};
    struct preprocessed p;
    struct marker m;
    bool found = false;

    snprintf(f->place.file, sizeof f->place.file, "%s", source);
    if (access(preprocessed, R_OK) || !preprocessed_read(&p, preprocessed))
        return false;
    for (char *line = p.text; *line && !found;) {
        if (read_marker(line, &m) && m.enters && !m.system &&
            !(*m.file == '<' && !strchr(m.file, '/'))) /* <command line> */
            found = bad_header(&seen, m.file, source, cuda, f);
        line = line_end(line);
        line += *line == '\n';
    }
    source_headers_free(&seen);
    /* Words in strings count, because asm("...") and _Pragma("...") take them
     * from there. */
    for (int k = 0; k < p.s.n && !found; k++) {
        const struct token *t = &p.s.t[k];
        const char *end = t->at + t->length;

        for (const char *at = t->at; at < end && !found;) {
            size_t n = strspn(at, letters);
            char word[128];

            if (n >= 10) { /* none of them is shorter */
                snprintf(word, sizeof word, "%.*s", (int)n, at);
                if ((found = forbidden(word))) {
                    refuse_at(&p, k, f);
                    say_forbidden(f, f->place.file, f->place.line, word);
                }
            }
            at += n ? n : 1;
        }
        found = found || (!refuse_is_off() && refuse_token(&p, k, cuda, f));
    }
    preprocessed_free(&p);
    return found;
}

/* ---- the object file ----------------------------------------------------- */

/* Whether allowed.txt lets a name be used in build b. */
static bool allowed(const char *text, const char *name, int b, bool cuda)
{
    static const char *const of_build[BUILD_COUNT] = {
        [BUILD_ASAN] = "[asan]",
        [BUILD_TSAN] = "[tsan]",
        [BUILD_CHECK] = "[check]",
    };
    const char *language = b >= BUILD_GPU ? "[gpu]" : cuda ? "[cuda]" : "[c]";
    bool here = false, may = false;
    char word[128];

    while (*text) {
        size_t n = strcspn(text, " \n");

        if (*text == '#') {
            text += strcspn(text, "\n");
            continue;
        }
        if (n > 0 && n < sizeof word) {
            snprintf(word, sizeof word, "%.*s", (int)n, text);
            if (*word == '[')
                here = !strcmp(word, "[all]") || !strcmp(word, language) ||
                       (of_build[b] && !strcmp(word, of_build[b]));
            else if (here && *word == '!')
                may = may && fnmatch(word + 1, name, 0);
            else if (here)
                may = may || !fnmatch(word, name, 0);
        }
        text += n + (text[n] != 0);
    }
    return may;
}

/* What <stdio.h> and others make of a name: __printf_chk, __isoc99_sscanf. */
static void plain_name(char *name)
{
    size_t n = strlen(name);

    if (!strncmp(name, "__isoc", 6) && strchr(name + 6, '_'))
        memmove(name, strchr(name + 6, '_') + 1,
                strlen(strchr(name + 6, '_') + 1) + 1);
    else if (!strncmp(name, "__", 2) && n > 6 &&
             !strcmp(name + n - 4, "_chk")) {
        name[n - 4] = 0;
        memmove(name, name + 2, n - 5);
    }
}

/* The function's name in one of C++'s: _Z4fillPf is fill(). */
static void source_name(char *name)
{
    char *rest;
    size_t n;

    if (strncmp(name, "_Z", 2) != 0 || !isdigit((unsigned char)name[2]))
        return;
    n = strtoul(name + 2, &rest, 10);
    if (n > strlen(rest))
        return;
    memmove(name, rest, n);
    name[n] = 0;
}

/* Whether a name that this object defines is one of the kit's or a
 * detector's: its own calls of that would end there. */
static bool kits_name(const char *name, bool cuda)
{
    return cuda ? starts_with_one(name, device_names)
                : starts_with_one(name, forbidden_starts);
}

/* Sections that compilers make, without those that hold code to be run before
 * anything is called. */
static bool usual_section(const char *name, int b, bool cuda)
{
    static const char *const usual[] = {
        ".text",    ".data",     ".bss",
        ".rodata",  ".tdata",    ".tbss",
        ".rela",    ".eh_frame", ".gcc_except_table",
        ".comment", ".note.",    ".debug",
        ".symtab",  ".strtab",   ".shstrtab",
        ".group",   ".llvm",     ".ldata",
        ".lbss",    ".lrodata",  ".stack_sizes",
        NULL};

    if (starts_with_one(name, usual))
        return true;
    if (cuda)
        return !strncmp(name, "simt_", 5) || !strcmp(name, ".init_array") ||
               (b == BUILD_CHECK && !strcmp(name, ".init_array.00099"));
    return (b == BUILD_ASAN || b == BUILD_TSAN) &&
           (!strncmp(name, ".init_array", 11) ||
            !strncmp(name, ".fini_array", 11) || !strncmp(name, "asan_", 5));
}

static void refuse_name(const char *name, const char *source,
                        const char *preprocessed, struct finding *f)
{
    struct preprocessed p;

    refuse(f, source, 0);
    if (!*preprocessed || !preprocessed_read(&p, preprocessed))
        return;
    /* Rather where it is used than where it is declared. */
    for (int k = 0, depth = 0, best = 0; k < p.s.n && best < 3; k++) {
        depth += token_is(&p.s.t[k], "{") - token_is(&p.s.t[k], "}");
        if (token_is(&p.s.t[k], name)) {
            struct finding here = {0};
            int worth;

            refuse_at(&p, k, &here);
            worth = 1 + (depth > 0) + !strcmp(here.place.file, source);
            if (worth > best)
                f->place = here.place;
            best = worth > best ? worth : best;
        }
    }
    preprocessed_free(&p);
}

/* Is a mangled name one of std::, or of its tables? kit itself has no libstdc++
 * to look it up in. */
static bool of_std(const char *name)
{
    if (strncmp(name, "_Z", 2))
        return false;
    name += 2;
    if (*name == 'T' && name[1] && strchr("TVIS", name[1]))
        name += 2;
    name += *name == 'N';
    name += *name == 'K';
    return *name == 'S' && name[1] && strchr("tabsiod", name[1]);
}

/* Of the C library, but no shared object has them. */
static bool is_static(const char *name)
{
    static const char *const names[] = {"atexit", "at_quick_exit",
                                        "pthread_atfork"};
    bool found = false;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found = found || !strcmp(name, names[i]);
    return found;
}

bool refuse_object(const char *listing, int b, bool cuda, const char *source,
                   const char *preprocessed, struct finding *f)
{
    FILE *file = fopen(listing, "re");
    char *text = tokens_file_text(ALLOWED), *line = NULL;
    size_t room = 0;
    bool found = !file || !text;

    if (found) {
        refuse(f, source, 0);
        finding_say(f, _("Nobody could look into what the compiler made of "
                         "this file."));
    }
    while (!found && getline(&line, &room, file) >= 0) {
        char type[16], bind[16], index[16], name[256];
        bool there;

        if (b < BUILD_GPU &&
            sscanf(line, " [%*d] %255s %15s", name, type) == 2 &&
            strcmp(name, "NULL") && !usual_section(name, b, cuda)) {
            found = true;
            refuse(f, source, 0);
            if (!strncmp(name, ".gnu.debuglto_", 14) ||
                !strncmp(name, ".gnu.offload", 12))
                finding_say(f, _("`omp target` would have an accelerator do "
                                 "the work. This lab is about the processor's "
                                 "own threads: write it without `target`."));
            else
                finding_say(f,
                            _("This file holds a section %s: code or data that "
                              "would be run or read before the lab's function "
                              "is called. No lab needs it."),
                            name);
        }
        /* Num: Value Size Type Bind Vis Ndx Name */
        if (found || sscanf(line, " %*d: %*s %*s %15s %15s %*s %15s %255s",
                            type, bind, index, name) != 4)
            continue;
        if (!strcmp(index, "UND")) {
            plain_name(name);
            if (allowed(text, name, b, cuda))
                continue;
            found = true;
            there = of_std(name);
            source_name(name);
            refuse_name(name, source, preprocessed, f);
            if (there || dlsym(RTLD_DEFAULT, name) || is_static(name))
                finding_say(f,
                            _("%s is not among what an answer may use: it can "
                              "reach files, other processes or the kit itself. "
                              "Remove it; grader/sandbox/allowed.txt lists what may be "
                              "called."),
                            name);
            else
                finding_say(f,
                            _("%s is used here, but there is no function or "
                              "variable of this name that an answer may use. "
                              "Is it spelled right? Did you write its body?"),
                            name);
        } else if (b < BUILD_GPU &&
                   (!strcmp(type, "IFUNC") ||
                    (strcmp(bind, "LOCAL") && kits_name(name, cuda)))) {
            found = true;
            refuse_name(name, source, preprocessed, f);
            if (strcmp(type, "IFUNC"))
                finding_say(f,
                            _("%s is a name of the kit's or of a detector's. "
                              "Rename yours."),
                            name);
            else
                finding_say(f,
                            _("%s is chosen while the program is loaded, "
                              "before the lab's function is called. Write a "
                              "plain function."),
                            name);
        }
    }
    free(line);
    free(text);
    if (file)
        fclose(file);
    return found;
}

int refuse_write_names(const struct lab *lab, const char *path)
{
    FILE *file = fopen(path, "we");
    char header[200], *text = NULL;
    struct tokens s;
    bool good = file != NULL;

    snprintf(header, sizeof header, "labs/%s/%s.h", lab->folder, lab->name);
    if (good && !lab->program && (good = (text = tokens_file_text(header)))) {
        tokens_read(&s, text);
        for (int k = 0; k < s.n; k++)
            if (s.t[k].kind == TOKEN_NAME && !s.t[k].directive &&
                !token_is_keyword(&s.t[k]) &&
                token_is(&s.t[tokens_next(&s, k)], "("))
                fprintf(file, "%.*s\n", (int)s.t[k].length, s.t[k].at);
        tokens_free(&s);
    }
    free(text);
    if (file && lab->program)
        fputs("main\n", file);
    if (file && fclose(file))
        good = false;
    if (!good)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return good ? 0 : -1;
}
