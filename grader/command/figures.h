/*
 * figures.h - a measured figure stands in one place, docs/measurements.md, with
 * a name before it in a comment that nobody sees in the page:
 *
 *     | cuBLAS, floats | <!-- figure: cublas-1000-ms -->0.0507 | ...
 *
 * Whoever quotes it says which one it is, and may round it:
 *
 *     cuBLAS needs <!-- figure: cublas-1000-ms -->0.051 ms
 *     <!-- figure: transpose-31 -->44 % of the copy's speed (there: 0.44)
 *
 * A comma may stand between thousands, stars before the figure. In ``` blocks
 * and in code that is indented a comment would be seen: no marks there.
 */
#ifndef FIGURES_H
#define FIGURES_H

/* Say which marked figures of a page are not those of docs/measurements.md, a
 * sentence each. Nothing of a page that cannot be read, or has no marks. */
void figures_read(const char *path,
                  void (*say)(void *owner, const char *sentence), void *owner);

#endif
