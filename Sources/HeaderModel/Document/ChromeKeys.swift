package import PortableMath
package import StrictJSON

/// How the finger of a curve of gestures shows.
package enum TouchLook: String, CaseIterable, Hashable, Sendable {
  /// A mouse pointer that drags, as in a simulator.
  case pointer
  /// A dot that is pressed, lets go, and leaves a short trail where it is fast.
  case finger
  case none
}

/// What surrounds the app's own views on the screen, as `ChromeKey.all` describes it; nil: as the header
/// and the device have it.
package struct ScreenChrome: Hashable, Sendable {
  package var statusBar: Bool?
  package var statusBarLook: StatusBarLook?
  package var clock, wifi: Bool?
  /// 0...4; nil: all where there is room beside a notch, else none.
  package var cellularBars: Int?
  /// Percent; nil: full.
  package var batteryLevel: Int?
  package var charging, recordingPill, homeIndicator, scrollIndicator: Bool?
  /// nil: left out, as recordings do.
  package var cutout, roundedCorners: Bool?
  /// These make the canvas larger.
  package var deviceFrame, windowTitleBar: Bool?
  package var tabBar: Bool?
  /// nil: only where the header lists it.
  package var touch: TouchLook?
  package var pointer: ScreenPoint?
  /// From 0; nil: none.
  package var pressedRow: Int?

  package init(
    statusBar: Bool? = nil, homeIndicator: Bool? = nil, scrollIndicator: Bool? = nil
  ) {
    self.statusBar = statusBar
    self.homeIndicator = homeIndicator
    self.scrollIndicator = scrollIndicator
  }
}

/// A key of a document's `chrome`: how it is read and what its schema says, once for both.
package struct ChromeKey {
  package let name: String
  private let description: String
  private let read: (JSONValue, inout ScreenChrome) throws(JSONError) -> Void
  private let fill: (inout ScreenChrome, ScreenChrome) -> Void
  private let describe: (inout JSONObjectWriter) -> Void

  /// Points; farther away nothing is seen of a pointer.
  private static let pointerRange = -1000.0...10_000.0

  /// All of them, in the order in which they are told to users.
  package static var all: [ChromeKey] {
    [
      flag("statusBar", "The status bar.", \.statusBar),
      choice(
        "statusBarLook", "By which system the status bar is drawn.", \.statusBarLook),
      flag(
        "clock", "The status bar's time; by default it makes room for a recording pill.", \.clock),
      flag("wifi", "The status bar's wireless glyph.", \.wifi),
      number("cellularBars", "Bars of the cellular signal.", 0...4, \.cellularBars),
      number("batteryLevel", "Charge of the battery in percent.", 0...100, \.batteryLevel),
      flag("charging", "Whether the battery is being charged.", \.charging),
      flag(
        "recordingPill", "That the screen is recorded: a red pill beside a notch, a red bar else.",
        \.recordingPill),
      flag("homeIndicator", "The bar at the bottom of screens without a button.", \.homeIndicator),
      flag("scrollIndicator", "The bar that shows where the content is.", \.scrollIndicator),
      flag("cutout", "The screen's notch, island or camera hole.", \.cutout),
      flag("roundedCorners", "The screen's round corners.", \.roundedCorners),
      flag("deviceFrame", "The device's frame around the screen, with its corners.", \.deviceFrame),
      flag("tabBar", "A bar of tabs, where the header has none.", \.tabBar),
      flag("windowTitleBar", "A simulator window's bar above the screen.", \.windowTitleBar),
      choice(
        "touch",
        "How the finger of a curve of gestures shows; by default where the header lists it.",
        \.touch),
      place("pointer", "The tip of a mouse pointer, in points.", \.pointer),
      number("pressedRow", "The row shown as pressed, from 0.", 0...1_000_000, \.pressedRow),
    ]
  }

  /// What a `chrome` object says; one that is described may have a description.
  package static func chrome(
    _ value: JSONValue, isDescribed: Bool = false
  ) throws(JSONError) -> ScreenChrome {
    let all = all
    let object = try value.object(keys: all.map(\.name) + (isDescribed ? ["description"] : []))
    _ = try object.optional("description")?.string()
    var chrome = ScreenChrome()
    for key in all {
      if let place = object.optional(key.name) { try key.read(place, &chrome) }
    }
    return chrome
  }

  package func writeSchema(to object: inout JSONObjectWriter) {
    object.member("description", .string(description))
    describe(&object)
  }

  /// What is not said, as `others` have it.
  package static func fill(_ chrome: inout ScreenChrome, from others: ScreenChrome) {
    for key in all { key.fill(&chrome, others) }
  }

  // MARK: - Kinds

  private static func key<Value>(
    _ name: String, _ description: String, _ path: WritableKeyPath<ScreenChrome, Value?>,
    _ read: @escaping (JSONValue) throws(JSONError) -> Value,
    describe: @escaping (inout JSONObjectWriter) -> Void
  ) -> ChromeKey {
    ChromeKey(name: name, description: description) { value, chrome throws(JSONError) in
      chrome[keyPath: path] = try read(value)
    } fill: { chrome, others in
      if chrome[keyPath: path] == nil { chrome[keyPath: path] = others[keyPath: path] }
    } describe: {
      describe(&$0)
    }
  }

  private static func flag(
    _ name: String, _ description: String, _ path: WritableKeyPath<ScreenChrome, Bool?>
  ) -> ChromeKey {
    key(name, description, path) { value throws(JSONError) in
      try value.boolean()
    } describe: {
      $0.member("type", "boolean")
    }
  }

  private static func number(
    _ name: String, _ description: String, _ range: ClosedRange<Int>,
    _ path: WritableKeyPath<ScreenChrome, Int?>
  ) -> ChromeKey {
    key(name, description, path) { value throws(JSONError) in
      try value.integer(in: range)
    } describe: { object in
      object.member("type", "integer")
      object.member("minimum", range.lowerBound)
      object.member("maximum", range.upperBound)
    }
  }

  private static func choice<Choice>(
    _ name: String, _ description: String, _ path: WritableKeyPath<ScreenChrome, Choice?>
  ) -> ChromeKey where Choice: RawRepresentable<String> & CaseIterable {
    key(name, description, path) { value throws(JSONError) in
      try value.choice(of: Choice.self)
    } describe: { object in
      object.member("enum", Choice.allCases.map(\.rawValue))
    }
  }

  private static func place(
    _ name: String, _ description: String, _ path: WritableKeyPath<ScreenChrome, ScreenPoint?>
  ) -> ChromeKey {
    key(name, description, path) { value throws(JSONError) in
      let point = try value.object(keys: ["x", "y"])
      return ScreenPoint(
        x: try point.required("x").number(in: pointerRange, unit: "points"),
        y: try point.required("y").number(in: pointerRange, unit: "points"))
    } describe: { object in
      object.member("type", "object")
      object.member("additionalProperties", false)
      object.member("required", ["x", "y"])
      object.object("properties") { place in
        for axis in ["x", "y"] {
          place.object(axis) { number in
            number.member(
              "description", axis == "x" ? "Points from the left." : "Points from the top.")
            number.member("type", "number")
            number.member("minimum", .number(pointerRange.lowerBound))
            number.member("maximum", .number(pointerRange.upperBound))
          }
        }
      }
    }
  }
}
