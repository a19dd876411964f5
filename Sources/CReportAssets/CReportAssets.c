#include "CReportAssets.h"

// C23's #embed, which Clang has in every language mode; see CDemoAssets.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page[] = {
#embed "page.html"
};

static const unsigned char style[] = {
#embed "page.css"
};

static const unsigned char viewer[] = {
#embed "viewer.js"
};

static const unsigned char list[] = {
#embed "list.js"
};

static const unsigned char fit[] = {
#embed "fit.html"
};

struct report_asset report_page(void) { return (struct report_asset){page, sizeof page}; }

struct report_asset report_style(void) { return (struct report_asset){style, sizeof style}; }

struct report_asset report_viewer(void) { return (struct report_asset){viewer, sizeof viewer}; }

struct report_asset report_list(void) { return (struct report_asset){list, sizeof list}; }

struct report_asset report_fit(void) { return (struct report_asset){fit, sizeof fit}; }
