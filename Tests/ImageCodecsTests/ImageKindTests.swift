@testable import CodecInterface
@testable import GIF
@testable import ImageCodecs
import Testing

struct ImageKindTests {
  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], ImageKind.png),
      ([0x89], .png), ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), ([0xFF, 0xD8], .jpeg),
      (Array("GIF89a;".utf8), .gif), (Array("GIF87a".utf8), .gif), (Array("GI".utf8), .gif),
      (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), .webp), (Array("RIFF\0\0\0\0WE".utf8), .webp),
    ] as [([UInt8], ImageKind)])
  func formatsAreDetectedByContent(bytes: [UInt8], kind: ImageKind) throws {
    #expect(try ImageKind.recognize(bytes) == kind)
  }

  @Test(arguments: [
    ("", CodecError.Kind.truncated, "truncated: the file is empty; re-export the file"),
    (
      "{ }\n", .unrecognized,
      "not a PNG, JPEG, GIF or WebP: starts with 7B 20 7D 0A; use an image in one of these formats"
    ),
    (
      "RIFF\0\0\0\0WAVE", .unrecognized,
      "not a PNG, JPEG, GIF or WebP: starts with 52 49 46 46; use an image in one of these formats"
    ),
    ("\0\0\0\u{20}ftypavif", .unrecognized, "AVIF is not read; convert it to PNG or JPEG"),
    (
      "\0\0\0\u{18}ftypheix", .unrecognized,
      "HEIC is not read; convert it to JPEG, or set the camera to 'Most Compatible'"
    ),
    (
      "\0\0\0\u{14}ftypqt  ", .unrecognized,
      "is a video (MP4 or MOV), not an image; export one of its frames as PNG"
    ),
    (
      "\u{FEFF}\n <!DOCTYPE html><html>", .unrecognized,
      "is an HTML page, not an image; download the image itself; the saved URL is that of "
        + "a page"
    ),
    (
      "<?xml version=\"1.0\"?>\n<!-- drawn -->\n<svg>", .unrecognized,
      "SVG is not read; convert it to PNG or JPEG"
    ),
    (
      "version https://git-lfs.github.com/spec/v1\noid sha256:0", .unrecognized,
      "is a Git LFS pointer, not the image; fetch the image with 'git lfs pull'"
    ),
    ("%PDF-1.7\n", .unrecognized, "PDF is not read; convert it to PNG or JPEG"),
    ("<svg xmlns=", .unrecognized, "SVG is not read; convert it to PNG or JPEG"),
    ("BM6\0", .unrecognized, "BMP is not read; convert it to PNG or JPEG"),
    (
      "GIF88a", .unrecognized,
      "not a PNG, JPEG, GIF or WebP: starts with 47 49 46 38; use an image in one of these formats"
    ),
  ])
  func reportsUnsupportedFormats(text: String, kind: CodecError.Kind, message: String) throws {
    let error = #expect(throws: CodecError.self) { try ImageKind.recognize(Array(text.utf8)) }
    #expect(error?.kind == kind)
    #expect(error?.description == message)
  }

  /// The messages name variants of PNG instead of "neither PNG nor JPEG".
  @Test(
    arguments: [
      (
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 4, 0x43, 0x67, 0x42, 0x49],
        "unsupported PNG: optimized for iPhone (CgBI), as in an app's bundle"
      ),
      (
        [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A],
        "damaged PNG: its signature was changed, as after a transfer as text"
      ),
      (
        [0x09, 0x50, 0x4E, 0x47, 0x0D, 0x0A],
        "damaged PNG: its signature was changed, as after a transfer as text"
      ),
      (
        [0xEF, 0xBF, 0xBD, 0x50, 0x4E, 0x47, 0x0D, 0x0A],
        "damaged PNG: its signature was changed, as after a transfer as text"
      ),
    ] as [([UInt8], String)])
  func reportsPNGVariants(bytes: [UInt8], message: String) throws {
    let error = #expect(throws: CodecError.self) { try ImageKind.recognize(bytes) }
    #expect(error?.kind == .unsupported)
    #expect(error?.message == message)
  }
}
