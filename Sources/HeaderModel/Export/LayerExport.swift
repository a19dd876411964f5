package import PortableMath
package import StrictJSON

extension JSONObjectWriter {
  /// Writes a layer: the indices of its expressions and its constant properties, by property name.
  mutating func write(_ layer: LayerDefinition, _ environment: DocumentEnvironment) {
    member("id", layer.id)
    member("type", layer.type.rawValue)
    if let parent = layer.parent { member("parent", parent) }
    if !layer.children.isEmpty { member("children", layer.children.map(Double.init)) }
    object("cells") { cells in
      for (property, cell) in layer.assignedProperties { cells.member("\(property)", cell) }
    }
    let settled = layer.settled(isDark: environment.isDark, scale: environment.device.scale)
    object("settled") { object in
      for (property, value) in settled { object.write(property, value) }
    }
    if layer.groups.contains(.transform) { member("transformed", true) }
    if layer.canTilt { member("canTilt", true) }
    if layer.usesTime { member("usesTime", true) }
    write(layer.content)
    if let mask = layer.mask { write("mask", pairs: mask) }
  }

  mutating func write(_ key: String, pairs: [(Int, Int)]) {
    array(key) { array in for (a, b) in pairs { array.element(.numbers([Double(a), Double(b)])) } }
  }

  private mutating func write(_ content: ContentDefinition) {
    switch content {
    case .plain: break
    case .icon(_, let names): member("chosen", names?.chosen)
    case .gradient(let stops): write("stops", pairs: stops)
    case .image(let images):
      member("images", images.indices.map(Double.init))
      if let copy = images.copy { member("copy", copy) }
      member("chosen", images.chosen)
    case .text(let text):
      member("texts", text.names.indices.map(Double.init))
      if let copy = text.names.copy { member("copy", copy) }
      member("chosen", text.names.chosen)
      if let font = text.font { member("font", font) }
      member("typesetWidth", text.typesetWidth)
      member("typesetHeight", text.typesetHeight)
    case .list(let list):
      member("rowLength", list.rowLength)
      member("uniform", list.isUniform)
      member("rowCells", [Double(list.rowCells.lowerBound), Double(list.rowCells.upperBound)])
    }
  }

  /// Writes the parts of the table of layer properties that an interpreter needs.
  mutating func writeProperties(_ environment: DocumentEnvironment) {
    object("limits") { limits in
      for property in LayerProperty.allCases {
        let range = property.row.limits
        guard range.lowerBound.isFinite || range.upperBound.isFinite else { continue }
        limits.member("\(property)", [range.lowerBound, range.upperBound])
      }
    }
    object("defaults") { types in
      for type in LayerType.allCases {
        let values = [LayerValues.commonDefaults, .typeDefaults(type, isDark: environment.isDark)]
        types.object(type.rawValue) { object in
          for property in LayerProperty.valueProperties(of: type) {
            object.write(property, values.map { $0[property] }.min() ?? LayerValues.absent)
          }
        }
      }
    }
    member("settingTexts", LayerProperty.typesettingProperties.map { "\($0)" })
    object("traced") { types in
      for type in LayerType.allCases where !type.traced.isEmpty {
        types.array(type.rawValue) { array in
          for traced in type.traced {
            array.array { row in
              row.element(.string(traced.property.row.path))
              row.element(.string("\(traced.property)"))
              row.element(traced.variant.map { .string(PropertyGroup.blurTypes[Int($0)]) } ?? .null)
            }
          }
        }
      }
    }
  }

  /// Writes a property: a choice as its keyword, an absent value as `null`.
  private mutating func write(_ property: LayerProperty, _ value: Double) {
    if case .choice(let keywords) = property.row.kind, value.isFinite {
      member("\(property)", keywords[Int(value)])
    } else {
      member("\(property)", value)
    }
  }

  package mutating func write(_ easing: Easing) {
    switch easing {
    case .linear: member("type", "linear")
    case .cubicBezier(let curve):
      member("type", "bezier")
      member("handles", [curve.x1, curve.y1, curve.x2, curve.y2])
    case .steps(let steps):
      member("type", "steps")
      member("count", steps.count)
      member("position", steps.position.rawValue)
    case .points(let points):
      member("type", "points")
      array("points") { array in
        for point in points.points { array.element(.numbers([point.input, point.output])) }
      }
    case .spring(let spring):
      member("type", "spring")
      member("spring", [spring.mass, spring.stiffness, spring.damping, spring.initialVelocity])
      member("settlingTime", spring.settlingTime)
    }
  }
}
