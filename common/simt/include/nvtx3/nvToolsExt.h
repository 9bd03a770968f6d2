/*
 * nvtx3/nvToolsExt.h - as ../nvToolsExt.h.
 */
#pragma once
#pragma GCC system_header
#include "../nvToolsExt.h"
