#ifndef CSCARCEMEMORY_H
#define CSCARCEMEMORY_H

/*
 * Where memory cannot be had, Swift's runtime traps, C++ and GLib abort, and libraries that do not
 * look fall over a null pointer: each ends the process by a signal. So does libdispatch where a file
 * cannot be opened. From the start of the program such an end is made an exit with status 75
 * (EX_TEMPFAIL) and one line on standard error. Faults that have another cause end the process as
 * they would have.
 */

/*
 * Sets what is called before the program leaves; it may allocate a little. A call that does not come
 * back is given up after two seconds.
 */
void twh_scarce_memory_set_cleanup(void (*cleanup)(void));

#endif
