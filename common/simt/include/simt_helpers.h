/*
 * simt_helpers.h - what the headers need from the device beyond simt.h. C and
 * C++; nothing here is for students.
 */
#ifndef SIMT_HELPERS_H
#define SIMT_HELPERS_H
#pragma GCC system_header
#include "simt_hide.h"

#include "../simt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ticks of device 0's clock; see cudaDeviceProp.clockRate. */
long long simt_clock(void);

/* 'g', 's', 'c' or 'l': where a pointer points to. */
int simt_address_space(const void *p);

/* A kernel's name, or null; how to launch it from an array of pointers to its
 * arguments; the most
 * threads that __launch_bounds__ lets a block have, 0: none are said. */
void simt_register_kernel(const void *function, const char *name,
                          int (*launch)(const void *function,
                                        const struct simt_launch *how,
                                        void **args),
                          int most);
const char *simt_kernel_name(const void *function);
/* A thread of a kernel with such bounds, of which there are more: the launch
 * fails. */
__attribute__((noreturn)) void simt_exceeds(int most);

/* cudaGraphSetConditional() */
void simt_set_condition(unsigned long long handle, unsigned value);

/* ---- mathematics ----------------------------------------------------- */

double simt_erfinv(double x);
double simt_normcdfinv(double x);
double simt_erfcx(double x);
double simt_bessel_i0(double x);
double simt_bessel_i1(double x);

/* x + y and so on, rounded in a direction; 's' is the root, 'f' x * y + z. */
enum simt_rounding {
    SIMT_NEAREST,
    SIMT_TO_ZERO,
    SIMT_UP,
    SIMT_DOWN,
};
double simt_round(char op, double x, double y, double z,
                  enum simt_rounding mode);
float simt_roundf(char op, float x, float y, float z, enum simt_rounding mode);
float simt_to_float(double x, enum simt_rounding mode);
float simt_integer_to_float(long long x, bool is_unsigned,
                            enum simt_rounding mode);
double simt_integer_to_double(long long x, bool is_unsigned,
                              enum simt_rounding mode);

/* ---- textures -------------------------------------------------------- */

enum { SIMT_LAYERED = 8, SIMT_CUBE = 16 };

/* A texture's value at a place: out has four 32-bit values, of the kind that
 * the texture's elements have, or float. `dimensions`: 0 for tex1Dfetch(), 1 to
 * 3, with SIMT_LAYERED; 2 with SIMT_CUBE. Returns 1 if they are float. */
int simt_texture_fetch(unsigned long long texture, int dimensions, float x,
                       float y, float z, int index, unsigned *out);

/* Reads or writes `bytes` of an array at byte x of row y of slice or layer z.
 * Outside: 0 reads 0 and writes nothing, 1 takes the nearest place, 2 ends the
 * kernel (cudaSurfaceBoundaryMode). */
void simt_surface(unsigned long long surface, int x, int y, int z, void *data,
                  size_t bytes, bool write, int outside);

#ifdef __cplusplus
}
#endif
#include "simt_show.h"
#endif
