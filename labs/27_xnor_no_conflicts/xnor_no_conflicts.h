/*
 * xnor_no_conflicts.h - the contract of lab 27: the product of two matrices of
 * +1 and -1 whose elements are packed into bits.
 */
#ifndef XNOR_NO_CONFLICTS_H
#define XNOR_NO_CONFLICTS_H

#ifdef __cplusplus
extern "C" {
#endif

int xnor_matmul(const unsigned *d_a, const unsigned *d_b, int *d_c, int m,
                int k, int n);

#ifdef __cplusplus
}
#endif
#endif
