#ifndef LEAVING_H
#define LEAVING_H

#include <stdbool.h>

extern const char twh_no_memory[];
extern const char twh_no_files[];

/* Removes unfinished outputs, writes the line to standard error and ends the process with 75. */
_Noreturn void twh_leave(const char *line);

/* Whether some thread is leaving. */
bool twh_is_leaving(void);

/* Gives the reserve back to the system. False where that was done before. */
bool twh_spend_reserve(void);

#endif
