import Foundation
import ImageCodecs
import PortableMath
import Raster

/// The differences between a kernel's output and the exact values.
struct KernelError {
  let name: String
  let width: Int
  let height: Int
  /// The largest difference among the channels of each pixel, in levels.
  private(set) var distances: [Double]
  /// The number of samples per difference. A bin is 1/20 level, and the last bin contains all
  /// larger differences.
  private(set) var histogram = [Int](repeating: 0, count: 41)
  /// The largest difference from the exact value rounded to a whole level.
  private(set) var largest = 0
  private(set) var samples = 0
  private(set) var equal = 0

  init(_ name: String, width: Int, height: Int) {
    self.name = name
    self.width = width
    self.height = height
    distances = [Double](repeating: 0, count: width * height)
  }

  /// Adds one channel of a pixel.
  mutating func add(_ byte: UInt8, exact: Double, pixel: Int) {
    // The tolerances are far below a bin. They allow a tie to be rounded either way.
    let distance = abs(Double(byte) - exact)
    distances[pixel] = max(distances[pixel], distance)
    histogram[min(histogram.count - 1, Int(distance * 20 - 1e-6))] += 1
    let off = distance <= 0.5 + 1e-9 ? 0 : abs(Int(byte) - Int((exact + 0.5).rounded(.down)))
    largest = max(largest, off)
    samples += 1
    if off == 0 { equal += 1 }
  }

  /// Adds all channels of a picture.
  mutating func add(_ picture: Pixmap, exact: [Double]) {
    for (index, byte) in picture.bytes.enumerated() {
      add(byte, exact: exact[index], pixel: index / 4)
    }
  }

  var largestDistance: Double { distances.max() ?? 0 }

  /// A line of the JSON report.
  var json: String {
    "    { \"name\": \"\(name)\", \"samples\": \(samples), \"largest_error\": \(largest), "
      + "\"percent_equal\": \(Timing.rounded(100 * Double(equal) / Double(max(1, samples)))), "
      + "\"largest_distance\": \(Timing.rounded(largestDistance)) }"
  }
}

extension KernelError {
  /// Compares all kernels of the rasterizer with exact arithmetic.
  static func all() -> [KernelError] {
    [
      crossfade, sourceOver, maskedSourceOver, ink, blur, ladder, resize(.area, "resize, area"),
      resize(.catmullRom, "resize, Catmull-Rom"), resize(.lanczos3, "resize, Lanczos3"),
      resize(.bilinear, "resize, bilinear"), resize(.bilinear, "zoom, bilinear", isZoom: true),
      roundedRectangles, filledPaths,
    ]
  }
}

/// Pictures of kernel errors, with a map on the left and a histogram on the right.
///
/// The map is white where the difference is at most half a level, which is correct rounding. Larger
/// differences are yellow just above 0.5, red at 1 and black from 1.5 levels. The histogram has a
/// bar for each 1/20 level and a logarithmic scale of six decades. Bars are blue up to 0.5 levels
/// and red beyond. Vertical lines are at 0.5, 1, 1.5 and 2 levels.
enum ErrorPictures {
  private static let barWidth = 4

  /// Writes one PNG file per kernel.
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
    let size = SyntheticPictures.size(error.width + 26 + chart, error.height + 2)
    let decade = Double(size.height - 8) / 6
    var picture = Pixmap(size: size, fill: Color(rgb: 0xF2F2F2))
    let frame = PixelRect(x: 0, y: 0, width: error.width + 2, height: error.height + 2)
    picture.fill(DeviceRect(frame), with: Color(rgb: 0xC0C0C0), clip: size.bounds)
    for (pixel, distance) in error.distances.enumerated() {
      let place = PixelRect(
        x: pixel % error.width + 1, y: pixel / error.width + 1, width: 1, height: 1)
      picture.fill(DeviceRect(place), with: color(of: distance), clip: size.bounds)
    }
    let left = error.width + 18
    for half in 1...4 {
      let line = PixelRect(x: left + half * 10 * barWidth - 1, y: 0, width: 1, height: size.height)
      picture.fill(DeviceRect(line), with: Color(rgb: 0xC0C0C0), clip: size.bounds)
    }
    for (bin, count) in error.histogram.enumerated() where count > 0 {
      let share = Double(count) / Double(error.samples)
      let height = max(1, (6 + log10(share)) * decade).rounded()
      let bar = DeviceRect(
        x: Double(left + bin * barWidth), y: Double(size.height) - height,
        width: Double(barWidth - 1), height: height)
      picture.fill(
        bar, with: Color(rgb: bin < 10 ? 0x3060C0 : 0xD02020), clip: size.bounds)
    }
    return picture
  }

  /// Returns the map's color in steps of 1/8 level, so that the files are small.
  private static func color(of distance: Double) -> Color {
    guard distance > 0.5 + 1e-9 else { return .white }
    let beyond = min(1, ((distance - 0.5) * 8).rounded(.up) / 8)
    let green = max(0, 220 - Int(beyond * 440))
    let red = 255 - Int(max(0, beyond - 0.5) * 510)
    return Color(red: UInt8(red), green: UInt8(green), blue: 0)
  }
}
