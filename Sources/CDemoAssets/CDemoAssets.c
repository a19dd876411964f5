#include "CDemoAssets.h"

// C23's #embed, which Clang has in every language mode, costs the build some milliseconds;
// a byte array generated in Swift for the same files was measured at 19 to 27 seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char banner[] = {
#embed "banner.jpg"
};

static const unsigned char avatar[] = {
#embed "avatar.png"
};

static const unsigned char swipe[] = {
#embed "swipe.json"
};

static const unsigned char vectors[] = {
#embed "../../Fixtures/vectors.json"
};

struct demo_asset demo_banner(void) { return (struct demo_asset){banner, sizeof banner}; }

struct demo_asset demo_avatar(void) { return (struct demo_asset){avatar, sizeof avatar}; }

struct demo_asset demo_swipe(void) { return (struct demo_asset){swipe, sizeof swipe}; }

struct demo_asset demo_vectors(void) { return (struct demo_asset){vectors, sizeof vectors}; }
