/* simt_pieces.c - see simt_say.h: the pieces that sentences are made of. */
#define _GNU_SOURCE
#include "reports/simt_say.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/said.h"
#include "base/symbolize.h"
#include "reports/around.h"

/* "5", or "(5, 3)" where there is more than one dimension. */
static const char *tuple(const unsigned v[3], const unsigned *dim, char *text,
                         size_t size)
{
    const unsigned *look = dim ? dim : v;
    unsigned least = dim ? 1 : 0;

    if (look[2] > least)
        snprintf(text, size, "(%u, %u, %u)", v[0], v[1], v[2]);
    else if (look[1] > least)
        snprintf(text, size, "(%u, %u)", v[0], v[1]);
    else
        snprintf(text, size, "%u", v[0]);
    return text;
}

struct simt_who simt_who_is(const struct simt_raw *raw,
                            const struct simt_party *s)
{
    struct simt_who w = {.thread = ""};

    tuple(s->thread, raw->has_dim ? raw->block : NULL, w.thread,
          sizeof w.thread);
    tuple(s->block, raw->has_dim ? raw->grid : NULL, w.block, sizeof w.block);
    return w;
}

void simt_line_of(const struct finding *f, const struct simt_party *s,
                  char *text, size_t size)
{
    const char *name = strrchr(s->place.file, '/');

    name = name ? name + 1 : s->place.file;
    if (!s->place.line)
        said_put(text, size, "%s", SAY(part_unknown_line));
    else if (!same_file(s->place.file, f->place.file))
        said_put(text, size, SAY(part_line_of_file), s->place.line, name);
    else
        said_put(text, size, SAY(part_line), s->place.line);
}

void simt_where(const struct finding *f, const struct simt_party *s, char *text,
                size_t size)
{
    char line[100], code[CODE];

    simt_line_of(f, s, line, sizeof line);
    simt_quote(s, code, sizeof code);
    snprintf(text, size, *code ? "%s (`%s`)" : "%s", line, code);
}

const char *simt_verb_of(const struct simt_party *s)
{
    if (!strcmp(s->op, "write"))
        return SAY(part_writes);
    if (!strcmp(s->op, "atomic"))
        return SAY(part_changes);
    return !strcmp(s->op, "read") ? SAY(part_reads) : SAY(part_uses);
}

struct simt_scene simt_look_at(const struct simt_raw *raw,
                               const struct finding *f)
{
    const struct simt_party *s = &raw->at;
    struct simt_who w = simt_who_is(raw, s);
    struct simt_scene v = {.name = ""};
    char what[NAME + 40];

    simt_name_access(s, raw->object.name, v.name, sizeof v.name);
    simt_base_of(v.name, v.base, sizeof v.base);
    if (*v.name)
        snprintf(what, sizeof what, "`%s`", v.name);
    else if (*raw->object.name)
        snprintf(what, sizeof what, "`%s`", raw->object.name);
    else if (s->bytes > 1)
        said_put(what, sizeof what, SAY(part_bytes), s->bytes);
    else
        said_put(what, sizeof what, "%s",
                 s->bytes ? SAY(part_one_byte) : SAY(part_memory));
    simt_line_of(f, s, v.line, sizeof v.line);
    if (s->device && !s->place.line && *raw->kernel)
        said_put(v.text, sizeof v.text, SAY(part_thread_access_in_kernel),
                 w.thread, w.block, simt_verb_of(s), what, raw->kernel);
    else if (s->device)
        said_put(v.text, sizeof v.text, SAY(part_thread_access), w.thread,
                 w.block, simt_verb_of(s), what, v.line);
    else
        said_put(v.text, sizeof v.text, SAY(part_host_access), simt_verb_of(s),
                 what, v.line);
    return v;
}

int64_t simt_element_of(const struct simt_raw *raw, const char *lvalue)
{
    size_t n = strlen(lvalue);

    if (n > 0 && lvalue[n - 1] != ']' && strpbrk(lvalue, ".>"))
        return 0;
    if (raw->object.element > 0)
        return raw->object.element;
    return raw->at.bytes > 0 ? raw->at.bytes : 1;
}

bool simt_say_stale(const struct simt_raw *raw, struct finding *f)
{
    struct around a;
    struct stale s;
    struct stranger stranger;
    struct other_sum sum;
    struct span condition;
    bool said;

    if (!raw->at.place.line || raw->at.rough ||
        !around_read(&a, raw->at.place.file))
        return false;
    condition = around_if(&a, raw->at.place.line, raw->at.place.line);
    said = around_stale(&a, condition, raw->at.place.line, &s);
    if (said)
        finding_add(f, SAY(condition_outdated), s.condition,
                    (int)s.asked->length, s.asked->at, s.set,
                    (int)s.name->length, s.name->at, s.changed);
    else if ((said = around_stranger(&a, condition, raw->at.place.line,
                                     &stranger)))
        finding_add(f, SAY(condition_on_other_element), stranger.condition,
                    (int)stranger.asked->length, stranger.asked->at,
                    (int)stranger.used->length, stranger.used->at);
    else if ((said = around_other_sum(&a, condition, raw->at.place.line, &sum)))
        finding_add(f, SAY(condition_on_other_index), sum.condition, sum.asked,
                    sum.used);
    around_free(&a);
    return said;
}

bool simt_in_shared(const struct simt_raw *raw)
{
    return !strcmp(raw->space, "shared");
}

void simt_object_name(const struct simt_raw *raw, const struct simt_scene *v,
                      char *text, size_t size)
{
    char made[NAME];

    simt_name_allocation(&raw->object.made, made, sizeof made);
    if (*raw->object.name)
        snprintf(text, size, "`%s`", raw->object.name);
    else if (*v->base && strchr(v->name, '['))
        snprintf(text, size, "`%s`", v->base);
    else if (*made)
        snprintf(text, size, "`%s`", made);
    else
        said_put(text, size, "%s", SAY(part_array));
}

const char *simt_kernel_of(const struct simt_raw *raw)
{
    return *raw->kernel ? raw->kernel : SAY(part_kernel);
}

bool simt_same_tuple(const unsigned a[3], const unsigned b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

bool simt_same_line(const struct place *a, const struct place *b)
{
    return a->line && a->line == b->line && !strcmp(a->file, b->file);
}

void simt_advise(struct finding *f, const char *text,
                 const struct simt_advice *advices, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strstr(text, advices[i].words)) {
            finding_add(f, "%s", advices[i].advice);
            return;
        }
}
