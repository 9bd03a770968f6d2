/*
 * html.h - web pages of one file: style inside, nothing fetched, readable on a
 * phone and in the dark. They are well-formed XML, too, so any reader can take
 * them apart.
 *
 * Rules of use:
 * - Nothing gets into a page but by html(). Its format is the kit's own markup;
 *   all text, also the kit's, is an argument.
 * - A colour never says anything alone: there is a sign or a word with it.
 */
#ifndef HTML_H
#define HTML_H

#include <stdio.h>

#include "class/class.h"

/* Print markup. %s is text of any origin, which is cleaned (text_clean()) and
 * escaped; %d and %% are as usual, and there is nothing else. */
void html(FILE *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A file's name as it stands in an address, where '/', '@', '"' ... must not;
 * returns `address`. */
const char *html_address(const char *name, char address[3 * CLASS_NAME]);

/* All before and behind what a page has to say. A page that sorts has tables
 * of the class "sorts", whose columns are sorted by a click where there are
 * scripts; others forbid all scripts. */
void html_begin(FILE *out, const char *title, bool sorts);
void html_end(FILE *out, bool sorts);

#endif
