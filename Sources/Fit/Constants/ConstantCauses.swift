import FileAccess
import HeaderModel
import PortableMath
import Raster

/// Looks for a constant that explains why a layer is not as the header has it: with another value the
/// same path gives the recording's pictures.
struct ConstantCauses {
  let scenes: FitScenes
  let path: RecordingPath

  /// Frames that a cause is looked for in.
  private static let mostFrames = 6
  /// Deviations that are asked about.
  static let mostDeviations = 4
  /// How far from a constant's value another is looked for, as a part of it.
  private static let reach = 0.32
  private static let stride = 0.04
  private static let finest = 0.005
  /// The part of the distance that may be left.
  private static let explained = 0.6

  /// A constant, its own value, and the one that explains.
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

  /// The states of some frames along the path with a constant set; nil where that is not allowed.
  private func states(
    _ constant: ConstantValue?, _ frames: Set<Int>
  ) -> (states: [HeaderState], painter: CandidatePainter)? {
    guard let scenes = constant.map({ self.scenes.setting([$0]) }) ?? self.scenes,
      let first = path.fits.first
    else { return nil }
    var start = scenes.onePixelAPoint.launch
    var states: [HeaderState] = []
    do {
      try start.take(path.offsets.offset(first.step), at: path.times[0])
      var replay = PathReplay(start, offsets: path.offsets)
      for (index, fit) in path.fits.enumerated() {
        var header = try replay.advance(to: fit, at: path.times[index])
        if frames.contains(index) { states.append(try header.shown(at: path.times[index])) }
      }
    } catch {
      return nil
    }
    return (states, scenes.onePixelAPoint)
  }

  /// The constant that explains a deviation best; nil where none does.
  func cause(of deviation: Deviation) throws(HeaderKitError) -> Cause? {
    let frames = HeaderVerdict.spread(deviation.frames, ConstantCauses.mostFrames)
    guard let base = states(nil, Set(frames)) else { return nil }
    let before = try distance(base, frames, deviation.layer, base.states)
    let given = try FreeConstantValues(.all, scenes).values
    var best: (cause: Cause, distance: Double)?
    for constant in given where constant.value != 0 {
      guard shows(constant, deviation.layer, base.states, Set(frames)) else { continue }
      var nearest: (value: Double, distance: Double) = (constant.value, before)
      func look(_ value: Double) throws(HeaderKitError) {
        let set = ConstantValue(name: constant.name, value: value)
        guard let changed = states(set, Set(frames)) else { return }
        let found = try distance(changed, frames, deviation.layer, base.states)
        if found < nearest.distance { nearest = (value, found) }
      }
      let steps = Int(ConstantCauses.reach / ConstantCauses.stride)
      for step in -steps...steps where step != 0 {
        try look(constant.value * (1 + Double(step) * ConstantCauses.stride))
      }
      var step = ConstantCauses.stride / 2
      while nearest.value != constant.value, step >= ConstantCauses.finest {
        let middle = nearest.value
        for direction in [-1.0, 1] { try look(middle + direction * step * constant.value) }
        step /= 2
      }
      guard nearest.value != constant.value,
        nearest.distance < ConstantCauses.explained * before,
        nearest.distance < best?.distance ?? .infinity,
        try helps(ConstantValue(name: constant.name, value: nearest.value), frames)
      else { continue }
      best = (
        Cause(name: constant.name, given: constant.value, value: nearest.value), nearest.distance
      )
    }
    return best?.cause
  }

  /// Whether a layer changes with a constant.
  private func shows(
    _ constant: ConstantValue, _ layer: String, _ base: [HeaderState], _ frames: Set<Int>
  ) -> Bool {
    [0.85, 1.15].contains { factor in
      let set = ConstantValue(name: constant.name, value: constant.value * factor)
      guard let changed = states(set, frames) else { return false }
      return zip(base, changed.states).contains { before, after in
        before.layer(layer) != after.layer(layer)
          || before.layers.map(\.id) != after.layers.map(\.id)
      }
    }
  }

  /// Whether the frames as a whole come nearer, those that do not deviate too.
  private func helps(
    _ constant: ConstantValue, _ frames: [Int]
  ) throws(HeaderKitError) -> Bool {
    let asked = Set(
      frames + HeaderVerdict.spread(Array(path.fits.indices), 2 * ConstantCauses.mostFrames)
    ).sorted()
    guard let base = states(nil, Set(asked)), let changed = states(constant, Set(asked)) else {
      return false
    }
    return try distance(changed, asked, nil, base.states)
      < distance(base, asked, nil, base.states)
  }

  /// The mean distance about a layer, as the header has it; nil: of the whole screen.
  private func distance(
    _ shown: (states: [HeaderState], painter: CandidatePainter), _ frames: [Int],
    _ layer: String?, _ base: [HeaderState]
  ) throws(HeaderKitError) -> Double {
    var sum = 0.0
    for (place, frame) in frames.enumerated() {
      let job = try shown.painter.job(shown.states[place])
      let view = LayerView(
        recorded: path.frames[frame], expected: job.picture(on: path.grid),
        state: base[place], grid: path.grid, painter: shown.painter)
      let rect = layer.flatMap { base[place].layer($0) }.map { view.bounds($0.frame, margin: 12) }
      let area = rect ?? path.grid.size.bounds
      sum +=
        Double(view.cappedSum(view.expected, within: area))
        / Double(max(1, 3 * area.width * area.height))
    }
    return sum / Double(max(1, frames.count))
  }
}
