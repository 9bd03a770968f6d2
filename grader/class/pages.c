/* pages.c - see pages.h: one student after the other, and then the class. */
#define _GNU_SOURCE
#include "class/pages.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/must.h"
#include "base/say.h"
#include "class/overview.h"

/* ---- one file ----------------------------------------------------------- */

/* Made in memory, then written whole. */
struct page {
    FILE *out;
    char *text;
    size_t size;
};

static void page_open(struct page *p)
{
    p->text = NULL;
    p->out = must(open_memstream(&p->text, &p->size));
}

/* As OUT/students/STUDENT/name, or without a student OUT/name. */
static int page_write(struct page *p, const struct class *c,
                      const char *student, const char *name)
{
    char path[CLASS_PATH];
    int result = -1;

    if (fclose(p->out))
        no_memory();
    if (!(student ? class_path(c, path, "students/%s/%s", student, name)
                  : class_path(c, path, "%s", name)))
        result = class_write(path, p->text, p->size);
    free(p->text);
    return result;
}

/* ---- one student -------------------------------------------------------- */

/* results.json: what counts, and what could not be graded, so that a platform
 * hears of that, too. */
static int write_results(struct view *v)
{
    char path[CLASS_PATH];
    struct results *r = v->reading;

    r->n = 0;
    memcpy(r->src, v->results->src, sizeof r->src);
    for (int i = 0; i < v->n_labs; i++)
        if (v->lab[i].result && (v->lab[i].mark->kind == MARK_COUNTS ||
                                 v->lab[i].mark->kind == MARK_BROKEN))
            results_put(r, v->lab[i].result);
    return class_path(v->c, path, "students/%s/results.json",
                      v->marks->student) ||
                   results_write(path, r)
               ? -1
               : 0;
}

static int write_student(struct view *v)
{
    const char *student = v->marks->student;
    struct page p;

    page_open(&p);
    view_page(p.out, v);
    if (page_write(&p, v->c, student, "feedback.html"))
        return -1;
    page_open(&p);
    view_text(p.out, v);
    if (page_write(&p, v->c, student, "feedback.txt"))
        return -1;
    return write_results(v);
}

/* ---- the class ---------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
    const char *x = (*(const struct student_marks *const *)a)->student;
    const char *y = (*(const struct student_marks *const *)b)->student;
    int order = strcasecmp(x, y);

    return order ? order : strcmp(x, y);
}

/* A lab is one of the class's if it is worth something to somebody, or somebody
 * handed in something. */
static bool *find_wanted(const struct class *c, const struct student_marks *m,
                         int n)
{
    bool *wanted = must(calloc((size_t)c->n_labs + 1, sizeof *wanted));

    for (int i = 0; i < n; i++)
        for (int k = 0; k < c->n_labs; k++)
            wanted[k] = wanted[k] || m[i].lab[k].kind != MARK_NONE ||
                        m[i].lab[k].possible > 0;
    return wanted;
}

static int write_all(struct overview *o, const struct rules *r)
{
    struct view v = {0};
    struct page csv, index;
    int result = 0;

    page_open(&csv);
    view_csv_head(csv.out);
    for (int i = 0; i < o->n && !result; i++) {
        view_read(&v, o->c, r, o->wanted, o->student[i]);
        tally_add(&o->tally, &v);
        view_csv(csv.out, &v);
        result = write_student(&v);
    }
    view_free(&v);
    if (result) {
        fclose(csv.out); /* of memory */
        free(csv.text);
        return -1;
    }
    if (page_write(&csv, o->c, NULL, "class.csv"))
        return -1;
    tally_sort(&o->tally);
    page_open(&index);
    overview_page(index.out, o);
    return page_write(&index, o->c, NULL, "index.html");
}

/* The pages are UTF-8 wherever they are made. */
static locale_t enter_utf8(locale_t *before)
{
    locale_t copy, utf8;

    *before = uselocale((locale_t)0);
    copy = duplocale(*before);
    utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", copy);
    uselocale(utf8 ? utf8 : copy);
    return utf8 ? utf8 : copy;
}

int class_pages(const struct class *c, const struct rules *r,
                const struct student_marks *m, int n_students)
{
    bool *wanted = find_wanted(c, m, n_students);
    struct overview o = {
        .c = c, .title = rules_title(r), .n = n_students, .wanted = wanted};
    locale_t before, utf8 = enter_utf8(&before);
    int result;

    if (!o.title || !*o.title)
        o.title = _("Class");
    o.student = must(calloc((size_t)n_students + 1, sizeof *o.student));
    for (int i = 0; i < n_students; i++)
        o.student[i] = &m[i];
    qsort(o.student, (size_t)n_students, sizeof *o.student, by_name);
    result = write_all(&o, r);
    tally_free(&o.tally);
    free(o.student);
    free(wanted);
    uselocale(before);
    freelocale(utf8);
    return result;
}
