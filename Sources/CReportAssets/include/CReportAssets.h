#ifndef CREPORTASSETS_H
#define CREPORTASSETS_H

#include <stddef.h>

/// A file that is part of the program, UTF-8; the bytes live as long as it runs.
struct report_asset {
  const unsigned char *bytes;
  size_t count;
};

/// The page of a comparison, with the names of its parts in double braces.
struct report_asset report_page(void);

/// The style sheet of the page.
struct report_asset report_style(void);

/// The views of one item: side by side, slider, onion skin, flicker, difference; the scrubber.
struct report_asset report_viewer(void);

/// The list of items, its filters and the keys; runs after the viewer.
struct report_asset report_list(void);

/// The page of a fit, with the names of its parts in double braces.
struct report_asset report_fit(void);

#endif
