import Files
import ImageCodecs
import Numerics
import Raster

/// Frames put aside, seen smaller and with some left out, whose time the frame before them takes.
struct ReducedFrames {
  let spool: FrameSpool
  let size: PixelSize
  let reduction: GIFReduction

  init(_ spool: FrameSpool, size: PixelSize, reduction: GIFReduction) {
    self.spool = spool
    self.size = reduction.size(of: size)
    self.reduction = reduction
  }

  /// Calls `consume` with each frame that is kept until it returns false; the first, the last and
  /// those that are shown for long always are.
  func forEach(
    _ consume: (Pixmap, RationalTime) throws(HeaderKitError) -> Bool
  ) throws(HeaderKitError) {
    let shortest = spool.durations.min() ?? .zero
    let interval = repeatElement(shortest, count: reduction.step).reduce(.zero, +)
    var pending: (picture: Pixmap, duration: RationalTime)?
    for (index, duration) in spool.durations.enumerated() {
      if let (picture, shown) = pending {
        guard shown >= interval || duration >= interval || index == spool.durations.count - 1
        else {
          pending = (picture, shown + duration)
          continue
        }
        guard try consume(picture, shown) else { return }
      }
      pending = (try fitted(spool.picture(index)), duration)
    }
    if let (picture, shown) = pending { _ = try consume(picture, shown) }
  }

  private func fitted(_ picture: Pixmap) -> Pixmap {
    guard picture.size != size else { return picture }
    return picture.resized(source: DeviceRect(picture.size.bounds), to: size, filter: .area)
  }
}
