import Foundation

/// One row of the table of goals: what was reached, the floor and the aim.
struct Goal {
  let name: String
  /// Nil: not measured in this run.
  let value: Double?
  let unit: String
  let floor: Double
  let aim: Double

  private var lessIsBetter: Bool { aim < floor }

  private func reaches(_ limit: Double) -> Bool? {
    value.map { lessIsBetter ? $0 <= limit : $0 >= limit }
  }

  /// Whether the value was measured and does not reach the floor.
  var isMissed: Bool { reaches(floor) == false }

  var json: String {
    let shown = value.map { "\(Timing.rounded($0))" } ?? "null"
    let met = reaches(floor).map { "\($0)" } ?? "null"
    let aimed = reaches(aim).map { "\($0)" } ?? "null"
    return "    { \"goal\": \"\(name)\", \"value\": \(shown), \"unit\": \"\(unit)\", "
      + "\"floor\": \(floor), \"aim\": \(aim), \"meets_floor\": \(met), \"meets_aim\": \(aimed) }"
  }

  /// One line for people.
  var text: String {
    func number(_ value: Double) -> String { String(format: "%.4g", value) }
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    let verdict =
      reaches(aim) == true
      ? "aim" : reaches(floor).map { $0 ? "floor" : "MISSED" } ?? "not measured"
    return padded(name, 58) + padded(value.map(number) ?? "-", 9) + padded(unit, 18)
      + padded("floor \(number(floor))", 12) + padded("aim \(number(aim))", 10) + verdict
  }

  /// Every row, from what was measured.
  static func table(
    _ results: [WorkloadResult], _ renders: [RenderPart: RenderCosts], _ errors: [KernelError]
  ) -> [Goal] {
    let found = Dictionary(uniqueKeysWithValues: results.map { ($0.name, $0) })
    func of(_ work: String, _ peer: String) -> Double? {
      found[work].flatMap { ours in ours.best(of: peer).map { ours.ours.best / $0 } }
    }
    func toCopy(_ work: String) -> Double? {
      guard let ours = found[work], let copy = found["compositing/memcpy"] else { return nil }
      return ours.ours.best / copy.ours.best
    }
    var goals = [
      Goal(
        name: "scene, against skia", value: of("scene/whole", "skia").map { 1 / $0 },
        unit: "times as fast", floor: 5, aim: 8),
      Goal(
        name: "scene, against cairo", value: of("scene/whole", "cairo").map { 1 / $0 },
        unit: "times as fast", floor: 1.4, aim: 2),
      Goal(
        name: "plain frame", value: toCopy("scene/plain"), unit: "of a copy's time", floor: 2.5,
        aim: 1.8),
      Goal(
        name: "crossfade of two opaque pictures",
        value: toCopy("compositing/crossfade").map { 100 / $0 }, unit: "% of a copy's rate",
        floor: 22, aim: 26),
      Goal(
        name: "source-over through a mask, against cairo",
        value: of("compositing/source-over-mask", "cairo"), unit: "of its time", floor: 0.9,
        aim: 0.6),
    ]
    for (name, work) in [
      ("20 passes of box 21, 800 x 450", "blur/21x20-800x450"),
      ("20 passes of box 21, 1500 x 500", "blur/21x20-1500x500"),
      ("ladder, ten steps", "blur/ladder-ten-steps-1500x500"),
    ] {
      goals.append(
        Goal(
          name: name + ", against OpenCV", value: of(work, "opencv"), unit: "of its time",
          floor: 0.6, aim: 0.4))
    }
    for (name, work) in [
      ("area, 1500 x 500 to 642 x 214", "resize/area-1500x500-to-642x214"),
      ("area, 1500 x 500 to 750 x 250", "resize/area-1500x500-to-750x250"),
      ("Catmull-Rom, to 1500 x 500", "resize/catmull-rom-750x250-to-1500x500"),
      ("Lanczos3, to 1500 x 500", "resize/lanczos3-750x250-to-1500x500"),
      ("bilinear, to 975 x 325", "resize/bilinear-750x250-to-975x325"),
      ("zoom, to 975 x 325", "resize/zoom-750x250-to-975x325"),
    ] {
      goals.append(
        Goal(
          name: "resize, \(name), against Pillow", value: of(work, "pillow"),
          unit: "of its time", floor: 0.4, aim: 0.25))
    }
    for shape in ["rounded rectangles", "filled paths"] {
      goals.append(
        Goal(
          name: "\(shape), from exact area",
          value: errors.first { $0.name == shape }.map { Double($0.largest) }, unit: "levels",
          floor: 4, aim: 2))
    }
    return goals + renderGoals(renders)
  }

  /// Floors of time are ratios to a peer of the same run. The set-up of a header has its floors among
  /// the counts of `scripts/bench/count`.
  private static func renderGoals(_ renders: [RenderPart: RenderCosts]) -> [Goal] {
    let workers = renders[.twoWorkers]?.frameMilliseconds.best
    let processes = renders[.twoProcesses]?.frameMilliseconds.best
    return [
      Goal(
        name: "frames, two workers against two processes",
        value: workers.flatMap { workers in processes.map { workers / $0 } },
        unit: "of their time", floor: 1.15, aim: 1.05),
      Goal(
        name: "3,000 frames to PNG files",
        value: renders[.memory].map { Double($0.peakBytes) / Double(1 << 20) },
        unit: "MiB at most", floor: 200, aim: 100),
    ]
  }
}
