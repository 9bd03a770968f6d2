/*
 * sanitizer.h - turns what ThreadSanitizer, AddressSanitizer, LeakSanitizer
 * and UndefinedBehaviorSanitizer print into one sentence at the student's own
 * line.
 *
 * The programs run with symbolize=0, so frames are "(MODULE+0xOFFSET)": the
 * student's process must not start helpers. We symbolize here, from outside,
 * with llvm-symbolizer (or addr2line where that is missing: lines without
 * columns).
 */
#ifndef SANITIZER_H
#define SANITIZER_H

#include <stdbool.h>

#include "base/finding.h"

/*
 * Find the first report in `text` (what a sanitizer build printed) that
 * concerns the student, and describe it.
 *   text     the captured report, any length, may be cut off or hold garbage
 *   program  path of the executable that printed it, to symbolize with; frames
 *            name it by the same last path component ("tsan", "asan")
 *   source   path of the student's file as it was compiled; the place that is
 *            named is the innermost frame in this file
 *   kind     gets KIND_RACE for data races (and other ThreadSanitizer
 *            reports: thread leak, lock misuse), KIND_MEMORY for the rest
 * Returns true and sets f->kind, f->status = FAIL, f->message, f->place if
 * there is a report; false if there is none. A report with no frame in the
 * student's file still counts, with place.line = 0. A crash inside the OpenMP
 * runtime or libarcher sets STATUS_UNTOLD: it says nothing of the student.
 *
 * Messages are for beginners: name the variable (from the source line at the
 * reported column), the array index distance where known, both threads and
 * both lines of a race; never a raw dump.
 */
bool sanitizer_report(const char *text, const char *program, const char *source,
                      struct finding *f);

/* The same for the log of compute-sanitizer's memcheck: the first access of a
 * kernel outside its memory. */
bool memcheck_report(const char *text, const char *source, struct finding *f);

#endif
