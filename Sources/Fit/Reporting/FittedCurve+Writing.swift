import HeaderModel
import PortableMath
import Scrolling
import StrictJSON

extension FittedCurve {
  /// The curve. `nil` without samples.
  func curve(named name: String) -> ScrollCurve? {
    let track = SampleTrack(
      times: samples.map(\.time), offsets: samples.map(\.offset), interpolation: .linear)
    guard var track else { return nil }
    if let events { track = track.with(events) }
    var curve = ScrollCurve(course: .samples(track), name: name)
    curve.inputs.tracks = inputs
    return curve
  }
}

extension JSONObjectWriter {
  /// Writes an event of a curve.
  mutating func write(_ event: SampleEvent) {
    member("time", FitReport.rounded(event.time))
    if let dragging = event.dragging { member("dragging", dragging) }
    switch event.tap {
    case .layer(let layer, let row)?:
      object("tap") { tap in
        tap.member("layer", layer)
        if let row { tap.member("row", row) }
      }
    case .point(let x, let y)?: object("tap") { $0.member("at", [x, y]) }
    case nil: break
    }
    if event.isRest { member("rest", true) }
  }

  /// Writes an input's values. Their easings keep each value until the next entry.
  mutating func write(_ track: InputTrack) {
    switch track.values {
    case .conditions(let conditions):
      array(track.name) { list in
        for condition in conditions {
          list.object { object in
            object.member("time", FitReport.rounded(condition.time))
            object.member("value", condition.value)
          }
        }
      }
    case .numbers(let numbers):
      objects(track.name, numbers) { number, object in
        object.member("time", FitReport.rounded(number.time))
        object.member("value", number.offset)
        if number.easing == .steps(.end) { object.member("easing", "step-end") }
      }
    }
  }

  /// Writes the members of an event, except its time. Members that it does not have are null.
  mutating func write(_ kind: FitReport.Event.Kind) {
    member("event", kind.name)
    var (layer, row): (String?, Int?)
    if case .tap(let tapped, let index) = kind { (layer, row) = (tapped, index) }
    member("layer", layer)
    member("row", row)
    member("input", kind.input?.name)
    if let input = kind.input {
      member("value", input.value)
    } else {
      member("value", Double?.none)
    }
  }

  mutating func member(_ key: String, _ value: RememberedValue.Value) {
    switch value {
    case .number(let number): member(key, number)
    case .boolean(let flag): member(key, flag)
    }
  }
}

extension FitReport.Event.Kind {
  /// The name in reports: that of the event in traces.
  fileprivate var name: String {
    let event: ScrollEvent.Kind =
      switch self {
      case .tap: .tap(nil)
      case .input: .input([])
      case .dragStart: .dragStart
      case .dragEnd: .dragEnd(velocity: 0)
      case .rest: .rest
      }
    return event.name
  }
}
