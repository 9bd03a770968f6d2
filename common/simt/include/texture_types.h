/*
 * texture_types.h - texture references, as programs from before CUDA 12 have
 * them. Texture objects are in driver_types.h.
 */
#ifndef SIMT_TEXTURE_TYPES_H
#define SIMT_TEXTURE_TYPES_H
#pragma GCC system_header
#include "simt_hide.h"

#include "driver_types.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2

struct textureReference {
    int normalized;
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureAddressMode addressMode[3];
    struct cudaChannelFormatDesc channelDesc;
    cudaTextureObject_t simt_object; /* what it is bound to */
};

#ifdef __cplusplus
extern "C" {
#endif
/* Functions read it where check mode does not look: it is the host's. */
cudaTextureObject_t simt_texture_of(const struct textureReference *reference);
cudaError_t simt_bind_texture(struct textureReference *reference,
                              const struct cudaResourceDesc *resource,
                              enum cudaTextureReadMode mode);
#ifdef __cplusplus
}

template <class T, int Type = cudaTextureType1D,
          cudaTextureReadMode Mode = cudaReadModeElementType>
struct texture : textureReference {
    texture(int normalized_ = 0,
            cudaTextureFilterMode filter = cudaFilterModePoint,
            cudaTextureAddressMode address = cudaAddressModeClamp)
        : textureReference{
              normalized_, filter, {address, address, address}, {}, 0}
    {
    }
};
#endif

#include "simt_show.h"
#endif
