/*
 * tool_output.h - asking a tool of the system's: a symbolizer, a compiler. Its
 * paths and addresses may come from a process that the student controls.
 */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

/*
 * What `argv` (ends with null; argv[0] is looked for in PATH) prints on its
 * standard output, or null; the caller frees. Its input and its errors are
 * /dev/null. No shell in between, so any byte may stand in a path. One that
 * prints without end or hangs is killed: what came before is the answer.
 */
char *tool_output(const char *const *argv);

#endif
