import HeaderModel

/// How one style paints its parts.
protocol StyleComposition {
  /// Adds the layers of one part of a state's paint order.
  func add(
    _ part: PaintedPart, of state: HeaderState, to builder: inout LayerBuilder
  ) throws(SceneError)
}
