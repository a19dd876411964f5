import PortableMath
package import Scrolling
import StrictJSON

extension HeaderInterpreter {
  /// Finds the layer that a tap hits.
  /// - Parameter time: Seconds since the curve began.
  package mutating func tap(
    _ target: TapTarget, at time: Double
  ) throws(EvaluationError) -> TapResult {
    switch target {
    case .point(let x, let y):
      let point = ScreenPoint(x: x, y: y)
      let hasTapRules = !program.declared.interaction.onTap.isEmpty
      let found = hasTapRules ? topmost(in: try state(at: time).layers, at: point) : nil
      return .found(
        found, at: point, remark: found == nil ? noEffectRemark("nothing there has") : nil)
    case .layer(let name, let row): return try tap(layer: name, row: row, at: time)
    }
  }

  private mutating func tap(
    layer name: String, row: Int?, at time: Double
  ) throws(EvaluationError) -> TapResult {
    let program = program
    guard let index = program.layers.firstIndex(where: { $0.definition.id == name }) else {
      let known = document.tappableLayers
      let near = NearestName(to: name, among: known).suggestion.map { "did you mean \"\($0)\"? " }
      return .refused(
        "the header has no layer \"\(name)\"; " + (near ?? "")
          + (known.isEmpty
            ? "none has \"onTap\"" : "those with \"onTap\": " + known.joined(separator: ", ")))
    }
    let layers = try state(at: time).layers
    let found = layers.lazy.compactMap { $0.find(index, row: row) }.first
    guard let found else {
      let isThere = layers.contains { $0.find(index, row: nil) != nil }
      let rows = isThere ? "row \(row ?? 0) of " : ""
      return .refused("\(rows)\"\(name)\" is not on the screen at \(time) s")
    }
    guard row != nil || found.row == nil else {
      return .refused("\"\(name)\" is in a list; add its \"row\", counted from 0")
    }
    guard row == nil || found.row != nil else {
      return .refused("\"\(name)\" is not in a list; remove \"row\"")
    }
    guard found.layer.visible else { return .refused("\"\(name)\" is not visible at \(time) s") }
    let frame = found.layer.frame
    return .found(
      TappedLayer(layer: index, row: found.row),
      at: ScreenPoint(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2),
      remark: program.declared.interaction.onTap[index] == nil
        ? noEffectRemark("\"\(name)\" has no") : nil)
  }

  /// The remark for a tap that runs no rules.
  private func noEffectRemark(_ reason: String) -> String {
    let known = document.tappableLayers
    return "the tap runs no rules: \(reason) \"onTap\"; "
      + (known.isEmpty ? "no layer has it" : "those that have it: " + known.joined(separator: ", "))
  }

  /// Hit test: returns the topmost visible layer with `onTap` rules whose frame, clipped by its
  /// clipping ancestors, contains the point. `nil` if there is none.
  private func topmost(in layers: [LayerState], at point: ScreenPoint) -> TappedLayer? {
    let tappable = program.declared.interaction.onTap
    var found: TappedLayer?
    func walk(_ layers: [LayerState], row: Int?, isSeen: Bool) {
      /// The clipping ancestors of the current layer: the index of their last descendant, and
      /// whether they contain the point.
      var clips: [(end: Int, holds: Bool)] = []
      for (index, layer) in layers.enumerated() {
        while let last = clips.last, last.end < index { clips.removeLast() }
        let isSeen = isSeen && clips.allSatisfy(\.holds)
        let holds = layer.frame.holds(point)
        if isSeen, holds, layer.visible, tappable[layer.index] != nil {
          found = TappedLayer(layer: layer.index, row: row)
        }
        if layer.clip { clips.append((index + layer.descendantCount, holds)) }
        guard case .list(let list) = layer.content else { continue }
        for row in list.rows {
          walk(row.layers, row: row.index, isSeen: isSeen && (holds || !layer.clip))
        }
      }
    }
    walk(layers, row: nil, isSeen: true)
    return found
  }
}

extension PointRect {
  /// Returns whether the rectangle contains a point. The left and top edges are inside, the right
  /// and bottom edges outside.
  fileprivate func holds(_ point: ScreenPoint) -> Bool {
    point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
  }
}

extension LayerState {
  /// Finds a layer by its index in the document, in this layer or in its rows. Searches only the
  /// given row, or else returns the first match on the screen.
  fileprivate func find(_ wanted: Int, row: Int?) -> (layer: LayerState, row: Int?)? {
    if index == wanted { return (self, nil) }
    guard case .list(let list) = content else { return nil }
    for entry in list.rows where row == nil || entry.index == row {
      for layer in entry.layers {
        guard let found = layer.find(wanted, row: nil) else { continue }
        return (found.layer, entry.index)
      }
    }
    return nil
  }
}
