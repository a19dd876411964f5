#include "gif_writer.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

struct twh_gif_writer {
  GifFileType *file;
  uint8_t *bytes;
  size_t count, capacity;
  const char *message;
};

static int append(GifFileType *file, const GifByteType *bytes, int count) {
  twh_gif_writer *writer = file->UserData;
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

static twh_gif_status refused(twh_gif_writer *writer, int error) {
  const char *text = GifErrorString(error);
  writer->message = text ? text : "libgif gave no reason";
  return error == E_GIF_ERR_NOT_ENOUGH_MEM ? TWH_GIF_NO_MEMORY : TWH_GIF_REFUSED;
}

static twh_gif_status checked(twh_gif_writer *writer, int result) {
  return result == GIF_OK ? TWH_GIF_OK : refused(writer, writer->file->Error);
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

twh_gif_status twh_gif_writer_open(int32_t width, int32_t height, const uint8_t *colors,
                                   int32_t color_count, twh_gif_writer **out) {
  twh_gif_writer *writer = calloc(1, sizeof *writer);
  *out = writer;
  if (!writer) return TWH_GIF_NO_MEMORY;
  writer->message = "";
  int error = 0;
  writer->file = EGifOpen(writer, append, &error);
  if (!writer->file) return refused(writer, error);
  EGifSetGifVersion(writer->file, true);
  ColorMapObject *map = NULL;
  if (colors) {
    map = color_map(colors, color_count);
    if (!map) return refused(writer, E_GIF_ERR_NOT_ENOUGH_MEM);
  }
  int result = EGifPutScreenDesc(writer->file, width, height, 8, 0, map);
  if (map) GifFreeMapObject(map);
  return checked(writer, result);
}

twh_gif_status twh_gif_writer_loop(twh_gif_writer *writer, uint16_t repeats) {
  const uint8_t block[3] = {1, (uint8_t)(repeats & 0xff), (uint8_t)(repeats >> 8)};
  GifFileType *file = writer->file;
  int result = EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE);
  if (result == GIF_OK) result = EGifPutExtensionBlock(file, 11, "NETSCAPE2.0");
  if (result == GIF_OK) result = EGifPutExtensionBlock(file, sizeof block, block);
  if (result == GIF_OK) result = EGifPutExtensionTrailer(file);
  return checked(writer, result);
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

twh_gif_status twh_gif_writer_image(twh_gif_writer *writer, const twh_gif_image *image) {
  GraphicsControlBlock control = {
      .DisposalMode = image->disposal,
      .UserInputFlag = false,
      .DelayTime = image->delay,
      .TransparentColor = image->transparent < 0 ? NO_TRANSPARENT_COLOR : image->transparent,
  };
  GifByteType extension[4];
  EGifGCBToExtension(&control, extension);
  GifFileType *file = writer->file;
  int result = EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, sizeof extension, extension);
  if (result != GIF_OK) return checked(writer, result);
  ColorMapObject *map = NULL;
  if (image->colors) {
    map = color_map(image->colors, image->color_count);
    if (!map) return refused(writer, E_GIF_ERR_NOT_ENOUGH_MEM);
  }
  result = EGifPutImageDesc(file, image->x, image->y, image->width, image->height, false, map);
  if (map) GifFreeMapObject(map);
  if (result == GIF_OK) result = put_blocks(file, image->codes, image->code_bytes);
  return checked(writer, result);
}

twh_gif_status twh_gif_writer_finish(twh_gif_writer *writer) {
  int error = 0;
  int result = EGifCloseFile(writer->file, &error);
  writer->file = NULL;
  return result == GIF_OK ? TWH_GIF_OK : refused(writer, error);
}

const uint8_t *twh_gif_writer_bytes(const twh_gif_writer *writer, size_t *count) {
  *count = writer->count;
  return writer->bytes;
}

void twh_gif_writer_drained(twh_gif_writer *writer) { writer->count = 0; }

const char *twh_gif_writer_message(const twh_gif_writer *writer) { return writer->message; }

void twh_gif_writer_free(twh_gif_writer *writer) {
  if (!writer) return;
  if (writer->file) EGifCloseFile(writer->file, NULL);
  free(writer->bytes);
  free(writer);
}
