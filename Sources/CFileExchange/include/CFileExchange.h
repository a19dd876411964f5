#ifndef CFILEEXCHANGE_H
#define CFILEEXCHANGE_H

/* Atomically exchanges two files or folders of the same file system. Returns 0 or the system's
 * error: ENOSYS or EINVAL if the system or the file system does not support it. */
int twheader_exchange_files(const char *first, const char *second);

#endif
