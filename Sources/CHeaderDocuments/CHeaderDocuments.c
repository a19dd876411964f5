#include "CHeaderDocuments.h"

// C23's #embed, which Clang has in every language mode; see CDemoAssets.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char mimic[] = {
#embed "Headers/mimic.json"
};

static const unsigned char thinkandbuild[] = {
#embed "Headers/thinkandbuild.json"
};

static const unsigned char stretch[] = {
#embed "Headers/stretch.json"
};

static const unsigned char contacts[] = {
#embed "Headers/contacts.json"
};

static const unsigned char x_profile[] = {
#embed "Headers/x-profile.json"
};

static const unsigned char large_title[] = {
#embed "Headers/large-title.json"
};

static const unsigned char collapsing_toolbar[] = {
#embed "Headers/collapsing-toolbar.json"
};

static const unsigned char quick_return[] = {
#embed "Headers/quick-return.json"
};

static const unsigned char parallax_cover[] = {
#embed "Headers/parallax-cover.json"
};

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t size;
} documents[] = {
    {"mimic", mimic, sizeof mimic},
    {"thinkandbuild", thinkandbuild, sizeof thinkandbuild},
    {"stretch", stretch, sizeof stretch},
    {"contacts", contacts, sizeof contacts},
    {"x-profile", x_profile, sizeof x_profile},
    {"large-title", large_title, sizeof large_title},
    {"collapsing-toolbar", collapsing_toolbar, sizeof collapsing_toolbar},
    {"quick-return", quick_return, sizeof quick_return},
    {"parallax-cover", parallax_cover, sizeof parallax_cover},
};

enum { document_count = sizeof documents / sizeof documents[0] };

size_t header_document_count(void) { return document_count; }

unsigned char header_document_name_byte(size_t document, size_t place) {
  if (document >= document_count) return 0;
  const char *name = documents[document].name;
  for (size_t i = 0; i < place; i += 1) {
    if (name[i] == 0) return 0;
  }
  return (unsigned char)name[place];
}

size_t header_document_size(size_t document) {
  return document < document_count ? documents[document].size : 0;
}

unsigned char header_document_byte(size_t document, size_t place) {
  return place < header_document_size(document) ? documents[document].bytes[place] : 0;
}
