import PortableMath

extension AnimationDifference {
  /// Returns the changes by layer, in the order in which layers first change. Changes of the same
  /// kind in consecutive frames are joined. Ignores pairs whose pixels are the same or whose layers
  /// are unknown.
  ///
  /// - Parameters:
  ///   - first: Returns the layers of a frame of the first animation by its index, or `nil` if they
  ///     are unknown.
  ///   - second: Returns the layers of a frame of the second animation.
  package func layerChanges(
    first: (Int) -> PictureLayers?, second: (Int) -> PictureLayers?
  ) -> [LayerChange] {
    var names: [String] = []
    var changes: [String: [LayerChange]] = [:]
    for pair in pairs {
      guard case .changed = pair.content, let left = pair.first, let right = pair.second,
        let before = first(left.frames.lowerBound), let after = second(right.frames.lowerBound)
      else { continue }
      let last = left.frames.count == 1 ? before : first(left.frames.upperBound) ?? before
      for (name, kind) in LayerChange.Kind.between(before.layers, after.layers) {
        if changes[name] == nil { names.append(name) }
        let change = LayerChange(
          layer: name, frames: left.frames, firstOffset: before.offset, lastOffset: last.offset,
          kind: kind)
        changes[name, default: []].append(change) { $0.joined($1) }
      }
    }
    return names.flatMap { changes[$0] ?? [] }
  }
}

extension LayerChange.Kind {
  /// Returns the changes between the layers of two frames. A layer can have several changes.
  static func between(
    _ first: [FrameManifest.Layer], _ second: [FrameManifest.Layer]
  ) -> [(name: String, kind: LayerChange.Kind)] {
    var found: [(name: String, kind: LayerChange.Kind)] = []
    for layer in first {
      guard let other = second.first(where: { $0.name == layer.name }) else {
        found.append((layer.name, .vanished))
        continue
      }
      let right = step(layer.rect.x, other.rect.x)
      let down = step(layer.rect.y, other.rect.y)
      let wider = step(layer.rect.width, other.rect.width)
      let taller = step(layer.rect.height, other.rect.height)
      if right != 0 || down != 0 {
        found.append((layer.name, .moved(right: right...right, down: down...down)))
      }
      if wider != 0 || taller != 0 {
        found.append((layer.name, .resized(wider: wider...wider, taller: taller...taller)))
      }
      let colors = colorChanges(layer.appearance, other.appearance)
      let isInPlace = right == 0 && down == 0 && wider == 0 && taller == 0
      if !colors.isEmpty || isInPlace && colorless(layer.appearance) != colorless(other.appearance)
      {
        found.append((layer.name, .repainted(colors: colors)))
      }
    }
    for layer in second where !first.contains(where: { $0.name == layer.name }) {
      found.append((layer.name, .appeared))
    }
    return found
  }
}

private func parts(of appearance: String?) -> [Substring] {
  (appearance ?? "").split(separator: ", ")
}

/// Returns the parts of an appearance except the colors, because records of version 0.7 have none.
private func colorless(_ appearance: String?) -> [Substring] {
  parts(of: appearance).filter { !$0.contains("#") }
}

/// Returns the colors that differ between two appearances, for example `fill #1ED760 -> #1D9BE8`.
/// Empty if none differs.
private func colorChanges(_ first: String?, _ second: String?) -> String {
  func colors(_ appearance: String?) -> [(name: Substring, color: Substring)] {
    parts(of: appearance).compactMap { part in
      part.firstIndex(of: "#").map { (part[..<$0], part[$0...]) }
    }
  }
  let others = colors(second)
  return colors(first).compactMap { name, color in
    guard let other = others.first(where: { $0.name == name })?.color, other != color else {
      return nil
    }
    return "\(name)\(color) -> \(other)"
  }.joined(separator: ", ")
}

/// Returns the difference rounded to thousandths, the precision of messages. Smaller differences
/// are rounding errors.
private func step(_ from: Double, _ to: Double) -> Double { ((to - from) * 1000).rounded() / 1000 }

extension LayerChange {
  /// Returns the union of two changes, or `nil` unless they have the same kind and direction and
  /// their frames are adjacent.
  fileprivate func joined(_ next: LayerChange) -> LayerChange? {
    guard next.frames.lowerBound <= frames.upperBound + 1 else { return nil }
    let together: Kind
    switch (kind, next.kind) {
    case (.repainted(let colors), .repainted(let next)):
      guard colors == next else { return nil }
      together = kind
    case (.appeared, .appeared), (.vanished, .vanished): together = kind
    case (.moved(let right, let down), .moved(let nextRight, let nextDown)):
      guard let right = hull(right, nextRight), let down = hull(down, nextDown) else { return nil }
      together = .moved(right: right, down: down)
    case (.resized(let wider, let taller), .resized(let nextWider, let nextTaller)):
      guard let wider = hull(wider, nextWider), let taller = hull(taller, nextTaller)
      else { return nil }
      together = .resized(wider: wider, taller: taller)
    default: return nil
    }
    return LayerChange(
      layer: layer, frames: frames.lowerBound...next.frames.upperBound,
      firstOffset: firstOffset, lastOffset: next.lastOffset, kind: together)
  }

  /// Returns the range that contains both, or `nil` if they have different directions.
  private func hull(
    _ left: ClosedRange<Double>, _ right: ClosedRange<Double>
  ) -> ClosedRange<Double>? {
    func direction(_ range: ClosedRange<Double>) -> Int {
      range.lowerBound > 0 ? 1 : range.upperBound < 0 ? -1 : 0
    }
    guard direction(left) == direction(right) else { return nil }
    return min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound)
  }
}

/// A change of a layer over consecutive frames.
package struct LayerChange: Hashable, Sendable, CustomStringConvertible {
  /// The kind of change. Distances are ranges over the frames in device pixels.
  package enum Kind: Hashable, Sendable {
    /// The layer moved. Right and down are positive.
    case moved(right: ClosedRange<Double>, down: ClosedRange<Double>)
    /// The size changed. Wider and taller are positive.
    case resized(wider: ClosedRange<Double>, taller: ClosedRange<Double>)
    /// The appearance changed. `colors` names the colors that differ, or is empty if something else
    /// did.
    case repainted(colors: String)
    case appeared
    case vanished
  }

  package let layer: String
  /// The frame indices in the first animation, from 0.
  package var frames: ClosedRange<Int>
  /// The scroll offsets of the first and the last frame, in points.
  package let firstOffset: Double
  package let lastOffset: Double
  package let kind: Kind

  /// A description such as `avatar: frames 31-48 (offset 73 to 121): moved 2 px down`.
  package var description: String {
    let end = frames.count == 1 ? "" : " to \(plainNumber(lastOffset))"
    return "\(layer): \(frames.frameNumbers) (offset \(plainNumber(firstOffset))\(end)): \(kind)"
  }
}

extension LayerChange.Kind: CustomStringConvertible {
  /// A description such as `moved 2 px down`.
  package var description: String {
    switch self {
    case .moved(let right, let down):
      "moved " + parts((right, "right", "left"), (down, "down", "up"))
    case .resized(let wider, let taller):
      parts((wider, "wider", "narrower"), (taller, "taller", "shorter"))
    case .repainted(let colors):
      colors.isEmpty ? "painted differently in the same place" : colors
    case .appeared: "appeared"
    case .vanished: "vanished"
    }
  }

  private func parts(_ axes: (ClosedRange<Double>, String, String)...) -> String {
    axes.compactMap { range, positive, negative -> String? in
      if range.lowerBound == 0, range.upperBound == 0 { return nil }
      let isPositive = range.upperBound > 0
      let near = isPositive ? range.lowerBound : -range.upperBound
      let far = isPositive ? range.upperBound : -range.lowerBound
      let span = near == far ? plainNumber(near) : "\(plainNumber(near)) to \(plainNumber(far))"
      return "\(span) px \(isPositive ? positive : negative)"
    }.joined(separator: " and ")
  }
}

/// Formats a number with at most three decimals and without trailing zeros.
package func plainNumber(_ value: Double) -> String {
  let thousandths = (value * 1000).rounded()
  guard abs(thousandths) < 9e15 else { return "\(value)" }
  let whole = Int(abs(thousandths)) / 1000
  var decimals = String(Int(abs(thousandths)) % 1000 + 1000).dropFirst()
  while decimals.last == "0" { decimals.removeLast() }
  let sign = thousandths < 0 ? "-" : ""
  return decimals.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(decimals)"
}
