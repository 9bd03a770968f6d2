/*
 * surface_functions.h - surf2Dread(), surf2Dwrite() and their relatives.
 */
#ifndef SIMT_SURFACE_FUNCTIONS_H
#define SIMT_SURFACE_FUNCTIONS_H
#pragma GCC system_header
#include "simt_hide.h"

#include "device_functions.h"
#include "driver_types.h"
#include "simt_helpers.h"

/* x counts bytes. */
#define SIMT_SURFACE(name, PLACES, places, x, y, z)                   \
    template <class T>                                                \
    SIMT_INLINE void name##write(                                     \
        T value, cudaSurfaceObject_t s, SIMT_LIST PLACES,             \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)          \
    {                                                                 \
        simt_surface(s, x, y, z, &value, sizeof value, true, mode);   \
    }                                                                 \
    template <class T>                                                \
    SIMT_INLINE T name##read(cudaSurfaceObject_t s, SIMT_LIST PLACES, \
                             cudaSurfaceBoundaryMode mode =           \
                                 cudaBoundaryModeTrap)                \
    {                                                                 \
        T value;                                                      \
        simt_surface(s, x, y, z, &value, sizeof value, false, mode);  \
        return value;                                                 \
    }                                                                 \
    template <class T>                                                \
    SIMT_INLINE void name##read(                                      \
        T *to, cudaSurfaceObject_t s, SIMT_LIST PLACES,               \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)          \
    {                                                                 \
        *to = name##read<T>(s, SIMT_LIST places, mode);               \
    }
#define SIMT_LIST(...) __VA_ARGS__
SIMT_SURFACE(surf1D, (int x), (x), x, 0, 0)
SIMT_SURFACE(surf2D, (int x, int y), (x, y), x, y, 0)
SIMT_SURFACE(surf3D, (int x, int y, int z), (x, y, z), x, y, z)
SIMT_SURFACE(surf1DLayered, (int x, int layer), (x, layer), x, 0, layer)
SIMT_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer), x, y,
             layer)
#undef SIMT_LIST
#undef SIMT_SURFACE

#include "simt_show.h"
#endif
