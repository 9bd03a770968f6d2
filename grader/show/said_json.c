/* said_json.c - see said_json.h. */
#define _GNU_SOURCE
#include "show/said_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/said.h"

static const char marks[] = SAID_BEGIN SAID_ID SAID_NEXT SAID_END;

/* ---- writing ------------------------------------------------------------ */

static json_t *text_of(const char *text, size_t n)
{
    char *clean = strndup(text, n);
    json_t *j;

    if (clean)
        text_clean(clean, clean, n + 1);
    j = clean ? json_string(clean) : NULL;
    free(clean);
    return j;
}

static json_t *texts(const char *said, const char *end);

/* An argument from here on; *end is behind it. */
static json_t *argument(const char *said, const char **end)
{
    const char *p = said;

    while (*p && !strchr(SAID_NEXT SAID_END, *p))
        p = *p == *SAID_BEGIN ? said_end(p) : p + 1;
    *end = p;
    return memchr(said, *SAID_BEGIN, (size_t)(p - said))
               ? texts(said, p)
               : text_of(said, (size_t)(p - said));
}

/* The sentence behind its mark. */
static json_t *sentence(const char *said)
{
    const char *id = said, *p = said + strcspn(said, marks);
    json_t *args = json_array(), *j = json_object();

    if (*p == *SAID_ID) {
        json_object_set_new(j, "id", text_of(id, (size_t)(p - id)));
        said = p + 1;
        p = said + strcspn(said, marks);
    }
    json_object_set_new(j, "say", text_of(said, (size_t)(p - said)));
    json_object_set_new(j, "args", args);

    while (j && *p == *SAID_NEXT)
        if (json_array_append_new(args, argument(p + 1, &p)))
            break;
    return j;
}

static json_t *texts(const char *said, const char *end)
{
    json_t *all = json_array();

    while (said < end) {
        const char *stop = said_end(said);

        if (*said == *SAID_BEGIN) {
            json_array_append_new(all, sentence(said + 1));
        } else {
            stop = said + strcspn(said, marks);
            stop += stop == said; /* a mark that ends nothing */
            stop = stop < end ? stop : end;
            json_array_append_new(all, text_of(said, (size_t)(stop - said)));
        }
        said = stop;
    }
    return all;
}

json_t *said_to_json(const char *said)
{
    return texts(said, said + strlen(said));
}

/* ---- reading ------------------------------------------------------------ */

/* What would be a mark becomes a question mark. */
static bool put_text(FILE *f, const json_t *text)
{
    const char *p = json_string_value(text);

    for (; p && *p; p++)
        putc(strchr(marks, *p) ? '?' : *p, f);
    return p != NULL;
}

static bool put_texts(FILE *f, const json_t *all, int depth);

static bool put_sentence(FILE *f, const json_t *one, int depth)
{
    const json_t *args = json_object_get(one, "args"), *a;
    bool right = true;
    size_t i;

    fputs(SAID_BEGIN, f);
    if (put_text(f, json_object_get(one, "id")))
        fputs(SAID_ID, f);
    right = put_text(f, json_object_get(one, "say"));
    json_array_foreach(args, i, a)
    {
        fputs(SAID_NEXT, f);
        right = right && (json_is_string(a) ? put_text(f, a)
                                            : put_texts(f, a, depth + 1));
    }
    fputs(SAID_END, f);
    return right;
}

static bool put_texts(FILE *f, const json_t *all, int depth)
{
    enum { DEEPEST = 20 };
    bool right = json_is_array(all) && depth < DEEPEST;
    const json_t *one;
    size_t i;

    for (i = 0; right && i < json_array_size(all); i++) {
        one = json_array_get(all, i);
        right = json_is_string(one) ? put_text(f, one)
                                    : put_sentence(f, one, depth);
    }
    return right;
}

int said_from_json(const json_t *j, char *out, size_t size)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    bool right = f && put_texts(f, j, 0);

    out[0] = '\0';
    if (f)
        fclose(f);
    if (right && n < size)
        memcpy(out, text, n + 1);
    else if (right)
        said_text(text, out, size);
    free(text);
    return right ? 0 : -1;
}
