/*
 * device_launch_parameters.h - threadIdx and the other built-in variables.
 *
 * They are ordinary thread-local variables of the executable, which the device
 * changes whenever another device thread runs; so a debugger can print them.
 * No const: the compiler would keep their values over a switch.
 */
#ifndef SIMT_DEVICE_LAUNCH_PARAMETERS_H
#define SIMT_DEVICE_LAUNCH_PARAMETERS_H
#define __DEVICE_LAUNCH_PARAMETERS_H__
#pragma GCC system_header
#include "simt_hide.h"

#include "../simt.h"
#include "vector_types.h"

#ifdef __cplusplus
extern "C" {
extern __thread uint3 threadIdx SIMT_TLS;
extern __thread uint3 blockIdx SIMT_TLS;
extern __thread dim3 blockDim SIMT_TLS;
extern __thread dim3 gridDim SIMT_TLS;
}
static constexpr int warpSize = 32;
#endif

#include "simt_show.h"
#endif
