import Testing

@testable import PortableMath

/// Easing functions compared with values computed elsewhere (50 decimal digits) and with CSS's
/// rules.
@Suite struct EasingTests {
  static let table: [(String, [Double])] = [
    ("ease", [0.0947963057160432, 0.4085105913553958, 0.8024033875848569, 0.9604589783489740]),
    (
      "ease-in", [0.0170266096515629, 0.0934646507188248, 0.3153568125725393, 0.6218618691748902]
    ),
    (
      "ease-out",
      [0.1605721542375334, 0.3781381308251097, 0.6846431874274606, 0.9065353492811751]
    ),
    ("ease-in-out", [0.0197224535483111, 0.1291619310473198, 0.5, 0.8708380689526801]),
    (
      "cubic-bezier(0.68, -0.55, 0.265, 1.55)",
      [-0.066291477333528, -0.082807108828322, 0.6066798972237716, 1.0891657748134211]
    ),
    (
      "cubic-bezier(1, 0, 0, 1)",
      [0.0037616749580831, 0.0297246055119251, 0.5, 0.9702753944880748]
    ),
    (
      "cubic-bezier(.2,0,0,1)",
      [0.15625, 0.6072203620726821, 0.8778336048097609, 0.9754800678761099]
    ),
    ("cubic-bezier(0.3, 0.3, 0.7, 0.7)", [0.1, 0.25, 0.5, 0.75]),
    ("linear", [0.1, 0.25, 0.5, 0.75]),
    ("linear(0, 0.3 20% 40%, 1)", [0.15, 0.3, 0.4166666666666667, 0.7083333333333334]),
    ("linear(0, 1, 0.5)", [0.2, 0.5, 1, 0.75]),
    ("linear(0.7, 0.7)", [0.7, 0.7, 0.7, 0.7]),
    ("linear(0 50%, 1 50%)", [0, 0, 1, 1]),
    ("steps(4, start)", [0.25, 0.5, 0.75, 1]),
    ("steps(4, jump-end)", [0, 0.25, 0.5, 0.75]),
    ("steps(4)", [0, 0.25, 0.5, 0.75]),
    ("steps(4, jump-none)", [0, 0.3333333333333333, 0.6666666666666666, 1]),
    ("steps(4, jump-both)", [0.2, 0.4, 0.6, 0.8]),
    ("step-start", [1, 1, 1, 1]),
    ("step-end", [0, 0, 0, 0]),
  ]

  @Test(arguments: table)
  func easingValuesAtATenthAndQuarters(text: String, expected: [Double]) throws {
    let easing = try Easing(text)
    for (progress, value) in zip([0.1, 0.25, 0.5, 0.75], expected) {
      #expect((easing.value(at: progress) - value).magnitude < 1e-12, "at \(progress)")
    }
  }

  @Test(arguments: [
    "linear", "ease", "ease-in", "ease-out", "ease-in-out", "cubic-bezier(0, 1, 1, 0)",
    "cubic-bezier(1, 1, 0, 0)", "spring", "spring(2, 50, 3, 1)", "linear(0, 0.2 90%, 1)",
    "steps(3, jump-none)",
  ])
  func startsAtZeroAndEndsAtOne(text: String) throws {
    let easing = try Easing(text)
    #expect(easing.value(at: 0) == 0)
    #expect(easing.value(at: 1) == 1)
  }

  /// CSS's rules for progress outside of 0...1.
  @Test(
    arguments: [
      ("linear", -0.5, 1.5), ("ease", -0.2, 1), ("ease-in", 0, 1.8620689655172413),
      ("ease-out", -0.8620689655172413, 1),
      ("cubic-bezier(0, 0.5, 1, 0.5)", 0, 1),
      ("cubic-bezier(0.25, 0, 1, 1)", 0, 1.6666666666666667),
      ("step-start", 0, 2), ("steps(2, end)", -0.5, 1.5), ("linear(0, 0.5, 1)", -0.5, 1.5),
      ("spring", 0, 1),
    ] as [(String, Double, Double)])
  func extrapolatesLikeCSS(text: String, before: Double, after: Double) throws {
    let easing = try Easing(text)
    #expect((easing.value(at: -0.5) - before).magnitude < 1e-12)
    #expect((easing.value(at: 1.5) - after).magnitude < 1e-12)
  }

  @Test func solvesBezierForEveryX() throws {
    for (x1, x2) in [(0.0, 0.0), (1, 0), (0, 1), (1, 1), (0.3, 0.9), (1e-9, 1 - 1e-9)] {
      // If y equals x, the result is known.
      let curve = try #require(CubicBezier(x1: x1, y1: x1 + 1e-15, x2: x2, y2: x2))
      for k in 0...1000 {
        let x = Double(k) / 1000
        #expect((curve.value(at: x) - x).magnitude < 1e-9, "\(x1) \(x2) at \(x)")
      }
    }
  }

  @Test(
    arguments: [
      ("linear", 1), ("ease", 0),
      ("cubic-bezier(0, 0, 0.5, 0.25)", 1.5),
      ("steps(4)", 0), ("linear(0, 0.2 90%, 1)", 8), ("ease-in", 1 / 0.58),
    ] as [(String, Double)])
  func endSlopes(text: String, slope: Double) throws {
    let easing = try Easing(text)
    #expect((easing.endSlope - slope).magnitude < 1e-12)
  }

  @Test(arguments: [
    "", "()", "ease()", "linear(0,)", "linear(,1)", "linear(0% 10% 20% 1)", "linear(0.5 10)",
    "steps()", "steps(4,)", "steps(4 start)", "steps(4, start, 2)", "steps(1e3)", "steps(-1)",
    "cubic-bezier(0,0,1)", "cubic-bezier(0,0,1,1,1)", "cubic-bezier(0,0,1,1.)",
    "cubic-bezier(0,0,1,inf)", "cubic-bezier(0,0,1,0x1)", "cubic-bezier(0,0,1,1))", "ease in",
    "spring(1,100,10)", "spring(1,100,0,0)", "spring(1,1,100000,0)", "steps(4), ease",
    "cubic-bezier(0 0 1 1)", "cubic-bezier(nan,0,1,1)", "linear(1%)", "linear(0)", "linear(0 50%)",
    "linear(0 0% 100%)",
  ])
  func rejectsInvalidEasings(text: String) {
    #expect(throws: Easing.SyntaxError.self) { _ = try Easing(text) }
  }

  @Test func unknownNameErrorListsNames() throws {
    let error = #expect(throws: Easing.SyntaxError.self) { _ = try Easing("wobble") }
    guard case .unknownName("wobble", _, let known) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    for name in ["ease", "linear", "linear(...)", "cubic-bezier(...)", "steps(...)", "spring"] {
      #expect(known.contains(name))
    }
  }

  @Test func reportsMissingArguments() {
    #expect(throws: Easing.SyntaxError.malformed("steps needs arguments in parentheses")) {
      _ = try Easing("steps")
    }
    #expect(throws: Easing.SyntaxError.malformed("ease takes no arguments")) {
      _ = try Easing("ease(1)")
    }
  }

  /// Computed by hand: 0.4 of the interval from 20 % to 80 %, in three equal parts.
  @Test func stopsWithoutPositionAreEvenlySpaced() throws {
    guard case .points(let easing) = try Easing("linear(0, 1 20%, 5, 6, 2 80%, 3, 1)") else {
      Issue.record("not linear()")
      return
    }
    let inputs = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 1]
    #expect(zip(easing.points.map(\.input), inputs).allSatisfy { ($0 - $1).magnitude < 1e-12 })
    #expect(easing.points.count == inputs.count)
  }

  /// The next stop with a position must be found once for a run of stops, or this test takes hours.
  @Test(.timeLimit(.minutes(60))) func spacesAMillionStopsInLinearTime() throws {
    let stops = (0..<1_000_000).map { LinearEasing.Stop(Double($0)) }
    let easing = try #require(LinearEasing(stops: stops))
    #expect((easing.value(at: 0.5) - 499_999.5).magnitude < 1e-3)
  }
}
