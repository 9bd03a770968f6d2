/* execution_policy.h - not here. */
#error "Thrust (thrust/execution_policy.h) is not supported by the CPU device."
