#include "CPreviewAssets.h"

// C23's #embed, which Clang has in every language mode; see CDemoAssets.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page[] = {
#embed "page.html"
};

static const unsigned char style[] = {
#embed "page.css"
};

static const unsigned char waiting[] = {
#embed "waiting.html"
};

static const unsigned char reload[] = {
#embed "reload.js"
};

// The interpreter of header documents.
static const unsigned char easing[] = {
#embed "easing.js"
};
static const unsigned char cells[] = {
#embed "cells.js"
};
static const unsigned char texts[] = {
#embed "texts.js"
};
static const unsigned char layers[] = {
#embed "layers.js"
};
static const unsigned char contents[] = {
#embed "contents.js"
};
static const unsigned char header[] = {
#embed "header.js"
};

// Scrolling.
static const unsigned char scrolling[] = {
#embed "scrolling.js"
};

// Drawing.
static const unsigned char frames[] = {
#embed "frames.js"
};
static const unsigned char pictures[] = {
#embed "pictures.js"
};
static const unsigned char shapes[] = {
#embed "shapes.js"
};
static const unsigned char lettering[] = {
#embed "lettering.js"
};
static const unsigned char chrome[] = {
#embed "chrome.js"
};
static const unsigned char painter[] = {
#embed "painter.js"
};

// The page.
static const unsigned char player[] = {
#embed "player.js"
};
static const unsigned char gestures[] = {
#embed "gestures.js"
};
static const unsigned char panel[] = {
#embed "panel.js"
};
static const unsigned char main_script[] = {
#embed "main.js"
};

static const struct preview_asset scripts[] = {
    {easing, sizeof easing},       {cells, sizeof cells},
    {texts, sizeof texts},         {layers, sizeof layers},
    {contents, sizeof contents},   {header, sizeof header},
    {scrolling, sizeof scrolling}, {frames, sizeof frames},
    {pictures, sizeof pictures},   {shapes, sizeof shapes},
    {lettering, sizeof lettering}, {chrome, sizeof chrome},
    {painter, sizeof painter},     {player, sizeof player},
    {gestures, sizeof gestures},   {panel, sizeof panel},
    {main_script, sizeof main_script},
};

struct preview_asset preview_page(void) { return (struct preview_asset){page, sizeof page}; }

struct preview_asset preview_waiting(void) {
  return (struct preview_asset){waiting, sizeof waiting};
}

struct preview_asset preview_style(void) { return (struct preview_asset){style, sizeof style}; }

struct preview_asset preview_reload(void) { return (struct preview_asset){reload, sizeof reload}; }

size_t preview_script_count(void) { return sizeof scripts / sizeof scripts[0]; }

struct preview_asset preview_script(size_t index) { return scripts[index]; }
