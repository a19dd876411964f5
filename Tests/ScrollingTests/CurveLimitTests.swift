import PortableMath
import Scrolling
import StrictJSON
import Testing

@Suite struct CurveLimitTests {
  private func message(_ body: String, _ limits: CurveLimits) -> String? {
    do throws(JSONError) {
      _ = try ScrollCurve.parse(
        Array("{\"version\":1,\(body)}".utf8), file: "c.json", limits: limits)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func rejectsTooManyEntries() {
    var limits = CurveLimits()
    limits.entries = 2
    let three = "\"samples\":[[0,0],[1,1],[2,2]]"
    #expect(
      message(three, limits) == "c.json:1:24: samples: found 3 samples, but at most 2 are allowed")
    limits.entries = 3
    #expect(message(three, limits) == nil)
  }

  @Test func limitsGesturesSeparately() {
    var limits = CurveLimits()
    limits.gestures = 1
    #expect(
      message("\"gestures\":[{\"hold\":1},{\"hold\":1}]", limits)
        == "c.json:1:25: gestures: has 2 gestures; 1 are allowed")
  }
}
