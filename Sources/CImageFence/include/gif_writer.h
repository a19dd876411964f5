#ifndef TWH_GIF_WRITER_H
#define TWH_GIF_WRITER_H

#include <stddef.h>
#include <stdint.h>

/// Writes the container of a GIF89a through libgif into memory that the caller drains after each
/// call. No caller code runs while libgif does.
typedef struct twh_gif_writer twh_gif_writer;

typedef enum {
  TWH_GIF_OK = 0,
  TWH_GIF_NO_MEMORY = 1,
  TWH_GIF_REFUSED = 2,
} twh_gif_status;

/// One picture of the animation, its pixels already LZW codes.
typedef struct {
  int32_t x, y, width, height;
  /// Hundredths of a second, 0...65535.
  int32_t delay;
  /// 0...3, as in the graphic control extension.
  int32_t disposal;
  /// The transparent index, -1 for none.
  int32_t transparent;
  /// RGB triplets of the local table; NULL where the global table serves.
  const uint8_t *colors;
  /// Entries of the local table: 2, 4 ... 256.
  int32_t color_count;
  /// The packed codes, least significant bit first, not yet cut into blocks.
  const uint8_t *codes;
  size_t code_bytes;
} twh_gif_image;

/// Begins a file; `colors` is the global table of `color_count` (2, 4 ... 256) RGB triplets or NULL.
twh_gif_status twh_gif_writer_open(int32_t width, int32_t height, const uint8_t *colors,
                                   int32_t color_count, twh_gif_writer **writer);
/// Adds the NETSCAPE2.0 loop extension; 0 repeats for ever.
twh_gif_status twh_gif_writer_loop(twh_gif_writer *writer, uint16_t repeats);
twh_gif_status twh_gif_writer_image(twh_gif_writer *writer, const twh_gif_image *image);
/// Writes the trailer; only draining and freeing may follow.
twh_gif_status twh_gif_writer_finish(twh_gif_writer *writer);

/// What libgif has written since the last `twh_gif_writer_drained`.
const uint8_t *twh_gif_writer_bytes(const twh_gif_writer *writer, size_t *count);
void twh_gif_writer_drained(twh_gif_writer *writer);
/// Why the last call failed; empty where it did not.
const char *twh_gif_writer_message(const twh_gif_writer *writer);
void twh_gif_writer_free(twh_gif_writer *writer);

#endif
