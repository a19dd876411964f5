import Foundation
import PortableMath
import Testing

@testable import Scrolling

extension Deceleration {
  /// The offset after infinite time.
  var finalOffset: Double { offset - velocity / logRate }
}

/// The formulas of the scroll view model compared with their published forms.
@Suite struct ScrollPhysicsTests {
  @Test(arguments: [0.55, 0.2, 1.0], [568.0, 667, 896])
  func rubberBandMatchesFormulaAndInverse(constant: Double, dimension: Double) {
    let band = RubberBand(constant: constant, dimension: dimension)
    for wanted in [0, 1e-9, 0.5, 1, 10, 120, 568, 5000, 250_000] {
      let formula = (1 - 1 / (wanted * constant / dimension + 1)) * dimension
      let shown = band.shown(wanted: wanted)
      #expect((shown - formula).magnitude <= 1e-12 * dimension)
      #expect(shown < dimension)
      if shown < dimension * 1023 / 1024 {
        #expect((band.wanted(shown: shown) - wanted).magnitude <= 1e-10 * max(1, wanted))
      }
    }
    #expect(band.wanted(shown: dimension * 3).isFinite)
  }

  @Test(arguments: [0.998, 0.99, 0.5], [2400.0, -900, 35])
  func decelerationMatchesFormula(rate: Double, velocity: Double) throws {
    let deceleration = Deceleration(offset: 100, velocity: velocity, rate: rate)
    let k = 1000 * log(rate)
    for t in [0, 0.001, 0.1, 0.5, 2.0] {
      let offset = 100 + velocity * (pow(rate, 1000 * t) - 1) / k
      #expect((deceleration.offset(at: t) - offset).magnitude < 1e-9)
      let speed = velocity * pow(rate, 1000 * t)
      #expect((deceleration.velocity(at: t) - speed).magnitude < 1e-9)
    }
    #expect((deceleration.finalOffset - (100 - velocity / k)).magnitude < 1e-9)
  }

  @Test func flingTravels1200Points() {
    // -2400 / (1000 ln 0.998)
    let fling = Deceleration(offset: 0, velocity: 2400, rate: 0.998)
    #expect((fling.finalOffset - 1198.7995995994913).magnitude < 1e-9)
    #expect((fling.timeToRest(distance: 0.25) - 4.233446082123261).magnitude < 1e-9)
    #expect((fling.finalOffset - fling.offset(at: 4.233446082123261) - 0.25).magnitude < 1e-9)
    #expect(Deceleration(offset: 0, velocity: 0.1, rate: 0.998).timeToRest(distance: 0.25) == 0)
  }

  @Test func solvesEdgeCrossing() throws {
    let fling = Deceleration(offset: 300, velocity: -2400, rate: 0.998)
    let time = try #require(fling.time(crossing: 0))
    #expect(fling.offset(at: time).magnitude < 1e-9)
    #expect(fling.time(crossing: -1000) == nil)
    #expect(fling.time(crossing: 301) == nil)
    #expect(Deceleration(offset: 0, velocity: -5, rate: 0.99).time(crossing: 0) == 0)
    #expect(Deceleration(offset: 0, velocity: 0, rate: 0.99).time(crossing: 0) == nil)
  }

  @Test(
    arguments: [
      (0.24, 2, 0), (0.25, 2, 0.5), (-0.25, 2, -0.5), (-0.24, 2, 0), (0.5, 1, 1), (-1.5, 1, -2),
      (0.17, 3, 1.0 / 3), (-10.2, 3, -31.0 / 3), (7, 3, 7),
    ] as [(Double, Int, Double)])
  func offsetsSnapToDevicePixels(offset: Double, scale: Int, expected: Double) {
    let environment = ScrollEnvironment(viewportHeight: 500, largestOffset: 0, scale: Double(scale))
    let snapped = environment.snapped(offset)
    #expect(snapped == expected)
    #expect(snapped.sign == .plus || snapped != 0)
  }

  /// The remaining distance and the time at which it is half a pixel, on both sides of half a
  /// pixel.
  @Test(arguments: [(0.99, 0.0), (1.01, 0.004_975), (1.5, 0.202_732), (4, 0.693_147)])
  func decelerationRestsWithinHalfAPixel(halfPixels: Double, time: Double) {
    // ln rate is -2 per second.
    let rate = exp(-0.002)
    let slow = Deceleration(offset: 0, velocity: 2 * 0.25 * halfPixels, rate: rate)
    #expect((slow.timeToRest(distance: 0.25) - time).magnitude < 1e-5)
  }
}
