#ifndef CPREVIEWASSETS_H
#define CPREVIEWASSETS_H

#include <stddef.h>

/// A file that is part of the program, UTF-8; the bytes live as long as it runs.
struct preview_asset {
  const unsigned char *bytes;
  size_t count;
};

/// The page of a preview, with the names of its parts in double braces.
struct preview_asset preview_page(void);

/// What a server shows while there is no page.
struct preview_asset preview_waiting(void);

/// The style sheet of the page.
struct preview_asset preview_style(void);

/// How many scripts there are.
size_t preview_script_count(void);

/// A script by its place; each uses those before it.
struct preview_asset preview_script(size_t index);

/// The script that loads a watched page anew; it runs after all others.
struct preview_asset preview_reload(void);

#endif
