#ifndef TWH_FENCE_ERROR_H
#define TWH_FENCE_ERROR_H

/* What every entry function of the fence returns. */
typedef enum {
  FENCE_OK = 0,
  FENCE_END,           /* there is nothing more to read; not an error */
  FENCE_MALFORMED,     /* the bytes break the rules of their form */
  FENCE_TRUNCATED,     /* the library wanted bytes behind the end of the input */
  FENCE_UNSUPPORTED,   /* lawful, but not something the library reads */
  FENCE_OUT_OF_MEMORY,
  FENCE_FAILED         /* anything else */
} fence_status;

/* The library's own words for a status other than FENCE_OK; empty when it had none. */
typedef struct {
  char message[256];
} fence_error;

#endif
