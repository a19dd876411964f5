import HeaderModel
import PortableMath
import Rendering
@testable import Scrolling
import StrictJSON
import Testing

extension VectorFile {
  /// Expressions of the offset with every operator and function.
  private static let expressions = [
    "offset", "-offset", "offset + 1.1", "offset - 0.7", "offset * 1.3", "offset / 7",
    "offset % 9", "-offset % 7.5", "(offset + 2) * (offset - 3) / 11", "1 + 2 * offset - 3 / 4",
    "offset < 20 ? 1 : 2", "offset <= 20 ? offset : 20", "offset > 40 ? 3 : -3",
    "offset >= 40 ? offset * 2 : 0", "offset == 20 ? 5 : 6", "offset != 20 ? 7 : 8",
    "offset > 0 && offset < 50 ? 1 : 0", "offset < 0 || offset > 90 ? 1 : 0",
    "!(offset > 30) ? 4 : 9", "min(offset, 33)", "max(offset, -12.5, 4)", "min(3, offset, 9, 1)",
    "clamp(0, offset, 44)", "clamp(-20, offset / 2, 20)", "mix(10, 90, offset / 100)",
    "mix(-4, 4, clamp(0, offset / 50, 1))", "progress(offset, 10, 60)",
    "progress(offset, 60, 10)", "abs(offset)", "floor(offset / 3)", "ceil(offset / 3)",
    "round(offset / 3)", "round(-offset / 2)", "sign(offset)", "sqrt(abs(offset))",
    "sin(offset)", "cos(offset)", "sin(offset * 7.3)", "cos(720 - offset * 3)", "pow(offset, 2)",
    "pow(offset / 10, 5)", "pow(offset + 1000, -2)", "pow(2, 10) + offset",
    "interpolate(offset, [0, 50, 100], [0, 10, 5])",
    "interpolate(offset, [-30, 0, 60], [44, 0, 90], clamp)",
    "interpolate(offset, [0, 40], [7, 9], identity)",
    "interpolate(offset, [0, 20, 20, 60], [1, 2, 3, 4])", "base + offset",
    "screen.width - offset", "e0.x + e0.width", "max(e1.x, e2.x) - e3.y",
  ]

  private static let offsets: [Double] = {
    var random = VectorRandom(4)
    let fixed = [-120, -30, -0.5, 0, 0.1, 10, 19.999, 20, 33, 40, 50, 60, 90, 100, 164.5, 200]
    return fixed + (0..<14).map { _ in random.number(-150...250) }
  }()

  /// Returns the state of a header after one event at `offset`.
  private static func state(
    _ header: HeaderInterpreter, at offset: Double, rows: Bool = false
  ) throws -> HeaderState {
    var header = header
    try header.receive(offset: offset)
    return try header.state(rows: rows)
  }

  /// Values of expressions.
  static func cells() throws -> VectorFile {
    var file = VectorFile("cells")
    let layers = expressions.enumerated().map { index, expression in
      "{ \"id\": \"e\(index)\", \"type\": \"rectangle\", \"x\": \"\(expression)\", \"y\": 3, "
        + "\"width\": 10, \"height\": 10 }"
    }
    let page = try TestPage.drawing(
      "[\(layers.joined(separator: ",\n"))]",
      "\"constants\": { \"base\": { \"value\": 12.5 } },", name: "expressions")
    let header = try page.scene().header
    for offset in offsets {
      let state = try state(header, at: offset)
      for (index, expression) in expressions.enumerated() {
        let layer = try #require(state.layer("e\(index)"))
        file.add("x", page: page) { row in
          row.member("expression", expression)
          row.member("layer", layer.id)
          row.member("offset", offset)
          row.member("out", layer.frame.x)
        }
      }
    }
    return file
  }

  /// Memory, transitions and phases after some events.
  static func header() throws -> VectorFile {
    var file = VectorFile("header")
    let page = try TestPage.drawing(
      #"[{ "type": "rectangle", "y": "-bar", "height": "20 + shade" }]"#,
      """
      "memory": { "open": false, "count": 0,
        "bar": { "value": 0, "transition": { "duration": 0.25, "easing": "ease-out" } },
        "shade": { "value": 1, "transition": { "duration": 0.4, "easing": "linear" } } },
      "onScroll": [
        { "when": "offset > 60 && !open", "set": { "open": "true", "bar": 44 } },
        { "when": "offset < 30 && open", "set": { "open": "false", "bar": 0 } },
        { "when": "delta > 25", "set": { "shade": "shade + 2", "count": "count + 1" },
          "transition": { "duration": 0.1, "easing": "steps(4)" } }],
      "phases": [
        { "name": "pulled", "when": "offset < 0" }, { "name": "open", "when": "open" },
        { "name": "rest" }],
      """, name: "memory")
    let fresh = try page.scene().header
    var random = VectorRandom(5)
    for _ in 0..<120 {
      var events: [(time: Double, offset: Double)] = []
      var time = 0.0
      for _ in 0..<random.integer(1...6) {
        events.append((time, random.number(-40...130)))
        time += random.number(0.01...0.3)
      }
      let moment = time + random.number(-0.01...0.3)
      var header = fresh
      for event in events { try header.receive(offset: event.offset, time: event.time) }
      let state = try header.state(at: moment, rows: false)
      file.add("memory", page: page) { row in
        row.array("events") { array in
          for event in events { array.element(.numbers([event.time, event.offset])) }
        }
        row.member("time", moment)
        row.object("out") { out in
          out.member("phase", state.phase)
          out.member("isAnimating", state.isAnimating)
          out.object("memory") { $0.write(state.memory) }
          out.object("memoryTargets") { $0.write(state.memoryTargets) }
        }
      }
    }
    return file
  }

  /// Settlements of releases, and hit tests.
  static func interaction() throws -> VectorFile {
    var file = VectorFile("interaction")
    let page = try TestPage.interactive()
    let fresh = try page.scene().header
    var random = VectorRandom(6)
    for index in 0..<300 {
      let offset = random.number(-70...560)
      let velocity = index % 5 == 0 ? 0 : random.number(-1500...1500)
      var header = fresh
      try header.receive(offset: offset, time: 0)
      let request = SettleRequest(
        isAtRest: index % 4 == 3, time: random.number(0...2), velocity: velocity,
        target: min(max(0, offset + velocity / 2), 520), isBeyondEdge: offset < 0 || offset > 520)
      let settlement = try header.settle(request)
      file.add("settle", page: page) { row in
        row.member("offset", offset)
        row.object("question") { object in
          object.member("isAtRest", request.isAtRest)
          object.member("time", request.time)
          object.member("velocity", request.velocity)
          object.member("target", request.target)
          object.member("isBeyondEdge", request.isBeyondEdge)
        }
        if let settlement {
          row.object("out") { out in
            out.member("offset", settlement.offset)
            out.member("duration", settlement.duration)
            out.member("rule", settlement.rule)
          }
        } else {
          row.member("out", JSONScalar.null)
        }
      }
    }
    for index in 0..<300 {
      let offset = random.number(-60...300)
      // Every other point is on the left edge, where the rows' buttons are.
      let point = [
        random.number(index % 2 == 0 ? 0...40 : 0...320), random.number(0...568),
      ]
      var header = fresh
      try header.receive(offset: offset, time: 0)
      guard
        case .found(let layer, _, _) = try header.tap(.point(x: point[0], y: point[1]), at: 0)
      else { continue }
      file.add("tap", page: page) { row in
        row.member("offset", offset)
        row.member("point", point)
        row.object("out") { out in
          out.member("layer", layer?.layer)
          out.member("row", layer?.row)
        }
      }
    }
    return file
  }

  /// Frames, transforms, opacities and drawn sizes of nested layers.
  static func layers() throws -> VectorFile {
    var file = VectorFile("layers")
    let page = try TestPage.drawing(
      """
      [{ "id": "turned", "type": "group", "x": 40, "y": "90 - offset", "width": 120, "height": 60,
         "transform": { "rotate": "offset * 1.7", "scale": "1 + offset / 400", "origin": [0.2, 0.5] },
         "opacity": 0.8,
         "layers": [
           { "id": "inner", "type": "rectangle", "x": 10, "y": "offset / 3", "width": 30,
             "height": 20, "anchor": [0.5, 1], "transform": { "scaleX": "2 - offset / 100" } },
           { "id": "front", "type": "rectangle", "z": "offset > 50 ? 2 : -1", "x": 4, "y": 4,
             "width": 8, "height": 8, "cornerRadius": "abs(offset) / 10 + 20" }] },
       { "id": "snapped", "type": "rectangle", "x": "offset / 7", "y": "offset / 3", "width": 33.3,
         "height": "20 + abs(offset) / 9", "snap": true },
       { "id": "shifted", "type": "group", "x": 3, "y": 5, "width": 100, "height": 50,
         "transform": { "translateX": "offset / 5", "translateY": "-offset" }, "snap": true,
         "layers": [
           { "id": "child", "type": "rectangle", "x": 1.25, "y": 2.5, "width": 10, "height": 10,
             "opacity": "progress(offset, 0, 100)", "visible": "offset < 150" }] },
       { "id": "tilted", "type": "group", "x": 30, "y": 5, "width": 100, "height": 50,
         "transform": { "rotateX": "offset", "perspective": "200 + abs(offset)", "rotate": 20,
           "scale": 1.2, "origin": [0.3, 0.9], "translateY": "-offset" }, "snap": true,
         "layers": [
           { "id": "flat", "type": "rectangle", "x": 1.25, "y": 2.5, "width": 10, "height": 10 },
           { "id": "leaning", "type": "rectangle", "x": 20, "width": 60, "height": 40,
             "transform": { "rotateY": "offset / 3", "rotateX": 12 } }] }]
      """, name: "transforms")
    let header = try page.scene().header
    for offset in offsets {
      for layer in try state(header, at: offset).layers {
        let matrix = layer.transform
        file.add("layer", page: page) { row in
          row.member("layer", layer.id)
          row.member("offset", offset)
          row.object("out") { out in
            out.member("frame", layer.frame.numbers)
            out.member(
              "transform", [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty])
            out.member("drawnSize", [layer.drawnSize.width, layer.drawnSize.height])
            out.member("opacity", layer.effectiveOpacity)
            out.member("z", layer.z)
            out.member("visible", layer.visible)
          }
        }
      }
    }
    return file
  }

  /// Visible rows of lists and crops of pictures.
  static func contents() throws -> VectorFile {
    var file = VectorFile("contents")
    let page = try TestPage.drawing(
      """
      [{ "id": "even", "type": "list", "y": "100 - offset * 4", "count": 60, "rowHeight": 44,
         "layers": [{ "type": "rectangle", "fill": "white" }] },
       { "id": "uneven", "type": "list", "y": "-offset * 3", "count": 40,
         "rowHeight": "20 + index % 3 * 11.5",
         "layers": [{ "type": "rectangle", "fill": "white" }] },
       { "id": "photo", "type": "image", "image": "banner", "width": "100 + abs(offset)",
         "height": 80 },
       { "id": "face", "type": "image", "image": "avatar", "width": 60,
         "height": "60 + abs(offset) / 2" }]
      """, name: "contents")
    let header = try page.scene().header
    for offset in offsets {
      for layer in try state(header, at: offset, rows: true).layers {
        file.add("content", page: page) { row in
          row.member("layer", layer.id)
          row.member("offset", offset)
          switch layer.content {
          case .list(let list):
            row.array("out") { out in
              for row in list.rows {
                out.element(.numbers([Double(row.index), row.start, row.length]))
              }
            }
          case .image(let image): row.member("out", image.sourceCrop?.numbers)
          default: break
          }
        }
      }
    }
    return file
  }
}

extension PointRect {
  fileprivate var numbers: [Double] { [x, y, width, height] }
}

extension JSONObjectWriter {
  fileprivate mutating func write(_ values: [RememberedValue]) {
    for value in values {
      switch value.value {
      case .number(let number): member(value.name, number)
      case .boolean(let condition): member(value.name, condition)
      }
    }
  }
}
