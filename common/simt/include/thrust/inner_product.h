/* inner_product.h - not here. */
#error "Thrust (thrust/inner_product.h) is not supported by the CPU device."
