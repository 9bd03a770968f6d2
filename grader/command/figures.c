/* figures.c - see figures.h. */
#include "command/figures.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/say.h"
#include "base/tokens.h"

static const char place[] = "docs/measurements.md";

struct figure {
    char name[80];
    char text[40]; /* as it stands there, "44 %" */
    double value;  /* 0.44 */
    double unit;   /* what its last digit counts, 0.01 */
};

/* The number at p, into figure->text and so on. False if there is none. */
static bool read_number(const char *p, struct figure *f)
{
    char digits[sizeof f->text], *end;
    size_t n = 0, used = 0;
    bool point = false;

    f->unit = 1;
    for (; n < sizeof digits - 3; n++) {
        bool comma = p[n] == ',' && !point && isdigit(p[n + 1]) &&
                     isdigit(p[n + 2]) && isdigit(p[n + 3]);

        if (p[n] == '.' && !point && isdigit(p[n + 1]))
            point = true;
        else if (isdigit(p[n]))
            f->unit /= point ? 10 : 1;
        else if (!comma)
            break;
        if (!comma)
            digits[used++] = p[n];
    }
    digits[used] = 0;
    if (p[n] == 'e' && used && isdigit(p[n + 1 + (p[n + 1] == '-')])) {
        long exponent = strtol(p + n + 1, &end, 10);

        f->unit *= pow(10, (double)exponent);
        f->value = strtod(digits, NULL) * pow(10, (double)exponent);
        n = (size_t)(end - p);
    } else {
        f->value = strtod(digits, NULL);
    }
    if (!strncmp(p + n, " %", 2)) {
        n += 2;
        f->value /= 100;
        f->unit /= 100;
    }
    snprintf(f->text, sizeof f->text, "%.*s", (int)n, p);
    return used > 0;
}

/* The next mark from *p on, and the figure behind it; its text is "" if there
 * is none. *p goes behind the mark. False where there are no more. */
static bool next_mark(const char **p, struct figure *f)
{
    static const char mark[] = "<!-- figure: ";
    const char *begin = strstr(*p, mark), *end;

    if (!begin || !(end = strstr(begin, " -->")))
        return false;
    begin += sizeof mark - 1;
    snprintf(f->name, sizeof f->name, "%.*s", (int)(end - begin), begin);
    *p = end + strlen(" -->");
    if (!read_number(*p + strspn(*p, " \n*"), f))
        f->text[0] = 0;
    return true;
}

static bool find(const char *text, const char *name, struct figure *f)
{
    while (text && next_mark(&text, f))
        if (!strcmp(f->name, name))
            return true;
    return false;
}

void figures_read(const char *path,
                  void (*say)(void *owner, const char *sentence), void *owner)
{
    char *page = tokens_file_text(path), *measured = NULL;
    struct figure here, there;
    char sentence[400];

    for (const char *p = page; p && next_mark(&p, &here);) {
        if (!measured)
            measured = tokens_file_text(place);
        if (!find(measured, here.name, &there))
            snprintf(sentence, sizeof sentence,
                     _("%s has no mark for the figure %s"), place, here.name);
        else if (!*here.text || !*there.text)
            snprintf(sentence, sizeof sentence,
                     _("no number stands behind the mark of the figure %s"),
                     here.name);
        else if (fabs(here.value - there.value) > here.unit * 0.5000001)
            snprintf(sentence, sizeof sentence,
                     _("the figure %s is %s here and %s in %s"), here.name,
                     here.text, there.text, place);
        else
            continue;
        say(owner, sentence);
    }
    free(page);
    free(measured);
}
