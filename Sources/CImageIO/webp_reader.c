#include "CImageIO.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <webp/decode.h>
#include <webp/demux.h>

static twheader_status fail(twheader_error *error, twheader_status status, const char *message) {
  snprintf(error->message, sizeof error->message, "%s", message);
  return status;
}

static twheader_status describe(
  const WebPIterator *found, const uint8_t *bytes, twheader_webp_frame *frame,
  twheader_error *error) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(found->fragment.bytes, found->fragment.size, &features) != VP8_STATUS_OK)
    return fail(error, TWHEADER_MALFORMED, "a frame's header cannot be read");
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
  return TWHEADER_OK;
}

static twheader_status list(
  const WebPDemuxer *demuxer, const uint8_t *bytes, twheader_webp_info *info,
  twheader_webp_frame **frames, twheader_error *error) {
  info->width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
  info->height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
  info->frame_count = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
  info->loop_count = WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT);
  uint32_t flags = WebPDemuxGetI(demuxer, WEBP_FF_FORMAT_FLAGS);
  info->is_animated = (flags & ANIMATION_FLAG) != 0;
  info->has_alpha = (flags & ALPHA_FLAG) != 0;
  if (info->frame_count == 0) return fail(error, TWHEADER_MALFORMED, "it has no frame");
  *frames = calloc(info->frame_count, sizeof **frames);
  if (!*frames) return TWHEADER_OUT_OF_MEMORY;
  twheader_status status = TWHEADER_OK;
  WebPIterator found;
  for (uint32_t index = 0; index < info->frame_count && status == TWHEADER_OK; index++) {
    if (!WebPDemuxGetFrame(demuxer, (int)index + 1, &found))
      return fail(error, TWHEADER_MALFORMED, "a frame is missing");
    status = describe(&found, bytes, *frames + index, error);
    WebPDemuxReleaseIterator(&found);
  }
  return status;
}

twheader_status twheader_webp_open(
  const uint8_t *bytes, size_t count, twheader_webp_info *info, twheader_webp_frame **frames,
  twheader_error *error) {
  *frames = NULL;
  error->message[0] = 0;
  WebPData data = {bytes, count};
  WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
  WebPDemuxer *demuxer = WebPDemuxPartial(&data, &state);
  twheader_status status;
  if (state == WEBP_DEMUX_PARSING_HEADER || state == WEBP_DEMUX_PARSED_HEADER)
    status = TWHEADER_TRUNCATED;
  else if (!demuxer || state == WEBP_DEMUX_PARSE_ERROR)
    status = fail(error, TWHEADER_MALFORMED, "its chunks are out of order or of the wrong size");
  else
    status = list(demuxer, bytes, info, frames, error);
  WebPDemuxDelete(demuxer);
  if (status != TWHEADER_OK) {
    free(*frames);
    *frames = NULL;
  }
  return status;
}

void twheader_webp_frames_free(twheader_webp_frame *frames) { free(frames); }

static twheader_status status_of(VP8StatusCode code, twheader_error *error) {
  switch (code) {
    case VP8_STATUS_OK:
      return TWHEADER_OK;
    case VP8_STATUS_OUT_OF_MEMORY:
      return TWHEADER_OUT_OF_MEMORY;
    case VP8_STATUS_NOT_ENOUGH_DATA:
    case VP8_STATUS_SUSPENDED:
      return TWHEADER_TRUNCATED;
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      return fail(error, TWHEADER_UNSUPPORTED, "a feature that libwebp does not read");
    default:
      return fail(error, TWHEADER_MALFORMED, "its pixel data cannot be decoded");
  }
}

twheader_status twheader_webp_read(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels,
  twheader_error *error) {
  error->message[0] = 0;
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config))
    return fail(error, TWHEADER_FAILED, "the library has another version than its headers");
  VP8StatusCode code = WebPGetFeatures(bytes, count, &config.input);
  if (code != VP8_STATUS_OK) return status_of(code, error);
  if (config.input.width != (int)width || config.input.height != (int)height)
    return fail(error, TWHEADER_MALFORMED, "a frame has another size than its header says");
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = pixels;
  config.output.u.RGBA.stride = (int)(width * 4);
  config.output.u.RGBA.size = (size_t)width * height * 4;
  code = WebPDecode(bytes, count, &config);
  WebPFreeDecBuffer(&config.output);
  return status_of(code, error);
}
