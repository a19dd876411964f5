import FileAccess
import HeaderModel
import PortableMath
import Raster

struct LayerFinding: Sendable {
  enum Fault: Hashable, Sendable {
    /// Points to the right and down.
    case moved(x: Double, y: Double)
    /// Painted above `other`, which the header paints above it.
    case above(other: String)
    /// Recorded and expected strength: a step, or an amount or radius.
    case blur(recorded: Double, expected: Double, unit: BlurUnit)
    case absent
    /// So many times as large as expected.
    case scaled(Double)
  }

  enum BlurUnit: Hashable, Sendable {
    case step, amount, radius
  }

  let layer: String
  let fault: Fault
  /// How much of the distance it explains, in squared levels of all channels.
  let gain: Double
  /// Whether it is no fault: the tolerance allows it.
  var isTolerated = false
}

/// Looks for changes of layers that explain what of a frame is not as the header has it.
struct LayerFindings {
  let view: LayerView
  /// Points by which a layer may stand elsewhere.
  let tolerance: Double
  let ignored: Set<String>

  /// How far a layer is looked for, in points.
  private static let reach = 16.0
  /// The part of the distance that may be left where a change explains it.
  private static let explained = 0.55
  /// Points; thinner layers are lines.
  private static let hairLine = 1.5
  /// The part of a layer's pixels that has to be grossly off where it is not there.
  private static let missedShare = 0.3
  /// What a layer that is not there may leave, in squared levels: noise, but no other words.
  private static let mostNoise = 220.0
  /// Below this mean square nothing is off.
  private static let least = 120.0

  func find() throws(HeaderKitError) -> [LayerFinding] {
    let layers = view.state.layers
    var findings: [LayerFinding] = []
    var judged = 0
    for index in layers.indices where isJudged(layers[index]) {
      let rect = view.bounds(layers[index].frame)
      guard !rect.isEmpty, view.grossPixels(rect) >= LayerView.fewestPixels else { continue }
      judged += 1
      guard judged <= 24 else { break }
      findings += try place(index, rect)
      findings += try blur(index, rect)
    }
    findings += try order()
    return findings
  }

  private func isJudged(_ layer: LayerState) -> Bool {
    guard layer.visible, layer.effectiveOpacity > 0.05, !ignored.contains(layer.id) else {
      return false
    }
    switch layer.content {
    case .statusBar, .homeIndicator, .scrollIndicator, .touch, .list: return false
    case .group: return layer.descendantCount > 0 || layer.border != nil
    default: return true
    }
  }

  // MARK: - Place

  private func place(_ index: Int, _ rect: PixelRect) throws(HeaderKitError) -> [LayerFinding] {
    let layer = view.state.layers[index]
    let without = try view.picture { $0[index].visible = false }
    let absent = view.distance(without, within: view.grid.size.bounds)
    guard absent.pixels >= LayerView.fewestPixels else { return [] }
    // What is as faint as noise is neither missed nor found elsewhere, nor is a hair line, which may lie
    // between pixels otherwise.
    let own = view.grossShare(
      without: without, within: rect,
      isThin: min(layer.frame.width, layer.frame.height) < LayerFindings.hairLine)
    guard own.gross >= LayerView.fewestPixels else { return [] }
    let isMissed = Double(own.gross) > LayerFindings.missedShare * Double(own.pixels)
    if isMissed, absent.expected > LayerFindings.least, absent.other < LayerFindings.mostNoise,
      absent.other < 0.35 * absent.expected
    {
      return [
        LayerFinding(layer: layer.id, fault: .absent, gain: absent.gain)
      ]
    }
    let points = view.grid.pointsPerPixel
    let reach = max(4, Int((LayerFindings.reach / points).rounded()))
    guard let move = view.bestMove(without: without, within: rect, reach: reach) else { return [] }
    let length = (move.x * move.x + move.y * move.y).squareRoot() * points
    guard length > 0, move.distance.expected > LayerFindings.least else { return [] }
    // Within the tolerance, a move has to explain all: what is left is another fault.
    let isTolerated = length <= tolerance && move.distance.other < LayerFindings.least
    guard isTolerated || length > tolerance + 0.5 * points,
      move.distance.other < LayerFindings.explained * move.distance.expected
    else { return [] }
    return [
      LayerFinding(
        layer: layer.id, fault: .moved(x: move.x * points, y: move.y * points),
        gain: move.distance.gain, isTolerated: isTolerated)
    ]
  }

  // MARK: - Size

  private static let sizes = [0.75, 0.8, 0.85, 0.9, 0.94, 0.97, 1.03, 1.06, 1.1, 1.15, 1.2, 1.25]
  /// What stays where it is: across and down, as parts of the layer.
  private static let origins = [(0.5, 0.5), (0.5, 1.0), (0.5, 0.0), (0.0, 0.0), (1.0, 1.0)]

  /// Whether a layer without others in it is larger or smaller.
  func size(_ index: Int) throws(HeaderKitError) -> LayerFinding? {
    let layer = view.state.layers[index]
    guard layer.descendantCount == 0 else { return nil }
    let rect = view.bounds(
      layer.frame, margin: 4 + 0.25 * max(layer.frame.width, layer.frame.height))
    var best: (factor: Double, distance: LayerView.Distance)?
    for factor in LayerFindings.sizes {
      for origin in LayerFindings.origins {
        let other = try view.picture { $0[index].enlarge(factor, origin) }
        let distance = view.distance(other, within: rect)
        if distance.gain > best?.distance.gain ?? 0 { best = (factor, distance) }
      }
    }
    guard let best, best.distance.pixels >= LayerView.fewestPixels,
      best.distance.other < 0.7 * best.distance.expected
    else { return nil }
    return LayerFinding(layer: layer.id, fault: .scaled(best.factor), gain: best.distance.gain)
  }

  // MARK: - Blur

  private func blur(_ index: Int, _ rect: PixelRect) throws(HeaderKitError) -> [LayerFinding] {
    guard case .image(let image) = view.state.layers[index].content, let blur = image.blur else {
      return []
    }
    let choices = blur.choices
    let expected = blur.strength
    var least = view.cappedSum(view.expected, within: rect)
    var best: (value: Double, distance: LayerView.Distance)?
    for value in choices where abs(value - expected) > 1e-9 {
      let other = try view.picture { layers in
        var changed = image
        changed.blur = blur.with(strength: value)
        layers[index].content = .image(changed)
      }
      let distance = view.distance(other, within: rect)
      let sum = view.cappedSum(other, within: rect)
      guard distance.pixels >= 40, sum < least else { continue }
      (least, best) = (sum, (value, distance))
    }
    guard let best, best.distance.other < 0.7 * best.distance.expected,
      best.distance.expected - best.distance.other > 25,
      abs(best.value - expected) >= blur.leastDifference
    else { return [] }
    return [
      LayerFinding(
        layer: view.state.layers[index].id,
        fault: .blur(recorded: best.value, expected: expected, unit: blur.unit),
        gain: best.distance.gain)
    ]
  }

  // MARK: - Order

  private func order() throws(HeaderKitError) -> [LayerFinding] {
    let layers = view.state.layers
    var findings: [LayerFinding] = []
    var roots: [Int] = []
    var index = 0
    while index < layers.count {
      roots.append(index)
      index += 1 + layers[index].descendantCount
    }
    for (place, upper) in roots.enumerated().dropFirst() where isJudgedInOrder(layers[upper]) {
      for lower in roots[..<place] where isJudgedInOrder(layers[lower]) {
        let both = view.bounds(layers[upper].frame, margin: 0)
          .intersection(view.bounds(layers[lower].frame, margin: 0))
        guard both.width * both.height >= LayerView.fewestPixels,
          view.grossPixels(both) >= LayerView.fewestPixels
        else { continue }
        let other = try view.picture { $0.movePast(lower, upper) }
        guard view.tellsOrder(from: other) else { continue }
        let distance = view.distance(other, within: view.grid.size.bounds)
        guard distance.expected > 2 * LayerFindings.least,
          distance.other < LayerFindings.explained * distance.expected
        else { continue }
        findings.append(
          LayerFinding(
            layer: layers[lower].id, fault: .above(other: layers[upper].id),
            gain: distance.gain))
      }
    }
    return findings
  }

  private func isJudgedInOrder(_ layer: LayerState) -> Bool {
    guard layer.visible, !ignored.contains(layer.id) else { return false }
    switch layer.content {
    case .statusBar, .homeIndicator, .scrollIndicator, .touch: return false
    default: return true
    }
  }
}

extension LayerState {
  /// Draws the layer larger or smaller; what lies at `origin`, a part of its sides, stays.
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
  /// Paints the layer at `lower`, with all in it, right above the later sibling at `upper`.
  mutating func movePast(_ lower: Int, _ upper: Int) {
    let block = self[lower...lower + self[lower].descendantCount]
    let end = upper + 1 + self[upper].descendantCount
    insert(contentsOf: Array(block), at: end)
    removeSubrange(lower..<lower + block.count)
  }
}
