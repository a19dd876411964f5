#include "CImageIO.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of compressed bytes read at a time. In a truncated file only whole portions are
 * decompressed, so a small portion makes the reported number of bytes accurate. It costs 5 % of the
 * time. */
#define PORTION 256

struct twheader_png_reader {
  png_structp png;
  png_infop info;
  const uint8_t *bytes; /* valid during a call only */
  size_t count;
  size_t offset;
  int failed_at_end;
  int passes;
  twheader_png_info facts;
  uint64_t bytes_read;
  twheader_error *error; /* valid during a call only */
};

static void note(twheader_png_reader *reader, const char *message) {
  if (reader->error) snprintf(reader->error->message, sizeof reader->error->message, "%s", message);
}

static void on_error(png_structp png, png_const_charp message) {
  note(png_get_error_ptr(png), message);
  png_longjmp(png, 1);
}

/* Returns true if a message concerns the checksum of a chunk that does not affect pixels. */
static int harms_no_pixel(const char *message) {
  static const char *const needed[] = {"tRNS", "acTL", "fcTL", "fdAT"};
  if (!strstr(message, ": CRC error")) return 0;
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++)
    if (strncmp(message, needed[i], 4) == 0) return 0;
  return 1;
}

/* libpng warns if it would continue with something different from the file. Nothing is accepted in
 * part, so this is an error. Surplus data after the last pixel is harmless. */
static void on_warning(png_structp png, png_const_charp message) {
  if (strstr(message, "Extra compressed data") || strstr(message, "Too much image data")) return;
  if (harms_no_pixel(message)) return;
  /* Only as many low bits of the transparent color count as a sample has (PNG, section 11.3.1.1).
   */
  if (strstr(message, "tRNS chunk has out-of-range samples")) return;
  png_error(png, message);
}

static void on_read(png_structp png, png_bytep target, png_size_t wanted) {
  twheader_png_reader *reader = png_get_io_ptr(png);
  if (reader->count - reader->offset < wanted) {
    reader->failed_at_end = 1;
    png_error(png, "unexpected end of file");
  }
  memcpy(target, reader->bytes + reader->offset, wanted);
  reader->offset += wanted;
}

static uint64_t pass_row_bytes(const twheader_png_reader *reader, int pass) {
  static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
  uint64_t columns = reader->facts.width;
  if (reader->facts.interlaced) columns = PNG_PASS_COLS(reader->facts.width, pass);
  uint64_t bits = columns * channels[reader->facts.color_type] * reader->facts.bit_depth;
  return columns == 0 ? 0 : 1 + (bits + 7) / 8; /* 1: the filter type of the row */
}

static uint64_t pass_rows(const twheader_png_reader *reader, int pass) {
  if (!reader->facts.interlaced) return reader->facts.height;
  return PNG_PASS_ROWS(reader->facts.height, pass);
}

static void gather_facts(twheader_png_reader *reader) {
  png_structp png = reader->png;
  twheader_png_info *facts = &reader->facts;
  facts->width = png_get_image_width(png, reader->info);
  facts->height = png_get_image_height(png, reader->info);
  facts->bit_depth = png_get_bit_depth(png, reader->info);
  facts->color_type = png_get_color_type(png, reader->info);
  facts->interlaced = png_get_interlace_type(png, reader->info) != PNG_INTERLACE_NONE;
  facts->sample_bytes = facts->bit_depth == 16 ? 2 : 1;
  facts->has_alpha = (facts->color_type & PNG_COLOR_MASK_ALPHA) != 0
    || png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
  facts->bytes_needed = 0;
  int passes = facts->interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1;
  for (int pass = 0; pass < passes; pass++)
    facts->bytes_needed += pass_row_bytes(reader, pass) * pass_rows(reader, pass);
}

static void ask_for_rgba(twheader_png_reader *reader) {
  png_structp png = reader->png;
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  if (reader->facts.sample_bytes == 2) {
    const uint16_t probe = 1;
    if (*(const uint8_t *)&probe == 1) png_set_swap(png);
    png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
  } else {
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  }
  reader->passes = png_set_interlace_handling(png);
  png_read_update_info(png, reader->info);
  size_t expected = (size_t)reader->facts.width * 4 * reader->facts.sample_bytes;
  if (png_get_rowbytes(png, reader->info) != expected) png_error(png, "unexpected row size");
}

static twheader_status failure(const twheader_png_reader *reader) {
  if (reader->failed_at_end) return TWHEADER_TRUNCATED;
  if (reader->error && strstr(reader->error->message, "Not enough image data"))
    return TWHEADER_TRUNCATED;
  if (reader->error && strstr(reader->error->message, "emory")) return TWHEADER_OUT_OF_MEMORY;
  return TWHEADER_MALFORMED;
}

twheader_status twheader_png_open(
  const uint8_t *bytes, size_t count, twheader_png_reader **result, twheader_png_info *info,
  twheader_error *error) {
  *result = NULL;
  error->message[0] = 0;
  twheader_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return TWHEADER_OUT_OF_MEMORY;
  reader->bytes = bytes;
  reader->count = count;
  reader->error = error;
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    twheader_png_close(reader);
    return TWHEADER_OUT_OF_MEMORY;
  }
  if (setjmp(png_jmpbuf(reader->png))) {
    twheader_status status = failure(reader);
    twheader_png_close(reader);
    return status;
  }
  png_set_read_fn(reader->png, reader, on_read);
  png_set_crc_action(reader->png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
  /* Chunks other than IHDR, PLTE, tRNS, IDAT and IEND are skipped after their checksum was checked:
   * there is no color management. */
  png_set_keep_unknown_chunks(reader->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX); /* checked by the caller */
  png_set_compression_buffer_size(reader->png, PORTION);
  png_read_info(reader->png, reader->info);
  gather_facts(reader);
  *info = reader->facts;
  reader->bytes = NULL;
  reader->error = NULL;
  *result = reader;
  return TWHEADER_OK;
}

twheader_status twheader_png_read(
  twheader_png_reader *reader, const uint8_t *bytes, size_t count, uint8_t *pixels,
  uint64_t *bytes_read, twheader_error *error) {
  error->message[0] = 0;
  reader->bytes = bytes;
  reader->count = count;
  reader->error = error;
  if (setjmp(png_jmpbuf(reader->png))) {
    *bytes_read = reader->bytes_read;
    twheader_status status = failure(reader);
    reader->bytes = NULL;
    reader->error = NULL;
    return status;
  }
  ask_for_rgba(reader);
  size_t stride = (size_t)reader->facts.width * 4 * reader->facts.sample_bytes;
  for (int pass = 0; pass < reader->passes; pass++) {
    uint64_t row_bytes = pass_row_bytes(reader, pass);
    for (uint32_t y = 0; y < reader->facts.height; y++) {
      png_read_row(reader->png, pixels + y * stride, NULL);
      if (!reader->facts.interlaced || PNG_ROW_IN_INTERLACE_PASS(y, pass))
        reader->bytes_read += row_bytes;
    }
  }
  *bytes_read = reader->bytes_read;
  png_read_end(reader->png, NULL);
  reader->bytes = NULL;
  reader->error = NULL;
  return TWHEADER_OK;
}

void twheader_png_close(twheader_png_reader *reader) {
  if (!reader) return;
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader);
}
