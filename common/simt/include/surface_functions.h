/* surface_functions.h - not here. */
#error "Surface memory (surface_functions.h) is not supported by the CPU device."
