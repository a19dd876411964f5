import CodecInterface
import Foundation
import GIF
import ImageCodecs
import PortableMath

/// Measures each piece of work that encoding a GIF consists of, alone, and says how long all of them take
/// at best on a number of processors: what waits for what is known, the rest is arithmetic.
///
///     gifshape ANIMATION [QUALITY]
@main
struct GIFShape {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count > 1, let quality = Int(arguments.count > 2 ? arguments[2] : "80") else {
      FileHandle.standardError.write(Data("usage: gifshape ANIMATION [QUALITY]\n".utf8))
      exit(2)
    }
    let work = try EncodingWork(
      of: [UInt8](try Data(contentsOf: URL(fileURLWithPath: arguments[1]))),
      GIFOptions(quality: quality))
    let alone = work.seconds(processors: 1)
    print(
      "pieces: \(work.pieces.count), seconds: \(rounded(alone)), one after the other: "
        + "\(rounded(work.serial)); processors, seconds, times as fast as one:")
    for processors in [1, 2, 4, 8, 16, 32] {
      let seconds = work.seconds(processors: processors)
      print("\(processors) \(rounded(seconds)) \(rounded(alone / seconds))")
    }
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

/// The pieces of encoding a GIF, how long each takes alone, and what it waits for.
struct EncodingWork {
  /// A segment's plan or a frame's image.
  struct Piece {
    let seconds: Double
    /// The segment's plan, and the seconds after its begin when this frame is planned.
    let plan: (piece: Int, seconds: Double)?
    /// The frame before, and the part of its time that this one must stay behind it.
    let wave: (frame: Int, lead: Double)?
  }

  /// Segments' plans and frames' images, numbered through.
  private(set) var pieces: [Piece] = []
  /// For each segment the number of its plan and those of its frames.
  private var segments: [(plan: Int, frames: Range<Int>)] = []
  /// Seconds of what one thread does for all: frames compared and collected, images put into the file.
  private(set) var serial = 0.0

  /// Does all of it once, on one thread.
  init(of animation: [UInt8], _ options: GIFOptions) throws {
    var reader = try AnimationReader(bytes: animation)
    var encoder = try GIFEncoder(size: reader.size, options: options)
    var shown = ShownCanvas.clear(reader.size)
    func add(_ segment: GIFSegment) throws {
      var frames: [PlannedFrame] = []
      var ready: [Double] = []
      let plan = pieces.count
      let begun = ContinuousClock.now
      try segment.plan { frame in
        frames.append(frame)
        ready.append((ContinuousClock.now - begun) / .seconds(1))
      }
      pieces.append(Piece(seconds: ready.last ?? 0, plan: nil, wave: nil))
      for (frame, ready) in zip(frames, ready) {
        let canvas = ShownCanvas(size: reader.size)
        var image: GIFImage?
        let encoding = Self.time { image = frame.encode(over: shown, onto: canvas) }
        let before = pieces.count - 1 == plan ? segments.last?.frames.last : pieces.count - 1
        let lead = Double(frame.lead) / Double(reader.size.height)
        pieces.append(
          Piece(seconds: encoding, plan: (plan, ready), wave: before.map { ($0, min(1, lead)) }))
        shown = canvas
        if let image { serial += try Self.time { _ = try encoder.write(image) } }
      }
      segments.append((plan, plan + 1..<pieces.count))
    }
    while let frame = try reader.next() {
      var segment: GIFSegment?
      serial += try Self.time {
        segment = try encoder.collect(frame.pixmap, duration: frame.duration)
      }
      if let segment { try add(segment) }
    }
    try add(encoder.collectLast())
  }

  /// The time that `processors` need where pieces are begun in the order in which the encoder begins them.
  func seconds(processors: Int) -> Double {
    var order: [Int] = []
    for number in 0..<segments.count + processors - 1 {
      if number < segments.count { order.append(segments[number].plan) }
      let begun = number - processors + 1
      if begun >= 0 { order += segments[begun].frames }
    }
    var free = [Double](repeating: 0, count: processors)
    var times = [(start: Double, end: Double)](repeating: (0, 0), count: pieces.count)
    for number in order {
      let piece = pieces[number]
      let processor = free.indices.min { free[$0] < free[$1] } ?? 0
      var start = free[processor]
      if let plan = piece.plan { start = max(start, times[plan.piece].start + plan.seconds) }
      var end = start + piece.seconds
      if let (frame, lead) = piece.wave {
        start = max(start, times[frame].start + lead * pieces[frame].seconds)
        end = max(start + piece.seconds, times[frame].end + lead * piece.seconds)
      }
      times[number] = (start, end)
      free[processor] = end
    }
    return max(serial, times.map(\.end).max() ?? 0)
  }

  private static func time(_ work: () throws -> Void) rethrows -> Double {
    let begun = ContinuousClock.now
    try work()
    return (ContinuousClock.now - begun) / .seconds(1)
  }
}
