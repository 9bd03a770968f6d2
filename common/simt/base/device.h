/*
 * device.h - all of base/: what every room of the CPU device knows.
 *
 * The rooms, each of which uses only those above it (grader/tests/test_rooms.c
 * reads it from the objects' symbols):
 *
 *   base/      errors, devices, memory as addresses, streams as records, what
 *              runs now and what the judge has asked for; the seams (ops.h, the
 *              hooks in arena.h) where a mode or check mode hangs on
 *   report/    lines of JSON; knows nothing of who tells it
 *   timeline/  modelled time: what would run beside what
 *   engine/    what device code calls; fast mode; warps, tensor cores, fibers
 *   check/     check mode: lockstep, what memory remembers, counts
 *   host/      the host's functions: memory, copies, streams, graphs, launches
 *
 * compiler/ (simtcc) shares nothing with them; include/ is what a .cu file
 * sees, simt.h what lies between that and the device.
 */
#ifndef SIMT_BASE_DEVICE_H
#define SIMT_BASE_DEVICE_H

#include "base/arena.h"
#include "base/device_list.h"
#include "base/errors.h"
#include "base/ops.h"
#include "base/state.h"
#include "simt.h"

#endif
