#include "CImageIO.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/* Valid files have a few dozen scans. Each costs a pass over the picture. */
#define SCAN_LIMIT 100

struct twheader_jpeg_reader {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  int created;
  int failed_at_end;
  int too_many_scans;
  int all_rows_read;
  twheader_jpeg_damage damage;
  const uint8_t *bytes; /* valid during a call only */
  size_t count;
  twheader_error *error; /* valid during a call only */
};

static twheader_jpeg_reader *reader_of(j_common_ptr jpeg) { return jpeg->client_data; }

static void on_error(j_common_ptr jpeg) {
  twheader_jpeg_reader *reader = reader_of(jpeg);
  char text[JMSG_LENGTH_MAX];
  reader->errors.format_message(jpeg, text);
  if (reader->error) snprintf(reader->error->message, sizeof reader->error->message, "%s", text);
  longjmp(reader->escape, 1);
}

/* Damage inside an interval ends at the next restart marker, as in all viewers. */
static int ends_at_restart(j_decompress_ptr jpeg, int code) {
  if (jpeg->restart_interval == 0) return 0;
  int before_mark = jpeg->unread_marker >= 0xD0 && jpeg->unread_marker <= 0xD7;
  return code == JWRN_HUFF_BAD_CODE || (code == JWRN_HIT_MARKER && before_mark);
}

static void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return; /* trace messages */
  twheader_jpeg_reader *reader = reader_of(jpeg);
  int code = reader->errors.msg_code;
  /* Version numbers in the header and padding after the last row do not affect pixels. */
  if (code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM) return;
  if (code == JWRN_EXTRANEOUS_DATA) {
    /* Padding after the last row is common and not reported. */
    if (!reader->all_rows_read && reader->damage == TWHEADER_JPEG_IS_SOUND)
      reader->damage = TWHEADER_JPEG_HAS_STRAY_BYTES;
    return;
  }
  if (ends_at_restart((j_decompress_ptr)jpeg, code)) {
    reader->damage = TWHEADER_JPEG_IS_DAMAGED_IN_PART;
    return;
  }
  on_error(jpeg);
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void on_progress(j_common_ptr jpeg) {
  twheader_jpeg_reader *reader = reader_of(jpeg);
  if (reader->jpeg.input_scan_number <= SCAN_LIMIT) return;
  reader->too_many_scans = 1;
  if (reader->error)
    snprintf(reader->error->message, sizeof reader->error->message,
             "more than %d scans", SCAN_LIMIT);
  longjmp(reader->escape, 1);
}

static void on_source_start(j_decompress_ptr jpeg) { (void)jpeg; }
static void on_source_end(j_decompress_ptr jpeg) { (void)jpeg; }

static boolean on_source_empty(j_decompress_ptr jpeg) {
  reader_of((j_common_ptr)jpeg)->failed_at_end = 1;
  ERREXIT(jpeg, JERR_INPUT_EOF);
  return FALSE;
}

static void on_source_skip(j_decompress_ptr jpeg, long count) {
  if (count <= 0) return;
  if ((size_t)count > jpeg->src->bytes_in_buffer) {
    jpeg->src->bytes_in_buffer = 0;
    on_source_empty(jpeg);
  }
  jpeg->src->next_input_byte += count;
  jpeg->src->bytes_in_buffer -= (size_t)count;
}

/* The caller's bytes may have moved since the last call, but the distance to their end is the same.
 */
static void begin(
  twheader_jpeg_reader *reader, const uint8_t *bytes, size_t count, twheader_error *error) {
  error->message[0] = 0;
  reader->bytes = bytes;
  reader->count = count;
  reader->error = error;
  reader->source.next_input_byte = bytes + (count - reader->source.bytes_in_buffer);
}

static twheader_status end(twheader_jpeg_reader *reader, twheader_status status) {
  reader->bytes = NULL;
  reader->error = NULL;
  return status;
}

static twheader_status failure(const twheader_jpeg_reader *reader) {
  if (reader->failed_at_end) return TWHEADER_TRUNCATED;
  if (reader->too_many_scans) return TWHEADER_UNSUPPORTED;
  switch (reader->errors.msg_code) {
    case JERR_OUT_OF_MEMORY:
      return TWHEADER_OUT_OF_MEMORY;
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
      return TWHEADER_UNSUPPORTED;
    default:
      return TWHEADER_MALFORMED;
  }
}

static void set_up(twheader_jpeg_reader *reader) {
  reader->jpeg.err = jpeg_std_error(&reader->errors);
  reader->errors.error_exit = on_error;
  reader->errors.emit_message = on_message;
  reader->errors.output_message = on_output;
  reader->jpeg.client_data = reader;
  reader->source.init_source = on_source_start;
  reader->source.fill_input_buffer = on_source_empty;
  reader->source.skip_input_data = on_source_skip;
  reader->source.resync_to_restart = jpeg_resync_to_restart;
  reader->source.term_source = on_source_end;
  reader->progress.progress_monitor = on_progress;
}

static twheader_jpeg_color color_of(const struct jpeg_decompress_struct *jpeg) {
  switch (jpeg->jpeg_color_space) {
    case JCS_GRAYSCALE:
      return TWHEADER_JPEG_IS_GRAY;
    case JCS_RGB:
      return TWHEADER_JPEG_IS_RGB;
    case JCS_CMYK:
      return TWHEADER_JPEG_IS_CMYK;
    case JCS_YCCK:
      return TWHEADER_JPEG_IS_YCCK;
    default:
      return TWHEADER_JPEG_IS_YCBCR;
  }
}

static void choose_output(twheader_jpeg_reader *reader, twheader_jpeg_info *info) {
  struct jpeg_decompress_struct *jpeg = &reader->jpeg;
  info->width = jpeg->image_width;
  info->height = jpeg->image_height;
  info->color = (uint8_t)color_of(jpeg);
  info->progressive = jpeg->progressive_mode ? 1 : 0;
  int inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  info->rows = inks ? TWHEADER_JPEG_CMYK : TWHEADER_JPEG_RGBA;
  info->inverted = inks && jpeg->saw_Adobe_marker;
  jpeg->out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
  /* The exact integer transform gives the same pixels with and without SIMD, on all machines. */
  jpeg->dct_method = JDCT_ISLOW;
  jpeg->do_fancy_upsampling = TRUE;
  jpeg->do_block_smoothing = FALSE;
}

twheader_status twheader_jpeg_open(
  const uint8_t *bytes, size_t count, twheader_jpeg_reader **result, twheader_jpeg_info *info,
  twheader_error *error) {
  *result = NULL;
  twheader_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return TWHEADER_OUT_OF_MEMORY;
  set_up(reader);
  reader->source.bytes_in_buffer = count;
  begin(reader, bytes, count, error);
  if (setjmp(reader->escape)) {
    twheader_status status = failure(reader);
    twheader_jpeg_close(reader);
    return status;
  }
  reader->created = 1; /* jpeg_create_decompress clears the struct first, so destroying is safe */
  jpeg_create_decompress(&reader->jpeg);
  reader->jpeg.src = &reader->source;
  reader->jpeg.progress = &reader->progress;
  jpeg_read_header(&reader->jpeg, TRUE);
  choose_output(reader, info);
  *result = reader;
  return end(reader, TWHEADER_OK);
}

twheader_status twheader_jpeg_read(
  twheader_jpeg_reader *reader, const uint8_t *bytes, size_t count, uint8_t *pixels,
  uint32_t *rows_read, twheader_error *error) {
  begin(reader, bytes, count, error);
  *rows_read = 0;
  if (setjmp(reader->escape)) {
    *rows_read = reader->jpeg.output_scanline;
    return end(reader, failure(reader));
  }
  jpeg_start_decompress(&reader->jpeg);
  if (reader->jpeg.output_components != 4) ERREXIT(&reader->jpeg, JERR_CONVERSION_NOTIMPL);
  size_t stride = (size_t)reader->jpeg.output_width * 4;
  while (reader->jpeg.output_scanline < reader->jpeg.output_height) {
    JSAMPROW row = pixels + reader->jpeg.output_scanline * stride;
    jpeg_read_scanlines(&reader->jpeg, &row, 1);
  }
  reader->all_rows_read = 1;
  *rows_read = reader->jpeg.output_height;
  jpeg_finish_decompress(&reader->jpeg);
  return end(reader, TWHEADER_OK);
}

twheader_jpeg_damage twheader_jpeg_found_damage(const twheader_jpeg_reader *reader) {
  return reader->damage;
}

void twheader_jpeg_close(twheader_jpeg_reader *reader) {
  if (!reader) return;
  if (reader->created) jpeg_destroy_decompress(&reader->jpeg);
  free(reader);
}
