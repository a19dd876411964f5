#ifndef CDEMOASSETS_H
#define CDEMOASSETS_H

#include <stddef.h>

/// A file that is part of the program; the bytes live as long as it runs.
struct demo_asset {
  const unsigned char *bytes;
  size_t count;
};

/// A JPEG, 1500 x 500: a mountain lake at dusk.
struct demo_asset demo_banner(void);

/// A PNG, 400 x 400: a robin.
struct demo_asset demo_avatar(void);

/// A curve document: pull-down, release and bounce, drag up, fling, settle, scroll back to top.
struct demo_asset demo_swipe(void);

/// The published frames of the self-test.
struct demo_asset demo_vectors(void);

#endif
