#ifndef CSCARCEMEMORY_H
#define CSCARCEMEMORY_H

/*
 * Linked into the program, never called. Where memory cannot be had, the process leaves with status 75
 * (EX_TEMPFAIL), one line on standard error and without unfinished outputs: with glibc for every
 * allocation by it or its libraries; and for a failure to get threads, pages or files, and for
 * allocations elsewhere, where Swift's runtime or libdispatch trap or C++ aborts. Faults that have
 * another cause end the process as they would have.
 */

#endif
