/* refuse_object.c - the last step of refuse.h: the object files. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"
#include "sandbox/preprocessed.h"
#include "sandbox/refuse_words.h"

/* ---- names and sections ------------------------------------------------- */

/* Where a row of library.def holds. */
enum {
    C_PLAIN = 1, /* a .c file's builds without a detector */
    C_ASAN = 2,
    C_TSAN = 4,
    CUDA_FAST = 8, /* a .cu file on the CPU device */
    CUDA_CHECK = 16,
    CUDA_GPU = 32,
    BUILTIN_C = 64, /* what the preprocessor left of a .c, of a .cu file */
    BUILTIN_CUDA = 128,

    BUILTIN_ALL = BUILTIN_C | BUILTIN_CUDA,
    IN_C = C_PLAIN | C_ASAN | C_TSAN,
    IN_GCC = C_PLAIN | C_ASAN,
    IN_ASAN = C_ASAN,
    IN_TSAN = C_TSAN,
    IN_CUDA = CUDA_FAST | CUDA_CHECK,
    IN_CHECK = CUDA_CHECK,
    IN_GPU = CUDA_GPU,
    IN_CPP = CUDA_FAST | CUDA_CHECK | CUDA_GPU,
    IN_PLAIN = C_PLAIN | CUDA_FAST | CUDA_GPU,
    IN_ALL = IN_C | IN_CPP
};

static unsigned where_is(int b, bool cuda)
{
    if (b >= BUILD_GPU)
        return CUDA_GPU;
    if (b == BUILD_CHECK)
        return CUDA_CHECK;
    return cuda              ? CUDA_FAST
           : b == BUILD_ASAN ? C_ASAN
           : b == BUILD_TSAN ? C_TSAN
                             : C_PLAIN;
}

static const struct {
    unsigned where;
    const char *names;
    bool touches, watched;
} library[] = {
#define NAMES(where, names) {where, names, false, false},
#define WATCHED(where, type, result, name, ...) {where, #name, true, true},
#define SEEN(where, type, result, name, ...) {where, #name, true, false},
#define HOSTS WATCHED
#define PRINTS(where, name) {where, #name, true, true},
#include "common/library.def"
};

/* What a row says of the name, or of `may` if it is not in it. */
static bool row_allows(const char *text, const char *name, bool may)
{
    char word[128];

    for (size_t n; *text; text += n) {
        text += strspn(text, " ");
        n = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        if (*word == '!')
            may = may && fnmatch(word + 1, name, 0);
        else
            may = may || !fnmatch(word, name, 0);
    }
    return may;
}

/* Whether the name may be used there. */
static bool allowed(const char *name, unsigned where)
{
    bool may = false;

    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (library[i].where & where)
            may = row_allows(library[i].names, name, may);
    return may;
}

bool refuse_builtin(const char *name, bool cuda)
{
    static const char builtin[] = "__builtin_";
    bool may = allowed(name, cuda ? BUILTIN_CUDA : BUILTIN_C);

    if (may || strncmp(name, builtin, strlen(builtin)))
        return !may;
    for (size_t i = 0; i < sizeof library / sizeof *library; i++)
        if (library[i].where == IN_ALL && !library[i].touches)
            may = row_allows(library[i].names, name + strlen(builtin), may);
    return !may;
}

/* What <stdio.h> and others make of a name: __isoc23_strtol, __printf_chk. The
 * latter has no wrapper for a detector. */
static void plain_name(char *name, bool detector)
{
    size_t n = strlen(name);

    if (!strncmp(name, "__isoc", 6) && strchr(name + 6, '_'))
        memmove(name, strchr(name + 6, '_') + 1,
                strlen(strchr(name + 6, '_') + 1) + 1);
    else if (!detector && !strncmp(name, "__", 2) && n > 6 &&
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

    if (refuse_starts_with(name, usual))
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
            struct place here = preprocessed_place(&p, k);
            int worth = 1 + (depth > 0) + !strcmp(here.file, source);

            if (worth > best)
                f->place = here;
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

/* ---- the look ----------------------------------------------------------- */

/* What is looked at: an object file of build b. */
struct look {
    int b;
    bool cuda;
    const char *source, *preprocessed;
    struct finding *f;
};

/* A section that compilers do not make of what an answer needs. */
static bool refuse_section(const struct look *l, const char *name)
{
    if (l->b >= BUILD_GPU || !strcmp(name, "NULL") ||
        usual_section(name, l->b, l->cuda))
        return false;
    refuse(l->f, l->source, 0);
    if (!strncmp(name, ".gnu.debuglto_", 14) ||
        !strncmp(name, ".gnu.offload", 12))
        finding_say(l->f, SAY(target_offload_not_allowed));
    else
        finding_say(l->f, SAY(object_section_not_allowed), name);
    return true;
}

/* A variable for OpenMP that is set in the program itself. */
static bool too_late(const struct look *l, const char *name)
{
    return !l->cuda && (!strcmp(name, "setenv") || !strcmp(name, "putenv")) &&
           source_has(l->source, true, "OMP_NUM_THREADS");
}

/* A name that the object uses and does not define. Changes it. */
static bool refuse_use(const struct look *l, char *name)
{
    bool there;
    const unsigned where = where_is(l->b, l->cuda);

    plain_name(name, where & (C_ASAN | C_TSAN | CUDA_CHECK));
    if (allowed(name, where))
        return false;
    there = of_std(name);
    source_name(name);
    refuse_name(name, l->source, l->preprocessed, l->f);
    if (there || dlsym(RTLD_DEFAULT, name) || is_static(name))
        finding_say(l->f, SAY(function_not_allowed), name,
                    too_late(l, name) ? SAY(thread_count_set_too_late) : "");
    else
        finding_say(l->f, SAY(undefined_name_in_object), name);
    return true;
}

/* A name that it defines. */
static bool refuse_definition(const struct look *l, const char *name,
                              const char *type, const char *bind)
{
    bool chosen = !strcmp(type, "IFUNC");

    if (l->b >= BUILD_GPU ||
        !(chosen || (strcmp(bind, "LOCAL") && refuse_kits_name(name, l->cuda))))
        return false;
    refuse_name(name, l->source, l->preprocessed, l->f);
    if (chosen)
        finding_say(l->f, SAY(indirect_function_not_allowed), name);
    else
        finding_say(l->f, SAY(name_reserved_in_object), name);
    return true;
}

/* A line of what readelf says. */
static bool refuse_line(const struct look *l, const char *line)
{
    char type[16], bind[16], index[16], name[256];

    if (sscanf(line, " [%*d] %255s %15s", name, type) == 2 &&
        refuse_section(l, name))
        return true;
    /* Num: Value Size Type Bind Vis Ndx Name */
    if (sscanf(line, " %*d: %*s %*s %15s %15s %*s %15s %255s", type, bind,
               index, name) != 4)
        return false;
    return strcmp(index, "UND") ? refuse_definition(l, name, type, bind)
                                : refuse_use(l, name);
}

bool refuse_object(const char *listing, int b, bool cuda, const char *source,
                   const char *preprocessed, struct finding *f)
{
    const struct look l = {b, cuda, source, preprocessed, f};
    FILE *file = fopen(listing, "re");
    bool found = !file;
    char *line = NULL;
    size_t room = 0;

    if (found) {
        refuse(f, source, 0);
        finding_say(f, SAY(object_not_readable));
    }
    while (!found && getline(&line, &room, file) >= 0)
        found = refuse_line(&l, line);
    free(line);
    if (file)
        fclose(file);
    return found;
}

/* ---- what stays visible ------------------------------------------------- */

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

int refuse_write_wraps(const char *path)
{
    FILE *file = fopen(path, "we");
    bool good = file != NULL;

    for (size_t i = 0; good && i < sizeof library / sizeof *library; i++)
        if (library[i].watched)
            good = fprintf(file, "%s __watched_%s\n", library[i].names,
                           library[i].names) > 0;
    if (file && fclose(file))
        good = false;
    if (!good)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return good ? 0 : -1;
}
