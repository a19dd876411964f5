import Raster

/// Encodes frame after frame, keeping what a viewer shows in step.
struct FrameEncoder {
  let size: PixelSize
  let options: GIFOptions
  let tuning: GIFTuning
  private var chooser: TableChooser
  /// What a viewer shows: 0xRRGGBB, or `TruthFrame.clear`.
  private(set) var canvas: [UInt32]
  private var previous: TruthFrame?
  private var previousEnd = 0
  private var masking: MaskingMap
  private var shift = ContentShift()
  private var colors: FrameColors
  /// Called with the work of choosing a table that frames share.
  var aroundTableChoice: @Sendable (_ work: () -> Void) -> Void = { $0() }

  init(size: PixelSize, options: GIFOptions, tuning: GIFTuning) {
    self.size = size
    self.options = options
    self.tuning = tuning
    chooser = TableChooser(area: size.area, options: options, tuning: tuning)
    canvas = [UInt32](repeating: TruthFrame.clear, count: size.area)
    colors = FrameColors(limit: chooser.limit)
    masking = MaskingMap(width: size.width, height: size.height)
  }

  /// The table at the head of the file; known once a frame was encoded.
  var global: ColorTable? { chooser.global }

  /// The pictures for `frames`, which share a table; `next` is the frame that follows, if any.
  ///
  /// Throws `.unsupported` where a frame cannot be kept losslessly.
  mutating func encode(
    _ frames: [TimedFrame], next: TimedFrame?
  ) throws(CodecError) -> [GIFImage] {
    var shared: ChosenTable?
    if !tuning.isFast { shift.follow(frames[0].truth, width: size.width) }
    if !options.lossless {
      let around = aroundTableChoice
      around { shared = sharedTable(for: frames) }
    }
    let index = shared.map { PaletteIndex(tones: $0.table.tones, perCell: tuning.candidates) }
    let fast =
      tuning.isFast ? shared.map { FastSearch(size: size, chosen: $0, tuning: tuning) } : nil
    var images: [GIFImage] = []
    for (place, frame) in frames.enumerated() {
      let following = place + 1 < frames.count ? frames[place + 1] : next
      let delay = frame.end - previousEnd
      let clears = following.map { frame.truth.isUncovered(by: $0.truth) } ?? false
      let rect = clears ? size.bounds : changed(frame.truth)
      let chosen: ChosenTable
      if let shared {
        chosen = shared
      } else {
        chosen = ChosenTable(table: try exactTable(for: frame, in: rect), exact: [])
      }
      var table = chosen.table
      let codes: [UInt8]
      if let fast {
        codes = fast.run(frame.truth, after: previous, in: rect, canvas: &canvas)
      } else {
        if place > 0 { shift.follow(frame.truth, width: size.width) }
        // A frame with a palette of its own was measured for it.
        let isMeasured = frames.count == 1 && colors.distinct.overflows && !clears
        if !options.lossless, !isMeasured {
          masking.measure(frame.truth.pixels, rows: rect.y..<rect.maxY)
        }
        let search = FrameSearch(
          isLossless: options.lossless, tuning: tuning.standing(for: delay))
        let found = search.run(
          FrameInTime(
            truth: frame.truth, before: previous, after: following?.truth, canvas: canvas,
            moved: shift.distance, width: size.width),
          in: rect, masking: masking, chosen,
          index ?? PaletteIndex(tones: table.tones, perCell: tuning.candidates),
          passes: options.lossless || table == global ? 1 : tuning.passes)
        (codes, table) = (found.codes, found.table)
        paint(found.indices, in: rect, table)
      }
      images.append(
        GIFImage(
          rect: rect, delay: delay, disposal: clears ? .clear : .keep,
          transparent: table.transparentIndex, table: table, codes: codes))
      previousEnd = frame.end
      if clears {
        for pixel in canvas.indices { canvas[pixel] = TruthFrame.clear }
        previous = nil
      } else {
        previous = frame.truth
      }
    }
    return images
  }

  /// The part of the canvas to be written: never empty.
  private func changed(_ truth: TruthFrame) -> PixelRect {
    guard let previous else { return size.bounds }
    let rect = FrameChange.rect(from: previous, to: truth, size: size)
    return rect.isEmpty ? PixelRect(x: 0, y: 0, width: 1, height: 1) : rect
  }

  /// Gathers the colours that `frames` have to show beside what the canvas already holds.
  private mutating func gatherColors(of frames: [TimedFrame]) {
    let step = tuning.isFast ? 4 : 1
    var before = previous
    var regions: [PixelRect] = []
    colors.reset()
    for frame in frames {
      let changed = before.map { FrameChange.rect(from: $0, to: frame.truth, size: size) }
      let region = changed ?? size.bounds
      regions.append(region)
      colors.count(frame.truth, after: before, in: region, width: size.width, stride: step)
      before = frame.truth
    }
    if tuning.isFast || !colors.distinct.overflows {
      for (frame, region) in zip(frames, regions) {
        colors.countLines(frame.truth, in: region, width: size.width)
      }
    }
    guard colors.distinct.overflows else { return }
    before = previous
    for (place, (frame, region)) in zip(frames, regions).enumerated() {
      if tuning.isFast {
        colors.weighRows(
          frame.truth, after: before, in: region, width: size.width, stride: step)
      } else {
        masking.measure(frame.truth.pixels, rows: region.y..<region.maxY)
        // What will be shown when the later frames come is not known yet.
        let inTime = FrameInTime(
          truth: frame.truth, before: before, after: nil, canvas: canvas,
          moved: place == 0 ? shift.distance : nil, width: size.width)
        colors.weigh(inTime, in: region, masking: masking)
      }
      before = frame.truth
    }
  }

  /// A table for `frames`.
  private mutating func sharedTable(for frames: [TimedFrame]) -> ChosenTable {
    gatherColors(of: frames)
    return chooser.table(for: &colors)
  }

  private mutating func exactTable(
    for frame: TimedFrame, in rect: PixelRect
  ) throws(CodecError) -> ColorTable {
    let most = min(256, options.colors)
    var changed = DistinctColors(limit: most)
    var all = DistinctColors(limit: most)
    var needsTransparent = false
    for y in rect.y..<rect.maxY {
      for pixel in y * size.width + rect.x..<y * size.width + rect.maxX {
        let color = frame.truth.pixels[pixel]
        if color == TruthFrame.clear {
          needsTransparent = true
          continue
        }
        all.insert(color)
        if canvas[pixel] != color { changed.insert(color) }
      }
    }
    if changed.count < most { return chooser.exactTable(for: changed.colors, transparent: true) }
    guard !needsTransparent, !all.overflows else {
      let shown = changed.overflows ? "more than \(most)" : "\(changed.count)"
      throw CodecError(
        kind: .unsupported,
        message: "\(shown) colours change in the frame that ends at \(frame.end)/100 s, "
          + "a lossless gif frame has room for \(most) with the transparent one",
        hint: "leave out lossless, or write an apng")
    }
    return chooser.exactTable(for: all.colors, transparent: false)
  }

  private mutating func paint(_ indices: [UInt8], in rect: PixelRect, _ table: ColorTable) {
    let transparent = table.transparentIndex
    var place = 0
    for y in rect.y..<rect.maxY {
      for pixel in y * size.width + rect.x..<y * size.width + rect.maxX {
        let index = Int(indices[place])
        if index != transparent { canvas[pixel] = table.colors[index] }
        place += 1
      }
    }
  }
}
