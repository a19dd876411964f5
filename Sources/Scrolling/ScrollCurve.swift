import EmbeddedFiles
public import PortableMath
public import StrictJSON

/// A scroll curve document: recorded offsets, keyframes or scripted gestures of one scroll view.
///
/// Offsets are in points from rest and negative if the content is pulled down past the top. Times
/// are in seconds.
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
  /// The representation of the motion.
  public enum Course: Hashable, Sendable {
    /// Offsets that a device recorded.
    case samples(SampleTrack)
    /// Keyframes with easings between them. At least one; times are strictly increasing.
    case keyframes([Keyframe])
    /// Finger gestures, played through a model of `UIScrollView`.
    case gestures([Gesture], ScrollPhysics)
  }

  /// The author's name for the curve, or `nil` if it has none.
  public var name: String?
  /// The preferred frame rate in frames per second. `nil` leaves it to the renderer.
  public var framesPerSecond: RationalTime?
  /// Whether reported offsets are rounded to whole device pixels.
  public var snaps: Bool
  /// The samples, keyframes or gestures.
  public var course: Course
  /// The values of the header's inputs over time.
  public var inputs = CurveInputs() { didSet { hasInputs = hasInputs || !inputs.tracks.isEmpty } }
  /// Whether the document has `inputs`, even without tracks.
  private var hasInputs = false
  private var source = Source()

  /// The parsed document, kept for error positions. It does not take part in equality.
  private struct Source: Hashable, Sendable {
    var value: JSONValue?

    static func == (a: Source, b: Source) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// Returns an error at `keyPath`, or at its innermost existing ancestor. `nil` if the curve was
  /// not read from a document.
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

  /// Creates a curve without a document.
  public init(
    course: Course, name: String? = nil, framesPerSecond: RationalTime? = nil, snaps: Bool = true
  ) {
    self.course = course
    self.name = name
    self.framesPerSecond = framesPerSecond
    self.snaps = snaps
  }

  /// Whether the curve contains taps, pans, inputs, rests or dragging flags. The header then also
  /// receives touch and rest events.
  package var isInteractive: Bool {
    if hasInputs { return true }
    return switch course {
    case .samples(let track): track.isInteractive
    case .keyframes: false
    case .gestures(let gestures, _): gestures.contains(where: \.isTapOrPan)
    }
  }

  /// The frame rate in frames per second if neither the curve nor the options specify one.
  public static let standardFramesPerSecond: RationalTime = 30

  /// Parses a curve document, version 1.
  ///
  /// - Parameter file: The file name for error messages.
  /// - Throws: `JSONError` with line, column and key path if the text is not strict JSON, has
  ///   unknown keys, has none or several of `samples`, `keyframes` and `gestures`, has times that
  ///   do not increase, or has numbers out of range.
  public static func parse(
    _ bytes: [UInt8], file: String? = nil, limits: CurveLimits = CurveLimits()
  ) throws(JSONError) -> ScrollCurve {
    try ScrollCurve(try JSONValue.parse(bytes, file: file), limits: limits)
  }

  /// Reads a curve from a value inside another document. Throws the same errors as `parse`.
  package init(_ value: JSONValue, limits: CurveLimits = CurveLimits()) throws(JSONError) {
    let document = try value.document(keys: [
      "version", "name", "fps", "snap", "samples", "interpolation", "events", "keyframes",
      "gestures", "physics", "inputs",
    ])
    let version = try document.required("version")
    guard try version.integer(in: 1...Int.max) == 1 else {
      throw version.error("unknown version \(version.literal); this program reads version 1")
    }
    course = try ScrollCurve.course(of: document, limits: limits)
    name = try document.optional("name")?.string()
    snaps = try document.optional("snap")?.boolean() ?? true
    if let value = document.optional("inputs") {
      inputs = try CurveInputs(value, limits: limits)
      hasInputs = true
    }
    let rate = try document.optional("fps")?.number(
      in: CurveLimits.frameRates, unit: "frames a second")
    framesPerSecond = rate.flatMap(RationalTime.init(nearest:))
    if isInteractive || document.optional("gestures") != nil { source.value = value }
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
      throw kinds[1].keyError("the curve already has \"\(kind.name)\"; remove one of them")
    }
    for (name, owner) in [
      ("interpolation", "samples"), ("events", "samples"), ("physics", "gestures"),
    ]
    where owner != kind.name {
      for member in document where member.name == name {
        throw member.keyError("belongs to \"\(owner)\", but the curve has \"\(kind.name)\"")
      }
    }
    switch kind.name {
    case "samples":
      let interpolation = try document.optional("interpolation")?
        .choice(of: SampleTrack.Interpolation.self)
      let track = try SampleTrack(
        kind.value, interpolation: interpolation ?? .linear, limits: limits)
      guard let events = document.optional("events"), let end = track.times.last else {
        return .samples(track)
      }
      return .samples(track.withEvents(try SampleEvent.list(events, end: end, limits: limits)))
    case "keyframes": return .keyframes(try Keyframe.list(kind.value, limits: limits))
    default:
      let physics = try ScrollPhysics(document.optional("physics"))
      return .gestures(try Gesture.list(kind.value, limits: limits), physics)
    }
  }
}

/// An offset at a point in time, and the easing to the next keyframe.
public struct Keyframe: Hashable, Sendable {
  /// The time in seconds from the start of the curve.
  public var time: Double
  /// The offset in points from rest. For an input track: the value in the input's units.
  public var offset: Double
  /// The easing from this keyframe to the next.
  public var easing: Easing

  /// Creates a keyframe from a time in seconds and an offset in points.
  public init(time: Double, offset: Double, easing: Easing = .linear) {
    self.time = time
    self.offset = offset
    self.easing = easing
  }

  /// Parses `[{"time": 0, "offset": 0, "easing": "ease-out"}, ...]`. The easing defaults to
  /// `linear`, as it does for keyframes in the Web Animations API.
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

  /// Reads an offset from rest or a distance, in points.
  func offset() throws(JSONError) -> Double {
    try number(in: -CurveLimits.farthestOffset...CurveLimits.farthestOffset, unit: "points")
  }

  /// Reads the array of samples, keyframes or input values, called `name` in messages.
  func entries(
    within limits: CurveLimits, of name: String, least: Int = 1
  ) throws(JSONError) -> JSONElements {
    let entries = try array(count: least...Int.max, of: name)
    guard entries.count <= limits.entries else {
      var refusal = error(
        "found \(entries.count) \(name), but at most \(limits.entries) are allowed")
      refusal.exceedsLimit = true
      throw refusal
    }
    return entries
  }

  /// Reads `[time, value]`, or an object with `time`, the value under `key` and an optional member
  /// `other`.
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

/// Reads times and checks that they are strictly increasing.
struct RisingTimes {
  private var last: (json: JSONValue, seconds: Double)?

  mutating func next(_ json: JSONValue) throws(JSONError) -> Double {
    let seconds = try json.time()
    if let last, seconds <= last.seconds {
      throw json.error(
        "\(json.literal) is not later than \(last.json.keyPath) (\(last.json.literal))")
    }
    last = (json, seconds)
    return seconds
  }
}

/// The built-in curves, ready to render and useful as starting points. Each ends at rest. Flings
/// decelerate faster than the system's, so that animations stay short.
public enum NamedCurve: String, CaseIterable, Hashable, Sendable {
  case pullAndRelease = "pull-and-release"
  case collapse, fling
  case fullTour = "full-tour"
  case hesitate
  case tapFollow = "tap-follow"
  case swipeTabs = "swipe-tabs"
  case refresh

  /// A short description of the motion.
  public var summary: String {
    switch self {
    case .pullAndRelease: "pulled down and let go"
    case .collapse: "scrolled slowly until the header has collapsed, and back"
    case .fling: "flung upward, then back by a tap on the status bar"
    case .fullTour: "pulled down, collapsed, flung, and back"
    case .hesitate: "scrolled a little, held, turned back, scrolled on"
    case .tapFollow: "the layer follow tapped, scrolled a little, and tapped again"
    case .swipeTabs: "pages moved sideways by the input page, thrown, and back"
    case .refresh: "pulled down, let go, and held open until the input loaded"
    }
  }

  /// Returns the curve document as JSON text.
  ///
  /// - Parameter schema: The path of the JSON Schema for editors, relative to the document, or
  ///   `nil` to leave out `$schema`.
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
