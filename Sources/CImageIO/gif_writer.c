#include "CImageIO.h"

#include <gif_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct twheader_gif_writer {
  GifFileType *file;
  uint8_t *bytes;
  size_t count, capacity;
};

static int append(GifFileType *file, const GifByteType *bytes, int count) {
  twheader_gif_writer *writer = file->UserData;
  size_t wanted = writer->count + (size_t)count;
  if (wanted > writer->capacity) {
    size_t capacity = writer->capacity ? writer->capacity : 4096;
    while (capacity < wanted) capacity *= 2;
    uint8_t *grown = realloc(writer->bytes, capacity);
    if (!grown) return 0;
    writer->bytes = grown;
    writer->capacity = capacity;
  }
  memcpy(writer->bytes + writer->count, bytes, (size_t)count);
  writer->count = wanted;
  return count;
}

static twheader_status failure(int code, twheader_error *error) {
  const char *text = GifErrorString(code);
  snprintf(error->message, sizeof error->message, "%s", text ? text : "unknown error");
  return code == E_GIF_ERR_NOT_ENOUGH_MEM ? TWHEADER_OUT_OF_MEMORY : TWHEADER_FAILED;
}

static twheader_status checked(
  const twheader_gif_writer *writer, int result, twheader_error *error) {
  error->message[0] = 0;
  return result == GIF_OK ? TWHEADER_OK : failure(writer->file->Error, error);
}

static ColorMapObject *color_map(const uint8_t *colors, int32_t count) {
  ColorMapObject *map = GifMakeMapObject(count, NULL);
  if (!map) return NULL;
  for (int32_t i = 0; i < count; i++) {
    map->Colors[i].Red = colors[3 * i];
    map->Colors[i].Green = colors[3 * i + 1];
    map->Colors[i].Blue = colors[3 * i + 2];
  }
  return map;
}

static int put_screen(
  GifFileType *file, int32_t width, int32_t height, const uint8_t *colors, int32_t color_count) {
  EGifSetGifVersion(file, true);
  ColorMapObject *map = NULL;
  if (colors) {
    map = color_map(colors, color_count);
    if (!map) {
      file->Error = E_GIF_ERR_NOT_ENOUGH_MEM;
      return GIF_ERROR;
    }
  }
  int result = EGifPutScreenDesc(file, width, height, 8, 0, map);
  if (map) GifFreeMapObject(map);
  return result;
}

twheader_status twheader_gif_writer_open(
  int32_t width, int32_t height, const uint8_t *colors, int32_t color_count,
  twheader_gif_writer **result, twheader_error *error) {
  *result = NULL;
  error->message[0] = 0;
  twheader_gif_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return TWHEADER_OUT_OF_MEMORY;
  int code = 0;
  writer->file = EGifOpen(writer, append, &code);
  if (!writer->file) {
    free(writer);
    return failure(code, error);
  }
  twheader_status status = checked(
    writer, put_screen(writer->file, width, height, colors, color_count), error);
  if (status != TWHEADER_OK) {
    twheader_gif_writer_close(writer);
    return status;
  }
  *result = writer;
  return TWHEADER_OK;
}

static int put_application(
  GifFileType *file, const char identifier[11], const uint8_t *bytes, size_t count) {
  int result = EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE);
  if (result == GIF_OK) result = EGifPutExtensionBlock(file, 11, identifier);
  for (size_t at = 0; at < count && result == GIF_OK; at += 255) {
    size_t length = count - at < 255 ? count - at : 255;
    result = EGifPutExtensionBlock(file, (int)length, bytes + at);
  }
  return result == GIF_OK ? EGifPutExtensionTrailer(file) : result;
}

twheader_status twheader_gif_writer_loop(
  twheader_gif_writer *writer, uint16_t repeats, twheader_error *error) {
  const uint8_t block[3] = {1, (uint8_t)(repeats & 0xff), (uint8_t)(repeats >> 8)};
  return checked(writer, put_application(writer->file, "NETSCAPE2.0", block, sizeof block), error);
}

twheader_status twheader_gif_writer_application(
  twheader_gif_writer *writer, const char *identifier, const uint8_t *bytes, size_t count,
  twheader_error *error) {
  return checked(writer, put_application(writer->file, identifier, bytes, count), error);
}

static int put_blocks(GifFileType *file, const uint8_t *codes, size_t count) {
  GifByteType block[256];
  int result = GIF_OK;
  for (size_t at = 0; at < count && result == GIF_OK;) {
    size_t length = count - at < 255 ? count - at : 255;
    block[0] = (GifByteType)length;
    memcpy(block + 1, codes + at, length);
    result = EGifPutCodeNext(file, block);
    at += length;
  }
  return result == GIF_OK ? EGifPutCodeNext(file, NULL) : result;
}

static int put_control(GifFileType *file, const twheader_gif_image *image) {
  GraphicsControlBlock control = {
    .DisposalMode = image->disposal,
    .UserInputFlag = false,
    .DelayTime = image->delay,
    .TransparentColor = image->transparent < 0 ? NO_TRANSPARENT_COLOR : image->transparent,
  };
  GifByteType extension[4];
  EGifGCBToExtension(&control, extension);
  return EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension);
}

static int put_description(GifFileType *file, const twheader_gif_image *image) {
  ColorMapObject *map = NULL;
  if (image->colors) {
    map = color_map(image->colors, image->color_count);
    if (!map) {
      file->Error = E_GIF_ERR_NOT_ENOUGH_MEM;
      return GIF_ERROR;
    }
  }
  int result = EGifPutImageDesc(file, image->x, image->y, image->width, image->height, false, map);
  if (map) GifFreeMapObject(map);
  return result;
}

twheader_status twheader_gif_writer_image(
  twheader_gif_writer *writer, const twheader_gif_image *image, twheader_error *error) {
  GifFileType *file = writer->file;
  int result = put_control(file, image);
  if (result == GIF_OK) result = put_description(file, image);
  if (result == GIF_OK) result = put_blocks(file, image->codes, image->code_bytes);
  return checked(writer, result, error);
}

twheader_status twheader_gif_writer_finish(twheader_gif_writer *writer, twheader_error *error) {
  int code = 0;
  int result = EGifCloseFile(writer->file, &code);
  writer->file = NULL;
  error->message[0] = 0;
  return result == GIF_OK ? TWHEADER_OK : failure(code, error);
}

const uint8_t *twheader_gif_writer_bytes(const twheader_gif_writer *writer, size_t *count) {
  *count = writer->count;
  return writer->bytes;
}

void twheader_gif_writer_drained(twheader_gif_writer *writer) { writer->count = 0; }

void twheader_gif_writer_close(twheader_gif_writer *writer) {
  if (!writer) return;
  if (writer->file) EGifCloseFile(writer->file, NULL);
  free(writer->bytes);
  free(writer);
}
