#ifndef CIMAGEIO_H
#define CIMAGEIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The only code that calls libpng, zlib, libjpeg, giflib and libwebp. Swift sees plain structs,
 * opaque handles and status codes.
 *
 * libpng and libjpeg report errors with longjmp, which must never cross a Swift frame. So each
 * function that calls one of them sets its own setjmp, and state that outlives the jump is in one
 * heap struct behind the handle. giflib and libwebp return error codes and never jump. No function
 * calls back into its caller.
 *
 * A reader keeps no pointer into the input between calls. Each call that reads must pass the same
 * bytes again, and the reader remembers its offset. */

/* MARK: Status */

/* The result of a function that can fail. */
typedef enum {
  TWHEADER_OK = 0,
  TWHEADER_END,         /* no more input; not an error */
  TWHEADER_NO_BLOCK,    /* GIF: neither a block nor the trailer where one is expected */
  TWHEADER_MALFORMED,   /* the bytes violate the rules of their format */
  TWHEADER_TRUNCATED,   /* the library needed bytes after the end of the input */
  TWHEADER_UNSUPPORTED, /* valid, but not supported by the library */
  TWHEADER_OUT_OF_MEMORY,
  TWHEADER_FAILED       /* any other error */
} twheader_status;

/* The library's message for a status other than TWHEADER_OK. Empty if it gave none. */
typedef struct {
  char message[256];
} twheader_error;

/* MARK: Versions */

/* The libraries' versions: that of the running libpng, and those of the headers of the others. */
const char *twheader_png_version(void);
const char *twheader_jpeg_version(void);
const char *twheader_gif_version(void);

/* MARK: Memory */

/* Returns true if this number of bytes can be allocated now. Swift ends the process if an array
 * cannot be allocated, so large sizes are checked here first. The memory is not touched, so it
 * costs nothing. */
bool twheader_can_allocate(size_t byte_count);

/* MARK: Checksums */

/* Returns the CRC-32 of PNG chunks (PNG specification, annex D), computed by zlib. `sum` is the
 * checksum of the preceding bytes, or 0 if there are none. */
uint32_t twheader_crc32(uint32_t sum, const uint8_t *bytes, size_t count);

/* MARK: GIF, reading */

typedef struct twheader_gif_reader twheader_gif_reader;

typedef struct {
  uint16_t width;
  uint16_t height;
  uint16_t palette_count; /* entries in the global palette, 0 if there is none */
} twheader_gif_screen;

typedef struct {
  uint16_t left;
  uint16_t top;
  uint16_t width;
  uint16_t height;
  uint16_t delay;               /* centiseconds */
  int16_t transparent;          /* palette index, -1 if none */
  uint16_t local_palette_count; /* 0 if the global palette is used */
  uint16_t palette_count;       /* entries in the palette in use, 0 if there is none */
  uint8_t disposal;             /* 0 ... 7 as in the file */
  uint8_t interlaced;           /* 0 or 1 */
  uint8_t minimum_code_size;    /* as in the file */
  uint8_t palette[256 * 3];     /* RGB entries of the palette in use */
} twheader_gif_frame;

/* The contents of extension blocks that were read so far. */
typedef struct {
  int32_t loop_count;   /* of the NETSCAPE2.0 block: 0 is forever; -1 if there is none */
  size_t comment_count; /* bytes in all comments, at most 64 KiB */
} twheader_gif_notes;

/* Reads the screen descriptor and the global palette. *reader is null unless the status is
 * TWHEADER_OK. */
twheader_status twheader_gif_open(
  const uint8_t *bytes, size_t count, twheader_gif_reader **reader, twheader_gif_screen *screen,
  twheader_error *error);

/* Advances to the next frame's image descriptor. Returns TWHEADER_END at the trailer and
 * TWHEADER_NO_BLOCK if the file ends or continues with something else. Fails with TWHEADER_FAILED
 * if the pixels of the previous frame were not skipped. */
twheader_status twheader_gif_next(
  twheader_gif_reader *reader, const uint8_t *bytes, size_t count, twheader_gif_frame *frame,
  twheader_error *error);

/* Skips the frame's compressed pixels: the blocks from twheader_gif_offset on. A caller that needs
 * the pixels must decode them itself. */
twheader_status twheader_gif_skip(
  twheader_gif_reader *reader, const uint8_t *bytes, size_t count, twheader_error *error);

/* The number of bytes of the input that were read. */
size_t twheader_gif_offset(const twheader_gif_reader *reader);

twheader_gif_notes twheader_gif_notes_so_far(const twheader_gif_reader *reader);

/* Copies the comments to `target`, which must have space for notes.comment_count bytes. */
void twheader_gif_copy_comment(const twheader_gif_reader *reader, uint8_t *target);

void twheader_gif_close(twheader_gif_reader *reader);

/* MARK: GIF, writing */

/* Writes the container of a GIF89a with giflib to memory that the caller drains. */
typedef struct twheader_gif_writer twheader_gif_writer;

/* A frame of the animation with its LZW codes. */
typedef struct {
  int32_t x, y, width, height;
  int32_t delay;         /* centiseconds, 0 ... 65535 */
  int32_t disposal;      /* 0 ... 3, as in the graphic control extension */
  int32_t transparent;   /* palette index, -1 if none */
  const uint8_t *colors; /* RGB entries of the local palette; null for the global one */
  int32_t color_count;   /* entries in the local palette: 2, 4 ... 256 */
  const uint8_t *codes;  /* packed codes, least significant bit first, not split into blocks */
  size_t code_bytes;
} twheader_gif_image;

/* Starts a file. `colors` is the global palette with `color_count` (2, 4 ... 256) RGB entries, or
 * null. *writer is null unless the status is TWHEADER_OK. */
twheader_status twheader_gif_writer_open(
  int32_t width, int32_t height, const uint8_t *colors, int32_t color_count,
  twheader_gif_writer **writer, twheader_error *error);

/* Adds the NETSCAPE2.0 loop extension. 0 repeats forever. */
twheader_status twheader_gif_writer_loop(
  twheader_gif_writer *writer, uint16_t repeats, twheader_error *error);

/* Adds an application extension. The identifier must have 11 characters. */
twheader_status twheader_gif_writer_application(
  twheader_gif_writer *writer, const char *identifier, const uint8_t *bytes, size_t count,
  twheader_error *error);

twheader_status twheader_gif_writer_image(
  twheader_gif_writer *writer, const twheader_gif_image *image, twheader_error *error);

/* Writes the trailer. After it, the writer can only be drained and closed. */
twheader_status twheader_gif_writer_finish(twheader_gif_writer *writer, twheader_error *error);

/* The bytes written since the last twheader_gif_writer_drained, or null if none were ever written.
 */
const uint8_t *twheader_gif_writer_bytes(const twheader_gif_writer *writer, size_t *count);

void twheader_gif_writer_drained(twheader_gif_writer *writer);

void twheader_gif_writer_close(twheader_gif_writer *writer);

/* MARK: JPEG, reading */

typedef struct twheader_jpeg_reader twheader_jpeg_reader;

typedef enum {
  TWHEADER_JPEG_RGBA = 0, /* red, green, blue, 255 */
  TWHEADER_JPEG_CMYK      /* cyan, magenta, yellow, black as stored, see inverted */
} twheader_jpeg_rows;

typedef enum {
  TWHEADER_JPEG_IS_GRAY = 0,
  TWHEADER_JPEG_IS_YCBCR,
  TWHEADER_JPEG_IS_RGB,
  TWHEADER_JPEG_IS_CMYK,
  TWHEADER_JPEG_IS_YCCK
} twheader_jpeg_color;

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t color;       /* a twheader_jpeg_color, as in the file */
  uint8_t progressive; /* 0 or 1 */
  uint8_t rows;        /* a twheader_jpeg_rows, the result of twheader_jpeg_read */
  uint8_t inverted;    /* CMYK only: 1 if 255 means no ink, as in files from Adobe */
} twheader_jpeg_info;

/* Reads up to the first scan. *reader is null unless the status is TWHEADER_OK. */
twheader_status twheader_jpeg_open(
  const uint8_t *bytes, size_t count, twheader_jpeg_reader **reader, twheader_jpeg_info *info,
  twheader_error *error);

/* Reads all rows, width * 4 bytes each without padding, and the end marker. Damage for which the
 * library only warns is an error, except for that in twheader_jpeg_damage. *rows_read is the number
 * of complete rows. */
twheader_status twheader_jpeg_read(
  twheader_jpeg_reader *reader, const uint8_t *bytes, size_t count, uint8_t *pixels,
  uint32_t *rows_read, twheader_error *error);

/* The tolerated damage found so far. */
typedef enum {
  TWHEADER_JPEG_IS_SOUND = 0,
  /* Bytes outside of segments. */
  TWHEADER_JPEG_HAS_STRAY_BYTES,
  /* Pixel data between two restart markers. */
  TWHEADER_JPEG_IS_DAMAGED_IN_PART
} twheader_jpeg_damage;
twheader_jpeg_damage twheader_jpeg_found_damage(const twheader_jpeg_reader *reader);

void twheader_jpeg_close(twheader_jpeg_reader *reader);

/* MARK: JPEG, writing */

typedef struct {
  uint32_t width;
  uint32_t height;
  int quality;           /* 1 ... 100 */
  uint8_t full_chroma;   /* 1: full chroma resolution; 0: subsampled 2 x 2 */
  const uint8_t *pixels; /* RGB and an unused byte per pixel, rows without padding */
} twheader_jpeg_picture;

/* Writes a complete progressive JPEG file to newly allocated memory. The caller owns *bytes and
 * must release it with twheader_jpeg_free. On failure *bytes is null. */
twheader_status twheader_jpeg_write(
  const twheader_jpeg_picture *picture, uint8_t **bytes, size_t *count, twheader_error *error);

void twheader_jpeg_free(uint8_t *bytes);

/* MARK: PNG, reading */

typedef struct twheader_png_reader twheader_png_reader;

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t bit_depth;     /* as in the file: 1, 2, 4, 8, 16 */
  uint8_t color_type;    /* as in the file: 0, 2, 3, 4, 6 */
  uint8_t interlaced;    /* 0 or 1 */
  uint8_t has_alpha;     /* 1 if pixels may be translucent (alpha channel or tRNS) */
  uint8_t sample_bytes;  /* of the returned rows: 1 or 2 (native byte order) */
  uint64_t bytes_needed; /* decompressed pixel data of the picture, in the file's depth */
} twheader_png_info;

/* Reads up to the first pixel. *reader is null unless the status is TWHEADER_OK. */
twheader_status twheader_png_open(
  const uint8_t *bytes, size_t count, twheader_png_reader **reader, twheader_png_info *info,
  twheader_error *error);

/* Reads all rows as RGBA with straight alpha, width * 4 * sample_bytes bytes per row without
 * padding, then the rest of the file. A wrong checksum is an error in chunks that affect pixels,
 * including those of an animation. Other damaged chunks are skipped. *bytes_read is the
 * decompressed size of the complete rows, in the units of bytes_needed. */
twheader_status twheader_png_read(
  twheader_png_reader *reader, const uint8_t *bytes, size_t count, uint8_t *pixels,
  uint64_t *bytes_read, twheader_error *error);

void twheader_png_close(twheader_png_reader *reader);

/* MARK: PNG, writing */

typedef struct {
  uint32_t width;
  uint32_t height;
  uint8_t color_type;     /* 0 gray, 2 RGB, 3 palette, 6 RGBA */
  uint8_t bit_depth;      /* 8; 1, 2 or 4 with a palette */
  int level;              /* of deflate, 0 ... 9 */
  int filters;            /* a set of bits: 1 none, 2 sub, 4 up, 8 average, 16 Paeth */
  const uint8_t *pixels;  /* rows without padding; palette indices one byte per pixel */
  const uint8_t *palette; /* RGBA entries, null unless color_type is 3 */
  int palette_count;
} twheader_png_picture;

/* Writes a complete PNG file to newly allocated memory. The caller owns *bytes and must release it
 * with twheader_png_free. On failure *bytes is null. */
twheader_status twheader_png_write(
  const twheader_png_picture *picture, uint8_t **bytes, size_t *count, twheader_error *error);

void twheader_png_free(uint8_t *bytes);

/* MARK: WebP, reading */

typedef struct {
  uint32_t width;
  uint32_t height;
  uint32_t frame_count; /* 1 for a still picture */
  uint32_t loop_count;  /* 0 is forever */
  uint8_t is_animated;  /* 0 or 1 */
  uint8_t has_alpha;    /* 1 if the file says that pixels may be translucent */
} twheader_webp_info;

typedef struct {
  uint32_t x, y, width, height; /* on the canvas */
  uint32_t milliseconds;
  uint8_t clears; /* 1: the rectangle becomes transparent after the frame */
  uint8_t blends; /* 1: composited over the canvas; 0: replaces it */
  uint8_t has_alpha;
  uint8_t is_lossless;
  size_t offset; /* of the frame's data in the file, for twheader_webp_read */
  size_t count;
} twheader_webp_frame;

/* Lists the frames of a file. Reads the complete structure but decodes no pixels. The caller owns
 * *frames and must release it with twheader_webp_frames_free. *frames is null unless the status is
 * TWHEADER_OK. */
twheader_status twheader_webp_open(
  const uint8_t *bytes, size_t count, twheader_webp_info *info, twheader_webp_frame **frames,
  twheader_error *error);

void twheader_webp_frames_free(twheader_webp_frame *frames);

/* Decodes the data of a frame, which must have exactly this size, as RGBA with straight alpha,
 * width * 4 bytes per row without padding. */
twheader_status twheader_webp_read(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
  twheader_error *error);

/* MARK: WebP, writing */

typedef struct twheader_webp_writer twheader_webp_writer;

typedef struct {
  int32_t width;
  int32_t height;
  int32_t loop_count;        /* 0 is forever */
  int32_t lossless;          /* 0 or 1; if 1, quality is the compression effort */
  float quality;             /* 0 ... 100 */
  int32_t method;            /* 0 (fastest) ... 6 (smallest) */
  int32_t key_frame_minimum; /* minimum distance between key frames */
  int32_t key_frame_maximum; /* maximum distance; 0: only the first frame is a key frame */
} twheader_webp_options;

/* Starts a file. *writer is null unless the status is TWHEADER_OK. */
twheader_status twheader_webp_writer_open(
  const twheader_webp_options *options, twheader_webp_writer **writer, twheader_error *error);

/* Adds a frame as RGBA with straight alpha, shown from the given time on. Times must increase. */
twheader_status twheader_webp_writer_frame(
  twheader_webp_writer *writer, const uint8_t *pixels, int32_t milliseconds,
  twheader_error *error);

/* Ends the last frame at the given time and returns the complete file. The caller owns *bytes and
 * must release it with twheader_webp_bytes_free. On failure *bytes is null. */
twheader_status twheader_webp_writer_finish(
  twheader_webp_writer *writer, int32_t milliseconds, uint8_t **bytes, size_t *count,
  twheader_error *error);

void twheader_webp_bytes_free(uint8_t *bytes);

void twheader_webp_writer_close(twheader_webp_writer *writer);

/* The version of the linked encoder. Other versions may encode the same frames to different bytes.
 */
uint32_t twheader_webp_version(void);

#endif
