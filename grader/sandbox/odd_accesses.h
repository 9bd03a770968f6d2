/*
 * odd_accesses.h - loads and stores that ThreadSanitizer's pass in clang leaves
 * out: of long double, of bit-fields of 24, 40 or 56 bits, of structures as
 * arguments by value (LLVM's lib/Transforms/Instrumentation/ThreadSanitizer.cpp,
 * getMemoryAccessFuncIndex(): 1, 2, 4, 8 and 16 bytes only).
 */
#ifndef LABKIT_ODD_ACCESSES_H
#define LABKIT_ODD_ACCESSES_H

/* Copy what `clang -S -emit-llvm -fsanitize=thread` wrote from one file to
 * another, with a call of __tsan_read_range() or __tsan_write_range() before
 * each of them. Typed and opaque pointers, as clang 14 and its successors have
 * them. 0, or -1 with a message. */
int odd_accesses_tell(const char *from, const char *to);

#endif
