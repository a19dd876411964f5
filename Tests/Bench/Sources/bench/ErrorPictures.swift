import Foundation
import ImageCodecs
import Raster

/// Draws each kernel's error: a map on the left, how often each distance occurs on the right.
///
/// Map: white is correctly rounded, at most half a level from the real value. Beyond it a level is
/// amplified 255 times: from yellow just above 0.5 to red at 1 and black at 1.5 and more. Bars: shares
/// of the samples on a logarithmic scale of six decades, one bar for each 1/20 level, blue to 0.5 and
/// red beyond; vertical lines at 0.5, 1, 1.5 and 2 levels.
enum ErrorPictures {
  private static let barWidth = 4
  private static let decade = 25

  /// One PNG file for each.
  static func write(_ errors: [KernelError], to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for error in errors {
      let name = error.name.replacing(", ", with: "-").replacing(" ", with: "-").lowercased()
      let bytes = try PNGEncoder.encode(picture(of: error), options: PNGOptions(level: 9))
      try Data(bytes).write(to: folder.appendingPathComponent("error-\(name).png"))
    }
  }

  private static func picture(of error: KernelError) -> Pixmap {
    let chart = error.histogram.count * barWidth
    let size = SyntheticPictures.size(error.width + 24 + chart, max(error.height, 6 * decade + 8))
    var picture = Pixmap(size: size, fill: Color(rgb: 0xF2F2F2))
    for (pixel, distance) in error.distances.enumerated() {
      let place = PixelRect(x: pixel % error.width, y: pixel / error.width, width: 1, height: 1)
      picture.fill(DeviceRect(place), with: color(of: distance), clip: size.bounds)
    }
    let left = error.width + 16
    for half in 1...4 {
      let line = PixelRect(x: left + half * 10 * barWidth - 1, y: 0, width: 1, height: size.height)
      picture.fill(DeviceRect(line), with: Color(rgb: 0xC0C0C0), clip: size.bounds)
    }
    for (bin, count) in error.histogram.enumerated() where count > 0 {
      let share = Double(count) / Double(error.samples)
      let height = max(1, (6 + log10(share)) * Double(decade)).rounded()
      let bar = DeviceRect(
        x: Double(left + bin * barWidth), y: Double(size.height) - height,
        width: Double(barWidth - 1), height: height)
      picture.fill(
        bar, with: Color(rgb: bin < 10 ? 0x3060C0 : 0xD02020), clip: size.bounds)
    }
    return picture
  }

  /// In steps of an eighth, so that the files stay small.
  private static func color(of distance: Double) -> Color {
    guard distance > 0.5 + 1e-9 else { return .white }
    let beyond = min(1, ((distance - 0.5) * 8).rounded(.up) / 8)
    let green = max(0, 220 - Int(beyond * 440))
    let red = 255 - Int(max(0, beyond - 0.5) * 510)
    return Color(red: UInt8(red), green: UInt8(green), blue: 0)
  }
}
