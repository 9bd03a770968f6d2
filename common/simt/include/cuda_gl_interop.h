/* cuda_gl_interop.h - not here. A program that only includes it is left alone;
 * what it calls of it is named by the compiler. */
#ifndef SIMT_CUDA_GL_INTEROP_H
#define SIMT_CUDA_GL_INTEROP_H
#include "simt_hide.h"

#include "cuda_runtime_api.h"

#define SIMT_NO_GRAPHICS                                        \
    __attribute__((error("sharing memory with graphics is not " \
                         "supported by the CPU device")))
#ifdef __cplusplus
extern "C" {
#endif
SIMT_NO_GRAPHICS cudaError_t cudaGLSetGLDevice(int device);
SIMT_NO_GRAPHICS cudaError_t cudaGLGetDevices();
SIMT_NO_GRAPHICS cudaError_t cudaGLRegisterBufferObject(unsigned buffer);
SIMT_NO_GRAPHICS cudaError_t cudaGLMapBufferObject(void **p, unsigned buffer);
SIMT_NO_GRAPHICS cudaError_t cudaGLUnmapBufferObject(unsigned buffer);
SIMT_NO_GRAPHICS cudaError_t cudaGLUnregisterBufferObject(unsigned buffer);
SIMT_NO_GRAPHICS cudaError_t cudaGraphicsGLRegisterBuffer(void **resource,
                                                          unsigned buffer,
                                                          unsigned flags);
#ifdef __cplusplus
}
#endif
#include "simt_show.h"
#endif
