import HeaderModel
import Scrolling
import Testing

/// What the built-in headers answer to fingers and inputs: states by the documents' formulas, on their
/// own screens, letters half as wide as they are high.
@Suite struct GalleryAnswerTests {
  /// What a header shows after some gestures.
  struct Answer: CustomStringConvertible, Sendable {
    var header: String
    var gestures: String
    var inputs = "{}"
    /// Seconds from the start; nil: when all has come to rest.
    var time: Double?
    /// nil: wherever a throw ends.
    var offset: Double?
    var phase: String
    /// Numbers of memory as they are shown, and of inputs; a condition is 0 or 1.
    var numbers: [String: Double] = [:]
    /// x, y, width, height on the screen.
    var frames: [String: [Double]] = [:]
    var hidden: [String] = []

    var description: String { "\(header): \(gestures) at \(time.map { "\($0)" } ?? "rest")" }
  }

  private static let follow =
    #"{"hold": 0.2}, {"tap": {"layer": "follow", "duration": 0.1}}, {"hold": 0.5}"#
  private static let pan =
    #"{"pan": {"input": "page", "by": 0.6, "duration": 0.2}}, {"release": {"velocity": 0}}, {"hold": 0.4}"#
  private static func drag(_ by: Double, velocity: Double = 0) -> String {
    #"{"drag": {"by": \#(by), "duration": 0.2}}, {"release": {"velocity": \#(velocity)}}"#
  }
  /// Rests open 0.8 s after the finger has lifted at 0.2 s; what it waits for comes at 3 s.
  private static let refresh = drag(-260) + #", {"hold": 3}"#
  private static let loaded = #"{"loaded": [[3, true]]}"#

  static let answers: [Answer] = [
    // Follow is 88 wide, Following 9 x 7.5 + 28 = 95.5; both end 16 from the right.
    Answer(
      header: "x-profile", gestures: follow, time: 0.25, offset: 0, phase: "expanded",
      numbers: ["following": 0, "followed": 0], frames: ["follow": [289, 153, 88, 34]],
      hidden: ["followingGround", "followingLabel"]),
    // Half-way of 0.2 s, eased in and out.
    Answer(
      header: "x-profile", gestures: follow, time: 0.4, offset: 0, phase: "expanded",
      numbers: ["following": 1, "followed": 0.5], frames: ["follow": [285.1667, 153, 91.8333, 34]]),
    Answer(
      header: "x-profile", gestures: follow, offset: 0, phase: "expanded",
      numbers: ["following": 1, "followed": 1],
      frames: [
        "follow": [281.3333, 153, 95.6667, 34], "followingLabel": [295.3333, 153, 67.6667, 34],
      ]),
    Answer(
      header: "x-profile", gestures: follow + ", " + follow, offset: 0, phase: "expanded",
      numbers: ["following": 0, "followed": 0]),
    // The underline is 44 wide, a tab 393 / 4.
    Answer(
      header: "x-profile", gestures: pan, time: 0.1, offset: 0, phase: "expanded",
      numbers: ["page": 0.3],
      frames: [
        "selection": [56.6, 433, 44, 4], "posts": [-117.9, 437, 393, 2719.25],
        "answers": [275.1, 437, 393, 3784],
      ],
      hidden: ["highlights", "media"]),
    Answer(
      header: "x-profile", gestures: pan, offset: 0, phase: "expanded", numbers: ["page": 1],
      frames: ["selection": [125.375, 433, 44, 4]], hidden: ["posts", "highlights", "media"]),
    // A tapped tab is chosen at once; the page travels there for 0.3 s.
    Answer(
      header: "x-profile", gestures: #"{"tap": {"layer": "tab", "row": 2}}, {"hold": 0.5}"#,
      time: 0.08, offset: 0, phase: "expanded", numbers: ["page": 0],
      frames: ["selection": [27.125, 433, 44, 4]], hidden: ["highlights"]),
    Answer(
      header: "x-profile", gestures: #"{"tap": {"layer": "tab", "row": 2}}, {"hold": 0.5}"#,
      offset: 0, phase: "expanded", numbers: ["page": 2],
      frames: ["selection": [223.625, 433, 44, 4]], hidden: ["posts", "answers", "media"]),
    // 100 points of a finger pull 51.7: too few.
    Answer(
      header: "x-profile", gestures: drag(-100), offset: 0, phase: "expanded",
      numbers: ["refreshing": 0]),
    Answer(
      header: "x-profile", gestures: refresh, inputs: loaded, time: 2, offset: -60,
      phase: "refreshing", numbers: ["refreshing": 1, "spinning": 1],
      frames: ["refreshSpinner": [184.5, 69, 24, 24]], hidden: ["spinner"]),
    Answer(
      header: "x-profile", gestures: refresh, inputs: loaded, time: 3.15, offset: -30,
      phase: "pulledDown", numbers: ["refreshing": 0, "loaded": 1], hidden: ["spinner"]),
    Answer(
      header: "x-profile", gestures: refresh, inputs: loaded, offset: 0, phase: "expanded",
      numbers: ["refreshing": 0, "spinning": 0], hidden: ["refreshSpinner"]),
    // It would wait for ever without what it waits for.
    Answer(
      header: "x-profile", gestures: refresh, offset: -60, phase: "refreshing",
      numbers: ["refreshing": 1]),

    // The field and the space under it are 52 high.
    Answer(header: "large-title", gestures: drag(25), offset: 0, phase: "expanded"),
    Answer(
      header: "large-title", gestures: drag(27), offset: 52, phase: "titleLeaving",
      frames: ["bar": [0, 0, 393, 155]], hidden: ["searchField"]),
    // So is the title of 52 under it.
    Answer(header: "large-title", gestures: drag(60), offset: 52, phase: "titleLeaving"),
    Answer(header: "large-title", gestures: drag(77), offset: 52, phase: "titleLeaving"),
    Answer(
      header: "large-title", gestures: drag(79), offset: 104, phase: "titleLeaving",
      frames: ["bar": [0, 0, 393, 103]]),
    Answer(header: "large-title", gestures: drag(130), offset: 130, phase: "complete"),
    Answer(header: "large-title", gestures: drag(-30), offset: 0, phase: "expanded"),

    // The bar of 64: to the closer edge, or the way it is thrown.
    Answer(
      header: "quick-return", gestures: drag(300) + ", " + drag(-20), offset: 280, phase: "hidden",
      numbers: ["hidden": 64], frames: ["bar": [0, -5, 393, 64]]),
    Answer(
      header: "quick-return", gestures: drag(300) + ", " + drag(-40), offset: 260,
      phase: "returned", numbers: ["hidden": 0], frames: ["tabBar": [0, 769, 393, 83]]),
    Answer(
      header: "quick-return", gestures: drag(300) + ", " + drag(-10, velocity: -50),
      phase: "returned", numbers: ["hidden": 0]),
    // Hidden, it would leave a gap above the first story.
    Answer(
      header: "quick-return", gestures: drag(40), offset: 40, phase: "returned",
      numbers: ["hidden": 0]),

    // Pulled 149 points it is as wide as the screen: a third is enough, or a flick.
    Answer(
      header: "chat-profile", gestures: drag(-60), offset: -149, phase: "open",
      numbers: ["isOpen": 1], frames: ["avatar": [0, 0, 393, 393], "buttons": [16, 405, 369, 60]]),
    Answer(
      header: "chat-profile", gestures: drag(-40), offset: 0, phase: "expanded",
      numbers: ["isOpen": 0], frames: ["avatar": [146.5, 75, 100, 100]]),
    Answer(
      header: "chat-profile", gestures: drag(-40, velocity: -400), offset: -149, phase: "open"),
    Answer(
      header: "chat-profile", gestures: drag(-60) + ", " + drag(40), offset: -149, phase: "open"),
    Answer(
      header: "chat-profile", gestures: drag(-60) + ", " + drag(60), offset: 0, phase: "expanded",
      numbers: ["canOpen": 0]),
    // Content that is thrown to its top stops there.
    Answer(
      header: "chat-profile", gestures: drag(400) + ", " + drag(-100, velocity: -3000), offset: 0,
      phase: "expanded", numbers: ["canOpen": 0]),
    // The name has 131 points to go: on the page or in the bar.
    Answer(header: "chat-profile", gestures: drag(60), offset: 0, phase: "expanded"),
    Answer(
      header: "chat-profile", gestures: drag(70), offset: 131, phase: "complete", hidden: ["avatar"]
    ),
    Answer(
      header: "chat-profile",
      gestures: #"{"tap": {"layer": "button", "row": 2}}, {"hold": 0.1}"#, offset: 0,
      phase: "expanded", numbers: ["muted": 1]),
    Answer(
      header: "chat-profile", gestures: #"{"tap": {"layer": "button", "row": 1}}, {"hold": 0.1}"#,
      offset: 0, phase: "expanded", numbers: ["muted": 0]),

    // Follow is 6 x 7 + 32 = 74 wide, Following 9 x 7 + 32 = 95.
    Answer(
      header: "artist", gestures: follow, offset: 0, phase: "expanded", numbers: ["following": 1],
      frames: ["follow": [16, 447, 95, 32]]),
    Answer(
      header: "artist", gestures: #"{"tap": {"layer": "playButton"}}, {"hold": 0.5}"#, offset: 0,
      phase: "expanded", numbers: ["playing": 1, "played": 1],
      frames: ["player": [8, 711, 377, 56]], hidden: ["playIcon"]),
    // Six albums of 164 and a margin are 1000 wide: 607 to go, of which half.
    Answer(
      header: "artist",
      gestures: #"{"pan": {"input": "albums", "by": 0.5, "duration": 0.2}}, {"release": {}}"#,
      offset: 0, phase: "expanded", numbers: ["albums": 0.5],
      frames: ["albumRow": [-287.5, 1123, 984, 196]]),

    // Eight stories of 84 and 12 before them: 291 to go, of which half.
    Answer(
      header: "stories-profile",
      gestures:
        #"{"pan": {"input": "stories", "by": 0.5, "duration": 0.2}}, {"release": {}}"#,
      offset: 0, phase: "expanded", numbers: ["stories": 0.5, "page": 0],
      frames: ["storyRow": [-133.5, 413, 672, 92]]),
    Answer(
      header: "stories-profile", gestures: pan, offset: 0, phase: "expanded",
      numbers: ["page": 1, "stories": 0], hidden: ["posts", "tagged"]),
    Answer(
      header: "stories-profile", gestures: follow, offset: 0, phase: "expanded",
      numbers: ["following": 1, "followed": 1]),
    Answer(
      header: "stories-profile", gestures: refresh, inputs: loaded, time: 2, offset: -60,
      phase: "refreshing", frames: ["refreshSpinner": [185.5, 122, 22, 22]], hidden: ["spinner"]),
    Answer(
      header: "stories-profile", gestures: refresh, inputs: loaded, offset: 0, phase: "expanded"),
  ]

  @Test(arguments: answers) func answersAsItsFormulasSay(_ answer: Answer) throws {
    let document = try HeaderDocument.builtIn(answer.header)
    let curve = try ScrollCurve.parse(
      Array(
        """
        { "version": 1, "gestures": [\(answer.gestures)], "inputs": \(answer.inputs) }
        """.utf8))
    var header = try PlayedHeader.interpreter(document)
    let played = try PlayedHeader.play(curve, under: header)
    let time = answer.time ?? played.motion.duration
    for event in played.events where event.time <= time { try header.receive(event) }
    // A moment later, so that what travels after the last event has arrived.
    let state = try header.state(at: answer.time ?? time + 1)
    if let offset = answer.offset {
      #expect(isPrinted(played.motion.offset(at: time), as: offset))
    }
    #expect(state.phase == answer.phase)
    for (name, number) in answer.numbers {
      let value = try #require((state.memory + state.inputs).first { $0.name == name }?.value)
      switch value {
      case .number(let found): #expect(isPrinted(found, as: number), "\(name) \(found)")
      case .boolean(let found): #expect(found == (number == 1), "\(name)")
      }
    }
    for (id, frame) in answer.frames {
      let layer = try #require(state.layer(id))
      #expect(layer.visible, "\(id)")
      #expect(isPrinted(layer.frame, as: frame), "\(id) \(layer.frame)")
    }
    for id in answer.hidden {
      #expect(try !#require(state.layer(id)).visible, "\(id)")
    }
  }

  /// A bar on its way is taken over by the next finger: what it shows, not where it was going.
  @Test func aFingerTakesOverABarOnItsWay() throws {
    var header = try PlayedHeader.interpreter(HeaderDocument.builtIn("quick-return"))
    let gestures =
      Self.drag(300) + #", {"drag": {"by": -40, "duration": 0.2}}, "#
      + #"{"release": {"velocity": 0, "until": 0.1}}, {"drag": {"by": 1, "duration": 0.1}}"#
    let curve = try ScrollCurve.parse(
      Array(#"{ "version": 1, "gestures": [\#(gestures)] }"#.utf8))
    var taken: Double?
    for event in try PlayedHeader.play(curve, under: header).events {
      try header.receive(event)
      if event.kind.name == "dragStart" { taken = try header.number("hidden") }
    }
    // 24 hidden at the release; ease-out is 0.6847 on its way to 0 half-way through.
    #expect(try abs(#require(taken) - 24 * (1 - 0.6847)) < 0.02)
  }

  /// The curves with names show what the headers answer, and end as they began.
  @Test(arguments: [
    ("tap-follow", "x-profile", "following"), ("tap-follow", "artist", "following"),
    ("tap-follow", "stories-profile", "following"), ("swipe-tabs", "x-profile", "page"),
    ("swipe-tabs", "stories-profile", "page"), ("refresh", "x-profile", "refreshing"),
    ("refresh", "stories-profile", "refreshing"),
  ])
  func namedCurvesShowIt(curve: String, name: String, changed: String) throws {
    let curve = try #require(NamedCurve(rawValue: curve)).curve()
    var header = try PlayedHeader.interpreter(HeaderDocument.builtIn(name))
    let played = try PlayedHeader.play(curve, under: header)
    var values: [RememberedValue.Value] = []
    for event in played.events {
      try header.receive(event)
      let state = try header.state(rows: false)
      let value = try #require(
        (state.memoryTargets + state.inputs).first { $0.name == changed }?.value)
      if values.last != value { values.append(value) }
    }
    #expect(values.count >= 3 && values.first == values.last)
    #expect(played.motion.offset(at: played.motion.duration) == 0)
  }

  @Test func aHeaderThatWaitsForNothingIsPulledByRefreshAsByAnyFinger() throws {
    let header = try PlayedHeader.interpreter(HeaderDocument.builtIn("mimic"))
    let played = try PlayedHeader.play(NamedCurve.refresh.curve(), under: header)
    #expect(played.motion.offset(at: 1) < -60)
    #expect(played.motion.offset(at: played.motion.duration) == 0)
  }
}
