import FileAccess
import ImageCodecs
import PortableFoundation
import PortableMath
import Raster

/// Losslessly packed frames in an unlinked temporary file, which can be read several times.
final class FrameSpool {
  private let descriptor: Int32
  private let limits: RenderLimits
  private let png = PNGOptions(level: 1)
  private var entries: [(offset: Int, bytes: Int)] = []
  private var end = 0
  private(set) var durations: [RationalTime] = []

  /// Creates an empty spool.
  ///
  /// - Throws: `.cannotCreate` if the temporary directory is not writable.
  init(limits: RenderLimits) throws(HeaderKitError) {
    self.limits = limits
    let folder = FileManager.default.temporaryDirectory.path
    var name = Array((folder + "/twheader-XXXXXX").utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw HeaderKitError(.cannotCreate, errno, of: folder) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ picture: Pixmap, duration: RationalTime) throws(HeaderKitError) {
    let bytes = try HeaderKitError.coding(
      .none, writing: true, PNGEncoder.encode(picture, options: png))
    guard lseek(descriptor, off_t(end), SEEK_SET) >= 0, bytes.write(to: descriptor) == nil else {
      throw FrameSpool.failure(
        "temporary frames could not be written", "free some space, or set TMPDIR to another folder")
    }
    entries.append((end, bytes.count))
    durations.append(duration)
    end += bytes.count
  }

  private static func failure(_ reason: MessageText, _ remedy: MessageText) -> HeaderKitError {
    let folder = FileManager.default.temporaryDirectory.path
    return HeaderKitError(.writeFailed, subject: .file(folder), reason: reason, remedy: remedy)
  }

  func picture(_ index: Int) throws(HeaderKitError) -> Pixmap {
    let entry = entries[index]
    let bytes = [UInt8](unsafeUninitializedCapacity: entry.bytes) { buffer, count in
      while count < entry.bytes {
        let position = off_t(entry.offset + count)
        let result = pread(
          descriptor, buffer.baseAddress?.advanced(by: count), entry.bytes - count, position)
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { break }
        count += result
      }
    }
    guard bytes.count == entry.bytes else {
      throw FrameSpool.failure("temporary frames could not be read", "check the disk")
    }
    var own = limits
    own.inputBytes = Int.max
    own.pixels = Int.max
    return try PictureFile.decode(bytes, subject: "temporary frames", limits: own)
  }
}

/// A reduction that helps an animation fit a size limit, in addition to lower quality.
public enum ReductionPolicy: String, CaseIterable, Hashable, Sendable {
  /// Reduces width and height.
  case scale
  /// Reduces the frame rate.
  case fps

  /// The quality below which these reductions are applied before the quality is lowered further.
  public static let minQuality = 40
}

/// A reduction of size and frame rate.
struct FrameReduction: Hashable, Sendable {
  /// The remaining width and height in quarters, 1...4.
  var quarters = 4
  /// The minimum interval between frames as a multiple of the shortest frame duration, at least 1.
  var step = 1

  /// Returns the steps from no reduction to the largest. If both policies are allowed, they
  /// alternate.
  static func steps(_ reductions: Set<ReductionPolicy>) -> [FrameReduction] {
    let (scales, rates) = (reductions.contains(.scale), reductions.contains(.fps))
    var steps = [FrameReduction()]
    for round in 1...3 where scales || rates {
      var next = steps[steps.count - 1]
      if scales {
        next.quarters = 4 - round
        steps.append(next)
      }
      if rates {
        next.step = 1 + round
        steps.append(next)
      }
    }
    return steps
  }

  /// A lower bound of the reduced file's size as a fraction of the unreduced file's. Small pictures
  /// and infrequent frames compress worse, so the actual fraction is higher.
  var share: Double { Double(quarters * quarters) / 16 / Double(step) }

  func size(of size: PixelSize) -> PixelSize {
    PixelSize(
      width: max(1, size.width * quarters / 4), height: max(1, size.height * quarters / 4)) ?? size
  }
}

/// Spooled frames with reduced size and frame rate. The duration of a skipped frame is added to the
/// frame before it.
struct ReducedFrames {
  let spool: FrameSpool
  let size: PixelSize
  let reduction: FrameReduction

  init(_ spool: FrameSpool, size: PixelSize, reduction: FrameReduction) {
    self.spool = spool
    self.size = reduction.size(of: size)
    self.reduction = reduction
  }

  /// Calls `consume` with each remaining frame until it returns `false`. The first frame, the last
  /// frame and frames of long duration are always kept.
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
