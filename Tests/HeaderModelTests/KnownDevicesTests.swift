import HeaderModel
import PortableMath
import Testing

/// The named devices.
struct KnownDevicesTests {
  @Test func deviceNamesAreUniqueAndParse() {
    #expect(Set(Device.known.map(\.name)).count == Device.known.count)
    for device in Device.known { #expect(Device(device.name) == device) }
    for name in ["iphone-se-3", "iphone-16-pro-max", "ipad-pro-13", "pixel-9"] {
      #expect(Device(named: name) != nil)
    }
  }

  @Test func cutoutsAreInsideStatusBars() throws {
    for device in Device.known {
      guard let cutout = device.cutout else { continue }
      #expect(cutout.top + cutout.height <= device.statusBarHeight, "\(device.name)")
      #expect(device.cornerRadius > 0, "\(device.name)")
    }
  }

  /// Headers are expanded at rest on all devices, and have the original heights on the original
  /// devices.
  @Test(arguments: [
    ("mimic", "banner", 100.0), ("thinkandbuild", "header", 107), ("stretch", "header", 110),
  ])
  func headersAreExpandedAtRest(name: String, layer: String, height: Double) throws {
    let document = try #require(BuiltInHeader(name)).document()
    for device in Device.known {
      var header = try HeaderInterpreter(
        document: document,
        environment: DocumentEnvironment(
          device: device, imageSizes: ["banner": PictureSize(width: 1266, height: 527)],
          measurer: NoText()))
      try header.receive(offset: 1)
      let moved = try header.state(rows: false)
      #expect(moved.phase == "collapsing", "\(name) on \(device.name)")
      try header.receive(offset: 0)
      let rest = try #require(try header.state(rows: false).layer(layer)).frame.height
      let bars = device.statusBarHeight + 44
      #expect(rest >= bars + 36 && (device.statusBarHeight > 20 || rest == height))
    }
  }

  private struct NoText: TextMeasuring {
    func size(of text: TextContent, maximumWidth: Double?) -> PointSize {
      PointSize(width: 0, height: 0)
    }
  }
}
