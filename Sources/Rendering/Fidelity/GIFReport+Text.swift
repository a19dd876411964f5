import Files
import Foundation
import GIF
import ImageCodecs
import Numerics
package import StrictJSON

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
    object.member("eyePSNR", .number(fidelity.eyePSNR))
    object.member("worstEyePSNR", .number(fidelity.worstEyePSNR))
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
      + words("eye PSNR", fidelity.eyePSNR, fidelity.worstEyePSNR)
      + String(format: ", flicker %.3f", fidelity.flicker)
  }
}
