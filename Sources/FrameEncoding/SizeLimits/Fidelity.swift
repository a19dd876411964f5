import CodecInterface
import FileAccess
import ImageCodecs
import PortableFoundation
import PortableMath
package import Raster

/// How close an animation comes to the frames it was made of.
///
/// Ratios are in decibels over encoded sRGB values, infinite where nothing differs:
/// 10 log10(255^2 / mean squared error).
public struct Fidelity: Hashable, Sendable {
  /// Peak signal-to-noise ratio over all pixels of all frames.
  public let psnr: Double
  /// The worst frame's.
  public let worstPSNR: Double
  /// The same ratio of the errors' means over 3 x 3 pixels: a measure of our own that forgives
  /// dither as the eye does and counts bands and stains in full.
  public let boxBlurredPSNR: Double
  /// The worst frame's.
  public let worstBoxBlurredPSNR: Double
  /// How many levels of 255 a channel changes from frame to frame, in the mean over the pixels that
  /// the source frames leave unchanged.
  public let flicker: Double
}

extension Fidelity {
  package struct Meter {
    private var squares = 0
    private var blurredSquares = 0
    private var samples = 0
    private var worst = 0.0
    private var worstBlurred = 0.0
    private var changes = 0
    private var stillSamples = 0
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

/// How far one picture is from another of its size, as sums of squares. Both are seen over white.
struct PixelDifferenceSums {
  /// Squared differences of encoded red, green and blue, 0...255 each, summed.
  private(set) var squares = 0
  /// The same of each channel's mean over the 3 x 3 pixels around a pixel, in 1/81: what stays of
  /// an error when the eye has blurred dither.
  private(set) var blurredSquares = 0
  /// Samples of either sum.
  let samples: Int

  init(of shown: Pixmap, from source: Pixmap) {
    samples = 3 * source.width * source.height
    for channel in 0..<3 { add(channel, shown, source) }
  }

  /// Over white, where the canvas is clear.
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
    // Sums of three neighbours; the outermost pixel stands for those beyond the edge.
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

final class FidelityReader {
  private let path: String
  private var reader: AnimationReader
  private var meter = Fidelity.Meter()
  private var shown: Pixmap?
  private var shownUntil = RationalTime.zero
  private var sourceUntil = RationalTime.zero

  init(_ bytes: [UInt8], limits: DecodeLimits, _ path: String) throws(HeaderKitError) {
    self.path = path
    reader = try HeaderKitError.coding(
      .file(path), writing: true, AnimationReader(bytes: bytes, limits: limits))
  }

  /// Compares the next source frame with what the file shows at its time.
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
