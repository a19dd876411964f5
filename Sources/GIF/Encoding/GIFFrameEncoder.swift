import CodecInterface
import Numerics
import Raster

/// Encodes frame after frame of a segment and tracks the canvas that a viewer shows.
struct GIFFrameEncoder {
  let size: PixelSize
  let options: GIFOptions
  let tuning: GIFTuning
  private var selector: PaletteSelector
  /// What a viewer shows: 0xRRGGBB, with `SourceFrame.approximate` or without, or `SourceFrame.clear`.
  private(set) var canvas: [UInt32]
  private var previous: SourceFrame?
  private var previousEnd = 0
  private var variance: LocalVariance
  private var shift = ContentShift()
  private var colors: FrameColors
  /// Called with the work of selecting a palette that frames share.
  private let aroundPaletteSelection: @Sendable (_ work: () -> Void) -> Void

  init(_ segment: GIFSegment) {
    size = segment.size
    options = segment.options
    tuning = segment.tuning
    aroundPaletteSelection = segment.aroundPaletteSelection
    selector = PaletteSelector(
      area: size.area, options: options, tuning: tuning, global: segment.global)
    colors = FrameColors(limit: selector.limit)
    variance = LocalVariance(width: size.width, height: size.height)
    canvas = [UInt32](repeating: SourceFrame.clear, count: size.area)
    guard let before = segment.before else { return }
    previousEnd = before.end
    if !tuning.isGreedy { shift.follow(before.source, width: size.width) }
    if let first = segment.frames.first, before.source.isUncovered(by: first.source) { return }
    previous = before.source
    canvas = before.source.pixels
    if options.lossless { return }
    for pixel in canvas.indices where canvas[pixel] != SourceFrame.clear {
      canvas[pixel] |= SourceFrame.approximate
    }
  }

  /// The table of the segment's first images, whose frames are `frames`.
  mutating func firstTable(for frames: [TimedFrame]) throws(CodecError) -> ColorTable {
    if options.lossless { return try losslessTable(for: frames[0], in: size.bounds) }
    if !tuning.isGreedy { shift.follow(frames[0].source, width: size.width) }
    return selectPalette(for: frames).table
  }

  /// The palette that a run of frames shares.
  private struct SharedPalette {
    var palette: Palette
    /// Made of it once; nil for the rate-distortion search.
    var greedy: GreedyLZWEncoder?
  }

  /// One frame's place in the animation.
  private struct Slot {
    var frame: TimedFrame
    var following: TimedFrame?
    /// Centiseconds.
    var delay: Int
    /// Whether the canvas is cleared behind it.
    var clears: Bool
    /// The part of the canvas that is written.
    var rect: PixelRect
    /// Whether its local variance was measured when its palette was selected.
    var isMeasured: Bool
  }

  /// The images for `frames`, which share a palette; `next` is the frame that follows, if any.
  ///
  /// Throws `.unsupported` where a frame cannot be written losslessly.
  mutating func encode(
    _ frames: [TimedFrame], next: TimedFrame?
  ) throws(CodecError) -> [GIFImage] {
    if !tuning.isGreedy { shift.follow(frames[0].source, width: size.width) }
    let shared = options.lossless ? nil : sharedPalette(for: frames)
    var images: [GIFImage] = []
    for (place, frame) in frames.enumerated() {
      if place > 0, !tuning.isGreedy { shift.follow(frame.source, width: size.width) }
      let following = place + 1 < frames.count ? frames[place + 1] : next
      let slot = slot(of: frame, following, isAlone: frames.count == 1)
      images.append(try encode(slot, shared))
      previousEnd = frame.end
      previous = slot.clears ? nil : frame.source
      if slot.clears {
        for pixel in canvas.indices { canvas[pixel] = SourceFrame.clear }
      }
    }
    return images
  }

  private func slot(of frame: TimedFrame, _ following: TimedFrame?, isAlone: Bool) -> Slot {
    let clears = following.map { frame.source.isUncovered(by: $0.source) } ?? false
    return Slot(
      frame: frame, following: following, delay: frame.end - previousEnd, clears: clears,
      rect: clears ? size.bounds : changedRect(frame.source),
      isMeasured: isAlone && colors.distinct.overflows && !clears)
  }

  private mutating func encode(
    _ slot: Slot, _ shared: SharedPalette?
  ) throws(CodecError) -> GIFImage {
    let table: ColorTable
    let codes: [UInt8]
    if let shared, let greedy = shared.greedy {
      table = shared.palette.table
      codes = greedy.encode(slot.frame.source, after: previous, in: slot.rect, canvas: &canvas)
    } else if let shared {
      if !slot.isMeasured {
        variance.measure(slot.frame.source.pixels, rows: slot.rect.y..<slot.rect.maxY)
      }
      (codes, table) = search(slot, shared.palette, passes: tuning.passes)
    } else {
      let palette = selector.keeping(try losslessTable(for: slot.frame, in: slot.rect))
      (codes, table) = search(slot, palette, passes: 1)
    }
    return GIFImage(
      rect: slot.rect, delay: slot.delay, disposal: slot.clears ? .clear : .keep,
      transparent: table.transparentIndex, table: table, codes: codes)
  }

  /// Searches the best codes by rate and distortion, and paints them on the canvas.
  private mutating func search(
    _ slot: Slot, _ palette: Palette, passes: Int
  ) -> (codes: [UInt8], table: ColorTable) {
    let encoder = MultipassFrameEncoder(
      isLossless: options.lossless, tuning: tuning.scaled(forDisplayTime: slot.delay))
    let context = FrameContext(
      source: slot.frame.source, before: previous, after: slot.following?.source, canvas: canvas,
      moved: shift.distance, width: size.width)
    let found = encoder.encode(
      context, in: slot.rect, variance: variance, palette, passes: passes)
    paint(found.indices, in: slot.rect, found.table)
    return (found.codes, found.table)
  }

  /// The part of the canvas to be written: never empty.
  private func changedRect(_ source: SourceFrame) -> PixelRect {
    guard let previous else { return size.bounds }
    let rect = source.changedRect(since: previous, size: size)
    return rect.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : rect
  }

  /// A palette for `frames`, with what is derived from it.
  private mutating func sharedPalette(for frames: [TimedFrame]) -> SharedPalette {
    var palette = selectPalette(for: frames)
    if frames.count > 1 { palette.mayMove = false }
    return SharedPalette(
      palette: palette,
      greedy: tuning.isGreedy
        ? GreedyLZWEncoder(size: size, palette: palette, tuning: tuning) : nil)
  }

  /// A palette for `frames`.
  private mutating func selectPalette(for frames: [TimedFrame]) -> Palette {
    var selected: Palette?
    aroundPaletteSelection {
      gatherColors(of: frames)
      selected = selector.palette(for: &colors)
    }
    return selected ?? selector.palette(for: &colors)
  }

  /// Gathers the colours that `frames` have to show beside what the canvas already holds.
  private mutating func gatherColors(of frames: [TimedFrame]) {
    let regions = countColors(of: frames, rowStep: tuning.isGreedy ? 4 : 1)
    if tuning.isGreedy || !colors.distinct.overflows {
      for (frame, region) in zip(frames, regions) {
        colors.countLines(frame.source, in: region, width: size.width)
      }
    }
    guard colors.distinct.overflows else { return }
    var before = previous
    for (place, (frame, region)) in zip(frames, regions).enumerated() {
      if tuning.isGreedy {
        colors.weighRows(
          frame.source, after: before, in: region, width: size.width, stride: 4)
      } else {
        variance.measure(frame.source.pixels, rows: region.y..<region.maxY)
        // What will be shown when the later frames come is not known yet.
        let context = FrameContext(
          source: frame.source, before: before, after: nil, canvas: canvas,
          moved: place == 0 ? shift.distance : nil, width: size.width)
        colors.weigh(context, in: region, variance: variance)
      }
      before = frame.source
    }
  }

  /// Counts the distinct colours of every `rowStep`-th row; returns the changed part of each frame.
  private mutating func countColors(of frames: [TimedFrame], rowStep: Int) -> [PixelRect] {
    var before = previous
    var regions: [PixelRect] = []
    colors.reset()
    for frame in frames {
      let region =
        before.map { frame.source.changedRect(since: $0, size: size) } ?? size.bounds
      regions.append(region)
      colors.count(frame.source, after: before, in: region, width: size.width, stride: rowStep)
      before = frame.source
    }
    return regions
  }

  /// A table with every colour that changes in `rect`, or with every colour of `rect` where that is
  /// the only way to fit.
  private mutating func losslessTable(
    for frame: TimedFrame, in rect: PixelRect
  ) throws(CodecError) -> ColorTable {
    let most = min(256, options.colors)
    var changed = DistinctColors(limit: most)
    var all = DistinctColors(limit: most)
    var needsTransparent = false
    for y in rect.y..<rect.maxY {
      for pixel in y * size.width + rect.x..<y * size.width + rect.maxX {
        let color = frame.source.pixels[pixel]
        if color == SourceFrame.clear {
          needsTransparent = true
          continue
        }
        all.insert(color)
        if canvas[pixel] != color { changed.insert(color) }
      }
    }
    if changed.count < most { return selector.exactTable(for: changed.colors, transparent: true) }
    guard !needsTransparent, !all.overflows else {
      let shown = changed.overflows ? "more than \(most)" : "\(changed.count)"
      throw CodecError(
        kind: .unsupported,
        message: "\(shown) colours change in the frame that ends at \(frame.end)/100 s, "
          + "a lossless gif frame has room for \(most) with the transparent one",
        hint: "leave out lossless, or write an apng")
    }
    return selector.exactTable(for: all.colors, transparent: false)
  }

  private mutating func paint(_ indices: [UInt8], in rect: PixelRect, _ table: ColorTable) {
    let transparent = table.transparentIndex
    canvas.withUnsafeMutableBufferPointer { canvas in
      table.colors.withUnsafeBufferPointer { colors in
        var place = 0
        for y in rect.y..<rect.maxY {
          for pixel in y * size.width + rect.x..<y * size.width + rect.maxX {
            let index = Int(indices[place])
            if index != transparent { canvas[pixel] = colors[index] }
            place += 1
          }
        }
      }
    }
  }
}
