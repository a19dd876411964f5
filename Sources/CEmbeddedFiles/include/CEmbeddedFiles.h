#ifndef CEMBEDDEDFILES_H
#define CEMBEDDEDFILES_H

#include <stddef.h>

/// A file that is part of the program; the bytes live as long as it runs.
struct embedded_file {
  /// Its path in the folder of these files.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// How many files there are.
size_t embedded_file_count(void);

/// A file by its place, 0 ... count - 1.
struct embedded_file embedded_file_at(size_t index);

/// The file of that name; without bytes where there is none.
struct embedded_file embedded_file_named(const char *name);

#endif
