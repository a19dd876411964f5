import CodecInterface
import Files
import CodecInterface
import ImageCodecs
import Numerics
import Raster

/// Reads a GIF again beside its true frames.
final class FidelityReader {
  private let path: String
  private var reader: AnimationReader
  private var meter = Fidelity.Meter()
  private var shown: Pixmap?
  private var shownUntil = RationalTime.zero
  private var truthUntil = RationalTime.zero

  init(
    _ bytes: [UInt8], limits: DecodeLimits, _ path: String
  ) throws(HeaderKitError) {
    self.path = path
    do {
      reader = try AnimationReader(bytes: bytes, limits: limits)
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
  }

  /// Compares the next true frame with what the file shows at its time.
  func add(_ truth: Pixmap, shownFor duration: RationalTime) throws(HeaderKitError) {
    truthUntil = truthUntil + duration
    do throws(CodecError) {
      while shownUntil.rounded(toUnitsPerSecond: 100) < truthUntil.rounded(toUnitsPerSecond: 100),
        let frame = try reader.next()
      {
        shown = frame.pixmap
        shownUntil = shownUntil + frame.duration
      }
    } catch {
      throw HeaderKitError(error, subject: path, writing: true)
    }
    if let shown { meter.add(shown: shown, truth: truth) }
  }

  /// Of the frames so far.
  var result: Fidelity { meter.result }
}
