#include "CImageIO.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

typedef struct {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  unsigned char *bytes;
  unsigned long count;
  twheader_error *error;
} writer_state;

static void on_error(j_common_ptr jpeg) {
  writer_state *writer = jpeg->client_data;
  char text[JMSG_LENGTH_MAX];
  writer->errors.format_message(jpeg, text);
  snprintf(writer->error->message, sizeof writer->error->message, "%s", text);
  longjmp(writer->escape, 1);
}

static void on_message(j_common_ptr jpeg, int level) {
  (void)jpeg;
  (void)level;
}

static void on_output(j_common_ptr jpeg) { (void)jpeg; }

static void write_picture(writer_state *writer, const twheader_jpeg_picture *picture) {
  struct jpeg_compress_struct *jpeg = &writer->jpeg;
  jpeg_mem_dest(jpeg, &writer->bytes, &writer->count);
  jpeg->image_width = picture->width;
  jpeg->image_height = picture->height;
  jpeg->input_components = 4;
  jpeg->in_color_space = JCS_EXT_RGBX;
  jpeg_set_defaults(jpeg);
  jpeg_set_quality(jpeg, picture->quality, TRUE);
  /* The exact integer transform gives the same bytes with and without SIMD, on all machines. */
  jpeg->dct_method = JDCT_ISLOW;
  jpeg->optimize_coding = TRUE;
  if (picture->full_chroma) {
    jpeg->comp_info[0].h_samp_factor = 1;
    jpeg->comp_info[0].v_samp_factor = 1;
  }
  jpeg_simple_progression(jpeg);
  jpeg_start_compress(jpeg, TRUE);
  while (jpeg->next_scanline < jpeg->image_height) {
    JSAMPROW row = (JSAMPROW)(picture->pixels + (size_t)jpeg->next_scanline * picture->width * 4);
    jpeg_write_scanlines(jpeg, &row, 1);
  }
  jpeg_finish_compress(jpeg);
}

twheader_status twheader_jpeg_write(
  const twheader_jpeg_picture *picture, uint8_t **bytes, size_t *count, twheader_error *error) {
  *bytes = NULL;
  *count = 0;
  error->message[0] = 0;
  writer_state *writer = calloc(1, sizeof *writer);
  if (!writer) return TWHEADER_OUT_OF_MEMORY;
  writer->error = error;
  writer->jpeg.err = jpeg_std_error(&writer->errors);
  writer->errors.error_exit = on_error;
  writer->errors.emit_message = on_message;
  writer->errors.output_message = on_output;
  writer->jpeg.client_data = writer;
  if (setjmp(writer->escape)) {
    twheader_status status = writer->errors.msg_code == JERR_OUT_OF_MEMORY
      ? TWHEADER_OUT_OF_MEMORY : TWHEADER_FAILED;
    jpeg_destroy_compress(&writer->jpeg);
    free(writer->bytes);
    free(writer);
    return status;
  }
  jpeg_create_compress(&writer->jpeg);
  write_picture(writer, picture);
  jpeg_destroy_compress(&writer->jpeg);
  *bytes = writer->bytes;
  *count = writer->count;
  free(writer);
  return TWHEADER_OK;
}

void twheader_jpeg_free(uint8_t *bytes) { free(bytes); }
