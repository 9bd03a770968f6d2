/* gradebook.c - see gradebook.h. */
#define _GNU_SOURCE
#include "export/gradebook.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/must.h"
#include "base/say.h"

/* Before the kit's own words in a cell for comments: a cell with others is
 * the teacher's. */
#define OURS "<p>Lab kit:</p>"

#define DIGITS "0123456789"

int gradebook_read(const struct export *e, struct gradebook *b)
{
    if (e->roster)
        return csv_read(e->roster, &b->csv);
    memset(&b->csv, 0, sizeof b->csv);
    fprintf(stderr, "%s",
            _("Say ROSTER=, the platform's file that is to be filled in: see "
              "docs/class.md.\n"));
    return -1;
}

int gradebook_column(const struct csv *c, const char *header)
{
    char text[1024];

    for (int i = 0; c->n_rows && i < c->row[0].n; i++) {
        csv_value(c, 0, i, text, sizeof text);
        if (!strcmp(text, header))
            return i;
    }
    return -1;
}

bool gradebook_number(const char *text, double *value)
{
    size_t whole = strspn(text, DIGITS), part = 0;
    char plain[64];

    if (whole && strchr(".,", text[whole]) && text[whole])
        part = 1 + strspn(text + whole + 1, DIGITS);
    if (!whole || text[whole + part] || whole + part >= sizeof plain)
        return false;
    snprintf(plain, sizeof plain, "%s", text);
    plain[whole] = part ? '.' : 0;
    *value = strtod(plain, NULL);
    return true;
}

/* ---- whose files there are ---------------------------------------------- */

struct person {
    char id[32];
    bool used;
};

struct class
{
    struct person *person;
    int n;
    struct export on; /* as asked for, with all labs that count as wanted */
    double all;       /* their points */
};

static bool person_of(const char *name, struct person *p)
{
    size_t n = strspn(name, DIGITS);

    if (!n || n >= sizeof p->id || strcmp(name + n, ".json"))
        return false;
    snprintf(p->id, sizeof p->id, "%.*s", (int)n, name);
    p->used = false;
    return true;
}

static int load_person(const struct export *e, const char *id,
                       struct results *r)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s.json", e->results, id);

    if (n < 0 || (size_t)n >= sizeof path) {
        fprintf(stderr, "%s: %s\n", e->results, strerror(ENAMETOOLONG));
        return -1;
    }
    return record_load(path, r);
}

/* Labs of the kit that are in one of the files. */
static int find_labs(const struct export *e, struct class *all)
{
    struct results *r = must(calloc(1, sizeof *r));
    bool there[RESULTS_MAX_LABS] = {false};
    int result = 0;

    for (int i = 0; i < all->n && !result; i++) {
        result = load_person(e, all->person[i].id, r);
        for (int k = 0; k < r->n && !result; k++)
            for (int j = 0; j < e->n_labs && j < RESULTS_MAX_LABS; j++)
                if (!strcmp(e->labs[j].id, r->lab[k].id) &&
                    strcmp(r->lab[k].status, "ungraded"))
                    there[j] = true;
    }
    for (int j = 0; j < e->n_labs && j < RESULTS_MAX_LABS && !e->n_wanted; j++)
        if (there[j])
            all->on.wanted[all->on.n_wanted++] = &e->labs[j];
    for (int i = 0; i < all->on.n_wanted; i++)
        all->all += record_full(all->on.wanted[i]);
    if (!result && !(all->all > 0)) {
        fprintf(stderr,
                _("%s: no lab of this kit was graded in any file "
                  "there.\n"),
                e->results);
        result = -1;
    }
    free(r);
    return result;
}

static int find_class(const struct export *e, struct class *all)
{
    DIR *folder = opendir(e->results);
    struct dirent *entry;

    memset(all, 0, sizeof *all);
    all->on = *e;
    if (!folder) {
        fprintf(stderr,
                _("%s: %s. For a gradebook RESULTS is a folder with "
                  "a file ID.json for each person.\n"),
                e->results, strerror(errno));
        return -1;
    }
    while ((entry = readdir(folder))) {
        struct person p;

        if (!person_of(entry->d_name, &p)) {
            if (*entry->d_name != '.')
                fprintf(stderr,
                        _("%s/%s is not called NUMBER.json: left "
                          "out.\n"),
                        e->results, entry->d_name);
            continue;
        }
        all->person = must(
            realloc(all->person, (size_t)(all->n + 1) * sizeof *all->person));
        all->person[all->n++] = p;
    }
    closedir(folder);
    if (!all->n) {
        fprintf(stderr, _("%s: there is no file called NUMBER.json.\n"),
                e->results);
        return -1;
    }
    return find_labs(e, all);
}

/* ---- one row ------------------------------------------------------------ */

static void put_html(const char *text, FILE *out)
{
    for (; *text; text++)
        if (*text == '\n')
            fputs("<br>", out);
        else if (strchr("&<>\"'=", *text))
            fprintf(out, "&#%d;", *text);
        else
            putc(*text, out);
}

static void put_feedback(const struct record *r, const struct class *all,
                         FILE *out)
{
    char says[1600];

    fputs(OURS, out);
    for (int i = 0; i < r->n; i++) {
        const struct record_lab *l = &r->lab[i];

        lab_says(l, says, sizeof says);
        fputs("<p>", out);
        put_html(says, out);
        fputs("</p><ul>", out);
        for (int k = 0; k < l->n; k++) {
            if (l->part[k].found->status == STATUS_PASS &&
                part_passed(&l->part[k]))
                continue;
            part_says(&l->part[k], says, sizeof says);
            fputs("<li>", out);
            put_html(l->part[k].name, out);
            fputs("<br>", out);
            put_html(says, out);
            fputs("</li>", out);
        }
        fputs("</ul>", out);
    }
    for (int i = 0; i < all->on.n_wanted; i++) {
        int k = 0;

        while (k < r->n && r->lab[k].lab != all->on.wanted[i])
            k++;
        if (k < r->n)
            continue;
        snprintf(says, sizeof says, _("Lab %s %s: not handed in."),
                 all->on.wanted[i]->id, all->on.wanted[i]->title);
        fputs("<p>", out);
        put_html(says, out);
        fputs("</p>", out);
    }
}

static void write_number(double value, char decimal, char *text, size_t size)
{
    size_t n;

    snprintf(text, size, "%.2f", value);
    for (n = strlen(text); text[n - 1] == '0'; n--)
        text[n - 1] = 0;
    if (text[n - 1] == '.')
        text[n - 1] = 0;
    for (char *p = text; *p; p++)
        if (*p == '.')
            *p = decimal;
}

/* Whether the kit may write there: nobody's words are lost. */
static bool is_free(const struct gradebook *b, int row)
{
    char there[sizeof OURS];

    csv_value(&b->csv, row, b->feedback, there, sizeof there);
    return !*there || !strcmp(there, OURS);
}

static int fill_row(struct gradebook *b, int row, struct class *all,
                    struct person *who)
{
    struct record *r = must(calloc(1, sizeof *r));
    double maximum = all->on.max_points;
    struct export scale = all->on;
    char number[64], *says = NULL;
    size_t size;
    FILE *text;
    int result = load_person(&all->on, who->id, &r->results);

    if (result)
        goto done;
    if (!(maximum > 0))
        maximum = b->maximum(b, row);
    scale.max_points = maximum;
    record_scale(r, &scale, all->all);
    if (record_warn(r)) {
        fprintf(stderr, _("So the cell of %s stays as it is.\n"), who->id);
        goto done;
    }
    write_number(r->points, b->decimal, number, sizeof number);
    if (!csv_set(&b->csv, row, b->grade, number))
        fprintf(stderr,
                _("Row %d (%s) ends before the column: not filled "
                  "in.\n"),
                row + 1, who->id);
    if (b->feedback < 0)
        goto done;
    if (!is_free(b, row)) {
        fprintf(stderr, _("%s: there is a comment already; it is kept.\n"),
                who->id);
        goto done;
    }
    text = must(open_memstream(&says, &size));
    put_feedback(r, all, text);
    result = fclose(text) ? -1 : 0;
    if (!result)
        csv_set(&b->csv, row, b->feedback, says);
done:
    free(says);
    free(r);
    return result;
}

int gradebook_fill(const struct export *e, struct gradebook *b, FILE *out)
{
    struct class all;
    int filled = 0, result = find_class(e, &all);
    char id[64];
    double maximum = e->max_points;

    for (int row = 1; row < b->csv.n_rows && !result; row++) {
        struct person *who = NULL;

        b->read_id(b, row, id, sizeof id);
        for (int i = 0; i < all.n && *id; i++)
            if (!strcmp(all.person[i].id, id))
                who = &all.person[i];
        if (!who)
            continue;
        if (!(maximum > 0))
            maximum = b->maximum(b, row);
        result = fill_row(b, row, &all, who);
        who->used = true;
        filled++;
    }
    for (int i = 0; i < all.n && !result; i++)
        if (!all.person[i].used)
            fprintf(stderr, _("%s: nobody in %s has this number.\n"),
                    all.person[i].id, e->roster);
    if (!result && !filled) {
        fprintf(stderr, _("So nothing in %s was filled in.\n"), e->roster);
        result = -1;
    } else if (!result) {
        fprintf(stderr,
                _("%d of %d people found in %s; %d labs count, of %g "
                  "points in all.\n"),
                filled, all.n, e->roster, all.on.n_wanted, all.all);
        if (maximum > 0 && (maximum < all.all || maximum > all.all))
            fprintf(stderr, _("They are scaled to %g, which is %s.\n"), maximum,
                    e->max_points > 0 ? "MAX_POINTS"
                                      : _("what the platform says"));
        result = csv_write(&b->csv, out);
    }
    free(all.person);
    return result;
}
