/* handout.c - see handout.h. */
#define _GNU_SOURCE /* getline() */
#include "command/handout.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/say.h"
#include "command/figures.h"

struct handout {
    const struct lab *labs;
    int n;
    const char *path;
    void (*say)(void *owner, const char *sentence);
    void *owner;
    char targets[4096]; /* of the Makefile, each between blanks */
};

__attribute__((format(printf, 2, 3))) static void wrong(const struct handout *h,
                                                        const char *format, ...)
{
    char sentence[1500];
    va_list args;

    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    h->say(h->owner, sentence);
}

/* Collect a makefile's targets: words before a colon at the beginning of a
 * line that is no assignment. The labs' own target is written as a pattern,
 * "lab%:" or "$(LABS): lab%:". */
static void read_targets_of(struct handout *h, const char *path)
{
    char *line = NULL;
    size_t room = 0, used = strlen(h->targets);
    FILE *file = fopen(path, "r");

    while (file && getline(&line, &room, file) >= 0) {
        size_t n = strcspn(line, ":=#");
        const char *targets = line;

        if (line[n] != ':' || line[n + 1] == '=' || strchr("\t.", line[0]))
            continue;
        if (strstr(line, "lab%:"))
            targets = "lab%";
        else
            line[n] = 0;
        if (used < sizeof h->targets)
            used += (size_t)snprintf(h->targets + used,
                                     sizeof h->targets - used, "%s ", targets);
    }
    free(line);
    if (file)
        fclose(file);
    else if (errno != ENOENT)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
}

/* A copy that was handed out has no instructor.mk. */
static void read_targets(struct handout *h)
{
    snprintf(h->targets, sizeof h->targets, " ");
    read_targets_of(h, "Makefile");
    read_targets_of(h, "grader/instructor.mk");
}

/* NN stands for the number of any lab. */
static bool is_lab(const struct handout *h, const char *id)
{
    return !strcmp(id, "NN") || lab_by_id(h->labs, h->n, id);
}

static bool is_target(const struct handout *h, const char *name)
{
    char padded[100];

    if (!strncmp(name, "bench-", 6))
        name = "bench-%"; /* written as a pattern, too */
    if (!strncmp(name, "lab", 3) && strchr("0123456789N", name[3]))
        return strstr(h->targets, " lab% ") &&
               is_lab(h, strcmp(name, "labNN") ? name : "NN");
    snprintf(padded, sizeof padded, " %s ", name);
    return strstr(h->targets, padded) != NULL;
}

/* Look at one command line from the handout, if it is one for make. */
static void look_at_command_line(struct handout *h, const char *text)
{
    char copy[400], *rest;
    bool make = false, quoted = false;

    snprintf(copy, sizeof copy, "%s", text);
    for (char *w = strtok_r(copy, " \t", &rest); w;
         w = strtok_r(NULL, " \t", &rest)) {
        const bool inside = quoted; /* the 03" of COLUMN="Lab 03" */

        for (const char *p = w; *p; p++)
            quoted ^= *p == '"';
        if (inside)
            continue;
        if (!make && (!strcmp(w, "$") || strchr(w, '=')))
            continue; /* a prompt, OMP_NUM_THREADS=4 before the command */
        if (!make && strcmp(w, "make"))
            return;
        if (!make) {
            make = true;
        } else if (strchr("#&;|>\\", *w)) {
            return;
        } else if (!strncmp(w, "LAB=", 4)) {
            if (!is_lab(h, w + 4))
                wrong(h,
                      _("\"%s\" names a lab that does not "
                        "exist"),
                      text);
        } else if (!strchr(w, '=') && *w != '-' && !is_target(h, w)) {
            wrong(h, _("\"%s\": the Makefile has no target %s"), text, w);
        }
    }
}

/* The name by which a link finds a heading: what is no letter, digit or dash
 * is left out, a blank is a dash. */
static void name_of_heading(const char *heading, char *name)
{
    for (; *heading && !strchr("\r\n", *heading); heading++) {
        unsigned char c = (unsigned char)*heading;

        if (isalnum(c) || strchr("-_", c) || c > 127)
            *name++ = (char)tolower(c);
        else if (c == ' ')
            *name++ = '-';
    }
    *name = 0;
}

static bool has_heading(const char *path, const char *wanted)
{
    char *line = NULL, name[500];
    size_t room = 0;
    bool found = false, code = false;
    FILE *file = fopen(path, "r");

    while (file && !found && getline(&line, &room, file) >= 0) {
        size_t level = strspn(line, "#");

        code ^= !strncmp(line, "```", 3);
        if (code || !level || line[level] != ' ' || strlen(line) > sizeof name)
            continue;
        name_of_heading(line + level + 1, name);
        found = !strcmp(name, wanted);
    }
    free(line);
    if (file)
        fclose(file);
    return found;
}

static void look_at_link(struct handout *h, const char *link)
{
    const char *slash = strrchr(h->path, '/');
    char path[700], target[500];
    size_t n = strcspn(link, " #");

    snprintf(target, sizeof target, "%.*s", (int)n, link);
    if (strstr(target, "://") || !strncmp(target, "mailto:", 7))
        return;
    if (*target)
        snprintf(path, sizeof path, "%.*s%s",
                 slash ? (int)(slash + 1 - h->path) : 0, h->path, target);
    else
        snprintf(path, sizeof path, "%s", h->path);
    if (access(path, F_OK))
        wrong(h, _("the link to %s leads nowhere"), target);
    else if (link[n] == '#' && !has_heading(path, link + n + 1))
        wrong(h, _("the link to %s: there is no such heading"), link);
}

/* Code spans and links of one paragraph, which may wrap over lines. */
static void look_at_paragraph(struct handout *h, const char *p)
{
    char text[500];

    while (*p) {
        size_t ticks = strspn(p, "`");

        if (ticks == 1) {
            size_t n = strcspn(p + 1, "`");

            if (!p[1 + n])
                return;
            snprintf(text, sizeof text, "%.*s", (int)n, p + 1);
            look_at_command_line(h, text);
            p += n + 2;
        } else if (!strncmp(p, "](", 2)) {
            size_t n = strcspn(p + 2, ")");

            snprintf(text, sizeof text, "%.*s", (int)n, p + 2);
            look_at_link(h, text);
            p += 2 + n;
        } else {
            p += ticks ? ticks : 1;
        }
    }
}

void handout_read(const struct lab *labs, int n, const char *path,
                  void (*say)(void *owner, const char *sentence), void *owner)
{
    struct handout h = {
        .labs = labs, .n = n, .path = path, .say = say, .owner = owner};
    char paragraph[16384] = "", *line = NULL;
    size_t room = 0, used = 0;
    bool code = false;
    FILE *file;

    read_targets(&h);
    file = fopen(path, "r");
    if (!file)
        return;
    while (getline(&line, &room, file) >= 0) {
        const char *text = line + strspn(line, " \t");
        bool fence = !strncmp(text, "```", 3);

        line[strcspn(line, "\r\n")] = 0;
        if (!*text || fence) {
            look_at_paragraph(&h, paragraph);
            paragraph[used = 0] = 0;
        }
        if (fence)
            code = !code;
        else if (code)
            look_at_command_line(&h, text);
        else if (used + strlen(text) + 2 < sizeof paragraph)
            used += (size_t)sprintf(paragraph + used, "%s ", text);
    }
    look_at_paragraph(&h, paragraph);
    if (code)
        wrong(&h, _("a ``` block is not closed"));
    free(line);
    fclose(file);
    figures_read(path, say, owner);
}
