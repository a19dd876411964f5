#include "CImageIO.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  png_structp png;
  png_infop info;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
  int out_of_memory;
  twheader_error *error;
} writer_state;

static void on_error(png_structp png, png_const_charp message) {
  writer_state *writer = png_get_error_ptr(png);
  snprintf(writer->error->message, sizeof writer->error->message, "%s", message);
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void on_write(png_structp png, png_bytep source, png_size_t count) {
  writer_state *writer = png_get_io_ptr(png);
  if (writer->capacity - writer->count < count) {
    size_t capacity = writer->capacity ? writer->capacity * 2 : 16384;
    while (capacity - writer->count < count) capacity *= 2;
    uint8_t *grown = realloc(writer->bytes, capacity);
    if (!grown) {
      writer->out_of_memory = 1;
      png_error(png, "out of memory");
    }
    writer->bytes = grown;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, source, count);
  writer->count += count;
}

static void on_flush(png_structp png) { (void)png; }

static void set_palette(writer_state *writer, const twheader_png_picture *picture) {
  png_color colors[256];
  png_byte alphas[256];
  int translucent = 0; /* entries up to the last translucent one */
  for (int i = 0; i < picture->palette_count; i++) {
    const uint8_t *entry = picture->palette + i * 4;
    colors[i].red = entry[0];
    colors[i].green = entry[1];
    colors[i].blue = entry[2];
    alphas[i] = entry[3];
    if (entry[3] != 255) translucent = i + 1;
  }
  png_set_PLTE(writer->png, writer->info, colors, picture->palette_count);
  if (translucent > 0) png_set_tRNS(writer->png, writer->info, alphas, translucent, NULL);
}

static void write_picture(writer_state *writer, const twheader_png_picture *picture) {
  static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
  png_structp png = writer->png;
  png_set_write_fn(png, writer, on_write, on_flush);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_compression_level(png, picture->level);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, picture->filters << 3);
  png_set_IHDR(
    png, writer->info, picture->width, picture->height, picture->bit_depth, picture->color_type,
    PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (picture->color_type == PNG_COLOR_TYPE_PALETTE) set_palette(writer, picture);
  png_write_info(png, writer->info);
  if (picture->bit_depth < 8) png_set_packing(png);
  size_t stride = (size_t)picture->width * channels[picture->color_type];
  for (uint32_t y = 0; y < picture->height; y++)
    png_write_row(png, picture->pixels + y * stride);
  png_write_end(png, NULL);
}

twheader_status twheader_png_write(
  const twheader_png_picture *picture, uint8_t **bytes, size_t *count, twheader_error *error) {
  *bytes = NULL;
  *count = 0;
  error->message[0] = 0;
  writer_state *writer = calloc(1, sizeof *writer);
  if (!writer) return TWHEADER_OUT_OF_MEMORY;
  writer->error = error;
  twheader_status status = TWHEADER_OK;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
  if (writer->png) writer->info = png_create_info_struct(writer->png);
  if (!writer->info) {
    png_destroy_write_struct(&writer->png, &writer->info);
    free(writer);
    return TWHEADER_OUT_OF_MEMORY;
  }
  if (setjmp(png_jmpbuf(writer->png))) {
    status = writer->out_of_memory ? TWHEADER_OUT_OF_MEMORY : TWHEADER_FAILED;
    png_destroy_write_struct(&writer->png, &writer->info);
    free(writer->bytes);
    free(writer);
    return status;
  }
  write_picture(writer, picture);
  png_destroy_write_struct(&writer->png, &writer->info);
  *bytes = writer->bytes;
  *count = writer->count;
  free(writer);
  return TWHEADER_OK;
}

void twheader_png_free(uint8_t *bytes) { free(bytes); }
