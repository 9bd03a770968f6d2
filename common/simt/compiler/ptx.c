/* ptx.c - see ptx.h */
#include "compiler/ptx.h"

#include "compiler/messages.h"
#include "compiler/output.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What mma.sync multiplies, and in which sizes. */
static const struct {
    const char *size, *type;
    const char *shape, *element; /* simt.h's names */
    unsigned char d, a, b;       /* registers; of D and C, of 32 bits or more */
} products[] = {
    {"m16n8k8", "f16", "SIMT_16_8_8", "SIMT_HALF", 4, 2, 1},
    {"m16n8k16", "f16", "SIMT_16_8_16", "SIMT_HALF", 4, 4, 2},
    {"m16n8k8", "bf16", "SIMT_16_8_8", "SIMT_BFLOAT", 4, 2, 1},
    {"m16n8k16", "bf16", "SIMT_16_8_16", "SIMT_BFLOAT", 4, 4, 2},
    {"m16n8k8", "tf32", "SIMT_16_8_8", "SIMT_TF32", 4, 4, 2},
    {"m16n8k16", "s8", "SIMT_16_8_16", "SIMT_S8", 4, 2, 1},
    {"m16n8k32", "s8", "SIMT_16_8_32", "SIMT_S8", 4, 4, 2},
    {"m16n8k16", "u8", "SIMT_16_8_16", "SIMT_U8", 4, 2, 1},
    {"m16n8k32", "u8", "SIMT_16_8_32", "SIMT_U8", 4, 4, 2},
    {"m8n8k4", "f64", "SIMT_8_8_4", "SIMT_DOUBLE", 2, 1, 1},
};

/* Of sums; null: mma has none of that name. */
static const char *sum_of(const char *type)
{
    return !strcmp(type, "f32")   ? "SIMT_FLOAT"
           : !strcmp(type, "f16") ? "SIMT_HALF"
           : !strcmp(type, "s32") ? "SIMT_INT"
           : !strcmp(type, "f64") ? "SIMT_DOUBLE"
                                  : NULL;
}

/* The strings from token i on as one text, blanks for what divides words.
 * Returns the token behind them. */
static uint32_t asm_text(const struct unit *u, uint32_t i, char *to,
                         size_t room)
{
    size_t n = 0;

    for (; kind_at(u, i) == STRING; i++)
        for (uint32_t c = 1; c + 1 < u->tokens[i].length && n + 1 < room; c++) {
            const char *s = &u->s[u->tokens[i].at + c];

            if (*s == '\\') { /* \n, \t */
                to[n++] = ' ';
                c++;
            } else {
                to[n++] = *s;
            }
        }
    to[n] = '\0';
    return i;
}

/* Writes "{%4, %5}" as "::simt::registers<4, 5>(), "; false: it is none, or not
 * of so many. */
static bool asm_group(const char **s, unsigned registers, char *to, size_t room)
{
    size_t n = (size_t)snprintf(to, room, "::simt::registers<");

    *s += strspn(*s, " ,");
    if (*(*s)++ != '{')
        return false;
    for (unsigned i = 0; i < registers; i++) {
        char *end;

        *s += strspn(*s, " ");
        if (**s != '%' || !isdigit((unsigned char)(*s)[1]))
            return false;
        n += (size_t)snprintf(to + n, room - n, "%s%lu", i ? ", " : "",
                              strtoul(*s + 1, &end, 10));
        *s = end + strspn(end, " ");
        if (i + 1 < registers && *(*s)++ != ',')
            return false;
    }
    if (*(*s)++ != '}')
        return false;
    snprintf(to + n, room - n, ">(), ");
    return true;
}

/* mma.sync as a call; false: not a form that we know. */
static bool asm_product(const char *s, char *to, size_t room)
{
    char size[12], order[16], types[4][8];
    int used = 0, all = (int)(sizeof products / sizeof *products), k = 0;
    const char *how = "SIMT_PLAIN", *sum[2];
    size_t n;

    if (sscanf(s, " mma.sync.aligned.%11[mnk0-9].%7[rowcl].%7[rowcl]%n", size,
               order, order + 8, &used) != 3 ||
        strcmp(order, "row") || strcmp(order + 8, "col"))
        return false;
    s += used;
    if (!strncmp(s, ".satfinite", 10)) {
        how = "SIMT_SATURATE";
        s += 10;
    }
    if (sscanf(s, ".%7[a-z0-9].%7[a-z0-9].%7[a-z0-9].%7[a-z0-9]%n", types[0],
               types[1], types[2], types[3], &used) != 4 ||
        strcmp(types[1], types[2]))
        return false;
    s += used;
    while (k < all && (strcmp(products[k].size, size) ||
                       strcmp(products[k].type, types[1])))
        k++;
    sum[0] = sum_of(types[3]); /* of C */
    sum[1] = sum_of(types[0]);
    if (k == all || !sum[0] || !sum[1])
        return false;
    n = (size_t)snprintf(to, room, "::simt::mma<%s, %s, %s, %s, %s>(",
                         products[k].shape, products[k].element, sum[0], sum[1],
                         how);
    for (int group = 0; group < 4; group++) { /* D, A, B, C */
        const char *type = types[group];
        const unsigned registers = group == 1   ? products[k].a
                                   : group == 2 ? products[k].b
                                                : products[k].d;

        if (!asm_group(&s, group % 3 == 0 && !strcmp(type, "f16")
                               ? registers / 2
                               : registers,
                       to + n, room - n))
            return false;
        n += strlen(to + n);
    }
    s += strspn(s, " ;");
    return !*s;
}

uint32_t look_at_asm(struct unit *u, uint32_t i)
{
    char text[1000], call[600];
    uint32_t k = i + 1, end;
    int depth = 0;

    while (is_word(kind_at(u, k)))
        k++;
    if (kind_at(u, k) != '(' || kind_at(u, k + 1) != STRING)
        return i;
    end = asm_text(u, k + 1, text, sizeof text);
    if (!text[strspn(text, " ;")])
        return i;
    if (!asm_product(text, call, sizeof call) || kind_at(u, end) != ':') {
        complain(u, i, i, "%s",
                 strstr(text, "mma.sync")
                     ? "of PTX's mma the CPU device knows mma.sync.aligned."
                       "m16n8k8, k16 and k32 with .row.col, of f16, bf16, "
                       "tf32, s8 and u8, and registers as operands."
                     : "inline PTX (asm) is not supported by the CPU device.");
        return i;
    }
    copy_before(u, i);
    insert(u, call);
    /* Operands are expressions as others: "=r"(a), : "r"(b) become (a), , (b).
     */
    for (k = end + 1; depth >= 0 && kind_at(u, k) != END; k++) {
        const int kind = kind_at(u, k);
        const struct token *t = &u->tokens[k];

        depth += (kind == '(') - (kind == ')');
        if (depth == 0 && kind == STRING)
            memset(u->s + t->at, ' ', t->length);
        if (depth == 0 && (kind == ':' || kind == ',')) {
            uint32_t next = k + 1;
            while (kind_at(u, next) == STRING)
                next++;
            u->s[t->at] = kind_at(u, next) == '(' ? ',' : ' '; /* "memory" */
        }
    }
    resume_behind(u, end);
    return end;
}
