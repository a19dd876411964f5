#ifndef CFILEEXCHANGE_H
#define CFILEEXCHANGE_H

/*
 * Exchanges two files or folders of one file system: at every moment each name leads to one of them.
 * Returns 0, or the system's error: ENOSYS or EINVAL where the system or the file system has no such
 * exchange.
 */
int twheader_exchange_files(const char *first, const char *second);

#endif
