import CodecInterface
import FileAccess
import Foundation
import GIF
import ImageCodecs
import PortableMath
import Raster
import StrictJSON
import TestSupport
import Testing

@testable import FrameEncoding

/// The statistics of a measured GIF, and the encoding of single pictures.
@Suite struct GIFReportTests {
  private func report(_ fidelity: Fidelity?) throws -> GIFReport {
    let frame = try dotted()
    var encoder = try GIFEncoder(size: frame.size, options: GIFOptions(effort: 1))
    var file = try encoder.append(frame, duration: RationalTime(centiseconds: 10) ?? .zero)
    file += try encoder.finish()
    return GIFReport(
      quality: 70, effort: 5, width: 12, height: 9, keptFrames: 1,
      bytes: try GIFByteCounts(bytes: file), fidelity: fidelity)
  }

  /// Each number has its own key.
  @Test func numbersHaveTheirOwnKeys() throws {
    let report = try report(
      Fidelity(
        psnr: 40, worstPSNR: 31, boxBlurredPSNR: 45, worstBoxBlurredPSNR: 36, flicker: 0.125))
    let text = JSONWriter.object { report.write(to: &$0) }
    let object = try JSONValue.parse(Array(text.utf8)).object()
    for (name, number) in [
      ("quality", 70.0), ("effort", 5), ("width", 12), ("height", 9), ("keptFrames", 1),
      ("pictures", 1), ("psnr", 40), ("worstPSNR", 31), ("boxBlurredPSNR", 45),
      ("worstBoxBlurredPSNR", 36), ("flicker", 0.125),
    ] {
      #expect(try object.required(name).number() == number, "\(name)")
    }
    let bytes = try object.required("bytes").object()
    #expect(try bytes.required("palettes").integer(in: 0...9999) == report.bytes.palettes)
    #expect(try bytes.required("pixels").integer(in: 0...9999) == report.bytes.pixels)
    #expect(try bytes.required("container").integer(in: 0...9999) == report.bytes.container)
    #expect(
      report.text.hasSuffix(
        " container, PSNR 40.0 (worst 31.0) dB, eye PSNR 45.0 (worst 36.0) dB, flicker 0.125"))
    #expect(report.text.hasPrefix("quality 70, 12 x 9 pixels, 1 pictures, bytes: "))
  }

  @Test func exactAndUnmeasuredAreReported() throws {
    #expect(try report(nil).text.hasSuffix(" container"))
    let exact = Fidelity(
      psnr: .infinity, worstPSNR: .infinity, boxBlurredPSNR: .infinity,
      worstBoxBlurredPSNR: .infinity, flicker: 0)
    #expect(try report(exact).text.hasSuffix(", PSNR exact, eye PSNR exact, flicker 0.000"))
  }

  /// A still WebP uses the requested quality and effort.
  @Test(arguments: [(100, 1), (100, 9), (60, 1), (60, 9)])
  func pictureUsesTheRequestedOptions(quality: Int, effort: Int) throws {
    let size = try #require(PixelSize(width: 40, height: 30))
    let bytes = (0..<size.area * 4).map { place in
      place % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: place &* place / 7 &+ place / 160 &* 31)
    }
    let picture = try #require(Pixmap(size: size, bytes: bytes))
    func packed(_ quality: Int, _ effort: Int) throws -> [UInt8] {
      var encoder = try WebPEncoder(
        size: size, options: WebPOptions(quality: quality, effort: effort))
      return try encoder.append(picture, duration: .zero) + encoder.finish()
    }
    let found = try PicturePacking(quality: quality, effort: effort).encode(picture, as: .webp)
    #expect(found == (try packed(quality, effort)))
    #expect(found != (try packed(quality, effort == 1 ? 9 : 1)))
  }
}
