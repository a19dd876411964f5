#include "CImageIO.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>

static cimageio_status fail(cimageio_error *error, cimageio_status status, const char *message) {
  snprintf(error->message, sizeof error->message, "%s", message);
  return status;
}

static cimageio_status describe(
  const WebPIterator *found, const uint8_t *bytes, cimageio_webp_frame *frame,
  cimageio_error *error) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(found->fragment.bytes, found->fragment.size, &features) != VP8_STATUS_OK)
    return fail(error, CIMAGEIO_MALFORMED, "a frame's header cannot be read");
  frame->x = (uint32_t)found->x_offset;
  frame->y = (uint32_t)found->y_offset;
  frame->width = (uint32_t)found->width;
  frame->height = (uint32_t)found->height;
  frame->milliseconds = (uint32_t)found->duration;
  frame->clears = found->dispose_method == WEBP_MUX_DISPOSE_BACKGROUND;
  frame->blends = found->blend_method == WEBP_MUX_BLEND;
  frame->has_alpha = found->has_alpha != 0;
  frame->is_lossless = features.format == 2;
  frame->offset = (size_t)(found->fragment.bytes - bytes);
  frame->count = found->fragment.size;
  return CIMAGEIO_OK;
}

static cimageio_status list(
  const WebPDemuxer *demuxer, const uint8_t *bytes, cimageio_webp_info *info,
  cimageio_webp_frame **frames, cimageio_error *error) {
  info->width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
  info->height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
  info->frame_count = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
  info->loop_count = WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT);
  uint32_t flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS);
  info->is_animated = (flags & ANIMATION_FLAG) != 0;
  info->has_alpha = (flags & ALPHA_FLAG) != 0;
  if (info->frame_count == 0) return fail(error, CIMAGEIO_MALFORMED, "it has no frame");
  *frames = calloc(info->frame_count, sizeof **frames);
  if (!*frames) return CIMAGEIO_OUT_OF_MEMORY;
  cimageio_status status = CIMAGEIO_OK;
  WebPIterator found;
  for (uint32_t index = 0; index < info->frame_count && status == CIMAGEIO_OK; index++) {
    if (!WebPDemuxGetFrame(demuxer, (int)index + 1, &found))
      return fail(error, CIMAGEIO_MALFORMED, "a frame is missing");
    status = describe(&found, bytes, *frames + index, error);
    WebPDemuxReleaseIterator(&found);
  }
  return status;
}

cimageio_status cimageio_webp_open(
  const uint8_t *bytes, size_t count, cimageio_webp_info *info, cimageio_webp_frame **frames,
  cimageio_error *error) {
  *frames = NULL;
  error->message[0] = 0;
  WebPData data = {bytes, count};
  WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
  WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
  cimageio_status status;
  if (state == WEBP_DEMUX_PARSING_HEADER || state == WEBP_DEMUX_PARSED_HEADER)
    status = CIMAGEIO_TRUNCATED;
  else if (!demuxer || state == WEBP_DEMUX_PARSE_ERROR)
    status = fail(error, CIMAGEIO_MALFORMED, "its chunks are out of order or of the wrong size");
  else
    status = list(demuxer, bytes, info, frames, error);
  WebPDemuxDelete(demuxer);
  if (status != CIMAGEIO_OK) {
    free(*frames);
    *frames = NULL;
  }
  return status;
}

void cimageio_webp_frames_free(cimageio_webp_frame *frames) { free(frames); }

static cimageio_status status_of(VP8StatusCode code, cimageio_error *error) {
  switch (code) {
    case VP8_STATUS_OK:
      return CIMAGEIO_OK;
    case VP8_STATUS_OUT_OF_MEMORY:
      return CIMAGEIO_OUT_OF_MEMORY;
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED:
      return CIMAGEIO_TRUNCATED;
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return fail(error, CIMAGEIO_UNSUPPORTED, "a feature that libwebp does not read");
    default:
      return fail(error, CIMAGEIO_MALFORMED, "its pixel data cannot be decoded");
  }
}

cimageio_status cimageio_webp_read(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
  cimageio_error *error) {
  error->message[0] = 0;
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config))
    return fail(error, CIMAGEIO_FAILED, "the library has another version than its headers");
  VP8StatusCode code = WebPGetFeatures(bytes, count, &config.input);
  if (code != VP8_STATUS_OK) return status_of(code, error);
  if (config.input.width != (int)width || config.input.height != (int)height)
    return fail(error, CIMAGEIO_MALFORMED, "a frame has another size than its header says");
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = (int)(width * 4);
  config.output.u.RGBA.size = (size_t)width * height * 4;
  code = WebPDecode(bytes, count, &config);
  WebPFreeDecBuffer(&config.output);
  return status_of(code, error);
}
