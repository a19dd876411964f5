import PortableMath
import StrictJSON

/// What a curve says of a header's inputs over time: what else the user or the app does.
public struct InputTrack: Hashable, Sendable {
  /// The input's name.
  public let name: String
  /// Its values, times strictly increasing, at least one.
  public let values: Values

  /// Numbers travel from one entry to the next; conditions hold.
  public enum Values: Hashable, Sendable {
    case numbers([Keyframe])
    case conditions([Condition])
  }

  /// A condition from a moment on.
  public struct Condition: Hashable, Sendable {
    /// Seconds from the start of the curve.
    public var time: Double
    /// Its value.
    public var value: Bool

    /// `time` in seconds.
    public init(time: Double, value: Bool) { (self.time, self.value) = (time, value) }
  }

  /// `values` as they are; a keyframe's offset is the number.
  public init(name: String, values: Values) { (self.name, self.values) = (name, values) }

  var times: [Double] {
    switch values {
    case .numbers(let numbers): numbers.map(\.time)
    case .conditions(let conditions): conditions.map(\.time)
    }
  }

  fileprivate init(_ member: JSONObject.Member, limits: CurveLimits) throws(JSONError) {
    name = member.name
    var numbers: [Keyframe] = []
    var conditions: [Condition] = []
    var times = RisingTimes()
    for element in try member.value.entries(within: limits, of: "entries") {
      let (place, value, easing) = try element.moment("value", else: "easing", "parts")
      let time = try times.next(place)
      if value.kind == .boolean, numbers.isEmpty {
        if let easing {
          throw easing.error("a condition holds until the next entry; leave the easing out")
        }
        conditions.append(Condition(time: time, value: try value.boolean()))
      } else if conditions.isEmpty {
        numbers.append(
          Keyframe(
            time: time, offset: try value.number(in: CurveLimits.inputs),
            easing: try easing?.easing() ?? .linear))
      } else {
        _ = try value.boolean()
      }
    }
    values = conditions.isEmpty ? .numbers(numbers) : .conditions(conditions)
  }
}

/// The inputs of a curve.
public struct CurveInputs: Hashable, Sendable {
  /// In the order of the document.
  public var tracks: [InputTrack] = []
  /// Whether inputs that the header lacks are left out; else they are an error.
  public var isOptional = false

  /// No inputs.
  public init() {}

  /// `{"page": [[1.0, 0], {"time": 1.7, "value": 1, "easing": "ease-out"}], "optional": true}`.
  init(_ value: JSONValue, limits: CurveLimits) throws(JSONError) {
    for member in try value.object() {
      if member.name == "optional" {
        isOptional = try member.value.boolean()
      } else {
        tracks.append(try InputTrack(member, limits: limits))
      }
    }
  }
}
