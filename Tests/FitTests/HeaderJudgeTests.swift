import FileAccess
import HeaderModel
import PortableMath
import Raster
import Testing

@testable import Fit

/// The verdict over several frames: deviations, and recordings of other headers.
@Suite struct HeaderJudgeTests {
  /// Returns `count` frames, of which the first `changed` show another header.
  private func frames(
    _ count: Int, changed: Int, _ scene: JudgedScene, _ other: HeaderDocument
  ) throws -> [JudgedFrame] {
    let elsewhere = try JudgedScene(other)
    return try (0..<count).map { index in
      let offset = Double(index) / 2
      let recorded = try index < changed ? elsewhere.picture(offset) : scene.picture(offset)
      return try scene.frame(recorded, index: index, offset: offset)
    }
  }

  /// A deviation must be found in two frames, because one frame may show a temporary change. A
  /// recording of a single frame needs only one.
  @Test(arguments: [(5, 1, false), (5, 2, true), (2, 1, false), (1, 1, true), (5, 0, false)])
  func deviationsNeedTwoFrames(count: Int, changed: Int, isFound: Bool) async throws {
    let scene = try JudgedScene(try FitScene.document())
    let frames = try frames(
      count, changed: changed, scene, try FitScene.document(badgeTop: 23))
    let deviations = try await scene.judge().deviations(frames)
    #expect(deviations.map(\.layer) == (isFound ? ["badge"] : []))
    for deviation in deviations {
      #expect(deviation.kind == .moved)
      #expect(deviation.frames == Array(0..<changed))
      #expect(deviation.offsets == 0...Double(changed - 1) / 2)
    }
  }

  @Test func toleranceAllowsSmallMoves() async throws {
    let scene = try JudgedScene(try FitScene.document())
    let frames = try frames(4, changed: 4, scene, try FitScene.document(badgeTop: 23))
    let tolerated = try await scene.judge(tolerance: 6).deviations(frames)
    #expect(tolerated.map(\.explanation) == [])
    #expect(try await scene.judge(tolerance: 4).deviations(frames).count == 1)
  }

  /// The recorded title has another weight, beside a plate in its wide frame.
  @Test(arguments: [300, 700])
  func recognizesAnotherFontInAWideFrame(weight: Int) throws {
    func document(_ weight: Int, more: String = "") throws -> HeaderDocument {
      let title = """
        , { "id": "title", "type": "text", "text": "title", "z": 7, "x": 4, "width": 56, "y": 62,
            "height": 24, "pointSize": 20, "color": "#101010", "alignment": "center",
            "weight": \(weight) }\(more)
        """
      let text = FitScene.text(more: title).replacing(
        "\"colors\":", with: "\"texts\": { \"title\": \"Rg\" }, \"colors\":")
      return try HeaderDocument.parse(Array(text.utf8))
    }
    let plate = """
      , { "id": "plate", "type": "rectangle", "z": 6, "x": 56, "width": 4, "y": 62, "height": 24,
          "fill": "#C02020" }
      """
    let scene = try JudgedScene(try document(700))
    let frames = try frames(5, changed: 5, scene, try document(weight, more: plate))
    #expect(try scene.judge().otherFonts(frames) == (weight == 700 ? [] : ["title"]))
  }

  /// Fewer different pixels than the minimum are ignored, because a mouse pointer may cause them.
  @Test func ignoresFewPixels() async throws {
    let scene = try JudgedScene(try FitScene.document())
    var bytes = try scene.picture().bytes
    for pixel in (50 * 64 + 30)..<(50 * 64 + 30 + FrameComparison.minPixels - 1) {
      for channel in 0..<3 { bytes[pixel * 4 + channel] ^= 255 }
    }
    let recorded = try Pixmap(size: scene.grid.size, bytes: bytes).required
    let frames = try (0..<3).map { try scene.frame(recorded, index: $0) }
    #expect(frames.allSatisfy { $0.grossPixels == FrameComparison.minPixels - 1 })
    #expect(try await scene.judge().deviations(frames).isEmpty)
  }

  /// The badge differs in most frames and by more pixels. The plate, which differs in a few, is
  /// found too, even though only 64 of a hundred frames are examined.
  @Test func frequentDeviationDoesNotHideOthers() async throws {
    func document(badgeTop: Double = 18, plateLeft: Double = 46) throws -> HeaderDocument {
      try FitScene.document(
        badgeTop: badgeTop,
        more: """
          , { "id": "plate", "type": "rectangle", "z": 3, "fill": "#20A040", "x": \(plateLeft),
              "y": 50, "width": 8, "height": 8 }
          """)
    }
    let scene = try JudgedScene(try document())
    let moved = try JudgedScene(try document(badgeTop: 23)).picture()
    let other = try JudgedScene(try document(plateLeft: 50)).picture()
    let frames = try (0..<100).map { index in
      try scene.frame(index < 80 ? moved : other, index: index)
    }
    let deviations = try await scene.judge().deviations(frames)
    #expect(deviations.map(\.layer) == ["badge", "plate"])
    #expect(deviations.allSatisfy { $0.kind == .moved })
    #expect(deviations.last?.frames.allSatisfy { $0 >= 80 } == true)
  }

  // MARK: - Recordings of other headers

  /// Returns a header with a small plate on white, and further layers.
  private func plate(_ more: String = "") throws -> HeaderDocument {
    try HeaderDocument.parse(
      Array(
        """
        { "version": 1, "name": "plate", "scroll": { "contentHeight": 120 },
          "layers": [
            { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
            { "id": "plate", "type": "rectangle", "fill": "#3060A0", "x": 4, "y": 4, "width": 20,
              "height": 20 }\(more) ] }
        """.utf8))
  }

  private func misfit(
    recorded: HeaderDocument, expected: HeaderDocument, ignored: Set<String> = []
  ) throws -> String? {
    let scene = try JudgedScene(expected, masked: ignored)
    let frame = try scene.frame(try JudgedScene(recorded).picture())
    return try scene.judge().misfit([frame])
  }

  /// The plate always matches. The plate and the status bar have about 700 pixels. The recording
  /// may show as many pixels of other content.
  @Test(arguments: [(0.0, false), (18, false), (30, false), (40, true), (50, true)])
  func rejectsRecordingsWithMostlyOtherContent(height: Double, isRejected: Bool) throws {
    let other = try plate(
      """
      , { "id": "other", "type": "rectangle", "fill": "#20A040", "x": 30, "y": 40, "width": 20,
          "height": \(height) }
      """)
    let reason = try misfit(recorded: other, expected: try plate())
    #expect((reason != nil) == isRejected)
    if let reason {
      #expect(
        reason.hasSuffix(
          " % of its pixels outside the background differ widely; is it another style, device or theme?"
        )
      )
    }
  }

  /// At most 22 % of all 6,144 pixels may differ widely, including the background.
  @Test(arguments: [(20.0, false), (21, false), (22, true), (60, true)])
  func rejectsRecordingsWithManyDifferentPixels(rows: Double, isRejected: Bool) throws {
    let ground = """
      , { "id": "ground", "type": "rectangle", "fill": "#C0A040", "y": 30, "height": 66 }
      """
    let other =
      ground + """
        , { "id": "dark", "type": "rectangle", "fill": "#402010", "y": 30, "height": \(rows) }
        """
    let reason = try misfit(recorded: try plate(other), expected: try plate(ground))
    #expect((reason?.contains(" % of the pixels differ widely") == true) == isRejected)
    #expect((reason == nil) == !isRejected)
  }

  /// The reported distance is the mean over frames and does not depend on their number.
  @Test(arguments: [1, 2, 8, 9, 20]) func reportedDistanceIsIndependentOfFrameCount(count: Int)
    throws
  {
    let scene = try JudgedScene(try plate())
    let recorded = try JudgedScene(
      try plate(##", { "id": "ground", "type": "rectangle", "fill": "#C0A040", "y": 30 }"##)
    ).picture()
    let frame = try scene.frame(recorded)
    let levels = FitText.points(try scene.judge().comparison(frame).meanSquare.squareRoot())
    let reason = try scene.judge().misfit(Array(repeating: frame, count: count))
    #expect(reason?.hasPrefix("its closest match differs by \(levels) levels, ") == true)
  }

  @Test func misfitNamesDifferentPictures() throws {
    func document(_ image: String) throws -> HeaderDocument {
      try plate(
        """
        , { "id": "ground", "type": "rectangle", "fill": "#C0A040", "y": 30, "height": 66 }
        , { "id": "photo", "type": "image", "image": "\(image)", "fit": "fill", "x": 34, "y": 4,
            "width": 18, "height": 18 }
        """)
    }
    let reason = try misfit(recorded: try document("banner"), expected: try document("avatar"))
    #expect(reason?.contains("are banner and avatar those of the recording?") == true)
    #expect(
      try misfit(
        recorded: try document("banner"), expected: try document("avatar"), ignored: ["photo"])
        == nil)
  }

  // MARK: - Parts

  @Test(arguments: [
    (10, 4, [0, 3, 6, 9]), (3, 4, [0, 1, 2]), (4, 4, [0, 1, 2, 3]), (9, 2, [0, 8]),
    (5, 1, [0, 1, 2, 3, 4]), (0, 3, []),
  ])
  func selectsFramesFromFirstToLast(count: Int, maxCount: Int, expected: [Int]) {
    #expect(Array(0..<count).spread(maxCount) == expected)
  }

  /// The moves found in consecutive frames in points, and the text of the deviation.
  @Test(
    arguments: [
      ([(0.0, 4.0)], "is 4 pt lower (dx 0, dy 4) than in the document, at 0 pt"),
      (
        [(0, -2.5), (0, -2.5)],
        "is 2.5 pt higher (dx 0, dy -2.5) than in the document, at 0 to 3 pt"
      ),
      (
        [(3, 1), (5, 1), (4, 1)],
        "is 1 pt lower and 4 pt further right (dx 4, dy 1) than in the document, at 0 to 6 pt"
      ),
      ([(-2, 0)], "is 2 pt further left (dx -2, dy 0) than in the document, at 0 pt"),
      ([(0.1, -0.2)], "is in a different position (dx 0.1, dy -0.2) than in the document, at 0 pt"),
    ] as [([(Double, Double)], String)])
  func moveTextHasTheMedian(moves: [(Double, Double)], text: String) throws {
    let scene = try JudgedScene(try FitScene.document())
    let picture = try scene.picture()
    let found = try moves.enumerated().map { index, move in
      (
        frame: try scene.frame(picture, index: index, offset: Double(index) * 3),
        finding: LayerFinding(layer: "badge", fault: .moved(x: move.0, y: move.1), gain: 1)
      )
    }
    let deviation = DeviationText(
      findings: found, judged: [], order: []
    ).deviation
    #expect(deviation.explanation == text)
    #expect(deviation.frames == Array(moves.indices))
  }

  /// The offsets at which the document paints the layer above the other one, the offsets at which
  /// the recording differs from the document, and the text.
  @Test(
    arguments: [
      ([15.0, 20], [15.0], "; the order changes at 17.5 pt instead of 12.5, 5 pt late"),
      ([15, 20], [10], "; the order changes at 7.5 pt instead of 12.5, 5 pt early"),
      ([], [15], ""), ([15, 20], [10, 20], ""),
    ] as [([Double], [Double], String)])
  func orderDeviationNamesOffset(above: [Double], flagged: [Double], text: String) throws {
    let scene = try JudgedScene(try FitScene.document())
    let finding = LayerFinding(layer: "badge", fault: .above(other: "banner"), gain: 1)
    let order = [5.0, 10, 15, 20].map { offset in
      OrderRecord(
        offset: offset, isAboveInDocument: above.contains(offset),
        isFlagged: flagged.contains(offset), isVisible: true)
    }
    let explanation = DeviationText(
      findings: [(try scene.frame(try scene.picture()), finding)],
      judged: [], order: order
    ).deviation.explanation
    #expect(
      explanation == "is painted above banner, which is below it in the document" + text
        + ", at 0 pt")
  }

  @Test(
    arguments: [
      ([], 0.0), ([3.0], 3), ([3, 1], 2), ([5, 1, 3], 3), ([4, 1, 2, 9], 3),
    ] as [([Double], Double)])
  func medianIsTheMiddleValue(values: [Double], median: Double) {
    #expect(values.median == median)
  }
}
