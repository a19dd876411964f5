import CodecInterface
import PortableMath

/// Plans the frames of a segment: the part of the canvas that each frame writes, and its palette.
///
/// A palette should keep the colors that are shown for scrolled content, but these are known only
/// after the previous frames are encoded. To avoid waiting, the planner predicts them with a
/// *trial*: the result of plain error diffusion. At the start of a segment the trial is unknown.
/// (With the actual colors, two clips of a scrolled header flicker 1 to 7 % less, for 0 to 1 % more
/// bytes.)
struct SegmentPlanner {
  let segment: GIFSegment
  /// The index of the global table, or `nil` before there is one.
  let globalIndex: PaletteIndex?
  private let trial: ShownCanvas
  private var previous: SourceFrame?
  private var previousEnd = 0
  private var shift = ContentShift()
  var colors: FrameColors

  private var size: PixelSize { segment.size }
  private var tuning: GIFTuning { segment.tuning }

  init(_ segment: GIFSegment) {
    self.segment = segment
    globalIndex = segment.global.map { PaletteIndex($0, segment.tuning) }
    colors = FrameColors(limit: segment.colorLimit)
    trial = .clear(segment.size)
    guard let before = segment.before else { return }
    previousEnd = before.end
    if !tuning.isGreedy { shift.update(with: before, width: size.width) }
    if let first = segment.frames.first, before.isUncovered(by: first) { return }
    previous = before
    trial.showUnknown(where: before)
  }

  /// Returns the table for `frames`, the segment's first frames.
  mutating func firstTable(for frames: [SourceFrame]) throws(CodecError) -> ColorTable {
    let updates = updates(of: frames, next: nil)
    if segment.options.lossless { return try losslessTable(for: updates[0]) }
    return selectPalette(for: updates, tuning.isGreedy ? [] : variances(of: updates)).table
  }

  /// Plans `frames`, which share a palette. `next` is the frame after them, if any.
  ///
  /// - Throws: `.unsupported` if a frame cannot be encoded losslessly.
  mutating func plan(
    _ frames: [SourceFrame], next: SourceFrame?
  ) throws(CodecError) -> [PlannedFrame] {
    let updates = updates(of: frames, next: next)
    if segment.options.lossless {
      return try updates.map { update throws(CodecError) in
        let table = try losslessTable(for: update)
        return PlannedFrame(update: update, coding: .search(fixedPalette(table), nil, tuning))
      }
    }
    if tuning.isGreedy {
      let palette = selectPalette(for: updates, [])
      let encoder = GreedyLZWEncoder(palette, tuning: tuning, for: updates)
      return updates.map { PlannedFrame(update: $0, coding: .greedy(encoder)) }
    }
    let variances = variances(of: updates)
    var palette = selectPalette(for: updates, variances)
    if updates.count > 1 { palette.mayMove = false }
    return updates.indices.map { number in
      let update = updates[number]
      let variance = variances[number]
      let tuning = tuning.scaled(forDisplayTime: update.delay)
      var own = updates.count > 1 ? palette.copy(tuning) : palette
      // Only the canvas after the last of these frames affects later palettes.
      if number == updates.count - 1 {
        if number > 0 { showUnknown(before: update) }
        if colors.distinct.overflows {
          own = own.adapted(to: update, variance, tuning, over: trial)
        } else {
          trial.show(update)
        }
      }
      return PlannedFrame(update: update, coding: .search(own, variance, tuning))
    }
  }

  /// Marks the canvas before `update` as unknown, because the frames before it were not drawn on
  /// the trial.
  private func showUnknown(before update: FrameUpdate) {
    guard let before = update.before else { return trial.clear() }
    trial.showUnknown(where: before)
  }

  private mutating func updates(of frames: [SourceFrame], next: SourceFrame?) -> [FrameUpdate] {
    frames.enumerated().map { number, frame in
      if !tuning.isGreedy { shift.update(with: frame, width: size.width) }
      let following = number + 1 < frames.count ? frames[number + 1] : next
      let clears = following.map(frame.isUncovered) ?? false
      let update = FrameUpdate(
        size: size, source: frame, before: previous, after: following, moved: shift.distance,
        delay: frame.end - previousEnd, clears: clears,
        rect: clears ? size.bounds : changedRect(frame))
      previous = clears ? nil : frame
      previousEnd = frame.end
      return update
    }
  }

  /// Returns the part of the canvas to write. Never empty.
  private func changedRect(_ source: SourceFrame) -> PixelRect {
    guard let previous else { return size.bounds }
    return source.changedRect(since: previous, size: size)
      ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
  }

  private func variances(of updates: [FrameUpdate]) -> [LocalVariance] {
    updates.map {
      LocalVariance(of: $0.source.pixels, width: size.width, rows: $0.rect.y..<$0.rect.maxY)
    }
  }

  /// Returns a palette for the frames at `updates`. The greedy encoder needs no `variances`.
  private mutating func selectPalette(
    for updates: [FrameUpdate], _ variances: [LocalVariance]
  ) -> Palette {
    var selected: Palette?
    segment.aroundPaletteSelection {
      gatherColors(of: updates, variances)
      selected = paletteForColors()
    }
    return selected ?? paletteForColors()
  }

  /// Gathers the colors that frames need in addition to those on the canvas.
  private mutating func gatherColors(of updates: [FrameUpdate], _ variances: [LocalVariance]) {
    colors.reset()
    let step = tuning.isGreedy ? 4 : 1
    for update in updates { colors.count(update, step: step) }
    if tuning.isGreedy || !colors.distinct.overflows {
      for update in updates { colors.countLines(update) }
    }
    guard colors.distinct.overflows else { return }
    guard !tuning.isGreedy else {
      for update in updates { colors.weighRows(update, step: step) }
      return
    }
    for (number, (update, variance)) in zip(updates, variances).enumerated() {
      // The trial shows the canvas before the first of these frames only.
      var update = update
      if number > 0 { update.moved = nil }
      colors.weigh(FrameContext(update: update, canvas: trial), variance: variance)
    }
  }

  /// Returns a table with all changed colors, or with all colors of the written part if only these
  /// fit.
  private func losslessTable(for update: FrameUpdate) throws(CodecError) -> ColorTable {
    let limit = min(256, segment.options.colors)
    var changed = DistinctColors(limit: limit)
    var all = DistinctColors(limit: limit)
    var needsTransparent = false
    for row in update.rows() {
      for pixel in row {
        let color = update.source.pixels[pixel]
        if color == SourceFrame.clear {
          needsTransparent = true
          continue
        }
        all.insert(color)
        if update.before?.pixels[pixel] != color { changed.insert(color) }
      }
    }
    if changed.count < limit { return exactTable(for: changed.colors, transparent: true) }
    guard !needsTransparent, !all.overflows else {
      let shown = changed.overflows ? "more than \(limit)" : "\(changed.count)"
      throw CodecError(
        kind: .unsupported,
        message: "\(shown) colors change in the frame that ends at \(update.source.end)/100 s, "
          + "but a lossless GIF frame has at most \(limit), including transparency",
        hint: "omit lossless, or write an APNG")
    }
    return exactTable(for: all.colors, transparent: false)
  }
}
