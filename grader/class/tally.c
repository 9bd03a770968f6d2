/* tally.c - see tally.h. */
#define _GNU_SOURCE /* tdestroy() */
#include "class/tally.h"

#include <ctype.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/must.h"
#include "base/say.h"

/* ---- the words of a mistake --------------------------------------------- */

/* How many bytes of a number stand here: "-12", "3.5", "0x7f". A sign belongs
 * to it where no other number can stand before it. */
static size_t number(const char *p, bool first)
{
    size_t n = first && *p == '-' ? 1 : 0;
    bool hex = p[n] == '0' && p[n + 1] == 'x';

    if (!isdigit((unsigned char)p[n]))
        return 0;
    n += hex ? 2 : 1;
    while (isdigit((unsigned char)p[n]) ||
           (hex && isxdigit((unsigned char)p[n])) ||
           (p[n] == '.' && isdigit((unsigned char)p[n + 1])))
        n++;
    return n;
}

/* Put `by` where `what` begins text, if it does. */
static bool swap(const char **text, const char *what, char *to, size_t *used,
                 const char *by)
{
    if (strncmp(*text, what, strlen(what)) != 0)
        return false;
    *text += strlen(what);
    *used += (size_t)sprintf(to + *used, "%s", by);
    return true;
}

void tally_sentence(const char *message, char sentence[TALLY_SENTENCE])
{
    enum { SAYS_LITTLE = 40 }; /* "Your code crashed in sum_array()." */
    size_t used = 0;

    for (const char *p = message; *p && used + 20 < TALLY_SENTENCE;) {
        bool first = p == message || strchr(" (,;:=", p[-1]);
        size_t n = number(p, first);

        if (n) {
            used += (size_t)sprintf(sentence + used, "N");
            p += n;
        } else if (*p == '`' && strchr(p + 1, '`')) {
            used += (size_t)sprintf(sentence + used, "`...`");
            p = strchr(p + 1, '`') + 1;
        } else if (!swap(&p, _("The main thread"), sentence, &used,
                         _("Thread N")) &&
                   !swap(&p, _("the main thread"), sentence, &used,
                         _("thread N"))) {
            bool end = strchr(".!?", *p) && p[1] == ' ' && used >= SAYS_LITTLE;

            if (*p == '\n')
                break;
            sentence[used++] = *p++;
            if (end)
                break;
        }
    }
    sentence[used] = '\0';
}

/* ---- counting ----------------------------------------------------------- */

/* Room for one more than n of them. */
static void *grow(void *array, int n, size_t size)
{
    if (n & (n - 1)) /* there is room up to the next power of two */
        return array;
    return must(realloc(array, (n ? 2 * (size_t)n : 1) * size));
}

static struct tally_check *find_check(struct tally *t, const struct lab *lab,
                                      const struct finding *f)
{
    struct tally_check *c;

    for (int i = 0; i < t->n_checks; i++)
        if (t->check[i].lab == lab && t->check[i].kind == f->kind &&
            !strcmp(t->check[i].name, f->name))
            return &t->check[i];
    t->check = grow(t->check, t->n_checks, sizeof *t->check);
    c = &t->check[t->n_checks++];
    *c = (struct tally_check){.lab = lab, .kind = f->kind};
    memcpy(c->name, f->name, sizeof c->name);
    return c;
}

static void add_check(struct tally *t, const struct view *v,
                      const struct view_lab *l, const struct finding *f)
{
    struct tally_check *c = find_check(t, l->lab, f);

    if (f->status == STATUS_NONE ||
        (f->status == STATUS_SKIPPED && f->max_points <= 0))
        return; /* the kit's fault, or the machine's */
    c->of++;
    c->failed += f->status == STATUS_FAIL;
    c->not_run += f->status == STATUS_SKIPPED;
    if (f->status == STATUS_UNTOLD) {
        c->untold = grow(c->untold, c->n_untold, sizeof *c->untold);
        c->untold[c->n_untold++] = v->marks->student;
    }
}

static int compare_mistakes(const void *a, const void *b)
{
    const struct tally_mistake *x = a, *y = b;
    int order = (int)x->kind - (int)y->kind;

    order = order ? order : strcmp(x->name, y->name);
    return order ? order : strcmp(x->sentence, y->sentence);
}

static struct tally_mistake *find_mistake(struct tally *t,
                                          const struct finding *f)
{
    struct tally_mistake *m = must(calloc(1, sizeof *m)), **found;

    m->kind = f->kind;
    memcpy(m->name, f->name, sizeof m->name);
    tally_sentence(finding_text(f), m->sentence);
    found = must(tsearch(m, &t->tree, compare_mistakes));
    if (*found != m) {
        free(m);
        return *found;
    }
    t->mistake = grow(t->mistake, t->n_mistakes, sizeof *t->mistake);
    t->mistake[t->n_mistakes++] = m;
    return m;
}

static void add_mistake(struct tally *t, const struct view *v,
                        const struct view_lab *l, const struct finding *f)
{
    struct tally_mistake *m = find_mistake(t, f);

    m->lab[l->lab - v->c->labs] = true;
    if (m->last == v->marks->student)
        return; /* made in another lab, too */
    m->last = v->marks->student;
    if (m->students++)
        return;
    m->student = v->marks->student;
    m->in = l->lab;
    m->line = view_is_own(l, f) ? f->place.line : 0;
    m->message = must(strdup(finding_text(f)));
}

void tally_add(struct tally *t, const struct view *v)
{
    for (int i = 0; i < v->n_labs; i++) {
        const struct view_lab *l = &v->lab[i];
        bool seen[KIND_COUNT] = {false};

        if (l->mark->kind == MARK_BROKEN)
            continue; /* what it says is not to be relied on */
        for (int k = 0; l->result && k < l->result->n_checks; k++) {
            const struct finding *f = &l->result->check[k];

            add_check(t, v, l, f);
            if (f->status == STATUS_FAIL && !seen[f->kind]) {
                seen[f->kind] = true;
                add_mistake(t, v, l, f);
            }
        }
    }
}

/* ---- order -------------------------------------------------------------- */

/* By the share that failed, then by how many, then as the labs come. */
static int harder(const void *a, const void *b)
{
    const struct tally_check *x = a, *y = b;
    long long left = (long long)x->failed * (y->of ? y->of : 1);
    long long right = (long long)y->failed * (x->of ? x->of : 1);
    int order;

    if (left != right)
        return left > right ? -1 : 1;
    if (x->failed != y->failed)
        return y->failed - x->failed;
    order = strcmp(x->lab->id, y->lab->id);
    order = order ? order : (int)x->kind - (int)y->kind;
    return order ? order : strcmp(x->name, y->name);
}

static int commoner(const void *a, const void *b)
{
    const struct tally_mistake *x = *(struct tally_mistake *const *)a;
    const struct tally_mistake *y = *(struct tally_mistake *const *)b;

    if (x->students != y->students)
        return y->students - x->students;
    return compare_mistakes(x, y);
}

void tally_sort(struct tally *t)
{
    if (t->n_checks)
        qsort(t->check, (size_t)t->n_checks, sizeof *t->check, harder);
    if (t->n_mistakes)
        qsort(t->mistake, (size_t)t->n_mistakes, sizeof(void *), commoner);
}

static void keep(void *mistake)
{
    (void)mistake; /* is freed with the array */
}

void tally_free(struct tally *t)
{
    tdestroy(t->tree, keep);
    for (int i = 0; i < t->n_checks; i++)
        free(t->check[i].untold);
    for (int i = 0; i < t->n_mistakes; i++) {
        free(t->mistake[i]->message);
        free(t->mistake[i]);
    }
    free(t->check);
    free(t->mistake);
}
