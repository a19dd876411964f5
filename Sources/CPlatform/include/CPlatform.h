#ifndef CPLATFORM_H
#define CPLATFORM_H

/* Atomically exchanges two files or folders of the same file system. Returns 0 or the system's
 * error: ENOSYS or EINVAL if the system or the file system does not support it. */
int twheader_exchange_files(const char *first, const char *second);

/* Limits the number of the allocator's memory pools (arenas) for all threads. Does nothing if the C
 * library is not glibc. */
void twheader_limit_memory_pools(int count);

#endif
