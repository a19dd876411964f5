#include "CImageIO.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include <webp/encode.h>
#include <webp/mux.h>

struct twheader_webp_writer {
  WebPAnimEncoder *encoder;
  WebPConfig config;
  int width;
  int height;
};

static twheader_status fail(twheader_error *error, twheader_status status, const char *message) {
  snprintf(error->message, sizeof error->message, "%s", message);
  return status;
}

twheader_status twheader_webp_writer_open(
  const twheader_webp_options *options, twheader_webp_writer **result, twheader_error *error) {
  *result = NULL;
  error->message[0] = 0;
  WebPAnimEncoderOptions animation;
  twheader_webp_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return TWHEADER_OUT_OF_MEMORY;
  if (!WebPAnimEncoderOptionsInit(&animation) || !WebPConfigInit(&writer->config)) {
    free(writer);
    return fail(error, TWHEADER_FAILED, "the library has another version than its headers");
  }
  writer->width = options->width;
  writer->height = options->height;
  writer->config.lossless = options->lossless;
  writer->config.quality = options->quality;
  writer->config.method = options->method;
  writer->config.alpha_quality = 100;
  /* A single thread gives the same bytes on all machines. */
  writer->config.thread_level = 0;
  if (!WebPValidateConfig(&writer->config)) {
    free(writer);
    return fail(error, TWHEADER_FAILED, "the library refuses the options");
  }
  animation.anim_params.loop_count = options->loop_count;
  animation.anim_params.bgcolor = 0;
  animation.kmin = options->key_frame_minimum;
  animation.kmax = options->key_frame_maximum;
  writer->encoder = WebPAnimEncoderNew(options->width, options->height, &animation);
  if (!writer->encoder) {
    free(writer);
    return fail(error, TWHEADER_FAILED, "a picture of this size is not written");
  }
  *result = writer;
  return TWHEADER_OK;
}

twheader_status twheader_webp_writer_frame(
  twheader_webp_writer *writer, const uint8_t *pixels, int32_t milliseconds,
  twheader_error *error) {
  error->message[0] = 0;
  WebPPicture picture;
  if (!WebPPictureInit(&picture))
    return fail(error, TWHEADER_FAILED, "the library has another version than its headers");
  picture.use_argb = 1;
  picture.width = writer->width;
  picture.height = writer->height;
  if (!WebPPictureImportRGBA(&picture, pixels, writer->width * 4)) {
    WebPPictureFree(&picture);
    return TWHEADER_OUT_OF_MEMORY;
  }
  int added = WebPAnimEncoderAdd(writer->encoder, &picture, milliseconds, &writer->config);
  WebPPictureFree(&picture);
  if (added) return TWHEADER_OK;
  return fail(error, TWHEADER_FAILED, WebPAnimEncoderGetError(writer->encoder));
}

twheader_status twheader_webp_writer_finish(
  twheader_webp_writer *writer, int32_t milliseconds, uint8_t **bytes, size_t *count,
  twheader_error *error) {
  *bytes = NULL;
  *count = 0;
  error->message[0] = 0;
  WebPData data;
  WebPDataInit(&data);
  if (!WebPAnimEncoderAdd(writer->encoder, NULL, milliseconds, NULL)
      || !WebPAnimEncoderAssemble(writer->encoder, &data)) {
    WebPDataClear(&data);
    return fail(error, TWHEADER_FAILED, WebPAnimEncoderGetError(writer->encoder));
  }
  *bytes = (uint8_t *)data.bytes;
  *count = data.size;
  return TWHEADER_OK;
}

void twheader_webp_bytes_free(uint8_t *bytes) { WebPFree(bytes); }

void twheader_webp_writer_close(twheader_webp_writer *writer) {
  if (!writer) return;
  WebPAnimEncoderDelete(writer->encoder);
  free(writer);
}

uint32_t twheader_webp_version(void) {
  return (uint32_t)WebPGetEncoderVersion() << 8 ^ (uint32_t)WebPGetMuxVersion();
}
