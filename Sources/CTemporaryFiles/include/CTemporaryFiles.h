#ifndef CTEMPORARYFILES_H
#define CTEMPORARYFILES_H

#include <stdbool.h>

/*
 * The unfinished outputs of this process, in lists that can be read at every moment: also by a thread
 * that has just failed to get memory while it held a lock, or was changing the lists.
 */

/* Remembers a file, or a folder with what is in it. Paths of 4,096 bytes and more are no paths. */
void twh_temporary_file_add(const char *path);
/* Forgets what has become an output or was removed. */
void twh_temporary_file_forget(const char *path);

/* Makes a folder for outputs and remembers it. Returns 0, or the system's error. */
int twh_output_folder_make(const char *path);
/* Removes the folders remembered in which nothing is: `path` and those above it. */
void twh_output_folders_remove_above(const char *path);

/*
 * Removes all unfinished outputs and the folders made for them in which nothing is. Takes no lock.
 * From its beginning on whoever adds a file waits forever, since the process is about to leave.
 */
void twh_temporary_files_remove_all(void);

/* Says that this thread begins, or ends, to give outputs their names. Threads take turns in it. */
void twh_naming_begin(void);
void twh_naming_end(void);
/* Waits at most a second for another thread that gives outputs their names. */
void twh_naming_wait(void);

/* Says that an output is about to get its name. */
void twh_name_given(void);
/* Whether that was said. */
bool twh_has_names_given(void);

/*
 * Exchanges two files or folders of one file system: at every moment each name leads to one of them.
 * Returns 0, or the system's error: ENOSYS or EINVAL where the system or the file system has no such
 * exchange.
 */
int twh_exchange_files(const char *first, const char *second);

#endif
