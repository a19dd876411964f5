import EmbeddedFiles
public import PortableMath
public import StrictJSON

/// A scroll curve document: the recording, or the script, of a finger on a scroll view.
///
/// Offsets are points from rest (negative: pulled down past the top), times seconds.
///
/// ```swift
/// let curve = ScrollCurve(
///   course: .gestures(
///     [
///       .hold(duration: 0.3),
///       .drag(by: 220, duration: 0.25, easing: .linear),
///       .release(velocity: nil, until: nil),
///     ], ScrollPhysics()))
/// var request = CurveRequest()
/// request.curve = .curve(curve)
/// let (motion, summary) = try request.run()
/// print(summary.frames, "frames; at 0.5 s", motion.reportedOffset(at: 0.5), "pt")
/// ```
public struct ScrollCurve: Hashable, Sendable {
  /// How the curve is given.
  public enum Course: Hashable, Sendable {
    /// What a device recorded.
    case samples(SampleTrack)
    /// What a designer draws: at least one, times strictly increasing.
    case keyframes([Keyframe])
    /// What a finger does, through the model of `UIScrollView`.
    case gestures([Gesture], ScrollPhysics)
  }

  /// What the author calls it.
  public var name: String?
  /// The frame rate the author wants; nil leaves it to the renderer.
  public var framesPerSecond: RationalTime?
  /// Whether offsets are reported in whole device pixels.
  public var snaps: Bool
  /// What the document holds.
  public var course: Course
  /// What the header's inputs do meanwhile.
  public var inputs = CurveInputs() { didSet { saysInputs = saysInputs || !inputs.tracks.isEmpty } }
  private var saysInputs = false
  private var source = Source()

  /// The document, where a play may find fault with it. Curves are equal whatever they were read from.
  private struct Source: Hashable, Sendable {
    var value: JSONValue?

    static func == (a: Source, b: Source) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// At a key path, or the innermost value on the way; nil: the curve was read from no document.
  package func error(at keyPath: String, _ message: String) -> JSONError? {
    guard var value = source.value else { return nil }
    for step in keyPath.split(whereSeparator: { ".[]".contains($0) }) {
      let elements = Int(step).flatMap { try? value.array().dropFirst($0) }
      guard
        let inner = elements?.first(where: { _ in true })
          ?? (try? value.object().optional(String(step))) ?? nil
      else { break }
      value = inner
    }
    return value.error(message)
  }

  /// A curve without a document.
  public init(
    course: Course, name: String? = nil, framesPerSecond: RationalTime? = nil, snaps: Bool = true
  ) {
    (self.course, self.name) = (course, name)
    (self.framesPerSecond, self.snaps) = (framesPerSecond, snaps)
  }

  /// Whether it has taps, pans, inputs or fingers: a header is told of touches and rests then.
  package var isInteractive: Bool {
    if saysInputs { return true }
    return switch course {
    case .samples(let track): track.dragging != nil
    case .keyframes: false
    case .gestures(let gestures, _): gestures.contains(where: \.isTapOrPan)
    }
  }

  /// The frame rate when nobody says one.
  public static let standardFramesPerSecond: RationalTime = 30

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
  package init(_ value: JSONValue, limits: CurveLimits = CurveLimits()) throws(JSONError) {
    let document = try value.document(keys: [
      "version", "name", "fps", "snap", "samples", "interpolation", "keyframes", "gestures",
      "physics", "inputs",
    ])
    let version = try document.required("version")
    guard try version.integer(in: 1...Int.max) == 1 else {
      throw version.error("version \(version.literal) is not known; this program reads version 1")
    }
    course = try ScrollCurve.course(of: document, limits: limits)
    name = try document.optional("name")?.string()
    snaps = try document.optional("snap")?.boolean() ?? true
    if let value = document.optional("inputs") {
      inputs = try CurveInputs(value, limits: limits)
      saysInputs = true
    }
    let rate = try document.optional("fps")?.number(
      in: CurveLimits.frameRates, unit: "frames a second")
    framesPerSecond = rate.flatMap(RationalTime.init(nearest:))
    if saysInputs || document.optional("gestures") != nil { source.value = value }
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
    case "keyframes": return .keyframes(try Keyframe.list(kind.value, limits: limits))
    default:
      let physics = try ScrollPhysics(document.optional("physics"))
      return .gestures(try Gesture.list(kind.value, limits: limits), physics)
    }
  }
}

/// An offset at a moment, and how the curve goes on from there.
public struct Keyframe: Hashable, Sendable {
  /// Seconds from the start of the curve.
  public var time: Double
  /// Points from rest.
  public var offset: Double
  /// Of the stretch from this keyframe to the next.
  public var easing: Easing

  /// `time` in seconds, `offset` in points.
  public init(time: Double, offset: Double, easing: Easing = .linear) {
    (self.time, self.offset, self.easing) = (time, offset, easing)
  }

  /// `[{"time": 0, "offset": 0, "easing": "ease-out"}, ...]`; the easing defaults to `linear`, as
  /// it does for the keyframes of the Web Animations interface.
  static func list(_ value: JSONValue, limits: CurveLimits) throws(JSONError) -> [Keyframe] {
    var times = RisingTimes()
    return try value.entries(within: limits, of: "keyframes").map { entry throws(JSONError) in
      let members = try entry.object(keys: ["time", "offset", "easing"])
      return Keyframe(
        time: try times.next(members.required("time")),
        offset: try members.required("offset").offset(),
        easing: try members.optional("easing")?.easing() ?? .linear)
    }
  }
}

extension JSONValue {
  func time() throws(JSONError) -> Double {
    try number(in: 0...CurveLimits.longestTime, unit: "seconds")
  }

  /// An offset from rest or a way, in points.
  func offset() throws(JSONError) -> Double {
    try number(in: -CurveLimits.farthestOffset...CurveLimits.farthestOffset, unit: "points")
  }

  /// The samples or keyframes of a curve.
  func entries(within limits: CurveLimits, of name: String) throws(JSONError) -> JSONElements {
    let entries = try array(count: 1...Int.max, of: name)
    guard entries.count <= limits.entries else {
      var refusal = error("has \(entries.count) \(name), at most \(limits.entries) are allowed")
      refusal.exceedsLimit = true
      throw refusal
    }
    return entries
  }

  /// `[time, value]`, or an object with `time`, the value under `key`, and what else it may have.
  func moment(
    _ key: String, else other: String, _ parts: String
  ) throws(JSONError) -> (time: JSONValue, value: JSONValue, other: JSONValue?) {
    switch kind {
    case .array:
      let pair = Array(try array(count: 2...2, of: parts))
      return (pair[0], pair[1], nil)
    case .object:
      let members = try object(keys: ["time", key, other])
      return (try members.required("time"), try members.required(key), members.optional(other))
    default:
      throw error("expected [time, \(key)] or {\"time\": ..., \"\(key)\": ...}, found \(literal)")
    }
  }
}

/// The times of entries as they are read, each later than the one before.
struct RisingTimes {
  private var last: (place: JSONValue, seconds: Double)?

  mutating func next(_ place: JSONValue) throws(JSONError) -> Double {
    let seconds = try place.time()
    if let last, seconds <= last.seconds {
      throw place.error(
        "\(place.literal) is not later than \(last.place.keyPath) (\(last.place.literal))")
    }
    last = (place, seconds)
    return seconds
  }
}

/// Swipes that have a name: to render at once, and to start a curve of one's own from. Each ends at
/// rest. Flings end sooner than the system's, so that an animation is short.
public enum NamedCurve: String, CaseIterable, Hashable, Sendable {
  case pullAndRelease = "pull-and-release"
  case collapse, fling
  case fullTour = "full-tour"
  case hesitate
  case tapFollow = "tap-follow"
  case swipeTabs = "swipe-tabs"
  case refresh

  /// What happens, in a few words.
  public var summary: String {
    switch self {
    case .pullAndRelease: "pulled down and let go"
    case .collapse: "scrolled slowly until the header has collapsed, and back"
    case .fling: "thrown upwards, and back by a tap on the status bar"
    case .fullTour: "pulled down, collapsed, flung, and back"
    case .hesitate: "scrolled a little, held, turned back, scrolled on"
    case .tapFollow: "the layer follow tapped, scrolled a little, and tapped again"
    case .swipeTabs: "pages moved sideways by the input page, thrown, and back"
    case .refresh: "pulled down, let go, and held open until the input loaded"
    }
  }

  /// - Parameter schema: the path of the schema for editors, relative to the document; nil: none.
  package func document(schema: String? = nil) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let schema else { return text }
    return "{\n  \"$schema\": \(JSONWriter.literal(schema)),\n" + text.dropFirst(2)
  }

  private var bytes: [UInt8] { EmbeddedFile(rawValue: "Curves/\(rawValue).json")?.bytes ?? [] }

  package func curve() throws(JSONError) -> ScrollCurve {
    try ScrollCurve.parse(bytes, file: rawValue)
  }
}
