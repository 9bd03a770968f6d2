/* gpu.c - see gpu.h. */
#include "gpu.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "say.h"

/* The few functions of the driver that are needed, with its own types spelled
 * out: CUresult is an enum, CUdevice an int, CUcontext a pointer, CUdeviceptr
 * 64 bits wide. */
struct ipc_handle {
    unsigned char bytes[GPU_HANDLE];
};
static struct {
    int (*init)(unsigned flags);
    int (*device_get)(int *device, int number);
    int (*context_retain)(void **context, int device);
    int (*context_set)(void *context);
    int (*synchronize)(void);
    int (*alloc)(unsigned long long *address, size_t bytes);
    int (*release)(unsigned long long address);
    int (*to_device)(unsigned long long to, const void *from, size_t bytes);
    int (*to_host)(void *to, unsigned long long from, size_t bytes);
    int (*get_handle)(struct ipc_handle *handle, unsigned long long address);
    int (*error_string)(int error, const char **text);
} cu;

static const struct {
    const char *name;
    void *where;
} needed[] = {
    {"cuInit", &cu.init},
    {"cuDeviceGet", &cu.device_get},
    {"cuDevicePrimaryCtxRetain", &cu.context_retain},
    {"cuCtxSetCurrent", &cu.context_set},
    {"cuCtxSynchronize", &cu.synchronize},
    {"cuMemAlloc_v2", &cu.alloc},
    {"cuMemFree_v2", &cu.release},
    {"cuMemcpyHtoD_v2", &cu.to_device},
    {"cuMemcpyDtoH_v2", &cu.to_host},
    {"cuIpcGetMemHandle", &cu.get_handle},
    {"cuGetErrorString", &cu.error_string},
};

bool gpu_present(void)
{
    return access("/dev/nvidiactl", R_OK | W_OK) == 0;
}

static const char *explain(int error)
{
    const char *text = NULL;

    if (error == 0)
        return NULL;
    if (cu.error_string)
        cu.error_string(error, &text);
    return text ? text : _("the driver reports an unknown error");
}

const char *gpu_start(void)
{
    static bool started;
    void *library, *context, *function;
    int error, device;

    if (started)
        return NULL;
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library)
        return _("the driver's library libcuda.so.1 cannot be loaded");
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        function = dlsym(library, needed[i].name);
        if (!function)
            return _("the driver is too old");
        memcpy(needed[i].where, &function, sizeof function);
    }
    error = cu.init(0);
    if (!error)
        error = cu.device_get(&device, 0);
    if (!error)
        error = cu.context_retain(&context, device);
    if (!error)
        error = cu.context_set(context);
    started = !error;
    return explain(error);
}

const char *gpu_reserve(struct gpu_arena *a, size_t bytes)
{
    struct ipc_handle handle;
    size_t room = a->bytes ? a->bytes : (size_t)16 << 20;
    int error = 0;

    if (a->address && a->bytes >= bytes)
        return NULL;
    while (room < bytes)
        room *= 2;
    if (a->address)
        error = cu.release(a->address);
    a->address = 0;
    if (!error)
        error = cu.alloc(&a->address, room);
    if (!error)
        error = cu.get_handle(&handle, a->address);
    if (error)
        return explain(error);
    memcpy(a->handle, handle.bytes, sizeof a->handle);
    a->bytes = room;
    return NULL;
}

const char *gpu_put(struct gpu_arena *a, size_t offset, const void *from,
                    size_t bytes)
{
    int error = cu.to_device(a->address + offset, from, bytes);

    /* small copies may return before they are done */
    return explain(error ? error : cu.synchronize());
}

const char *gpu_get(struct gpu_arena *a, size_t offset, void *to, size_t bytes)
{
    return explain(cu.to_host(to, a->address + offset, bytes));
}
