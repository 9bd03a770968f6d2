/*
 * cub/cub.cuh - of CUB what works within a warp and within a block: reductions
 * and scans. What it does for a whole device is not here.
 */
#ifndef SIMT_CUB_H
#define SIMT_CUB_H
#pragma GCC system_header

#include "block/block_reduce.cuh"
#include "block/block_scan.cuh"
#include "warp/warp_reduce.cuh"
#include "warp/warp_scan.cuh"

#endif
