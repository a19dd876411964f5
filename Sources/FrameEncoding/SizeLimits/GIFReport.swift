import Foundation
public import GIF
import PortableMath
package import StrictJSON

/// What a GIF became whose quality was searched or measured.
public struct GIFReport: Hashable, Sendable {
  /// As asked for or found; nil for a lossless one.
  public let quality: Int?
  /// 1...9
  public let effort: Int
  /// Pixels across; less than the frames' where the size gave way.
  public let width: Int
  /// Pixels down.
  public let height: Int
  /// Frames that were taken for the file, equal neighbours counted as one.
  public let keptFrames: Int
  /// Bytes by cause.
  public let bytes: GIFByteCounts
  /// Nil unless it was asked for.
  public let fidelity: Fidelity?
}

extension GIFReport {
  package func write(to object: inout JSONObjectWriter) {
    object.member("quality", quality)
    object.member("effort", effort)
    object.member("width", width)
    object.member("height", height)
    object.member("keptFrames", keptFrames)
    object.member("pictures", bytes.pictures)
    object.object("bytes") { member in
      member.member("palettes", bytes.palettes)
      member.member("pixels", bytes.pixels)
      member.member("container", bytes.container)
    }
    guard let fidelity else { return }
    object.member("psnr", .number(fidelity.psnr))
    object.member("worstPSNR", .number(fidelity.worstPSNR))
    object.member("boxBlurredPSNR", .number(fidelity.boxBlurredPSNR))
    object.member("worstBoxBlurredPSNR", .number(fidelity.worstBoxBlurredPSNR))
    object.member("flicker", .number(fidelity.flicker))
  }

  /// For people: one line.
  package var text: String {
    let made = quality.map { "quality \($0)" } ?? "lossless"
    let start =
      "\(made), \(width) x \(height) pixels, \(bytes.pictures) pictures, bytes: \(bytes.palettes.grouped) palettes, "
      + "\(bytes.pixels.grouped) pixels, \(bytes.container.grouped) container"
    guard let fidelity else { return start }
    func words(_ name: String, _ mean: Double, _ worst: Double) -> String {
      guard mean.isFinite else { return "\(name) exact" }
      return String(format: "%@ %.1f (worst %.1f) dB", name, mean, worst)
    }
    return start + ", " + words("PSNR", fidelity.psnr, fidelity.worstPSNR) + ", "
      + words("eye PSNR", fidelity.boxBlurredPSNR, fidelity.worstBoxBlurredPSNR)
      + String(format: ", flicker %.3f", fidelity.flicker)
  }
}
