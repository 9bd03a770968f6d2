/*
 * cuda_device_runtime_api.h - part of cuda_runtime.h.
 */
#pragma once
#pragma GCC system_header
#include "cuda_runtime.h"
