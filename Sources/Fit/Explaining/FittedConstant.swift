import FileAccess
import HeaderModel
import StrictJSON

/// The result for a fitted constant.
public struct FittedConstant: Hashable, Sendable {
  /// The constant's name in the document.
  public var name: String
  /// The initial value: the document's, or the one set in the request.
  public var given: Double
  /// The best value, or `nil` if the recording does not determine it.
  public var value: Double?
  /// The interval of values that are equally good within the recording's noise, at least about 1 % on
  /// both sides. `nil` if `value` is `nil`.
  public var interval: ClosedRange<Double>?
}

/// A constant's name and a value for it.
struct ConstantValue: Hashable, Sendable {
  let name: String
  var value: Double
}

/// A constant with a changed value.
struct ChangedConstant {
  /// The constant with the value of the request or the document.
  let original: ConstantValue
  var value: Double

  /// The constant with the changed value.
  var constant: ConstantValue { ConstantValue(name: original.name, value: value) }

  /// The explanation appended to a deviation's text.
  var text: String {
    let digits = abs(original.value) < 10 ? 2 : 1
    return "; \(original.name) of \(FitText.short(value, digits)) instead of "
      + "\(FitText.short(original.value, digits)) explains it"
  }
}

extension FitScenes {
  /// Returns the values of the chosen constants. Constants that cannot be changed are left out.
  ///
  /// - Throws: `.usage` if the header has no constant of that name.
  func constants(_ chosen: FreeConstants) throws(HeaderKitError) -> [ConstantValue] {
    var header = onePixelPerPoint.launch
    let known = header.document.constants.map(\.name)
    let names =
      switch chosen {
      case .none: [String]()
      case .all: known
      case .named(let names): names
      }
    var values: [ConstantValue] = []
    for name in names {
      guard known.contains(name) else {
        throw HeaderKitError(
          .usage, subject: .location("free constants"),
          reason: "\(self.name) has no constant \"\(name)\"",
          remedy: MessageText(NearestName(to: name, among: known).remedy))
      }
      // Conditions are not numeric. Skip them.
      guard let value = try? header.number(name) else { continue }
      let constant = ConstantValue(name: name, value: value)
      if launch(with: constant, like: onePixelPerPoint) != nil { values.append(constant) }
    }
    return values
  }
}

extension RecordingFit {
  /// Fits the constants, then searches for the screen and the path again with the found values. If
  /// the screen moved noticeably, fits the constants a second time.
  func constants(
    _ freeConstants: [ConstantValue], _ scenes: FitScenes, _ finder: PathFinder,
    _ path: RecordingPath
  ) async throws(HeaderKitError) -> ([FittedConstant], RecordingPath) {
    func makeSearch(_ path: RecordingPath) -> ConstantSearch {
      ConstantSearch(ConstantFrames(scenes: scenes, path: path, jobs: finder.jobs))
    }
    var path = path
    var search = makeSearch(path)
    var values = try await search.find(freeConstants, isNear: false)
    if values != freeConstants, let changed = scenes.with(constants: values) {
      let before = path.placement
      path = try await finder.find(changed)
      if !path.placement.isNear(before, pixels: 0.25) {
        search = makeSearch(path)
        values = try await search.find(values, isNear: true)
        if let changed = scenes.with(constants: values) { path = try await finder.find(changed) }
      }
    }
    let intervals = try await search.intervals(values)
    let undetermined = try undeterminedConstants(values, scenes, path)
    var isReset = false
    var constants: [FittedConstant] = []
    for (index, fittedInterval) in intervals.enumerated() {
      let interval = undetermined.contains(values[index].name) ? nil : fittedInterval
      let value = interval == nil ? nil : values[index].value
      constants.append(
        FittedConstant(
          name: freeConstants[index].name, given: freeConstants[index].value, value: value,
          interval: interval))
      if value == nil, values[index] != freeConstants[index] {
        (values[index], isReset) = (freeConstants[index], true)
      }
    }
    if isReset, let changed = scenes.with(constants: values) {
      path = try await finder.find(changed)
    }
    return (constants, path)
  }

  /// The number of frames used to check whether other offsets compensate for a constant.
  private static let compensationFrames = 16

  /// Returns the names of the constants whose change other offsets compensate for, so that the
  /// recording does not determine them.
  private func undeterminedConstants(
    _ values: [ConstantValue], _ scenes: FitScenes, _ path: RecordingPath
  ) throws(HeaderKitError) -> Set<String> {
    let comparison = try ConstantComparison(
      try FollowedPath(path).judged.spread(RecordingFit.compensationFrames),
      scenes: scenes.with(constants: values) ?? scenes, path: path)
    var names = Set<String>()
    for var value in values {
      // Use whole points, because layers between device pixels are drawn differently.
      value.value += max(1, (0.05 * abs(value.value)).rounded())
      if try comparison.isCompensated(value) { names.insert(value.name) }
    }
    return names
  }
}
