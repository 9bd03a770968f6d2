/* diagnostics.c - see diagnostics.h. */
#define _GNU_SOURCE /* memrchr() */
#include "sandbox/diagnostics.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "sandbox/build.h"
#include "sandbox/job.h"
#include "sandbox/object.h"
#include "sandbox/refuse.h"
#include "sandbox/slips_said.h"

#define OUTPUT_MAX (256 << 10) /* bytes of a compiler's messages we read */
#define VARIABLES_MAX ((uint64_t)1 << 30) /* so many always find room */

char *diagnostics_read(const char *path)
{
    char *text = calloc(1, OUTPUT_MAX + 1);
    FILE *file = fopen(path, "r");

    if (file && text)
        text[fread(text, 1, OUTPUT_MAX, file)] = 0;
    if (text)
        text_clean(text, text, OUTPUT_MAX + 1);
    if (file)
        fclose(file);
    return text;
}

/* "path:12:5" before `end`, or nvcc's "path(12)": split into a place. */
static void read_place(const char *line, const char *end, struct place *p)
{
    int number[2] = {0, 0}, found = 0;
    const char *open = memrchr(line, '(', (size_t)(end - line));

    if (open && end[-1] == ')' && sscanf(open, "(%d)", &p->line) == 1) {
        snprintf(p->file, sizeof p->file, "%.*s", (int)(open - line), line);
        return;
    }

    while (found < 2) {
        const char *digits = end;

        while (digits > line && digits[-1] >= '0' && digits[-1] <= '9')
            digits--;
        if (digits == end || digits == line || digits[-1] != ':')
            break;
        number[found++] = (int)strtol(digits, NULL, 10);
        end = digits - 1;
    }
    if (found == 0)
        return; /* "cc1: fatal error: ...": no place in a file */
    p->line = number[found - 1];
    p->column = found == 2 ? number[0] : 0;
    snprintf(p->file, sizeof p->file, "%.*s", (int)(end - line), line);
}

/* Whether line `line` of the file belongs to a #pragma omp. */
static bool is_pragma(const char *path, int line)
{
    FILE *file = fopen(path, "re");
    char text[4096] = "";
    bool goes_on = false, pragma = false;

    for (int k = 1; file && k <= line && fgets(text, sizeof text, file); k++) {
        const char *p = text + strspn(text, " \t");
        size_t n = strcspn(text, "\r\n");

        if (!goes_on)
            pragma = *p == '#' && (p += 1 + strspn(p + 1, " \t"),
                                   !strncmp(p, "pragma omp", 10));
        goes_on = n > 0 && text[n - 1] == '\\';
    }
    if (file)
        fclose(file);
    return pragma;
}

/* ---- the compiler ------------------------------------------------------- */

/* What an error's line says, and the last line, which is all there is where no
 * compiler speaks. */
struct error {
    char *words; /* null if there is none */
    const char *last;
    bool broke; /* the compiler itself */
};

/* The first error in the text, which is cut into lines; its place stays as it
 * is where the line names none. */
static struct error first_error(char *text, struct place *place)
{
    enum { BROKEN = 2 };
    static const char *const marks[] = {
        ": fatal error: ", ": error: ", ": internal compiler error: "};
    struct error e = {0};
    char *rest, *mark = NULL;

    for (char *line = strtok_r(text, "\n", &rest); line && !e.words;
         line = strtok_r(NULL, "\n", &rest)) {
        for (int i = 0; i <= BROKEN && !e.words; i++)
            if ((mark = strstr(line, marks[i]))) {
                e.words = mark + strlen(marks[i]);
                e.broke = i == BROKEN;
            }
        if (e.words) {
            size_t n = strlen(e.words);

            read_place(line, mark, place);
            if (n && strchr(".?;", e.words[n - 1])) /* ours ends with its own */
                e.words[n - 1] = 0;
        }
        e.last = line;
    }
    return e;
}

void diagnostics_say_error(const struct lab *lab, char *text,
                           const char *source, int build, struct finding *f)
{
    struct error e;
    const char *words, *last;

    refuse(f, source, 0);
    e = first_error(text, &f->place);
    words = e.words;
    last = e.last;
    if (strstr(words ? words : last ? last : "", "out of memory alloc"))
        finding_say(f, SAY(compiler_out_of_memory), (int)(JOB_MEMORY >> 20));
    else if (!words)
        finding_say(f, SAY(compiler_gave_up),
                    last ? last : SAY(part_no_reason_given));
    else if (strstr(words, "File size limit exceeded"))
        finding_say(f, SAY(compiler_output_too_large),
                    (int)(JOB_FILE_SIZE >> 20));
    else if (e.broke)
        finding_say(f, SAY(compiler_crashed), words);
    else if (!strncmp(words, "conflicting types for", 21) ||
             !strncmp(words, "conflicting declaration of C function", 37))
        finding_say(f, SAY(compile_error_signature_changed), words, lab->folder,
                    lab->name);
    else if (build == BUILD_TSAN && is_pragma(source, f->place.line)) {
        f->status = STATUS_SKIPPED;
        finding_say(f, SAY(not_checked_pragma_unknown), words);
    } else if (build == BUILD_TSAN)
        finding_say(f, SAY(compile_error_clang_only), words);
    else if (build >= BUILD_GPU)
        finding_say(f, SAY(compile_error_nvcc_only), words);
    else {
        char slip[400];

        slips_say(words, source, &f->place.line, slip, sizeof slip);
        finding_say(f, SAY(compile_error), words, slip);
    }
}

/* Is the word omp, or omp with a slip of the keyboard: one letter more, less,
 * or another, two exchanged, or capitals? */
static bool nearly_omp(const char *word, size_t n)
{
    static const char omp[] = "omp";
    size_t k = 0, right = 0;

    if (n < 2 || n > 4)
        return false;
    while (k < n && k < 3 && tolower((unsigned char)word[k]) == omp[k])
        k++;
    while (right < n - k && right < 3 - k &&
           tolower((unsigned char)word[n - 1 - right]) == omp[2 - right])
        right++;
    if (n == 3 && k + right == 1)
        return tolower((unsigned char)word[k]) == omp[k + 1] &&
               tolower((unsigned char)word[k + 1]) == omp[k];
    return k + right >= (n == 4 ? 3 : 2);
}

/* Is it a directive of OpenMP, whose omp was left out? */
static bool is_directive(const char *word, size_t n)
{
    static const char *const names[] = {
        "parallel", "for",    "sections", "section",      "single", "master",
        "masked",   "atomic", "critical", "barrier",      "simd",   "task",
        "taskloop", "target", "taskwait", "threadprivate"};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strlen(names[k]) == n && !strncmp(word, names[k], n))
            return true;
    return false;
}

/* Where the line begins that `found` in text is in. */
static const char *line_of(const char *text, const char *found)
{
    while (found > text && found[-1] != '\n')
        found--;
    return found;
}

/* Others, as `#pragma unroll`, are for other compilers. */
bool diagnostics_say_ignored(const char *path, const char *source,
                             struct place *place, char *said, size_t size)
{
    static const char warning[] = ": warning: ignoring '#pragma ";
    char *text = diagnostics_read(path);
    char pragma[120];
    bool meant = false;

    for (const char *found = text;
         !meant && found && (found = strstr(found, warning)); found++) {
        const char *quote = strchr(found, '\'');
        const char *word = found + strlen(warning);
        const size_t n = strcspn(word, " '\n");

        if (!nearly_omp(word, n) && !is_directive(word, n))
            continue;
        read_place(line_of(text, found), found, place);
        snprintf(pragma, sizeof pragma, "%.*s", (int)strcspn(quote + 1, "'\n"),
                 quote + 1);
        said_put(said, size,
                 n == 3 && !strncmp(word, "omp", n)
                     ? SAY(directive_ignored_unknown)
                     : SAY(directive_ignored_no_omp),
                 place->line, pragma);
        meant = !strcmp(place->file, source);
    }
    free(text);
    return meant;
}

/* The first of these warnings that is about `source`; behind what it says. */
static const char *find_warning(const char *text, const char *const *warnings,
                                const char *source, struct place *place)
{
    for (; *warnings; warnings++)
        for (const char *found = text;
             found && (found = strstr(found, *warnings)); found++) {
            read_place(line_of(text, found), found, place);
            if (!strcmp(place->file, source))
                return found + strlen(*warnings);
        }
    return NULL;
}

bool diagnostics_say_no_return(const char *path, const char *source,
                               struct place *place, char *said, size_t size)
{
    static const char *const warnings[] = {
        ": warning: control reaches end of non-void function",
        ": warning: no return statement in function returning non-void", NULL};
    char *text = diagnostics_read(path);
    const bool known = find_warning(text, warnings, source, place);

    free(text);
    if (known)
        said_put(said, size, SAY(return_may_be_missing), place->line);
    return known;
}

/* The line that the compiler's note behind the warning calls the one where it
 * was declared; 0: there is no such note. */
static int declared_in(const char *warning, const char *name)
{
    struct place place = {0};
    char note[100];
    const char *found;

    snprintf(note, sizeof note, ": note: '%s' was declared here", name);
    found = strstr(warning, note);
    if (found)
        read_place(line_of(warning, found), found, &place);
    return place.line;
}

bool diagnostics_say_unset(const char *path, const char *source,
                           struct place *place, char *said, size_t size)
{
    static const char *const used[] = {" is used uninitialized",
                                       " may be used uninitialized", NULL};
    char *text = diagnostics_read(path), name[60] = "", where[60] = "";
    bool known = false;
    int from = 0;

    for (int k = 0; used[k] && !known; k++)
        for (const char *found = text;
             !known && found && (found = strstr(found, used[k])); found++) {
            const char *line = line_of(text, found);
            const char *warning = strstr(line, ": warning: '");

            if (!warning || warning > found)
                continue;
            read_place(line, warning, place);
            warning += strlen(": warning: '");
            snprintf(name, sizeof name, "%.*s", (int)strcspn(warning, "'"),
                     warning);
            known = !strcmp(place->file, source) && !strpbrk(name, "<>");
            from = known ? declared_in(warning, name) : 0;
        }
    free(text);
    if (from && from != place->line)
        said_put(where, sizeof where, SAY(part_declared_at_line), from);
    if (known)
        said_put(said, size, SAY(variable_may_be_uninitialized), name,
                 place->line, where,
                 strstr(source, ".cu") ? ""
                                       : SAY(private_variable_uninitialized));
    return known;
}

/* ---- the linker --------------------------------------------------------- */

/* Where the linker says that it has found that, in the line before it. */
static void linker_place(const char *text, const char *found,
                         struct place *place)
{
    const char *line = line_of(text, found), *end;

    if (found - line <= 2)
        return;
    end = found - 2;
    /* newer linkers: "FILE:LINE:(.text+0x1): undefined reference" */
    while (end[-1] == ')' && end - line > 2) {
        const char *open = end - 1;

        while (open > line && *open != '(')
            open--;
        if (open == line || open[-1] != ':')
            break;
        end = open - 1;
    }
    read_place(line, end, place);
}

/* "KIT'S PLACE: multiple definition of `x'; x.o:STUDENT'S PLACE: first defined
 * here": plain.o and the others come first on our lines. */
static void first_place(const char *found, struct place *place)
{
    const char *theirs = strstr(found, "'; ");
    const char *end = strstr(found, ": first defined here");

    place->line = 0;
    if (theirs && end && theirs < end)
        read_place(theirs + 3, end, place);
}

bool diagnostics_say_link_error(const char *text, const char *source,
                                struct finding *f)
{
    const char *undefined = strstr(text, "undefined reference to `");
    const char *multiple = strstr(text, "multiple definition of `");
    const char *far = strstr(text, "relocation truncated to fit");
    const char *found = undefined ? undefined : multiple ? multiple : far;
    const char *name;
    struct place place = {0};
    int n;

    if (!found)
        return false;
    name = found + strcspn(found, "`\n");
    name += *name == '`';
    n = (int)strcspn(name, "'\n");
    linker_place(text, found, &place);
    if (found == multiple)
        first_place(found, &place);
    refuse(f, source, place.line);
    if (undefined && n == 4 && !strncmp(name, "main", 4))
        finding_say(f, SAY(main_function_missing));
    else if (undefined && !strncmp(name, "omp_", 4))
        finding_say(f, SAY(openmp_function_undefined), n, name);
    else if (undefined)
        finding_say(f, SAY(undefined_name), n, name);
    else if (found == far)
        finding_say(f, SAY(index_far_out_of_bounds));
    else
        finding_say(f, SAY(name_collides_with_kit), n, name);
    return true;
}

bool diagnostics_say_too_large(const char *object, const char *source,
                               struct finding *f)
{
    uint64_t bytes = object_variables(object);

    if (bytes < VARIABLES_MAX)
        return false;
    refuse(f, source, 0);
    finding_say(f, SAY(static_variables_too_large), (double)bytes / (1 << 30));
    return true;
}
