import FileAccess

extension RecordingFit {
  /// Looks for constants, then for the screen and the path with what was found: where a value was far
  /// off, the screen was taken to be elsewhere, and the constants are looked for once more.
  func constants(
    _ free: [ConstantValue], _ scenes: FitScenes, _ finder: PathFinder, _ path: RecordingPath
  ) async throws(HeaderKitError) -> ([FittedConstant], RecordingPath) {
    func makeSearch(_ path: RecordingPath) -> ConstantSearch {
      ConstantSearch(
        ConstantFrames(scenes: scenes, path: path, jobs: finder.jobs))
    }
    var path = path
    var search = makeSearch(path)
    var values = try await search.find(free, isNear: false)
    if values != free, let changed = scenes.setting(values) {
      let before = path.placement
      path = try await finder.find(changed)
      if !path.placement.isNear(before, pixels: 0.25) {
        search = makeSearch(path)
        values = try await search.find(values, isNear: true)
        if let changed = scenes.setting(values) { path = try await finder.find(changed) }
      }
    }
    let intervals = try await search.intervals(values)
    let open = try openConstants(values, scenes, path)
    var isUndone = false
    var constants: [FittedConstant] = []
    for (place, found) in intervals.enumerated() {
      let interval = open.contains(values[place].name) ? nil : found
      let value = interval == nil ? nil : values[place].value
      constants.append(
        FittedConstant(
          name: free[place].name, given: free[place].value, value: value, interval: interval))
      if value == nil, values[place] != free[place] {
        (values[place], isUndone) = (free[place], true)
      }
    }
    if isUndone, let changed = scenes.setting(values) { path = try await finder.find(changed) }
    return (constants, path)
  }

  /// Frames that a constant is tried in, to see whether other offsets make up for it.
  private static let openFrames = 16

  /// The names of the constants that other offsets make up for, along the path found with some values.
  private func openConstants(
    _ values: [ConstantValue], _ scenes: FitScenes, _ path: RecordingPath
  ) throws(HeaderKitError) -> Set<String> {
    let scenes = scenes.setting(values) ?? scenes
    let moments = try ConstantMoments(
      HeaderVerdict.spread(try FollowedPath(path).judged, RecordingFit.openFrames),
      scenes: scenes, path: path, painter: try scenes.painter(like: path.painter),
      grid: path.grid, jobs: 1)
    var names = Set<String>()
    for var value in values {
      // Whole points, as what is drawn between device pixels differs.
      value.value += max(1, (0.05 * abs(value.value)).rounded())
      if try moments.isMadeUp(for: value) { names.insert(value.name) }
    }
    return names
  }
}
