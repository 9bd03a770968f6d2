/*
 * main.c - the command line of the program `spearman`. What it is for:
 * README.md.
 */
#include "spearman.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/spearman_text.h"

static const char help[] =
    "Spearman's rank correlation of all pairs of rows of 30 whole numbers:\n"
    "which pairs have a two-sided p of at most 0.05?\n"
    "\n"
    "  spearman generate ROWS [--seed S] > rows.txt\n"
    "      rows to try\n"
    "  spearman count rows.txt -o result.json [--devices N] [--part K/N]\n"
    "      counts the pairs that are found; the same command again goes on\n"
    "      where it was stopped\n"
    "  spearman merge -o all.json part-1.json part-2.json ...\n"
    "      joins the results of all parts\n"
    "  spearman list rows.txt --rows A:B [--pvalue]\n"
    "      the pairs of rows A to B - 1 with all others: row, column, r (and "
    "p)\n"
    "\n"
    "Row 0 is the first line. --devices: use so many, not all that there are.\n"
    "--part: only part K, 1 to N, of N parts with as many pairs each.\n"
    "Exit status: 0; 1 if something failed on the way, 2 if the command or a\n"
    "file is wrong.\n";

/* ---- the command line ---------------------------------------------------- */

static const char *command = "";

static void misused(const char *format, ...)
    __attribute__((format(printf, 1, 2), noreturn));
static void misused(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fprintf(stderr, "spearman%s%s: ", *command ? " " : "", command);
    vfprintf(stderr, format, args);
    fputs(". `spearman --help` says how it is used.\n", stderr);
    va_end(args);
    exit(WRONG);
}

/* The whole number that begins at *text, which then points behind it. */
static bool number(const char **text, long long least, long long most,
                   long long *n)
{
    char *end;

    if (**text < '0' || **text > '9') /* strtoll() takes blanks and signs */
        return false;
    errno = 0;
    *n = strtoll(*text, &end, 10);
    *text = end;
    return errno == 0 && least <= *n && *n <= most;
}

static long long one_number(const char *what, const char *text, long long least,
                            long long most)
{
    const char *at = text;
    long long n;

    if (!number(&at, least, most, &n) || *at)
        misused("%s is \"%s\", and has to be a whole number from %lld to %lld",
                what, text, least, most);
    return n;
}

/* Two numbers with a sign between them, as in 3/8. */
static bool two_numbers(const char *text, char between, long long most, int *a,
                        int *b)
{
    long long first, second;

    if (!number(&text, 0, most, &first) || *text++ != between ||
        !number(&text, 0, most, &second) || *text)
        return false;
    *a = (int)first;
    *b = (int)second;
    return true;
}

/* What can be said; a command knows some of it. */
struct options {
    const char *output, *rows, *part;
    int devices;
    uint64_t seed;
    bool pvalue;
};

enum { OUTPUT = 'o', DEVICES = 256, PART, SEED, ROWS, PVALUE };
static const struct option all_options[] = {
    {"output", required_argument, NULL, OUTPUT},
    {"devices", required_argument, NULL, DEVICES},
    {"part", required_argument, NULL, PART},
    {"seed", required_argument, NULL, SEED},
    {"rows", required_argument, NULL, ROWS},
    {"pvalue", no_argument, NULL, PVALUE},
    {NULL, 0, NULL, 0},
};

static const struct command {
    const char *name;
    const char *arguments; /* how they are called */
    int least, most;       /* so many */
    int knows[4];
} commands[] = {
    {"generate", "how many rows", 1, 1, {SEED}},
    {"count", "a file of rows", 1, 1, {OUTPUT, DEVICES, PART}},
    {"merge", "the results of all parts", 1, INT_MAX, {OUTPUT}},
    {"list", "a file of rows", 1, 1, {ROWS, PVALUE}},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const char *name_of(int option)
{
    int i = 0;

    while (all_options[i].val != option)
        i++;
    return all_options[i].name;
}

static bool knows(const struct command *c, int option)
{
    for (int i = 0; i < 4; i++)
        if (c->knows[i] == option)
            return true;
    return false;
}

/* Arguments come to lie behind the options: from optind on. */
static struct options read_options(const struct command *c, int argc,
                                   char **argv)
{
    struct options o = {.seed = 1};
    int option;

    opterr = 0;
    while ((option = getopt_long(argc, argv, ":o:", all_options, NULL)) != -1) {
        if (option == ':')
            misused("%s needs a value", argv[optind - 1]);
        if (option == '?')
            misused("there is no option %s", argv[optind - 1]);
        if (!knows(c, option))
            misused("--%s does not go with it", name_of(option));
        switch (option) {
        case OUTPUT:
            o.output = optarg;
            break;
        case DEVICES:
            o.devices = (int)one_number("--devices", optarg, 1, 1024);
            break;
        case PART:
            o.part = optarg;
            break;
        case SEED:
            o.seed = (uint64_t)one_number("--seed", optarg, 0, LLONG_MAX);
            break;
        case ROWS:
            o.rows = optarg;
            break;
        case PVALUE:
            o.pvalue = true;
            break;
        }
    }
    if (argc - optind < c->least)
        misused("%s %s missing", c->arguments, c->most > 1 ? "are" : "is");
    if (argc - optind > c->most)
        misused("\"%s\" is one argument too many", argv[optind + c->most]);
    if (knows(c, OUTPUT) && (!o.output || !*o.output))
        misused("-o is missing, the name of the result");
    return o;
}

static void run(const struct command *c, int argc, char **argv)
{
    struct options o = read_options(c, argc, argv);
    char **argument = argv + optind;

    switch (c - commands) {
    case 0:
        generate(
            (int)one_number("the number of rows", argument[0], 0, MOST_ROWS),
            o.seed);
        break;
    case 1: {
        int part = 1, parts = 1;

        if (o.part && (!two_numbers(o.part, '/', MOST_PARTS, &part, &parts) ||
                       part < 1 || part > parts))
            misused("--part is \"%s\", and has to be K/N, K from 1 to N, N to "
                    "%d",
                    o.part, MOST_PARTS);
        count(argument[0], o.output, o.devices, part, parts);
        break;
    }
    case 2:
        merge(o.output, argc - optind, argument);
        break;
    case 3: {
        int first, end;

        if (!o.rows)
            misused("--rows is missing: which rows, as in --rows 0:10");
        if (!two_numbers(o.rows, ':', MOST_ROWS, &first, &end) || first >= end)
            misused("--rows is \"%s\", and has to be A:B, for the rows from A "
                    "to B - 1; A is less than B",
                    o.rows);
        list(argument[0], first, end, o.pvalue);
        break;
    }
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs(help, stderr);
        return WRONG;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
        !strcmp(argv[1], "help")) {
        if (fputs(help, stdout) < 0 || fflush(stdout) != 0)
            stop_for_file("standard output", errno);
        return 0;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name)) {
            command = argv[1];
            run(&commands[i], argc - 1, argv + 1);
            return 0;
        }
    misused("there is no command \"%s\"", argv[1]);
}
