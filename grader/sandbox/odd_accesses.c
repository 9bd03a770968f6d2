/* odd_accesses.c - see odd_accesses.h. An instruction is a line. */
#define _GNU_SOURCE
#include "sandbox/odd_accesses.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Some letters of the line. */
struct piece {
    const char *at;
    size_t n;
};
#define PIECE(p) (int)(p).n, (p).at

static bool begins(const char *s, const char *word)
{
    return !strncmp(s, word, strlen(word));
}

/* Up to the first of these letters that is in no parenthesis; all if none is.
 */
static struct piece up_to(const char *s, const char *letters)
{
    const char *p = s;
    int depth = 0;

    for (; *p && *p != '\n' && (depth > 0 || !strchr(letters, *p)); p++)
        if (strchr("([{<", *p))
            depth++;
        else if (strchr(")]}>", *p))
            depth--;
        else if (*p == '"' && strchr(p + 1, '"'))
            p = strchr(p + 1, '"');
    return (struct piece){s, (size_t)(p - s)};
}

/* The size of a number's type, in bits; 0 if it is none. */
static unsigned long bits(const char *type)
{
    if (*type == 'i' && isdigit((unsigned char)type[1]))
        return (strtoul(type + 1, NULL, 10) + 7) / 8 * 8;
    return begins(type, "x86_fp80") ? 80
           : begins(type, "float")  ? 32
           : begins(type, "double") ? 64
           : begins(type, "half")   ? 16
                                    : 0;
}

/* Whether the pass leaves out an access of that type, and its size as an
 * operand: what only LLVM knows, as an expression. */
static bool is_odd(struct piece type, bool opaque, char *size, size_t room)
{
    unsigned long n = bits(type.at), many;
    char *times;

    if (!type.n || type.at[type.n - 1] == '*')
        return false;
    if (*type.at == '<' && isdigit((unsigned char)type.at[1])) {
        many = strtoul(type.at + 1, &times, 10);
        n = begins(times, " x ") ? many * bits(times + 3) : 0;
    }
    if (n) {
        snprintf(size, room, "%lu", n / 8);
        return n > 128 || (n & (n - 1)) != 0;
    }
    if (!strchr("{[%<", *type.at))
        return false;
    snprintf(size, room,
             opaque ? "ptrtoint (ptr getelementptr (%.*s, ptr null, i32 1) to "
                      "i64)"
                    : "ptrtoint (%.*s* getelementptr (%.*s, %.*s* null, i32 1) "
                      "to i64)",
             PIECE(type), PIECE(type), PIECE(type));
    return true;
}

/* The calls are numbered, as their pointers need names. */
struct copy {
    FILE *to;
    unsigned long n;
};

/* A call, at the place in the source of `line`'s instruction. */
static void tell(struct copy *c, const char *line, const char *what,
                 struct piece type, struct piece pointer, const char *size)
{
    const char *debug = strstr(line, ", !dbg !");
    int n = debug ? 8 + (int)strspn(debug + 8, "0123456789") : 0;

    if (type.n == 3) { /* ptr */
        fprintf(c->to, "  call void @__tsan_%s_range(ptr %.*s, i64 %s)%.*s\n",
                what, PIECE(pointer), size, n, debug ? debug : "");
        return;
    }
    fprintf(c->to, "  %%labkit.%lu = bitcast %.*s %.*s to i8*%.*s\n", ++c->n,
            PIECE(type), PIECE(pointer), n, debug ? debug : "");
    fprintf(c->to,
            "  call void @__tsan_%s_range(i8* %%labkit.%lu, i64 %s)%.*s\n",
            what, c->n, size, n, debug ? debug : "");
}

/* `rest`: the type and the rest of a load or store. */
static void look_at_access(struct copy *c, const char *line, const char *rest,
                           bool writes)
{
    struct piece type, pointer_type, pointer;
    char size[600];
    bool opaque;

    if (begins(rest, "atomic"))
        return;
    if (begins(rest, "volatile "))
        rest += strlen("volatile ");
    type = up_to(rest, " ,");
    rest = type.at + type.n;
    if (writes) /* the value */
        rest = *rest == ' ' ? up_to(rest, ",").at + up_to(rest, ",").n : "";
    if (!begins(rest, ", "))
        return;
    pointer_type = up_to(rest + 2, " ");
    opaque = pointer_type.n == 3 && begins(pointer_type.at, "ptr");
    if (!is_odd(type, opaque, size, sizeof size) ||
        pointer_type.at[pointer_type.n] != ' ')
        return;
    pointer = up_to(pointer_type.at + pointer_type.n + 1, ",");
    tell(c, line, writes ? "write" : "read", pointer_type, pointer, size);
}

/* An argument: TYPE ATTRIBUTES byval(TYPE) ATTRIBUTES VALUE. */
static void look_at_argument(struct copy *c, const char *line,
                             struct piece argument)
{
    const char *word = memmem(argument.at, argument.n, " byval(", 7);
    const char *end = argument.at + argument.n, *value;
    struct piece type = up_to(argument.at, " "), of;
    char size[600];

    if (!word || type.n >= argument.n)
        return;
    of = up_to(word + strlen(" byval("), ")");
    is_odd(of, type.n == 3, size, sizeof size);
    value = word + strlen(" byval(") + of.n + 1;
    for (;;) {
        value += strspn(value, " ");
        if (begins(value, "align "))
            value += strlen("align ");
        else if (!islower((unsigned char)*value) || begins(value, "bitcast") ||
                 begins(value, "getelementptr"))
            if (!isdigit((unsigned char)*value))
                break;
        value = up_to(value, " ").at + up_to(value, " ").n;
        if (value >= end)
            return;
    }
    tell(c, line, "read", type, (struct piece){value, (size_t)(end - value)},
         size);
}

static void look_at_line(struct copy *c, const char *line)
{
    const char *s = line, *open;
    int depth = 0;

    if (!begins(s, "  "))
        return;
    s += strspn(s, " ");
    if (*s == '%') {
        s = up_to(s, "=").at + up_to(s, "=").n;
        if (!begins(s, "= "))
            return;
        s += 2;
    }
    if (begins(s, "load "))
        look_at_access(c, line, s + strlen("load "), false);
    else if (begins(s, "store "))
        look_at_access(c, line, s + strlen("store "), true);
    if (!strstr(s, " byval(") || !strstr(s, "call "))
        return;
    /* of the call, before the other arguments */
    for (open = strstr(s, " byval("); open > s; open--)
        if (*open == ')')
            depth++;
        else if (*open == '(' && depth-- == 0)
            break;
    for (struct piece a = up_to(open + 1, ",)");;
         a = up_to(a.at + a.n + 2, ",)")) {
        look_at_argument(c, line, a);
        if (!begins(a.at + a.n, ", "))
            return;
    }
}

int odd_accesses_tell(const char *from, const char *to)
{
    FILE *in = fopen(from, "re");
    struct copy c = {in ? fopen(to, "we") : NULL, 0};
    bool known[2] = {false, false}, opaque = false, good = c.to != NULL;
    char *line = NULL;
    size_t room = 0;

    while (good && getline(&line, &room, in) >= 0) {
        known[0] = known[0] || begins(line, "declare void @__tsan_read_range(");
        known[1] =
            known[1] || begins(line, "declare void @__tsan_write_range(");
        opaque = opaque || (begins(line, "declare ") && strstr(line, "(ptr"));
        look_at_line(&c, line);
        good = fputs(line, c.to) >= 0;
    }
    for (int k = 0; good && k < 2; k++)
        if (!known[k])
            fprintf(c.to, "declare void @__tsan_%s_range(%s, i64)\n",
                    k ? "write" : "read", opaque ? "ptr" : "i8*");
    good = good && !ferror(in);
    free(line);
    if (in)
        fclose(in);
    if (c.to && fclose(c.to))
        good = false;
    if (!good)
        fprintf(stderr, "%s: %s\n", to, strerror(errno));
    return good ? 0 : -1;
}
