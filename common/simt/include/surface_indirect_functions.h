/* surface_indirect_functions.h - not here. */
#error "Surface memory (surface_indirect_functions.h) is not supported by the CPU device."
