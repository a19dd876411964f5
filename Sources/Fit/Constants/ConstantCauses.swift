import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Looks for a constant that explains why a layer is not as the header has it: with another value the
/// same path gives the recording's pictures.
struct ConstantCauses {
  let scenes: FitScenes
  let followed: FollowedPath
  let jobs: Int

  private static let mostFrames = 6
  static let mostDeviations = 4
  /// How far from a constant's value another is looked for, as a part of it.
  private static let reach = 0.32
  private static let stride = 0.04
  private static let finest = 0.005
  /// The part of the distance that may be left.
  private static let explained = 0.6

  struct Cause {
    let name: String
    let given: Double
    let value: Double

    var text: String {
      let digits = abs(given) < 10 ? 2 : 1
      return "; \(name) of \(FitText.short(value, digits)) instead of "
        + "\(FitText.short(given, digits)) explains it"
    }
  }

  func cause(of deviation: Deviation) throws(HeaderKitError) -> Cause? {
    let frames = HeaderVerdict.spread(deviation.frames, ConstantCauses.mostFrames)
    let all =
      frames
      + HeaderVerdict.spread(
        followed.judged.map(\.index), 2 * ConstantCauses.mostFrames)
    let (near, whole) = (try moments(frames), try moments(all))
    guard let before = try near.distance(about: deviation.layer),
      let wholeBefore = try whole.distance(about: nil)
    else { return nil }
    var best: (cause: Cause, distance: Double)?
    for given in try scenes.constants(.all) where given.value != 0 {
      func constant(_ value: Double) -> ConstantValue {
        ConstantValue(name: given.name, value: value)
      }
      let sides = [0.85, 1.15].map { constant($0 * given.value) }
      guard sides.contains(where: { near.changes(deviation.layer, with: $0) }) else { continue }
      var nearest = (value: given.value, distance: before)
      func look(_ value: Double) throws(HeaderKitError) {
        guard let found = try near.distance(about: deviation.layer, with: constant(value)),
          found < nearest.distance
        else { return }
        nearest = (value, found)
      }
      let steps = Int(ConstantCauses.reach / ConstantCauses.stride)
      for step in -steps...steps where step != 0 {
        try look(given.value * (1 + Double(step) * ConstantCauses.stride))
      }
      var step = ConstantCauses.stride / 2
      while nearest.value != given.value, step >= ConstantCauses.finest {
        let middle = nearest.value
        for direction in [-1.0, 1] { try look(middle + direction * step * given.value) }
        step /= 2
      }
      // The frames as a whole have to come nearer, those that do not deviate too.
      guard nearest.value != given.value,
        nearest.distance < ConstantCauses.explained * before,
        nearest.distance < best?.distance ?? .infinity,
        try whole.distance(about: nil, with: constant(nearest.value)) ?? .infinity < wholeBefore
      else { continue }
      best = (
        Cause(name: given.name, given: given.value, value: nearest.value), nearest.distance
      )
    }
    return best?.cause
  }

  private func moments(_ frames: [Int]) throws(HeaderKitError) -> ConstantMoments {
    let path = followed.path
    let asked = Set(frames)
    return try ConstantMoments(
      followed.judged.filter { asked.contains($0.index) }, scenes: scenes, path: path,
      painter: scenes.onePixelAPoint, grid: path.grid, jobs: jobs)
  }
}
