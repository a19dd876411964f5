import Numerics
public import StrictJSON

extension ScrollCurve {
  /// Reads a curve document, version 1. `file` is the name used in messages.
  ///
  /// Every error names line, column and key path: what is not strict JSON, unknown keys, none or
  /// several of the three kinds, times that do not increase, numbers out of range.
  public static func parse(
    _ bytes: [UInt8], file: String? = nil, limits: CurveLimits = CurveLimits()
  ) throws(JSONError) -> ScrollCurve {
    try ScrollCurve(try JSONValue.parse(bytes, file: file), limits: limits)
  }

  /// The same from a value inside another document.
  public init(_ value: JSONValue, limits: CurveLimits = CurveLimits()) throws(JSONError) {
    let document = try value.object(keys: [
      "version", "name", "fps", "snap", "samples", "interpolation", "keyframes", "gestures",
      "physics",
    ])
    let version = try document.required("version")
    guard try version.integer(in: 1...Int.max) == 1 else {
      throw version.error("version \(version.literal) is not known; this program reads version 1")
    }
    course = try ScrollCurve.course(of: document, limits: limits)
    name = try document.optional("name")?.string()
    snaps = try document.optional("snap")?.boolean() ?? true
    let rate = try document.optional("fps")?.number(
      in: CurveLimits.frameRates, unit: "frames a second")
    framesPerSecond = rate.flatMap(RationalTime.init(nearest:))
  }

  private static func course(
    of document: JSONObject, limits: CurveLimits
  ) throws(JSONError) -> Course {
    let kinds = document.filter { ["samples", "keyframes", "gestures"].contains($0.name) }
    guard let kind = kinds.first else {
      throw document.value.error(
        "has no \"samples\", \"keyframes\" or \"gestures\"; one of them is needed")
    }
    if kinds.count > 1 {
      throw kinds[1].keyError("the curve has \"\(kind.name)\" already; keep one of the two")
    }
    for (name, owner) in [("interpolation", "samples"), ("physics", "gestures")]
    where owner != kind.name {
      for member in document where member.name == name {
        throw member.keyError("belongs to \"\(owner)\", but the curve has \"\(kind.name)\"")
      }
    }
    switch kind.name {
    case "samples":
      let interpolation = try document.optional("interpolation")?
        .choice(of: SampleTrack.Interpolation.self)
      return .samples(
        try SampleTrack(kind.value, interpolation: interpolation ?? .linear, limits: limits))
    case "keyframes":
      return .keyframes(try Keyframe.list(kind.value, limits: limits))
    default:
      let physics = try document.optional("physics").map { value throws(JSONError) in
        try ScrollPhysics(value)
      }
      return .gestures(
        try Gesture.list(kind.value, limits: limits), physics ?? ScrollPhysics())
    }
  }
}

extension JSONValue {
  /// A moment of a curve, in seconds.
  func time() throws(JSONError) -> Double {
    try number(in: 0...CurveLimits.longestTime, unit: "seconds")
  }

  /// An offset from rest or a way, in points.
  func offset() throws(JSONError) -> Double {
    try number(in: -CurveLimits.farthestOffset...CurveLimits.farthestOffset, unit: "points")
  }

  /// The samples or keyframes of a curve.
  func entries(within limits: CurveLimits, of name: String) throws(JSONError) -> JSONArray {
    let entries = try array(count: 1...Int.max, of: name)
    guard entries.count <= limits.entries else {
      let option = limits.entriesOption.map { "raise the limit with \($0) or " } ?? ""
      throw error(
        "has \(entries.count) \(name), at most \(limits.entries) are allowed; "
          + "\(option)take fewer")
    }
    return entries
  }

  /// Refuses a time that is not later than the one before.
  func checkLater(than before: JSONValue?, _ earlier: Double, _ time: Double) throws(JSONError) {
    guard let before, time <= earlier else { return }
    throw error("\(literal) is not later than \(before.keyPath) (\(before.literal))")
  }
}
