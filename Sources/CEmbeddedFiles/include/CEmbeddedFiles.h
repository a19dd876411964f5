#ifndef CEMBEDDEDFILES_H
#define CEMBEDDEDFILES_H

#include <stddef.h>

/// A file embedded in the program. The bytes are valid as long as the process runs.
struct embedded_file {
  /// The path relative to the folder of embedded files.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The number of files.
size_t embedded_file_count(void);

/// Returns a file by index, 0 ... count - 1.
struct embedded_file embedded_file_at(size_t index);

/// Returns the file with this name, or one without bytes if there is none.
struct embedded_file embedded_file_named(const char *name);

#endif
