import HeaderModel
import PortableMath
import Testing

/// Creates small documents for tests.
enum TestDocument {
  /// Returns a document with the given members and the required ones.
  static func text(
    _ members: String, scroll: String = #"{ "maximumOffset": 1000 }"#, layers: String = "[]"
  ) -> String {
    """
    { "version": 1, "name": "test", "scroll": \(scroll),
      \(members.isEmpty ? "" : members + ",")
      "layers": \(layers) }
    """
  }

  static func parse(
    _ members: String, scroll: String = #"{ "maximumOffset": 1000 }"#, layers: String = "[]"
  ) throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(text(members, scroll: scroll, layers: layers).utf8), file: "test.json")
  }

  static func interpreter(
    _ members: String, layers: String = "[]", device: Device = .iPhone8, isDark: Bool = false,
    imageSizes: [String: PictureSize] = [:]
  ) throws -> HeaderInterpreter {
    try HeaderInterpreter(
      document: parse(members, layers: layers),
      environment: DocumentEnvironment(
        device: device, isDark: isDark, imageSizes: imageSizes, measurer: FixedTextSize()))
  }

  /// Returns the layer `probe` after the given offsets.
  static func probe(
    _ members: String = "", layers: String, offsets: [Double] = [], device: Device = .iPhone8
  ) throws -> LayerState {
    var header = try interpreter(members, layers: layers, device: device)
    for offset in offsets { try header.receive(offset: offset) }
    let state = try header.state()
    return try #require(state.layer("probe"))
  }

  /// Returns the value of an expression at an offset.
  static func number(_ expression: String, offset: Double = 0, _ members: String = "") throws
    -> Double
  {
    try probe(
      members,
      layers: """
        [{ "id": "probe", "type": "rectangle", "width": 1, "height": 1, "x": "\(expression)" }]
        """, offsets: [offset]
    ).frame.x
  }

  static func condition(_ expression: String, offset: Double = 0, _ members: String = "") throws
    -> Bool
  {
    try probe(
      members, layers: #"[{ "id": "probe", "type": "group", "visible": "\#(expression)" }]"#,
      offsets: [offset]
    ).visible
  }

  static func color(_ property: String, offset: Double = 0, _ members: String = "") throws
    -> DocumentColor?
  {
    let layer = try probe(
      members, layers: #"[{ "id": "probe", "type": "rectangle", "fill": \#(property) }]"#,
      offsets: [offset])
    guard case .rectangle(.color(let color)) = layer.content else { return nil }
    return color
  }
}
