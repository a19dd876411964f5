#ifndef CPICTUREWRITER_H
#define CPICTUREWRITER_H

/// Writes rows of RGB (channels 3) or straight-alpha RGBA (channels 4) bytes as a PNG file.
/// Returns 1, or 0 if libpng or the disk refused.
int write_png(const char *path, const unsigned char *bytes, int width, int height, int channels);

/// Writes rows of RGB bytes as a JPEG file, quality 0...100. Returns 1, or 0 if the disk refused;
/// an error inside libjpeg ends the program, as is its default.
int write_jpeg(const char *path, const unsigned char *bytes, int width, int height, int quality);

#endif
