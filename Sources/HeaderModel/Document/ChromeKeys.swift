package import PortableMath
package import StrictJSON

/// The appearance of the finger when a curve consists of gestures.
package enum TouchLook: String, CaseIterable, Hashable, Sendable {
  /// A mouse pointer that drags, as in a simulator.
  case pointer
  /// A dot that shows presses and releases, with a short trail when it moves fast.
  case finger
  case none
}

/// The system's elements around the app's views. `ChromeKey.all` lists their JSON keys. A property
/// that is `nil` is decided by the header and the device.
package struct ScreenChrome: Hashable, Sendable {
  package var statusBar: Bool?
  package var statusBarLook: StatusBarLook?
  package var clock, wifi: Bool?
  /// The number of cellular signal bars, in 0...4. `nil` draws all bars if there is room beside a
  /// notch, otherwise none.
  package var cellularBars: Int?
  /// The battery charge in percent. `nil` means full.
  package var batteryLevel: Int?
  package var charging, recordingPill, homeIndicator, scrollIndicator: Bool?
  /// Whether the screen's cutout and round corners are drawn. `nil` omits them, as screen
  /// recordings do.
  package var cutout, roundedCorners: Bool?
  /// Whether a device frame or a simulator window's title bar is drawn. Both enlarge the canvas.
  package var deviceFrame, windowTitleBar: Bool?
  package var tabBar: Bool?
  /// The appearance of the finger. `nil` draws it only if the header has a `touch` layer.
  package var touch: TouchLook?
  /// The position of the tip of a mouse pointer, in points from the screen's top left. `nil` draws
  /// no pointer.
  package var pointer: ScreenPoint?
  /// The index of the row drawn as pressed, from 0. `nil` if no row is pressed.
  package var pressedRow: Int?

  package init(statusBar: Bool? = nil, homeIndicator: Bool? = nil, scrollIndicator: Bool? = nil) {
    self.statusBar = statusBar
    self.homeIndicator = homeIndicator
    self.scrollIndicator = scrollIndicator
  }
}

/// A JSON key of a document's `chrome` object, with its reader and its schema.
package struct ChromeKey {
  package let name: String
  private let description: String
  private let read: (JSONValue, inout ScreenChrome) throws(JSONError) -> Void
  private let fillMissing: (inout ScreenChrome, ScreenChrome) -> Void
  private let describe: (inout JSONObjectWriter) -> Void

  private init<Value>(
    _ name: String, _ path: WritableKeyPath<ScreenChrome, Value?>, _ kind: ChromeKind<Value>,
    _ description: String
  ) {
    self.name = name
    self.description = description
    read = { value, chrome throws(JSONError) in chrome[keyPath: path] = try kind.read(value) }
    fillMissing = { $0[keyPath: path] = $0[keyPath: path] ?? $1[keyPath: path] }
    describe = kind.describe
  }

  /// All keys, in the order of messages and of the schema.
  package static var all: [ChromeKey] {
    [
      .init("statusBar", \.statusBar, .flag, "The status bar."),
      .init("statusBarLook", \.statusBarLook, .choice, "The system that draws the status bar."),
      .init(
        "clock", \.clock, .flag,
        "The status bar's time; by default it leaves room for a recording pill."),
      .init("wifi", \.wifi, .flag, "The status bar's wireless glyph."),
      .init("cellularBars", \.cellularBars, .whole(0...4), "The number of cellular signal bars."),
      .init("batteryLevel", \.batteryLevel, .whole(0...100), "The battery level in percent."),
      .init("charging", \.charging, .flag, "Whether the battery is charging."),
      .init(
        "recordingPill", \.recordingPill, .flag,
        "Whether the screen is recorded: a red pill next to a notch, else a red bar."),
      .init(
        "homeIndicator", \.homeIndicator, .flag,
        "The bar at the bottom of screens without a home button."),
      .init(
        "scrollIndicator", \.scrollIndicator, .flag, "The scroll bar."),
      .init("cutout", \.cutout, .flag, "The screen's notch, island or camera hole."),
      .init("roundedCorners", \.roundedCorners, .flag, "The screen's rounded corners."),
      .init(
        "deviceFrame", \.deviceFrame, .flag,
        "The device's frame around the screen, with its corners."),
      .init("tabBar", \.tabBar, .flag, "A tab bar, if the header has none."),
      .init(
        "windowTitleBar", \.windowTitleBar, .flag,
        "The title bar of a simulator's window, above the screen."),
      .init(
        "touch", \.touch, .choice,
        "The finger of a gesture curve; by default drawn only if the header lists it."),
      .init("pointer", \.pointer, .point, "The tip of a mouse pointer, in points."),
      .init("pressedRow", \.pressedRow, .whole(0...1_000_000), "The row shown as pressed, from 0."),
    ]
  }

  /// Reads a `chrome` object.
  /// - Parameter isDescribed: whether the key `description` is allowed.
  package static func chrome(
    _ value: JSONValue, isDescribed: Bool = false
  ) throws(JSONError) -> ScreenChrome {
    let all = all
    let object = try value.object(keys: all.map(\.name) + (isDescribed ? ["description"] : []))
    _ = try object.optional("description")?.string()
    var chrome = ScreenChrome()
    for key in all {
      if let json = object.optional(key.name) { try key.read(json, &chrome) }
    }
    return chrome
  }

  package func writeSchema(to object: inout JSONObjectWriter) {
    object.member("description", .string(description))
    describe(&object)
  }

  /// Replaces each `nil` property of `chrome` with that of `others`.
  package static func fillMissing(in chrome: inout ScreenChrome, from others: ScreenChrome) {
    for key in all { key.fillMissing(&chrome, others) }
  }
}

/// The type of a key's value: how it is read, and its schema.
private struct ChromeKind<Value> {
  let read: (JSONValue) throws(JSONError) -> Value
  let describe: (inout JSONObjectWriter) -> Void
}

extension ChromeKind<Bool> {
  static var flag: Self {
    Self(read: { value throws(JSONError) in try value.boolean() }) { $0.member("type", "boolean") }
  }
}

extension ChromeKind<Int> {
  static func whole(_ range: ClosedRange<Int>) -> Self {
    Self(read: { value throws(JSONError) in try value.integer(in: range) }) { object in
      object.member("type", "integer")
      object.member("minimum", range.lowerBound)
      object.member("maximum", range.upperBound)
    }
  }
}

extension ChromeKind where Value: RawRepresentable<String> & CaseIterable {
  static var choice: Self {
    Self(read: { value throws(JSONError) in try value.choice(of: Value.self) }) {
      $0.member("enum", Value.allCases.map(\.rawValue))
    }
  }
}

extension ChromeKind<ScreenPoint> {
  static var point: Self {
    // A pointer farther away is not visible on any screen.
    let points = -1000.0...10_000.0
    return Self { value throws(JSONError) in
      let point = try value.object(keys: ["x", "y"])
      return ScreenPoint(
        x: try point.required("x").number(in: points, unit: "points"),
        y: try point.required("y").number(in: points, unit: "points"))
    } describe: { object in
      object.member("type", "object")
      object.member("additionalProperties", false)
      object.member("required", ["x", "y"])
      object.object("properties") { point in
        for (axis, edge) in [("x", "left"), ("y", "top")] {
          point.object(axis) { number in
            number.member("description", "The distance from the \(edge), in points.")
            number.member("type", "number")
            number.member("minimum", points.lowerBound)
            number.member("maximum", points.upperBound)
          }
        }
      }
    }
  }
}
