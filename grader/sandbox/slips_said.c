/*
 * slips_said.c - see slips_said.h. The words are gcc's, for C and for C++: what
 * simtcc hands on is g++'s. Each function below knows one slip; it looks at the
 * student's line as well, so that what it says is there to be seen.
 */
#include "sandbox/slips_said.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/said.h"
#include "base/source.h"

enum { LINE = 1000 };

/* What a slip is looked for in. */
struct slip {
    const char *words, *source;
    int line;
    char code[LINE]; /* the line */
    char *text;
    size_t size;
};

#define SPEAK(s, ...) said_put((s)->text, (s)->size, __VA_ARGS__)

/* ---- a keyboard that is set to Chinese ----------------------------------- */

/* Punctuation in UTF-8, and what is meant; besides, U+FF01 to U+FF5E are the
 * characters from ! to ~. */
static const struct {
    const char *wide, *narrow;
} keys[] = {
    {"\xe2\x80\x9c", "\""},  {"\xe2\x80\x9d", "\""}, {"\xe2\x80\x98", "'"},
    {"\xe2\x80\x99", "'"},   {"\xe3\x80\x81", ","},  {"\xe3\x80\x82", "."},
    {"\xe3\x80\x80", " "},   {"\xc2\xa0", " "},      {"\xe3\x80\x90", "["},
    {"\xe3\x80\x91", "]"},   {"\xe3\x80\x8a", "<"},  {"\xe3\x80\x8b", ">"},
    {"\xe2\x80\xa6", "..."}, {"\xe2\x80\x93", "-"},  {"\xe2\x80\x94", "-"},
    {"\xc3\x97", "*"},
};

/* How many bytes of p are such a character; narrow gets what is meant. */
static size_t wide_key(const char *p, char narrow[8])
{
    const unsigned char *u = (const unsigned char *)p;

    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (!strncmp(p, keys[k].wide, strlen(keys[k].wide))) {
            snprintf(narrow, 8, "%s", keys[k].narrow);
            return strlen(keys[k].wide);
        }
    if (u[0] == 0xef && (u[1] == 0xbc || u[1] == 0xbd) && u[2] >= 0x80 &&
        u[2] <= 0xbf) {
        const int c = '!' + (u[1] - 0xbc) * 64 + u[2] - 0x81;

        snprintf(narrow, 8, "%c", c);
        return c >= '!' && c <= '~' ? 3 : 0;
    }
    return 0;
}

/* Outside of strings and comments. */
static bool say_wide_key(struct slip *s)
{
    char quote = 0, narrow[8];

    for (const char *p = s->code; *p; p++) {
        size_t n;

        if (quote) {
            if (*p == '\\' && p[1])
                p++;
            else if (*p == quote)
                quote = 0;
            continue;
        }
        if (*p == '"' || *p == '\'')
            quote = *p;
        if (*p == '/' && (p[1] == '/' || p[1] == '*'))
            return false;
        if (!(n = wide_key(p, narrow)))
            continue;
        if (*narrow == ' ')
            SPEAK(s, SAY(full_width_blank), s->line);
        else
            SPEAK(s, SAY(full_width_character), (int)n, p, s->line, narrow);
        return true;
    }
    return false;
}

/* ---- words and lines ----------------------------------------------------- */

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* The first 'name' in the words; false if there is none, or it is no name. */
static bool quoted(const char *words, char *name, size_t size)
{
    const char *begin = strchr(words, '\'');
    const char *end = begin ? strchr(begin + 1, '\'') : NULL;

    if (!end || end - begin - 1 >= (long)size)
        return false;
    snprintf(name, size, "%.*s", (int)(end - begin - 1), begin + 1);
    for (const char *p = name; *p; p++)
        if (!isalnum((unsigned char)*p) && *p != '_')
            return false;
    return *name;
}

/* Cut off a comment at the line's end, and blanks. */
static void trim(char *code)
{
    char *comment = strstr(code, "//");
    size_t n;

    if (!comment)
        comment = strstr(code, "/*");
    if (comment)
        *comment = '\0';
    n = strlen(code);
    while (n > 0 && isspace((unsigned char)code[n - 1]))
        code[--n] = '\0';
}

/* ---- a ; that is not there ----------------------------------------------- */

static bool ends_statement(const char *code)
{
    const size_t n = strlen(code);

    return n == 0 || strchr(";{}:,", code[n - 1]) || code[n - 1] == '\\' ||
           code[strspn(code, " \t")] == '#';
}

/* In the line itself, or in the last one before it that has code. */
static bool say_semicolon(struct slip *s)
{
    enum { BACK = 6 };
    const bool translated = begins(s->words, "'#pragma' is not allowed here");
    char code[LINE];

    if (!strstr(s->words, "';' before") &&
        !strstr(s->words, "',' or ';' before") && !translated)
        return false;
    for (int line = s->line; line > 0 && line > s->line - BACK; line--) {
        const char *begin = code;

        if (!source_line(s->source, line, code, sizeof code))
            continue;
        trim(code);
        begin += strspn(code, " \t");
        if (!*begin || !strcmp(begin, "}") || *begin == '#')
            continue;
        if (ends_statement(code)) {
            if (line < s->line)
                return false;
            continue; /* it begins with what is not expected */
        }
        SPEAK(s, SAY(semicolon_missing), line);
        s->line = line;
        return true;
    }
    return false;
}

/* ---- names --------------------------------------------------------------- */

/* Which header a function or a type comes from. */
static const struct {
    const char *header, *names;
} headers[] = {
    {"stdio.h", " printf fprintf puts putchar scanf snprintf FILE stdout "
                "stderr perror fflush "},
    {"stdlib.h", " malloc calloc realloc free abs labs exit abort rand srand "
                 "qsort atoi getenv EXIT_FAILURE EXIT_SUCCESS "},
    {"string.h", " memcpy memset memmove memcmp strlen strcmp strcpy "},
    {"math.h", " sqrt sqrtf pow powf sin cos tan exp expf log logf fabs fabsf "
               "floor ceil fmin fmax fminf fmaxf INFINITY NAN isnan M_PI "},
    {"stdint.h", " int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t "
                 "uint64_t INT32_MAX INT64_MAX UINT32_MAX SIZE_MAX INT32_MIN "
                 "INT64_MIN "},
    {"limits.h", " INT_MAX INT_MIN UINT_MAX LONG_MAX LLONG_MAX CHAR_BIT "},
    {"float.h", " FLT_MAX FLT_MIN DBL_MAX DBL_MIN FLT_EPSILON DBL_EPSILON "},
    {"stdbool.h", " bool true false "},
    {"assert.h", " assert "},
    {"time.h", " clock time clock_gettime "},
};

static const char *header_of(const char *name)
{
    char word[80];

    if (begins(name, "omp_"))
        return "omp.h";
    if (begins(name, "pthread_"))
        return "pthread.h";
    snprintf(word, sizeof word, " %.70s ", name);
    for (size_t k = 0; k < sizeof headers / sizeof *headers; k++)
        if (strstr(headers[k].names, word))
            return headers[k].header;
    return NULL;
}

/* The line below s->line at which a function of this name begins: not indented,
 * and with no ; at its end. 0 if there is none, or it is far away. */
static int defined_below(const struct slip *s, const char *name)
{
    enum { FAR = 2000 };
    const size_t n = strlen(name);
    char code[LINE];

    for (int line = s->line + 1; line < s->line + FAR; line++) {
        const char *found;

        if (!source_line(s->source, line, code, sizeof code))
            break;
        found = strstr(code, name);
        trim(code);
        if (!found || found == code || !isalpha((unsigned char)*code) ||
            code[strlen(code) - 1] == ';')
            continue;
        if ((found[-1] == ' ' || found[-1] == '*') && found[n] == '(')
            return line;
    }
    return 0;
}

static bool say_name(struct slip *s)
{
    const char *w = s->words, *mean = strstr(w, "did you mean '");
    char name[80], other[80];
    int below;

    if ((!strstr(w, " undeclared") && !strstr(w, "was not declared in this") &&
         !begins(w, "implicit declaration of function") &&
         !begins(w, "unknown type name") &&
         !strstr(w, "does not name a type")) ||
        !quoted(w, name, sizeof name))
        return false;
    if (!strcmp(name, "_OPENMP"))
        SPEAK(s, SAY(openmp_macro_undefined));
    else if ((below = defined_below(s, name)))
        SPEAK(s, SAY(undeclared_name_defined_below), name, below);
    else if (header_of(name))
        SPEAK(s, SAY(undeclared_name_needs_header), name, header_of(name));
    else if (mean && quoted(mean, other, sizeof other))
        SPEAK(s, SAY(undeclared_name_misspelled), name, other);
    else
        SPEAK(s, SAY(undeclared_name), name);
    return true;
}

/* ---- calls --------------------------------------------------------------- */

/* What stands first in the brackets of a call in the line. */
static bool first_argument(const char *code, const char *function, char *text,
                           size_t size)
{
    const char *p = strstr(code, function);
    int depth = 0;
    size_t n = 0;

    if (!p)
        return false;
    p += strlen(function);
    p += strspn(p, " ");
    p += *p == '(';
    p += strspn(p, " ");
    for (; *p && n + 1 < size; p++) {
        if (depth == 0 && (*p == ',' || *p == ')'))
            break;
        depth += (*p == '(') - (*p == ')');
        text[n++] = *p;
    }
    text[n] = '\0';
    return n > 0 && *p;
}

static bool say_malloc(struct slip *s)
{
    const char *types = strstr(s->words, "'cudaMalloc(");
    char pointer[100];

    if (!types || !begins(s->words, "no matching function for call to") ||
        !first_argument(s->code, "cudaMalloc", pointer, sizeof pointer))
        return false;
    if (!strchr(types, ','))
        SPEAK(s, SAY(cuda_malloc_two_arguments));
    else if (strchr(pointer, '(')) /* a cast */
        SPEAK(s, SAY(cuda_malloc_pointer_cast));
    else if (!strchr(pointer, '&'))
        SPEAK(s, SAY(cuda_malloc_needs_address), pointer);
    return *s->text;
}

static bool say_arguments(struct slip *s)
{
    const bool few = begins(s->words, "too few arguments to");
    const char *launch = strstr(s->code, "<<<");
    const char *begin = launch;

    if (!few && !begins(s->words, "too many arguments to"))
        return false;
    while (begin && begin > s->code &&
           (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
        begin--;
    if (launch && launch > begin)
        SPEAK(s,
              few ? SAY(launch_too_few_arguments)
                  : SAY(launch_too_many_arguments),
              (int)(launch - begin), begin);
    else
        SPEAK(s,
              few ? SAY(call_too_few_arguments) : SAY(call_too_many_arguments));
    return true;
}

static bool say_stream(struct slip *s)
{
    if (!strstr(s->code, "<<<") || !strstr(s->words, "'cudaStream_t'") ||
        !strstr(s->words, "to 'size_t'"))
        return false;
    SPEAK(s, SAY(launch_stream_is_fourth));
    return true;
}

/* ---- braces, clauses, constants ------------------------------------------ */

static bool say_brace(struct slip *s)
{
    if (strstr(s->words, "at end of input"))
        SPEAK(s, SAY(closing_brace_missing));
    else if (strstr(s->words, "before '}' token") &&
             (begins(s->words, "expected identifier or '('") ||
              begins(s->words, "expected declaration")))
        SPEAK(s, SAY(closing_brace_too_many));
    else if (begins(s->words, "a function-definition is not allowed here"))
        SPEAK(s, SAY(function_inside_function));
    return *s->text;
}

static bool say_clause(struct slip *s)
{
    const char *before = strstr(s->words, "clause before '");
    char name[80];

    if (!begins(s->words, "expected '#pragma omp' clause before") || !before ||
        !quoted(before, name, sizeof name))
        return false;
    SPEAK(s, SAY(openmp_clause_unknown), name);
    return true;
}

static bool say_condition(struct slip *s)
{
    if (!begins(s->words, "invalid controlling predicate"))
        return false;
    SPEAK(s, SAY(openmp_loop_condition_form));
    return true;
}

static bool say_const(struct slip *s)
{
    if (!begins(s->words, "assignment of read-only"))
        return false;
    SPEAK(s, SAY(const_variable_written));
    return true;
}

static bool say_goto(struct slip *s)
{
    if (!begins(s->words, "jump to label"))
        return false;
    SPEAK(s, SAY(goto_jumps_over_initialization));
    return true;
}

/* ---- arrays and shapes --------------------------------------------------- */

static bool say_array(struct slip *s)
{
    const char *w = s->words;

    if (strstr(s->code, "__shared__") && begins(w, "variable length array"))
        SPEAK(s, SAY(shared_array_size_unknown));
    else if (begins(w, "invalid array assignment") ||
             begins(w, "assignment to expression with array type") ||
             begins(w, "array type") ||
             begins(w, "incompatible types in "
                       "assignment of"))
        SPEAK(s, SAY(array_assigned_as_whole));
    return *s->text;
}

static bool say_dim3(struct slip *s)
{
    const char *p = strstr(s->code, "dim3 ");

    if (!p || !strchr(p, '=') || !strchr(p, ',') ||
        !begins(s->words, "expected unqualified-id before numeric constant"))
        return false;
    SPEAK(s, SAY(dim3_needs_parentheses));
    return true;
}

void slips_say(const char *words, const char *source, int *line, char *text,
               size_t size)
{
    static bool (*const known[])(struct slip *) = {
        say_wide_key,  say_malloc, say_arguments, say_stream,    say_clause,
        say_semicolon, say_brace,  say_name,      say_condition, say_const,
        say_array,     say_dim3,   say_goto};
    struct slip s = {words, source, *line, "", text, size};

    *text = '\0';
    source_line(source, *line, s.code, sizeof s.code);
    for (size_t k = 0; k < sizeof known / sizeof *known && !*text; k++)
        if (known[k](&s))
            *line = s.line;
}
