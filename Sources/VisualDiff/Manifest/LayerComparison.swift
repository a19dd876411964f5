import Raster

extension AnimationDifference {
  /// The changes in the scene's words: layer by layer in the order they first appear, neighbouring
  /// frames with the same kind of change together. Only pairs whose pixels changed are looked at.
  public func layerChanges(_ first: FrameManifest, _ second: FrameManifest) -> [LayerChange] {
    var names: [String] = []
    var changes: [String: [LayerChange]] = [:]
    for pair in pairs {
      guard case .changed = pair.content, let left = pair.first, let right = pair.second,
        left.frames.upperBound < first.frames.count,
        right.frames.upperBound < second.frames.count
      else { continue }
      let found = kinds(
        first.frames[left.frames.lowerBound].layers,
        second.frames[right.frames.lowerBound].layers)
      for (name, kind) in found {
        if changes[name] == nil { names.append(name) }
        let change = LayerChange(
          layer: name, frames: left.frames,
          firstOffset: first.frames[left.frames.lowerBound].offset,
          lastOffset: first.frames[left.frames.upperBound].offset, kind: kind)
        var known = changes[name] ?? []
        let index = known.lastIndex { $0.joined(change) != nil }
        if let index, let joined = known[index].joined(change) {
          known[index] = joined
        } else {
          known.append(change)
        }
        changes[name] = known
      }
    }
    return names.flatMap { changes[$0] ?? [] }
  }

  /// What became of each layer between two frames.
  private func kinds(
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
      if right == 0, down == 0, wider == 0, taller == 0, layer.look != other.look {
        found.append((layer.name, .repainted))
      }
    }
    for layer in second where !first.contains(where: { $0.name == layer.name }) {
      found.append((layer.name, .appeared))
    }
    return found
  }
}

/// From one place to another in whole thousandths, as they are told: less is the noise of sums.
private func step(_ from: Double, _ to: Double) -> Double {
  ((to - from) * 1000).rounded() / 1000
}

extension LayerChange {
  /// Both as one when they are of one kind and direction and their frames are neighbours.
  fileprivate func joined(_ next: LayerChange) -> LayerChange? {
    guard next.frames.lowerBound <= frames.upperBound + 1 else { return nil }
    let together: Kind
    switch (kind, next.kind) {
    case (.repainted, .repainted), (.appeared, .appeared), (.vanished, .vanished): together = kind
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

  /// The range around both, nil when they lie in different directions.
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
