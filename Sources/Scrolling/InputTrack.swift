import PortableMath
import StrictJSON

/// The values of one header input over time.
public struct InputTrack: Hashable, Sendable {
  /// The input's name.
  public let name: String
  /// The values. At least one; times are strictly increasing.
  public let values: Values

  /// The values by type. Numbers are interpolated with their easings. Conditions keep a value until
  /// the next entry.
  public enum Values: Hashable, Sendable {
    case numbers([Keyframe])
    case conditions([Condition])
  }

  /// A Boolean value from a point in time on.
  public struct Condition: Hashable, Sendable {
    /// The time in seconds from the start of the curve.
    public var time: Double
    /// The value.
    public var value: Bool

    /// Creates a condition from a time in seconds.
    public init(time: Double, value: Bool) { (self.time, self.value) = (time, value) }
  }

  /// Creates a track. The `offset` of a number's keyframe is the input's value.
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
      let (json, value, easing) = try element.moment("value", else: "easing", "parts")
      let time = try times.next(json)
      if value.kind == .boolean, numbers.isEmpty {
        if let easing {
          throw easing.error("a condition holds until the next entry; remove the easing")
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

/// The input tracks of a curve.
public struct CurveInputs: Hashable, Sendable {
  /// The tracks in document order.
  public var tracks: [InputTrack] = []
  /// Whether tracks for inputs that the header does not have are ignored. Otherwise they are an
  /// error.
  public var isOptional = false

  /// No inputs.
  public init() {}

  /// Parses `{"page": [[1.0, 0], {"time": 1.7, "value": 1, "easing": "ease-out"}], "optional":
  /// true}`.
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
