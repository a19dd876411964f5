import FileAccess
import Foundation
import HeaderModel
import PortableMath
import Raster
import Rendering
import TestSupport
import Testing
import VisualDiff

@testable import Fit

/// The constants of a header, their steps, and the layers that they move.
@Suite struct ConstantTests {
  @Test(arguments: [(40.0, 0.1), (-40, 0.1), (1.4, 0.0035), (0, 0.15)])
  func searchStepIsAFractionOfTheConstant(value: Double, size: Double) {
    let values = [ConstantValue(name: "a", value: 7), ConstantValue(name: "b", value: value)]
    let line = ConstantLine(values, 1)
    #expect(abs(line.size - size) < 1e-12)
    let moved = line.moved(-8)
    #expect(moved[0] == values[0])
    #expect(abs(moved[1].value - (value - 8 * size)) < 1e-12)
    #expect(line.moved(0) == values)
  }

  @Test func searchesOnlyNumericConstants() throws {
    let scene = try JudgedScene(try FitScene.document())
    func names(_ chosen: FreeConstants) throws -> [String] {
      try scene.scenes.constants(chosen).map(\.name)
    }
    #expect(try names(.none).isEmpty)
    #expect(try names(.all) == ["flip", "badgeTop", "gap"])
    #expect(try names(.named(["gap", "flip"])) == ["gap", "flip"])
    #expect(try scene.scenes.constants(.all).map(\.value) == [12, 18, 4])
    let error = #expect(throws: HeaderKitError.self) { _ = try names(.named(["badgetop2"])) }
    #expect(error?.remedy.description.contains("badgeTop") == true)
  }

  @Test func setsConstantsWithinTheirRange() throws {
    let scene = try JudgedScene(try FitScene.document())
    let changed = try scene.scenes.with(constants: [ConstantValue(name: "badgeTop", value: 25)])
      .required
    func top(_ painter: CandidatePainter) throws -> Double? {
      var header = painter.launch
      return try header.state().layer("badge")?.frame.y
    }
    #expect(try top(scene.painter) == 18)
    #expect(try top(changed.device) == 25)
    #expect(scene.scenes.with(constants: [ConstantValue(name: "badgeTop", value: 61)]) == nil)
    #expect(scene.scenes.with(constants: [ConstantValue(name: "nothing", value: 1)]) == nil)
    let launch = scene.scenes.launch(
      with: ConstantValue(name: "badgeTop", value: 30), like: scene.painter)
    var header = try launch.required
    #expect(try header.state().layer("badge")?.frame.y == 30)
  }

  // MARK: - Layer frames

  @Test func recordsFramesOfVisibleLayers() throws {
    let scene = try JudgedScene(try FitScene.document())
    let frames = LayerFrames(try scene.state(), height: 96)
    let names = frames.keys.map(\.layer)
    #expect(names.contains("badge") && names.contains("banner") && names.contains("page"))
    // The flag is not visible at rest. Rows have the list's name and their index.
    #expect(!names.contains("flag"))
    let rows = frames.keys.filter { $0.layer == "rows" && $0.row != nil }
    #expect(rows.map(\.row) == [0, 1, 2, 3, 4])
    #expect(rows.allSatisfy { $0.inner == "row" })
    #expect(LayerFrames(try scene.state(), height: 17).keys.count < frames.keys.count)
  }

  @Test func moveIsThatOfTheFarthestEdge() throws {
    let one = LayerFrames(try JudgedScene(try FitScene.document()).state(), height: 96)
    let other = LayerFrames(
      try JudgedScene(try FitScene.document(badgeTop: 25)).state(), height: 96)
    let badge = try one.keys.first { $0.layer == "badge" }.required
    let move = try one.move(badge, to: other).required
    #expect(move.length == 7 && !move.isResized)
    #expect(one.largestMove(to: other) == 7)
    #expect(one.largestMove(to: one) == 0)
    #expect(one.move(LayerFrames.Key(layer: "flag", row: nil, inner: nil), to: other) == nil)
  }

  @Test(arguments: [
    (PointRect(x: 3, y: 4, width: 10, height: 20), 4.0, false),
    (PointRect(x: 0, y: 0, width: 10, height: 26), 6, true),
    (PointRect(x: -2, y: -2, width: 14, height: 24), 2, true),
    (PointRect(x: 0, y: 0, width: 10, height: 20), 0, false),
  ])
  func distinguishesGrowthFromMoves(after: PointRect, length: Double, isResized: Bool) {
    let move = LayerMove(PointRect(x: 0, y: 0, width: 10, height: 20), after)
    #expect(move.length == length && move.isResized == isResized)
  }

  /// The shift is the scroll distance that reverses the constant's move. The badge moves by a point
  /// per point of scrolling. The page does not move and has no shift.
  @Test func scrollingCompensatesAMove() throws {
    let scene = try JudgedScene(try FitScene.document())
    let other = try JudgedScene(try FitScene.document(badgeTop: 23))
    let here = LayerFrames(try scene.state(), height: 96)
    let shifts = here.shifts(
      to: LayerFrames(try other.state(), height: 96),
      scrolled: LayerFrames(try scene.state(1), height: 96), maxCount: 2)
    #expect(shifts == [5])
  }

  // MARK: - Blurs

  @Test(arguments: [
    (ImageBlur.gaussian(radius: 4), 4.0, LayerFinding.BlurUnit.radius, 1.0),
    (.crossfade(radius: 10, passes: 3, amount: 0.25), 0.25, .amount, 0.1),
    (.ladder(step: 3, steps: 8, radius: 20, saturation: 1, tint: nil), 3, .step, 1),
  ])
  func blurStrengthHasTheUnitOfItsType(
    blur: ImageBlur, strength: Double, unit: LayerFinding.BlurUnit, minDifference: Double
  ) {
    let found = blur.strength
    #expect(found.value == strength)
    #expect(found.unit == unit)
    #expect(found.minDifference == minDifference)
    #expect(blur.with(strength: strength) == blur)
    // The choices contain no blur and stronger blurs.
    #expect(found.choices.contains(0) && found.choices.contains { $0 > strength })
    for choice in found.choices { #expect(blur.with(strength: choice).strength.value == choice) }
  }

  // MARK: - Recordings

  /// Returns a recording of gray frames. Each frame is one level brighter, or all are equal if
  /// `still` is true.
  private func recording(_ count: Int, in folder: TemporaryFolder, still: Bool = false) throws
    -> Recording
  {
    let size = try PixelSize(width: 12, height: 10).required
    for index in 0..<count {
      let level = UInt8(still ? 40 : 40 + index)
      try folder.write(
        "f/\(index).png", Pixmap(size: size, fill: Color(red: level, green: level, blue: level)))
    }
    var request = FitRequest(recording: folder.path + "/f")
    request.framesPerSecond = 20
    return try Recording(request, background: .white)
  }

  /// At most twelve samples are kept. They have equal distances and include the first frame.
  @Test(arguments: [1, 2, 11, 12, 13, 24, 25, 40, 97]) func samplesCoverTheRecording(
    count: Int
  )
    throws
  {
    let folder = try TemporaryFolder()
    let survey = try recording(count, in: folder).survey()
    #expect(survey.times.count == count)
    #expect(abs(survey.duration - Double(count) / 20) < 1e-9)
    #expect(zip(survey.times, 0..<count).allSatisfy { abs($0 - Double($1) / 20) < 1e-9 })
    let indices = survey.samples.map(\.index)
    #expect(indices.first == 0 && indices.count <= 12 && indices.count > min(count, 12) / 2)
    let steps = Set(zip(indices, indices.dropFirst()).map { $1 - $0 })
    #expect(steps.count <= 1)
    for (index, picture) in survey.samples { #expect(picture.bytes[0] == UInt8(40 + index)) }
    #expect(survey.isPlain)
  }

  @Test func readsRecordingsOfEqualFrames() throws {
    let folder = try TemporaryFolder()
    let still = try recording(5, in: folder, still: true)
    #expect(try still.survey().times.count == 5)
    #expect(try still.frames([1, 3]).count == 2)
    #expect(still.files.count == 5)
  }

  @Test func transparentPixelsShowTheBackground() throws {
    let folder = try TemporaryFolder()
    let size = try PixelSize(width: 12, height: 10).required
    try folder.write("f/0.png", Pixmap(size: size))
    try folder.write("f/1.png", Pixmap(size: size, fill: Color(rgb: 0x000000, alpha: 128)))
    let recording = try Recording(
      FitRequest(recording: folder.path + "/f"), background: Color(rgb: 0xFF0000))
    let frames = try recording.frames([0, 1])
    #expect(frames.map { Array($0.bytes[0..<4]) } == [[255, 0, 0, 255], [127, 0, 0, 255]])
    let blank = try TemporaryFolder()
    try blank.write("f/0.png", Pixmap(size: size))
    let empty = try Recording(FitRequest(recording: blank.path + "/f"), background: .white)
    let error = #expect(throws: HeaderKitError.self) { try empty.survey() }
    #expect(error?.reason == "every frame is transparent")
  }
}
