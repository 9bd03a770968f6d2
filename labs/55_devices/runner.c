/*
 * runner.c - the current device of the student's process, for the judge: before
 * a call and after it. The judge itself, with which this is linked as well, has
 * no devices.
 */
#include <stdint.h>

extern int cudaSetDevice(int device) __attribute__((weak));
extern int cudaGetDevice(int *device) __attribute__((weak));

int32_t set_current_device(int32_t device);
int32_t current_device(void);

int32_t set_current_device(int32_t device)
{
    return cudaSetDevice(device);
}

int32_t current_device(void)
{
    int device = -1;

    cudaGetDevice(&device);
    return device;
}
