/*
 * mma.h - part of ../mma.h.
 */
#pragma once
#pragma GCC system_header
#include "../mma.h"
