/*
 * runner.c - the current device of the student's process, for the judge: before
 * a call and after it. The judge itself, with which this is linked as well, has
 * no devices, nor has an answer that does everything on the host.
 */
#include <stdint.h>

extern int cudaSetDevice(int device) __attribute__((weak));
extern int cudaGetDevice(int *device) __attribute__((weak));

int32_t set_current_device(int32_t device);
int32_t current_device(void);

static int current; /* as set; of a program without CUDA there is no other */

int32_t set_current_device(int32_t device)
{
    current = device;
    return cudaSetDevice ? cudaSetDevice(device) : 0;
}

int32_t current_device(void)
{
    int device = current;

    if (cudaGetDevice)
        cudaGetDevice(&device);
    return device;
}
