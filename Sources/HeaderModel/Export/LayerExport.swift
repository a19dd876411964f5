import PortableMath
import StrictJSON

extension JSONObjectWriter {
  /// A layer: the places of its expressions; what it leaves out is left out.
  mutating func write(_ layer: LayerDefinition) {
    member("id", layer.id)
    member("type", layer.type.rawValue)
    if let parent = layer.parent { member("parent", parent) }
    if !layer.children.isEmpty { member("children", layer.children.map(Double.init)) }
    put("x", layer.x)
    put("y", layer.y)
    member("width", layer.width)
    member("height", layer.height)
    put("anchorX", layer.anchorX)
    put("anchorY", layer.anchorY)
    if let transform = layer.transform {
      object("transform") { object in
        object.put("scaleX", transform.scaleX)
        object.put("scaleY", transform.scaleY)
        object.put("rotate", transform.rotate)
        object.put("originX", transform.originX)
        object.put("originY", transform.originY)
        object.put("translateX", transform.translateX)
        object.put("translateY", transform.translateY)
      }
    }
    put("z", layer.z)
    put("visible", layer.visible)
    put("opacity", layer.opacity)
    put("clip", layer.clip)
    put("snap", layer.snap)
    if !layer.cornerRadii.isEmpty { member("cornerRadii", layer.cornerRadii.map(Double.init)) }
    if let border = layer.border {
      object("border") { object in
        object.put("width", border.width)
        object.put("color", border.color)
      }
    }
    if let shadow = layer.shadow {
      object("shadow") { object in
        object.put("color", shadow.color)
        object.put("radius", shadow.radius)
        object.put("x", shadow.x)
        object.put("y", shadow.y)
      }
    }
    if let filter = layer.backdropFilter {
      object("backdropFilter") { object in
        object.put("radius", filter.radius)
        object.put("saturation", filter.saturation)
        object.put("tint", filter.tint)
      }
    }
    if layer.usesTime { member("usesTime", true) }
    write(layer.content)
  }

  private mutating func write(_ content: ContentDefinition) {
    switch content {
    case .group: break
    case .rectangle(.color(let color)): put("fill", color)
    case .rectangle(.gradient(let stops, let angle)):
      object("gradient") { object in
        object.array("stops") { array in
          for stop in stops {
            array.element(.numbers([Double(stop.position), Double(stop.color)]))
          }
        }
        object.put("angle", angle)
      }
    case .image(let image): write(image)
    case .text(let text): write(text)
    case .icon(_, let color, let lineWidth):
      put("color", color)
      put("lineWidth", lineWidth)
    case .activityIndicator(let progress, let color):
      put("progress", progress)
      put("color", color)
    case .list(let list): write(list)
    case .chrome(let color, _): put("color", color)
    }
  }

  private mutating func write(_ image: ImageDefinition) {
    member("images", image.images.map(Double.init))
    member("fit", image.fit.rawValue)
    put("positionX", image.positionX)
    put("positionY", image.positionY)
    put("tint", image.tint)
    guard let blur = image.blur else { return }
    object("blur") { object in
      switch blur {
      case .gaussian(let radius):
        object.member("type", "gaussian")
        object.put("radius", radius)
      case .crossfade(let radius, let passes, let amount):
        object.member("type", "crossfade")
        object.put("radius", radius)
        object.put("passes", passes)
        object.put("amount", amount)
      case .ladder(let step, let steps, let radius, let saturation, let tint):
        object.member("type", "ladder")
        object.put("step", step)
        object.put("steps", steps)
        object.put("radius", radius)
        object.put("saturation", saturation)
        object.put("tint", tint)
      }
    }
  }

  private mutating func write(_ text: TextDefinition) {
    member("texts", text.texts.map(Double.init))
    put("pointSize", text.pointSize)
    member("weight", text.weight)
    put("color", text.color)
    put("letterSpacing", text.letterSpacing)
    member("alignment", text.alignment.rawValue)
    member("verticalAlignment", "\(text.verticalAlignment)")
    put("baseline", text.baseline)
    member("lines", text.lines)
    put("lineHeight", text.lineHeight)
    member("typesetWidth", text.typesetWidth)
    member("typesetHeight", text.typesetHeight)
  }

  private mutating func write(_ list: ListDefinition) {
    member("count", list.count)
    member("rowLength", list.rowLength)
    member("horizontal", list.isHorizontal)
    member("uniform", list.isUniform)
    member("rowCells", [Double(list.rowCells.lowerBound), Double(list.rowCells.upperBound)])
    guard let separator = list.separator else { return }
    object("separator") { object in
      object.put("color", separator.color)
      object.put("inset", separator.inset)
      object.put("width", separator.width)
    }
  }

  private mutating func put(_ key: String, _ cell: CellID?) {
    if let cell { member(key, cell) }
  }

  /// An easing by its kind and its numbers.
  mutating func write(_ easing: Easing) {
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
