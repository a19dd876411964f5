import HeaderModel
import PortableMath
@testable import Scrolling
import StrictJSON

extension VectorFile {
  /// Sums, ticks, fractions and the order of exact times.
  static func exact() -> VectorFile {
    var file = VectorFile("exact")
    var random = VectorRandom(1)
    let steps = [[1, 60], [1, 30], [1001, 60_000], [1, 49], [3, 7]]
    func time(_ count: Int, _ step: [Int]) -> ExactTime {
      ExactTime(count, stepsOf: RationalTime(step[0], over: step[1]) ?? 1)
    }
    for index in 0..<80 {
      let a = index == 0 ? 0.1 : random.number(0...40)
      let b = index == 0 ? 0.2 : random.number(0.001...3)
      file.add("sum") { row in
        row.member("a", a)
        row.member("b", b)
        row.member("out", (ExactTime(a) + ExactTime(b)).seconds)
      }
      file.add("difference") { row in
        row.member("a", a)
        row.member("b", b)
        row.member("out", (ExactTime(a) - ExactTime(b)).seconds)
      }
      file.add("share") { row in
        row.member("a", a)
        row.member("b", b)
        row.member("out", ExactTime(a).share(of: ExactTime(b)))
      }
      let count = random.integer(1...60)
      file.add("steps") { row in
        row.member("count", count)
        row.member("a", a)
        row.member("b", b)
        row.member("out", ExactTime(a).steps(of: count, in: ExactTime(b)))
      }
      let step = steps[index % steps.count]
      let ticks = random.integer(0...2400)
      file.add("tick") { row in
        row.member("count", ticks)
        row.member("step", step.map(Double.init))
        row.member("out", time(ticks, step).seconds)
      }
      // A decimal and a tick that are the same time in every third row.
      let decimal = index % 3 == 0 ? Double(ticks) / 20 : a
      let tick = index % 3 == 0 ? time(ticks * 3, [1, 60]) : time(ticks, step)
      file.add("order") { row in
        row.member("a", decimal)
        row.member("count", index % 3 == 0 ? ticks * 3 : ticks)
        row.member("step", (index % 3 == 0 ? [1, 60] : step).map(Double.init))
        row.member("out", ExactTime(decimal) < tick ? -1 : ExactTime(decimal) == tick ? 0 : 1)
      }
    }
    return file
  }

  static let easings = [
    "linear", "ease", "ease-in", "ease-out", "ease-in-out", "cubic-bezier(0.33, 1, 0.68, 1)",
    "cubic-bezier(0.7, -0.4, 0.2, 1.6)", "cubic-bezier(0, 0, 1, 1)", "cubic-bezier(1, 0, 0, 1)",
    "cubic-bezier(0, 0.5, 1, 0.5)", "steps(4)", "steps(49)", "steps(3, jump-start)",
    "steps(5, jump-none)", "steps(2, jump-both)", "linear(0, 0.25 25% 75%, 1)",
    "linear(0, 0.5 20%, 0.4 60%, 1.2, 1)", "spring(1, 100, 10, 0)", "spring(1, 100, 20, 0)",
    "spring(2, 40, 30, 5)", "spring(1, 300, 5, -2)",
  ]

  /// Values, end slopes and the progress of durations of every kind of easing.
  static func easing() throws -> VectorFile {
    var file = VectorFile("easing")
    for (kind, text) in easings.enumerated() {
      let easing = try Easing(text)
      var random = VectorRandom(UInt64(kind))
      file.add("endSlope") { row in
        row.object("easing") { $0.write(easing) }
        row.member("out", easing.endSlope)
      }
      for index in 0..<28 {
        let fixed = [-0.5, 0, 0.25, 0.5, 1, 1.5]
        let x = index < fixed.count ? fixed[index] : random.number(0...1)
        file.add("value") { row in
          row.object("easing") { $0.write(easing) }
          row.member("x", x)
          row.member("out", easing.value(at: x))
        }
      }
      for index in 0..<16 {
        let duration = random.number(0.01...4)
        let elapsed = index == 0 ? duration : index == 1 ? 0 : random.number(0...duration)
        file.add("progress") { row in
          row.object("easing") { $0.write(easing) }
          row.member("elapsed", elapsed)
          row.member("duration", duration)
          row.member(
            "out", easing.progress(after: ExactTime(elapsed), of: ExactTime(duration)))
        }
      }
    }
    return file
  }

  /// Displacement, velocity and time to rest of underdamped, critical and overdamped springs.
  static func springs() -> VectorFile {
    var file = VectorFile("springs")
    var random = VectorRandom(3)
    for index in 0..<60 {
      let parameters = [
        random.number(1...30),
        index % 4 == 0 ? 1 : random.number(index % 2 == 0 ? 0.05...0.99 : 1.01...4),
        random.number(-400...400), random.number(-3000...3000),
      ]
      let spring = DampedSpring(
        angularFrequency: parameters[0], dampingRatio: parameters[1],
        displacement: parameters[2], velocity: parameters[3])
      for time in [0, 0.016, 0.1, 0.4, 1.3, random.number(0...3)] {
        file.add("displacement") { row in
          row.member("spring", parameters)
          row.member("time", time)
          row.member("out", spring.displacement(at: time))
        }
        file.add("velocity") { row in
          row.member("spring", parameters)
          row.member("time", time)
          row.member("out", spring.velocity(at: time))
        }
      }
      for distance in [0.25, 0.1667] {
        file.add("timeToRest") { row in
          row.member("spring", parameters)
          row.member("distance", distance)
          row.member("out", spring.timeToRest(distance: distance))
        }
      }
    }
    return file
  }

  /// Images, inverses and bounding boxes of tilted planes.
  static func homography() -> VectorFile {
    var file = VectorFile("homography")
    var random = VectorRandom(6)
    for index in 0..<80 {
      let x = index % 8 == 0 ? Double(index % 7 - 3) * 90 : random.number(-200...200)
      let y = index % 3 == 0 ? 0 : random.number(-80...80)
      let distance = index % 5 == 0 ? nil : random.number(20...900)
      let grid = [
        random.number(0.5...3), random.number(-1...1), random.number(-1...1),
        random.number(0.5...3), random.number(-90...90), random.number(-90...90),
      ]
      let map = Homography.tilt(x: x, y: y, distance: distance).conjugated(
        by: .affine(a: grid[0], b: grid[1], c: grid[2], d: grid[3], x: grid[4], y: grid[5]))
      let rect = [
        random.number(-200...200), random.number(-200...200), random.number(1...300),
        random.number(1...300),
      ]
      func add(_ operation: String, _ out: [Double]?) {
        file.add(operation) { row in
          row.member("x", x)
          row.member("y", y)
          row.member("distance", distance)
          row.member("grid", grid)
          row.member("rect", rect)
          row.member("out", out)
        }
      }
      func numbers(_ image: Homography.Vector?) -> [Double]? { image.map { [$0.x, $0.y, $0.z] } }
      add("image", numbers(map?.image(x: rect[0], y: rect[1])))
      add("inverse", numbers(map?.inverse?.image(x: rect[0], y: rect[1])))
      let box = map?.boundingBox(
        of: DeviceRect(x: rect[0], y: rect[1], width: rect[2], height: rect[3]))
      add("box", box.map { [$0.x, $0.y, $0.width, $0.height] })
    }
    return file
  }
}
