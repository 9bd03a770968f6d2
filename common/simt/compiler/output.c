/* output.c - see output.h */
#include "compiler/output.h"

#include "compiler/messages.h"

void insert(struct unit *u, const char *s)
{
    put(&u->out, s);
    u->astray = true;
}

/* Bring the compiler back to where s[at], in token i, came from. */
static void settle(struct unit *u, size_t at, uint32_t i)
{
    const struct file *file = &u->files[u->tokens[i].file];
    char number[32];
    snprintf(number, sizeof number, "\n# %u ", u->tokens[i].line);
    put(&u->out, number);
    put(&u->out, file->name);
    put(&u->out, file->system ? " 3\n" : "\n");
    for (size_t k = line_start(u, at); k < at; k++)
        put(&u->out, u->s[k] == '\t' ? "\t" : " ");
    u->astray = false;
}

void copy(struct unit *u, size_t from, size_t to, uint32_t i)
{
    if (u->astray && from < to)
        settle(u, from, i);
    put_bytes(&u->out, u->s + from, to - from);
}

void copy_tokens(struct unit *u, uint32_t first, uint32_t last)
{
    size_t from = u->tokens[first].at,
           to = u->tokens[last].at + u->tokens[last].length;
    if (first > last)
        return;
    settle(u, from, first);
    put_bytes(&u->out, u->s + from, to - from);
    u->astray = true;
}

void copy_before(struct unit *u, uint32_t i)
{
    if (u->tokens[i].at <= u->done) /* `__device__ __shared__ int x;` */
        return;
    copy(u, u->done, u->tokens[i].at, u->done_token);
    u->done = u->tokens[i].at;
    u->done_token = i;
}

void resume_behind(struct unit *u, uint32_t i)
{
    u->done = u->tokens[i].at + u->tokens[i].length;
    u->done_token = i;
}

void blank(struct unit *u, uint32_t i)
{
    copy_before(u, i);
    for (uint32_t k = 0; k < u->tokens[i].length && !u->astray; k++)
        put(&u->out, " ");
    resume_behind(u, i);
}

void insert_quoted(struct unit *u, uint32_t first, uint32_t last)
{
    insert(u, "\"");
    for (uint32_t i = first; i <= last; i++) {
        const struct token *t = &u->tokens[i];
        if (i > first &&
            u->tokens[i - 1].at + u->tokens[i - 1].length < t->at &&
            (is_word(t->kind) || kind_at(u, i - 1) == ',') &&
            (is_word(kind_at(u, i - 1)) || kind_at(u, i - 1) == ','))
            insert(u, " ");
        for (uint32_t k = 0; k < t->length; k++) {
            char c[3] = {'\\', u->s[t->at + k], '\0'};
            insert(u, c[1] == '"' || c[1] == '\\' ? c
                      : c[1] == '\n'              ? " "
                                                  : c + 1);
        }
    }
    insert(u, "\"");
}
