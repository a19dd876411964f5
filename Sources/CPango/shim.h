#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>

#ifdef __linux__
#include <sys/auxv.h>
/// The path with which the process was started, or NULL. Does not need /proc.
static inline const char *process_path(void) { return (const char *)getauxval(AT_EXECFN); }
#else
static inline const char *process_path(void) { return NULL; }
#endif
