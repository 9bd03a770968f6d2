/*
 * simt_hide.h - from here to simt_show.h, a program's macros do not reach the
 * names in our headers: -DN=16 or "#define size 16" is the program's own
 * business. The names are written down by ../hide.sh. Headers that include each
 * other do this once, in the outermost one.
 */
#pragma push_macro("SIMT_OUTERMOST")
#undef SIMT_OUTERMOST
#ifndef SIMT_HIDDEN
#define SIMT_HIDDEN
#define SIMT_OUTERMOST
#if __has_include(<simt_hidden.h>)
#include <simt_hidden.h>
#endif
#endif
