#include "CPictureWriter.h"

#include <stdio.h>
#include <jpeglib.h>
#include <png.h>

int write_png(const char *path, const unsigned char *bytes, int width, int height, int channels) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  image.width = (png_uint_32)width;
  image.height = (png_uint_32)height;
  image.format = channels == 4 ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  return png_image_write_to_file(&image, path, 0, bytes, 0, NULL) != 0;
}

int write_jpeg(const char *path, const unsigned char *bytes, int width, int height, int quality) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) return 0;
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  jpeg_stdio_dest(&jpeg, file);
  jpeg.image_width = (JDIMENSION)width;
  jpeg.image_height = (JDIMENSION)height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg.optimize_coding = TRUE;
  jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    const unsigned char *row = bytes + (size_t)jpeg.next_scanline * (size_t)width * 3;
    JSAMPROW rows[1] = {(JSAMPROW)row};
    jpeg_write_scanlines(&jpeg, rows, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  return fclose(file) == 0;
}
