import FileAccess
import HeaderModel
import PortableMath
import Raster

/// A difference of one layer in one frame.
struct LayerFinding: Sendable {
  /// The kind of difference.
  enum Fault: Hashable, Sendable {
    /// The layer is moved by a distance in points, positive to the right and down.
    case moved(x: Double, y: Double)
    /// The layer is painted above `other`, although the header paints it below.
    case above(other: String)
    /// The picture is blurred by `recorded` instead of `expected`.
    case blur(recorded: Double, expected: Double, unit: BlurUnit)
    /// The layer is missing.
    case absent
    /// The layer is scaled by a factor.
    case scaled(Double)
  }

  /// The unit of a blur's strength.
  enum BlurUnit: String, Sendable {
    case step, amount, radius
  }

  let layer: String
  let fault: Fault
  /// The distance that the finding explains: the reduction of the sum of squared differences of
  /// channel values (0...255).
  let gain: Double
  /// Whether the difference is within the tolerance.
  var isTolerated = false

  /// The properties that findings of the same deviation share.
  struct Key: Hashable, Sendable {
    let layer: String
    let kind: Deviation.Kind
    let other: String?
  }

  var key: Key {
    let kind: Deviation.Kind =
      switch fault {
      case .moved: .moved
      case .above: .order
      case .blur: .blur
      case .absent: .absent
      case .scaled: .scaled
      }
    return Key(layer: layer, kind: kind, other: other)
  }

  /// The other layer of an order, else `nil`.
  var other: String? { if case .above(let other) = fault { other } else { nil } }

  /// The gain used to choose between causes. Orders are preferred.
  var weight: Double { other == nil ? gain : gain * 1.3 }
}

/// The search for changes of layers that explain the differences in a frame.
extension FrameComparison {
  /// The maximum searched move in points.
  private static let reach = 16.0
  /// The maximum remaining fraction of the distance for a change to explain it.
  private static let maxRemaining = 0.55
  /// The maximum thickness of a hairline in points.
  private static let maxHairline = 1.5
  /// The minimum fraction of a layer's pixels with a gross difference if it is absent.
  private static let minAbsentShare = 0.3
  /// The maximum remaining mean squared difference, of channel values in 0...255, for an absent
  /// layer or another order. It allows noise, but no other texts and no pressed row.
  private static let maxNoise = 220.0
  /// The minimum mean squared difference, of channel values in 0...255, of a layer that differs.
  private static let minDistance = 120.0

  /// Returns all findings except sizes. Moves up to `tolerance` points are tolerated.
  func findings(tolerance: Double) throws(HeaderKitError) -> [LayerFinding] {
    let layers = state.layers
    var findings: [LayerFinding] = []
    var judged = 0
    for index in layers.indices where isJudged(layers[index]) {
      let rect = bounds(layers[index].frame)
      guard !rect.isEmpty, grossPixels(rect) >= FrameComparison.minPixels else { continue }
      judged += 1
      guard judged <= 24 else { break }
      findings += [try absenceOrMove(index, rect, tolerance), try blurFinding(index, rect)]
        .compactMap(\.self)
    }
    return findings + (try orderFindings())
  }

  private func isJudged(_ layer: LayerState) -> Bool {
    guard isJudgedInOrder(layer), layer.effectiveOpacity > 0.05 else { return false }
    switch layer.content {
    case .list: return false
    case .group: return layer.descendantCount > 0 || layer.border != nil
    default: return true
    }
  }

  /// Returns a finding if a layer is absent or moved.
  private func absenceOrMove(
    _ index: Int, _ rect: PixelRect, _ tolerance: Double
  ) throws(HeaderKitError) -> LayerFinding? {
    let layer = state.layers[index]
    let without = try picture { $0[index].visible = false }
    let absent = distance(without, within: grid.size.bounds)
    guard absent.pixels >= FrameComparison.minPixels else { return nil }
    // Skip layers that are as faint as noise, and hairlines, which may be shifted by less than a
    // pixel.
    let layerShare = grossShare(
      without: without, within: rect,
      isThin: min(layer.frame.width, layer.frame.height) < FrameComparison.maxHairline)
    guard layerShare.gross >= FrameComparison.minPixels else { return nil }
    let mayBeAbsent =
      Double(layerShare.gross) > FrameComparison.minAbsentShare * Double(layerShare.pixels)
    if mayBeAbsent, absent.expected > FrameComparison.minDistance,
      absent.other < FrameComparison.maxNoise,
      absent.isExplained(to: 0.35)
    {
      return LayerFinding(layer: layer.id, fault: .absent, gain: absent.gain)
    }
    let pointsPerPixel = grid.pointsPerPixel
    let reach = max(4, Int((FrameComparison.reach / pointsPerPixel).rounded()))
    guard let move = bestMove(without: without, within: rect, reach: reach) else { return nil }
    let length = (move.x * move.x + move.y * move.y).squareRoot() * pointsPerPixel
    guard length > 0, move.distance.expected > FrameComparison.minDistance else { return nil }
    // A move within the tolerance must explain everything. Otherwise there is another cause.
    let isTolerated = length <= tolerance && move.distance.other < FrameComparison.minDistance
    guard isTolerated || length > tolerance + 0.5 * pointsPerPixel,
      move.distance.isExplained(to: FrameComparison.maxRemaining)
    else { return nil }
    return LayerFinding(
      layer: layer.id, fault: .moved(x: move.x * pointsPerPixel, y: move.y * pointsPerPixel),
      gain: move.distance.gain, isTolerated: isTolerated)
  }

  /// The scale factors to try.
  private static let sizes = [0.75, 0.8, 0.85, 0.9, 0.94, 0.97, 1.03, 1.06, 1.1, 1.15, 1.2, 1.25]
  /// The fixed points of scaling, horizontal and vertical, as fractions of the layer's size.
  private static let origins = [(0.5, 0.5), (0.5, 1.0), (0.5, 0.0), (0.0, 0.0), (1.0, 1.0)]

  /// Returns a finding if a layer without descendants has another size.
  func sizeFinding(_ index: Int) throws(HeaderKitError) -> LayerFinding? {
    let layer = state.layers[index]
    guard layer.descendantCount == 0 else { return nil }
    let rect = bounds(
      layer.frame, margin: 4 + 0.25 * max(layer.frame.width, layer.frame.height))
    var best: (factor: Double, distance: FrameComparison.Distance)?
    for factor in FrameComparison.sizes {
      for origin in FrameComparison.origins {
        let other = try picture { $0[index].enlarge(factor, origin) }
        let distance = distance(other, within: rect)
        if distance.gain > best?.distance.gain ?? 0 { best = (factor, distance) }
      }
    }
    guard let best, best.distance.pixels >= FrameComparison.minPixels,
      best.distance.isExplained(to: 0.7)
    else { return nil }
    return LayerFinding(layer: layer.id, fault: .scaled(best.factor), gain: best.distance.gain)
  }

  /// Returns a finding if a picture is blurred differently.
  private func blurFinding(_ index: Int, _ rect: PixelRect) throws(HeaderKitError) -> LayerFinding?
  {
    let layer = state.layers[index]
    guard case .image(var image) = layer.content, let blur = image.blur else { return nil }
    let strength = blur.strength
    var smallestSum = FrameComparison.cappedSum(recorded, expected, within: rect)
    var best: (value: Double, distance: FrameComparison.Distance)?
    for value in strength.choices where abs(value - strength.value) > 1e-9 {
      image.blur = blur.with(strength: value)
      let other = try picture { $0[index].content = .image(image) }
      let distance = distance(other, within: rect)
      let sum = FrameComparison.cappedSum(recorded, other, within: rect)
      guard distance.pixels >= 40, sum < smallestSum else { continue }
      (smallestSum, best) = (sum, (value, distance))
    }
    guard let best, best.distance.isExplained(to: 0.7),
      best.distance.expected - best.distance.other > 25,
      abs(best.value - strength.value) >= strength.minDifference
    else { return nil }
    return LayerFinding(
      layer: layer.id,
      fault: .blur(recorded: best.value, expected: strength.value, unit: strength.unit),
      gain: best.distance.gain)
  }

  /// Returns findings for siblings that are painted in the opposite order.
  private func orderFindings() throws(HeaderKitError) -> [LayerFinding] {
    let layers = state.layers
    var findings: [LayerFinding] = []
    // The indices of the layers that no group contains.
    var roots: [Int] = []
    var index = 0
    while index < layers.count {
      roots.append(index)
      index += 1 + layers[index].descendantCount
    }
    for (rootIndex, upper) in roots.enumerated().dropFirst() where isJudgedInOrder(layers[upper]) {
      for lower in roots[..<rootIndex] where isJudgedInOrder(layers[lower]) {
        let overlap = common(layers[upper], layers[lower])
        guard overlap.width * overlap.height >= FrameComparison.minPixels,
          grossPixels(overlap) >= FrameComparison.minPixels
        else { continue }
        let other = try picture { $0.movePast(lower, upper) }
        guard showsOrder(from: other) else { continue }
        let distance = distance(other, within: grid.size.bounds)
        guard distance.expected > 2 * FrameComparison.minDistance,
          distance.isExplained(to: FrameComparison.maxRemaining),
          distance.other < FrameComparison.maxNoise
        else { continue }
        findings.append(
          LayerFinding(
            layer: layers[lower].id, fault: .above(other: layers[upper].id), gain: distance.gain))
      }
    }
    return findings
  }

  /// Whether the layer's order is judged: it is visible, not masked and drawn by the app.
  private func isJudgedInOrder(_ layer: LayerState) -> Bool {
    guard layer.visible, !painter.masked.contains(layer.id) else { return false }
    switch layer.content {
    case .statusBar, .homeIndicator, .scrollIndicator, .touch: return false
    default: return true
    }
  }
}

extension LayerState {
  /// Scales the layer around `origin`, a fraction of its size.
  fileprivate mutating func enlarge(_ factor: Double, _ origin: (x: Double, y: Double)) {
    let (x, y) = (origin.x * drawnSize.width, origin.y * drawnSize.height)
    transform.tx += (transform.a * x + transform.c * y) * (1 - factor)
    transform.ty += (transform.b * x + transform.d * y) * (1 - factor)
    transform.a *= factor
    transform.b *= factor
    transform.c *= factor
    transform.d *= factor
    frame = PointRect(
      x: frame.x + frame.width * origin.x * (1 - factor),
      y: frame.y + frame.height * origin.y * (1 - factor), width: frame.width * factor,
      height: frame.height * factor)
  }
}

extension [LayerState] {
  /// Moves the layer at `lower` with its descendants directly above the later sibling at `upper`.
  mutating func movePast(_ lower: Int, _ upper: Int) {
    let block = self[lower...lower + self[lower].descendantCount]
    let end = upper + 1 + self[upper].descendantCount
    insert(contentsOf: Array(block), at: end)
    removeSubrange(lower..<lower + block.count)
  }
}

extension ImageBlur {
  /// The blur strength, its unit, the strengths to try, and the minimum difference that is
  /// reported.
  var strength:
    (value: Double, unit: LayerFinding.BlurUnit, choices: [Double], minDifference: Double)
  {
    switch self {
    case .gaussian(let radius, _, _):
      (radius, .radius, [0, 0.5, 0.75, 1.33, 2].map { radius * $0 } + [1, 2, 4, 8], 1)
    case .crossfade(_, _, let amount):
      (amount, .amount, (0...20).map { Double($0) / 20 }, 0.1)
    case .ladder(let step, let steps, _, _, _):
      (Double(step), .step, (0...max(1, steps)).map(Double.init), 1)
    }
  }

  /// Returns the blur with another strength.
  func with(strength: Double) -> ImageBlur {
    switch self {
    case .gaussian(_, let saturation, let tint):
      .gaussian(radius: strength, saturation: saturation, tint: tint)
    case .crossfade(let radius, let passes, _):
      .crossfade(radius: radius, passes: passes, amount: strength)
    case .ladder(_, let steps, let radius, let saturation, let tint):
      .ladder(step: Int(strength), steps: steps, radius: radius, saturation: saturation, tint: tint)
    }
  }
}
