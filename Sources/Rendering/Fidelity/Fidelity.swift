import Files
import Foundation
import ImageCodecs
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
  public let eyePSNR: Double
  /// The worst frame's.
  public let worstEyePSNR: Double
  /// How many levels of 255 a channel changes from frame to frame, in the mean over the pixels that
  /// the true frames leave unchanged.
  public let flicker: Double
}

extension Fidelity {
  /// Gathers the errors of frame after frame.
  package struct Meter {
    private var squares = 0
    private var blurredSquares = 0
    private var samples = 0
    private var worst = 0.0
    private var worstBlurred = 0.0
    private var changes = 0
    private var stillSamples = 0
    private var before: (shown: Pixmap, truth: Pixmap)?

    package init() {}

    package mutating func add(shown: Pixmap, truth: Pixmap) {
      let error = PictureError(of: shown, from: truth)
      squares += error.squares
      blurredSquares += error.blurredSquares
      samples += error.samples
      worst = max(worst, Double(error.squares) / Double(error.samples))
      worstBlurred = max(worstBlurred, Double(error.blurredSquares) / 81 / Double(error.samples))
      if let before { addChanges(before, (shown, truth)) }
      before = (shown, truth)
    }

    package var result: Fidelity {
      let all = Double(max(1, samples))
      return Fidelity(
        psnr: Self.decibels(Double(squares) / all), worstPSNR: Self.decibels(worst),
        eyePSNR: Self.decibels(Double(blurredSquares) / 81 / all),
        worstEyePSNR: Self.decibels(worstBlurred),
        flicker: Double(changes) / Double(max(1, stillSamples)))
    }

    private static func decibels(_ meanSquare: Double) -> Double {
      meanSquare == 0 ? .infinity : 10 * log10(255 * 255 / meanSquare)
    }

    private mutating func addChanges(
      _ before: (shown: Pixmap, truth: Pixmap), _ after: (shown: Pixmap, truth: Pixmap)
    ) {
      before.truth.bytes.withUnsafeBufferPointer { oldTruth in
        after.truth.bytes.withUnsafeBufferPointer { truth in
          before.shown.bytes.withUnsafeBufferPointer { old in
            after.shown.bytes.withUnsafeBufferPointer { new in
              for pixel in 0..<truth.count / 4
              where (0..<4).allSatisfy({ oldTruth[pixel * 4 + $0] == truth[pixel * 4 + $0] }) {
                stillSamples += 3
                for channel in 0..<3 {
                  changes += abs(
                    PictureError.overWhite(new, pixel, channel)
                      - PictureError.overWhite(old, pixel, channel))
                }
              }
            }
          }
        }
      }
    }
  }
}
