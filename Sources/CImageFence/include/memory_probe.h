#ifndef TWH_MEMORY_PROBE_H
#define TWH_MEMORY_PROBE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Whether this many bytes can be had now. Swift ends the process where its arrays get no memory, so
 * what is large is asked for here first. Nothing is touched: the pages cost nothing.
 */
bool fence_can_hold(size_t byte_count);

#endif
