#ifndef CHEADERDOCUMENTS_H
#define CHEADERDOCUMENTS_H

#include <stddef.h>

// The built-in header documents, which are part of the program. They are handed out byte by byte, so
// that the model, which never handles memory itself, needs no pointers; a document of 10 KB costs
// some ten microseconds.

/// How many documents there are.
size_t header_document_count(void);

/// A character of a document's name, 0 behind the last.
unsigned char header_document_name_byte(size_t document, size_t place);

/// The number of bytes of a document.
size_t header_document_size(size_t document);

/// A byte of a document; 0 outside of it.
unsigned char header_document_byte(size_t document, size_t place);

#endif
