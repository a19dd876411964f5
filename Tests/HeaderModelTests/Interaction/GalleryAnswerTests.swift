import HeaderModel
import Scrolling
import Testing

/// The reactions of built-in headers to gestures and inputs, compared with calculated states on
/// their own screens. Letters are half as wide as the font size.
@Suite struct GalleryAnswerTests {
  /// The expected state of a header after gestures.
  struct Answer: CustomStringConvertible, Sendable {
    var header: String
    var gestures: String
    var inputs = "{}"
    /// The time in seconds. `nil` is the time at which everything has come to rest.
    var time: Double?
    /// The offset in points. `nil` is not compared.
    var offset: Double?
    var phase: String
    /// The current values of memory and inputs. Conditions are 0 or 1.
    var numbers: [String: Double] = [:]
    /// The frames on the screen as x, y, width and height.
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
  /// Pulls to refresh. The finger lifts at 0.2 s, the header is at rest 0.8 s later, and the
  /// content is loaded at 3 s.
  private static let refresh = drag(-260) + #", {"hold": 3}"#
  private static let loaded = #"{"loaded": [[3, true]]}"#

  static let answers: [Answer] = [
    // The button is 88 points wide with "Follow" and 9 x 7.5 + 28 = 95.5 with "Following". Its
    // inset from the right is 16 points.
    Answer(
      header: "x-profile", gestures: follow, time: 0.25, offset: 0, phase: "expanded",
      numbers: ["following": 0, "followed": 0], frames: ["follow": [289, 153, 88, 34]],
      hidden: ["followingGround", "followingLabel"]),
    // Half of a transition of 0.2 s with ease-in-out.
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
    // The underline is 44 points wide, and a tab 393 / 4.
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
    // A tapped tab is selected immediately. The page moves there for 0.3 s.
    Answer(
      header: "x-profile", gestures: #"{"tap": {"layer": "tab", "row": 2}}, {"hold": 0.5}"#,
      time: 0.08, offset: 0, phase: "expanded", numbers: ["page": 0],
      frames: ["selection": [27.125, 433, 44, 4]], hidden: ["highlights"]),
    Answer(
      header: "x-profile", gestures: #"{"tap": {"layer": "tab", "row": 2}}, {"hold": 0.5}"#,
      offset: 0, phase: "expanded", numbers: ["page": 2],
      frames: ["selection": [223.625, 433, 44, 4]], hidden: ["posts", "answers", "media"]),
    // A drag of 100 points pulls the content by 51.7 points, which is below the threshold.
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
    // Without the input, the header stays in this state forever.
    Answer(
      header: "x-profile", gestures: refresh, offset: -60, phase: "refreshing",
      numbers: ["refreshing": 1]),

    // The search field and the space below it are 52 points high.
    Answer(header: "large-title", gestures: drag(25), offset: 0, phase: "expanded"),
    Answer(
      header: "large-title", gestures: drag(27), offset: 52, phase: "titleLeaving",
      frames: ["bar": [0, 0, 393, 155]], hidden: ["searchField"]),
    // The title below is 52 points high too.
    Answer(header: "large-title", gestures: drag(60), offset: 52, phase: "titleLeaving"),
    Answer(header: "large-title", gestures: drag(77), offset: 52, phase: "titleLeaving"),
    Answer(
      header: "large-title", gestures: drag(79), offset: 104, phase: "titleLeaving",
      frames: ["bar": [0, 0, 393, 103]]),
    Answer(header: "large-title", gestures: drag(130), offset: 130, phase: "complete"),
    Answer(header: "large-title", gestures: drag(-30), offset: 0, phase: "expanded"),

    // The bar of 64 points settles at the closer end, or in the direction of the release.
    Answer(
      header: "quick-return", gestures: drag(300) + ", " + drag(-20), offset: 280, phase: "hidden",
      numbers: ["hidden": 64], frames: ["bar": [0, -5, 393, 64]]),
    Answer(
      header: "quick-return", gestures: drag(300) + ", " + drag(-40), offset: 260,
      phase: "returned", numbers: ["hidden": 0], frames: ["tabBar": [0, 769, 393, 83]]),
    Answer(
      header: "quick-return", gestures: drag(300) + ", " + drag(-10, velocity: -50),
      phase: "returned", numbers: ["hidden": 0]),
    // Near the start the bar always returns. Otherwise there would be a gap above the first story.
    Answer(
      header: "quick-return", gestures: drag(40), offset: 40, phase: "returned",
      numbers: ["hidden": 0]),

    // Pulled by 149 points, the avatar is as wide as the screen. It opens after a third of the
    // distance, or after a fling.
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
    // A fling from below stops at the top of the content and does not open the avatar.
    Answer(
      header: "chat-profile", gestures: drag(400) + ", " + drag(-100, velocity: -3000), offset: 0,
      phase: "expanded", numbers: ["canOpen": 0]),
    // The name moves by 131 points into the bar. A release settles at one of both ends.
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

    // The button is 6 x 7 + 32 = 74 points wide with "Follow" and 9 x 7 + 32 = 95 with "Following".
    Answer(
      header: "artist", gestures: follow, offset: 0, phase: "expanded", numbers: ["following": 1],
      frames: ["follow": [16, 447, 95, 32]]),
    Answer(
      header: "artist", gestures: #"{"tap": {"layer": "playButton"}}, {"hold": 0.5}"#, offset: 0,
      phase: "expanded", numbers: ["playing": 1, "played": 1],
      frames: ["player": [8, 711, 377, 56]], hidden: ["playIcon"]),
    // Six albums of 164 points and a margin are 1000 points wide, so the row scrolls by 607 points.
    Answer(
      header: "artist",
      gestures: #"{"pan": {"input": "albums", "by": 0.5, "duration": 0.2}}, {"release": {}}"#,
      offset: 0, phase: "expanded", numbers: ["albums": 0.5],
      frames: ["albumRow": [-287.5, 1123, 984, 196]]),

    // Eight stories of 84 points and a margin of 12 points scroll by 291 points.
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

  @Test(arguments: answers) func interactionMatchesFormulas(_ answer: Answer) throws {
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
    // Transitions that start with the last event are complete a second later.
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

  /// If a finger interrupts the bar's transition, the bar continues at its current position.
  @Test func touchStopsRunningBarTransition() throws {
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
    // 24 points are hidden at the release. Halfway to 0, ease-out is 0.6847.
    #expect(try abs(#require(taken) - 24 * (1 - 0.6847)) < 0.02)
  }

  /// Named curves change the given value and end with the state of the start.
  @Test(arguments: [
    ("tap-follow", "x-profile", "following"), ("tap-follow", "artist", "following"),
    ("tap-follow", "stories-profile", "following"), ("swipe-tabs", "x-profile", "page"),
    ("swipe-tabs", "stories-profile", "page"), ("refresh", "x-profile", "refreshing"),
    ("refresh", "stories-profile", "refreshing"),
  ])
  func namedCurvesTriggerInteraction(curve: String, name: String, changed: String) throws {
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

  @Test func refreshCurvePullsHeadersWithoutRefreshRules() throws {
    let header = try PlayedHeader.interpreter(HeaderDocument.builtIn("mimic"))
    let played = try PlayedHeader.play(NamedCurve.refresh.curve(), under: header)
    #expect(played.motion.offset(at: 1) < -60)
    #expect(played.motion.offset(at: played.motion.duration) == 0)
  }
}
