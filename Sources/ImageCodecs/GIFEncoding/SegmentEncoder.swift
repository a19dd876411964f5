import Raster

/// Encodes runs of frames that share a colour table, keeping what a viewer sees in step.
struct SegmentEncoder {
  let size: PixelSize
  let options: GIFOptions
  let tuning: GIFTuning
  /// What a viewer shows: 0xRRGGBB, or `TruthFrame.clear`.
  private(set) var canvas: [UInt32]
  private var previous: TruthFrame?
  private var previousEnd = 0
  private var masking: MaskingMap

  init(size: PixelSize, options: GIFOptions, tuning: GIFTuning) {
    self.size = size
    self.options = options
    self.tuning = tuning
    canvas = [UInt32](repeating: TruthFrame.clear, count: size.area)
    masking = MaskingMap(width: size.width, height: size.height)
  }

  /// The pictures for `frames`; `next` is the frame that follows them, if any.
  mutating func encode(_ frames: [TimedFrame], next: TimedFrame?) -> [GIFImage] {
    let table = ColorTable(colors: palette(for: frames), transparent: true)
    let index = PaletteIndex(
      tones: table.colors.map { Tone(rgb: $0) }, perCell: tuning.candidates)
    var images: [GIFImage] = []
    for (place, frame) in frames.enumerated() {
      let following = place + 1 < frames.count ? frames[place + 1] : next
      images.append(image(for: frame, following: following, table, index))
    }
    return images
  }

  private mutating func image(
    for frame: TimedFrame, following: TimedFrame?, _ table: ColorTable, _ index: PaletteIndex
  ) -> GIFImage {
    let clears = following.map { uncovers(frame.truth, $0.truth) } ?? false
    var rect = size.bounds
    if let previous, !clears {
      rect = FrameChange.rect(from: previous, to: frame.truth, size: size)
    }
    if rect.isEmpty { rect = PixelRect(x: 0, y: 0, width: 1, height: 1) }
    masking.measure(frame.truth.pixels, rows: rect.y..<rect.maxY)
    let wishes = self.wishes(for: frame.truth, in: rect, table)
    let search = JointSearch(
      width: rect.width, height: rect.height, palette: index,
      transparent: UInt8(table.colors.count), minimumCodeSize: table.minimumCodeSize,
      tuning: tuning)
    let result = wishes.withUnsafeBufferPointer { wishes in
      wishes.baseAddress.map { search.run($0) }
    }
    let indices = result?.indices ?? []
    paint(indices, in: rect, table)
    if clears {
      for pixel in canvas.indices { canvas[pixel] = TruthFrame.clear }
      previous = nil
    } else {
      previous = frame.truth
    }
    let delay = frame.end - previousEnd
    previousEnd = frame.end
    return GIFImage(
      rect: rect, delay: delay, disposal: clears ? .clear : .keep,
      transparent: table.colors.count, table: table, codes: result?.codes ?? [])
  }

  /// Whether a pixel that is opaque in one frame is clear in the next.
  private func uncovers(_ before: TruthFrame, _ after: TruthFrame) -> Bool {
    guard after.hasClear else { return false }
    return zip(before.pixels, after.pixels).contains {
      $0 != TruthFrame.clear && $1 == TruthFrame.clear
    }
  }

  private mutating func paint(_ indices: [UInt8], in rect: PixelRect, _ table: ColorTable) {
    let transparent = UInt8(table.colors.count)
    var place = 0
    for y in rect.y..<rect.maxY {
      for x in rect.x..<rect.maxX {
        let index = indices[place]
        if index != transparent { canvas[y * size.width + x] = table.colors[Int(index)] }
        place += 1
      }
    }
  }

  private func wishes(
    for truth: TruthFrame, in rect: PixelRect, _ table: ColorTable
  ) -> [PixelWish] {
    var exactIndex: [UInt32: UInt16] = [:]
    for (index, color) in table.colors.enumerated() { exactIndex[color] = UInt16(index) }
    let tones = table.colors.map { Tone(rgb: $0) }
    func nearest(_ color: UInt32) -> UInt16 {
      let tone = Tone(rgb: color)
      var best = 0
      for index in tones.indices
      where tone.squaredDistance(to: tones[index]) < tone.squaredDistance(to: tones[best]) {
        best = index
      }
      return UInt16(best)
    }
    return [PixelWish](unsafeUninitializedCapacity: rect.width * rect.height) { target, count in
      var lastFlat: UInt32 = TruthFrame.clear
      var lastFlatIndex: UInt16 = 0
      var lastCanvas: UInt32 = TruthFrame.clear
      var lastCanvasTone = Tone.zero
      var lastCanvasIndex = PixelWish.canvasOnly
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
          let pixel = y * size.width + x
          let color = truth.pixels[pixel]
          let shown = canvas[pixel]
          if shown != lastCanvas {
            lastCanvas = shown
            lastCanvasTone = Tone(rgb: shown)
            lastCanvasIndex = exactIndex[shown] ?? PixelWish.canvasOnly
          }
          let known = shown != TruthFrame.clear
          var wish = PixelWish(
            tone: Tone(rgb: color), weight: 1, required: PixelWish.free, canvasAllowed: known,
            canvas: lastCanvasTone)
          if color == TruthFrame.clear {
            wish.required = PixelWish.canvasOnly
            wish.canvasAllowed = true
          } else if known, let previous, previous.pixels[pixel] == color {
            wish.required = lastCanvasIndex
            wish.canvasAllowed = true
          } else {
            let variance = masking.variance[pixel]
            if variance == 0 {
              if color != lastFlat {
                lastFlat = color
                lastFlatIndex = exactIndex[color] ?? nearest(color)
                exactIndex[color] = lastFlatIndex
              }
              wish.required = lastFlatIndex
              wish.canvasAllowed = known && shown == table.colors[Int(lastFlatIndex)]
            } else {
              let smooth = 1 + variance / 2
              wish.weight =
                (1 + tuning.flatBoost / (smooth * smooth)) / (1 + tuning.masking * variance)
            }
          }
          target.initializeElement(at: count, to: wish)
          count += 1
        }
      }
    }
  }

  private mutating func palette(for frames: [TimedFrame]) -> [UInt32] {
    var histogram = ColorHistogram()
    var flat: [UInt32: Int] = [:]
    var before = previous
    for frame in frames {
      let truth = frame.truth
      masking.measure(truth.pixels, rows: 0..<size.height)
      var run = 0
      var runColor: UInt32 = 0
      for pixel in truth.pixels.indices {
        let color = truth.pixels[pixel]
        if color == TruthFrame.clear { continue }
        if let before, before.pixels[pixel] == color { continue }
        let variance = masking.variance[pixel]
        if variance == 0 {
          if color == runColor {
            run += 1
          } else {
            if run > 0 { flat[runColor, default: 0] += run }
            runColor = color
            run = 1
          }
        } else {
          histogram.add(color, weight: 1 / (1 + tuning.masking * variance))
        }
      }
      if run > 0 { flat[runColor, default: 0] += run }
      before = truth
    }
    let limit = max(1, min(256, options.colors) - 1)
    let enough = size.area / 2000
    let frequent = flat.filter { $0.value >= enough }
      .sorted { ($0.value, $0.key) > ($1.value, $1.key) }
      .prefix(max(1, limit / 8)).map(\.key)
    for (color, count) in flat.sorted(by: { $0.key < $1.key }) where !frequent.contains(color) {
      histogram.add(color, weight: Float(count))
    }
    let asked = options.exactColors.map {
      UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue)
    }
    return PaletteBuilder(exact: asked + frequent, limit: limit, rounds: tuning.refinements)
      .colors(for: histogram.entries)
  }
}
