#include "CImageIO.h"

#include <gif_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* giflib never jumps: its functions return GIF_ERROR and set an error code. */

#define COMMENT_LIMIT 65536

struct twheader_gif_reader {
  GifFileType *gif;
  const uint8_t *bytes; /* valid during a call only */
  size_t count;
  size_t offset;
  size_t code_size_offset; /* offset of the frame's LZW minimum code size; 0: none */
  int failed_at_end;
  int pixels_pending;
  GraphicsControlBlock control;
  int32_t loop_count;
  uint8_t *comment;
  size_t comment_count;
};

static int on_read(GifFileType *gif, GifByteType *target, int wanted) {
  twheader_gif_reader *reader = gif->UserData;
  size_t left = reader->count - reader->offset;
  size_t given = (size_t)wanted < left ? (size_t)wanted : left;
  if (given < (size_t)wanted) reader->failed_at_end = 1;
  if (given > 0) memcpy(target, reader->bytes + reader->offset, given);
  /* giflib supports at most 8 bits and would reject the file. Larger sizes are left to the caller,
   * which decodes the codes itself. */
  size_t place = reader->code_size_offset;
  if (place > 0 && place >= reader->offset && place - reader->offset < given && target[place - reader->offset] > 8)
    target[place - reader->offset] = 8;
  reader->offset += given;
  return (int)given;
}

static void begin(
  twheader_gif_reader *reader, const uint8_t *bytes, size_t count, twheader_error *error) {
  error->message[0] = 0;
  reader->bytes = bytes;
  reader->count = count;
}

static twheader_status failure(int failed_at_end, int code, twheader_error *error) {
  const char *text = GifErrorString(code);
  snprintf(error->message, sizeof error->message, "%s", text ? text : "unknown error");
  if (code == D_GIF_ERR_NOT_ENOUGH_MEM) return TWHEADER_OUT_OF_MEMORY;
  return failed_at_end ? TWHEADER_TRUNCATED : TWHEADER_MALFORMED;
}

static twheader_status fail(const twheader_gif_reader *reader, twheader_error *error) {
  return failure(reader->failed_at_end, reader->gif->Error, error);
}

static twheader_status fail_because(twheader_status status, const char *text, twheader_error *error) {
  snprintf(error->message, sizeof error->message, "%s", text);
  return status;
}

static void reset_control(twheader_gif_reader *reader) {
  memset(&reader->control, 0, sizeof reader->control);
  reader->control.TransparentColor = NO_TRANSPARENT_COLOR;
}

twheader_status twheader_gif_open(
  const uint8_t *bytes, size_t count, twheader_gif_reader **result, twheader_gif_screen *screen,
  twheader_error *error) {
  *result = NULL;
  twheader_gif_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return TWHEADER_OUT_OF_MEMORY;
  begin(reader, bytes, count, error);
  reader->loop_count = -1;
  reset_control(reader);
  int code = 0;
  reader->gif = DGifOpen(reader, on_read, &code);
  if (!reader->gif) {
    twheader_status status = failure(reader->failed_at_end, code, error);
    twheader_gif_close(reader);
    return status;
  }
  screen->width = (uint16_t)reader->gif->SWidth;
  screen->height = (uint16_t)reader->gif->SHeight;
  screen->palette_count =
    reader->gif->SColorMap ? (uint16_t)reader->gif->SColorMap->ColorCount : 0;
  reader->bytes = NULL;
  *result = reader;
  return TWHEADER_OK;
}

static twheader_status append_comment(
  twheader_gif_reader *reader, const GifByteType *text, size_t count, twheader_error *error) {
  size_t room = COMMENT_LIMIT - reader->comment_count;
  size_t taken = count < room ? count : room;
  if (taken == 0) return TWHEADER_OK;
  uint8_t *grown = realloc(reader->comment, reader->comment_count + taken);
  if (!grown) return fail_because(TWHEADER_OUT_OF_MEMORY, "no memory for a comment", error);
  memcpy(grown + reader->comment_count, text, taken);
  reader->comment = grown;
  reader->comment_count += taken;
  return TWHEADER_OK;
}

static twheader_status read_extension(twheader_gif_reader *reader, twheader_error *error) {
  int function = 0;
  GifByteType *block = NULL; /* the first byte is its length */
  if (DGifGetExtension(reader->gif, &function, &block) == GIF_ERROR) return fail(reader, error);
  int is_loop = 0;
  if (function == APPLICATION_EXT_FUNC_CODE && block && block[0] == 11)
    is_loop = memcmp(block + 1, "NETSCAPE2.0", 11) == 0 || memcmp(block + 1, "ANIMEXTS1.0", 11) == 0;
  if (function == GRAPHICS_EXT_FUNC_CODE
      && (!block || DGifExtensionToGCB(block[0], block + 1, &reader->control) == GIF_ERROR))
    return fail_because(TWHEADER_MALFORMED, "a graphic control block that is not 4 bytes long", error);
  while (block) {
    if (function == COMMENT_EXT_FUNC_CODE) {
      twheader_status status = append_comment(reader, block + 1, block[0], error);
      if (status != TWHEADER_OK) return status;
    }
    if (DGifGetExtensionNext(reader->gif, &block) == GIF_ERROR) return fail(reader, error);
    if (is_loop && block && block[0] >= 3 && (block[1] & 7) == 1)
      reader->loop_count = block[2] | block[3] << 8;
  }
  return TWHEADER_OK;
}

static twheader_status read_description(
  twheader_gif_reader *reader, twheader_gif_frame *frame, twheader_error *error) {
  GifFileType *gif = reader->gif;
  /* Position, size and flags, nine bytes, and the local palette precede it (GIF89a, 20). */
  size_t flags_offset = reader->offset + 8;
  uint8_t flags = flags_offset < reader->count ? reader->bytes[flags_offset] : 0;
  reader->code_size_offset = flags_offset + 1 + (flags & 0x80 ? (size_t)3 << ((flags & 7) + 1) : 0);
  /* Only the header: DGifGetImageDesc would also keep a record of every frame. */
  if (DGifGetImageHeader(gif) == GIF_ERROR) return fail(reader, error);
  memset(frame, 0, sizeof *frame);
  frame->left = (uint16_t)gif->Image.Left;
  frame->top = (uint16_t)gif->Image.Top;
  frame->width = (uint16_t)gif->Image.Width;
  frame->height = (uint16_t)gif->Image.Height;
  frame->interlaced = gif->Image.Interlace ? 1 : 0;
  frame->delay = (uint16_t)reader->control.DelayTime;
  frame->disposal = (uint8_t)reader->control.DisposalMode;
  frame->transparent = (int16_t)reader->control.TransparentColor;
  frame->minimum_code_size = reader->bytes[reader->offset - 1]; /* the last byte of the header */
  const ColorMapObject *palette = gif->Image.ColorMap ? gif->Image.ColorMap : gif->SColorMap;
  frame->local_palette_count = gif->Image.ColorMap ? (uint16_t)gif->Image.ColorMap->ColorCount : 0;
  frame->palette_count = palette ? (uint16_t)palette->ColorCount : 0;
  for (int i = 0; i < frame->palette_count; i++) {
    frame->palette[i * 3] = palette->Colors[i].Red;
    frame->palette[i * 3 + 1] = palette->Colors[i].Green;
    frame->palette[i * 3 + 2] = palette->Colors[i].Blue;
  }
  reset_control(reader);
  reader->pixels_pending = 1;
  return TWHEADER_OK;
}

twheader_status twheader_gif_next(
  twheader_gif_reader *reader, const uint8_t *bytes, size_t count, twheader_gif_frame *frame,
  twheader_error *error) {
  begin(reader, bytes, count, error);
  if (reader->pixels_pending) return fail_because(TWHEADER_FAILED, "pixels were left unread", error);
  for (;;) {
    GifRecordType record = UNDEFINED_RECORD_TYPE;
    if (DGifGetRecordType(reader->gif, &record) == GIF_ERROR) {
      twheader_status status = fail(reader, error);
      if (status == TWHEADER_MALFORMED) reader->offset--; /* return to the unknown byte */
      return status == TWHEADER_OUT_OF_MEMORY ? status : TWHEADER_NO_BLOCK;
    }
    twheader_status status;
    switch (record) {
      case IMAGE_DESC_RECORD_TYPE:
        return read_description(reader, frame, error);
      case EXTENSION_RECORD_TYPE:
        status = read_extension(reader, error);
        if (status != TWHEADER_OK) return status;
        break;
      case TERMINATE_RECORD_TYPE:
        return TWHEADER_END;
      default:
        return fail_because(TWHEADER_MALFORMED, "unknown kind of block", error);
    }
  }
}

twheader_status twheader_gif_skip(
  twheader_gif_reader *reader, const uint8_t *bytes, size_t count, twheader_error *error) {
  begin(reader, bytes, count, error);
  reader->pixels_pending = 0;
  GifByteType *block = NULL;
  do {
    if (DGifGetCodeNext(reader->gif, &block) == GIF_ERROR) return fail(reader, error);
  } while (block);
  return TWHEADER_OK;
}

size_t twheader_gif_offset(const twheader_gif_reader *reader) { return reader->offset; }

twheader_gif_notes twheader_gif_notes_so_far(const twheader_gif_reader *reader) {
  return (twheader_gif_notes){reader->loop_count, reader->comment_count};
}

void twheader_gif_copy_comment(const twheader_gif_reader *reader, uint8_t *target) {
  if (reader->comment_count > 0) memcpy(target, reader->comment, reader->comment_count);
}

void twheader_gif_close(twheader_gif_reader *reader) {
  if (!reader) return;
  int ignored = 0;
  if (reader->gif) DGifCloseFile(reader->gif, &ignored);
  free(reader->comment);
  free(reader);
}
