import CodecInterface
import FileAccess
import ImageCodecs
import PortableFoundation
import PortableMath
package import Raster

/// The similarity of an animation to its source frames.
///
/// Ratios are peak signal-to-noise ratios in decibels over encoded sRGB values, 10 log10(255^2 /
/// mean squared error). They are infinite for equal pixels.
public struct Fidelity: Hashable, Sendable {
  /// The ratio over all pixels of all frames.
  public let psnr: Double
  /// The ratio of the worst frame.
  public let worstPSNR: Double
  /// The ratio after a 3 x 3 box blur of the errors. This measure is specific to this package. It
  /// ignores most dither, as the eye does, but fully counts banding and blotches.
  public let boxBlurredPSNR: Double
  /// The blurred ratio of the worst frame.
  public let worstBoxBlurredPSNR: Double
  /// The mean absolute change of a channel between consecutive frames in levels of 0...255, over
  /// the pixels that do not change in the source frames.
  public let flicker: Double
}

extension Fidelity {
  /// Accumulates the errors of an animation, frame by frame. `squares`, `blurredSquares` and
  /// `samples` are sums of those of `PixelDifferenceSums` over all frames.
  package struct Meter {
    private var squares = 0
    private var blurredSquares = 0
    private var samples = 0
    /// The largest mean squared error of a frame, without and with the box blur.
    private var worst = 0.0
    private var worstBlurred = 0.0
    /// The sum of the absolute changes of pixels that do not change in the source, and the number
    /// of their samples.
    private var changes = 0
    private var stillSamples = 0
    /// The previous frame, or `nil` before the first.
    private var before: (shown: Pixmap, source: Pixmap)?

    package init() {}

    package mutating func add(shown: Pixmap, source: Pixmap) {
      let error = PixelDifferenceSums(of: shown, from: source)
      squares += error.squares
      blurredSquares += error.blurredSquares
      samples += error.samples
      worst = max(worst, Double(error.squares) / Double(error.samples))
      worstBlurred = max(worstBlurred, Double(error.blurredSquares) / 81 / Double(error.samples))
      if let before { addChanges(before, (shown, source)) }
      before = (shown, source)
    }

    package var result: Fidelity {
      let all = Double(max(1, samples))
      return Fidelity(
        psnr: Self.decibels(Double(squares) / all), worstPSNR: Self.decibels(worst),
        boxBlurredPSNR: Self.decibels(Double(blurredSquares) / 81 / all),
        worstBoxBlurredPSNR: Self.decibels(worstBlurred),
        flicker: Double(changes) / Double(max(1, stillSamples)))
    }

    private static func decibels(_ meanSquare: Double) -> Double {
      meanSquare == 0 ? .infinity : 10 * log10(255 * 255 / meanSquare)
    }

    private mutating func addChanges(
      _ before: (shown: Pixmap, source: Pixmap), _ after: (shown: Pixmap, source: Pixmap)
    ) {
      before.source.bytes.withUnsafeBufferPointer { oldSource in
        after.source.bytes.withUnsafeBufferPointer { source in
          before.shown.bytes.withUnsafeBufferPointer { old in
            after.shown.bytes.withUnsafeBufferPointer { new in
              for pixel in 0..<source.count / 4
              where (0..<4).allSatisfy({ oldSource[pixel * 4 + $0] == source[pixel * 4 + $0] }) {
                stillSamples += 3
                for channel in 0..<3 {
                  changes += abs(
                    PixelDifferenceSums.overWhite(new, pixel, channel)
                      - PixelDifferenceSums.overWhite(old, pixel, channel))
                }
              }
            }
          }
        }
      }
    }
  }
}

/// Sums of squared differences between two pictures of one size, both composited over white.
struct PixelDifferenceSums {
  /// The sum of the squared differences of encoded red, green and blue, each in 0...255.
  private(set) var squares = 0
  /// The sum of the squared differences after a 3 x 3 box blur of each channel. The blur is a sum
  /// instead of a mean, so this value is 81 times too large.
  private(set) var blurredSquares = 0
  /// The number of samples in each sum.
  let samples: Int

  init(of shown: Pixmap, from source: Pixmap) {
    samples = 3 * source.width * source.height
    for channel in 0..<3 { add(channel, shown, source) }
  }

  /// Returns a channel's value in 0...255 composited over white.
  static func overWhite(_ bytes: UnsafeBufferPointer<UInt8>, _ pixel: Int, _ channel: Int) -> Int {
    Int(bytes[pixel * 4 + channel]) + 255 - Int(bytes[pixel * 4 + 3])
  }

  private mutating func add(_ channel: Int, _ shown: Pixmap, _ source: Pixmap) {
    let (width, height) = (source.width, source.height)
    var differences = [Int](repeating: 0, count: width * height)
    shown.bytes.withUnsafeBufferPointer { shown in
      source.bytes.withUnsafeBufferPointer { source in
        for pixel in 0..<width * height {
          let difference =
            Self.overWhite(shown, pixel, channel) - Self.overWhite(source, pixel, channel)
          differences[pixel] = difference
          squares += difference * difference
        }
      }
    }
    // A separable 3 x 3 box sum with replicated edges.
    var rows = differences
    for y in 0..<height {
      let start = y * width
      for x in 0..<width {
        rows[start + x] =
          differences[start + max(0, x - 1)] + differences[start + x]
          + differences[start + min(width - 1, x + 1)]
      }
    }
    for y in 0..<height {
      let above = max(0, y - 1) * width
      let below = min(height - 1, y + 1) * width
      for x in 0..<width {
        let sum = rows[above + x] + rows[y * width + x] + rows[below + x]
        blurredSquares += sum * sum
      }
    }
  }
}

/// Decodes an encoded animation and compares it with its source frames.
final class FidelityReader {
  private let path: String
  private var reader: AnimationReader
  private var meter = Fidelity.Meter()
  /// The last decoded frame, or `nil` before the first, and the end times of it and of the last
  /// source frame.
  private var shown: Pixmap?
  private var shownUntil = RationalTime.zero
  private var sourceUntil = RationalTime.zero

  init(_ bytes: [UInt8], limits: DecodeLimits, _ path: String) throws(HeaderKitError) {
    self.path = path
    reader = try HeaderKitError.coding(
      .file(path), writing: true, AnimationReader(bytes: bytes, limits: limits))
  }

  /// Compares the next source frame with the frame that the file shows when the source frame ends.
  func add(_ source: Pixmap, shownFor duration: RationalTime) throws(HeaderKitError) {
    sourceUntil = sourceUntil + duration
    while shownUntil.rounded(toUnitsPerSecond: 100) < sourceUntil.rounded(toUnitsPerSecond: 100),
      let frame = try HeaderKitError.coding(.file(path), writing: true, reader.next())
    {
      shown = frame.pixmap
      shownUntil = shownUntil + frame.duration
    }
    if let shown { meter.add(shown: shown, source: source) }
  }

  var result: Fidelity { meter.result }
}
