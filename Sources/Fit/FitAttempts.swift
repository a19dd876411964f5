import FileAccess
import HeaderModel
import PortableMath
import Rendering

/// A path through the recording for one header, and the result of its check.
struct FitAttempt {
  let scenes: FitScenes
  let finder: PathFinder
  /// The replayed path.
  let followed: FollowedPath
  /// The reason why the recording does not show the header, or `nil` if it does.
  let misfit: String?
  /// Accepted differences from the request, such as another screen size.
  var notes: [String] = []
  /// The layers that are not compared, other than those of the request.
  var leftOut: [FitReport.LeftOut] = []
  /// The deviations that the changed constants of `scenes` explain.
  var deviations: [Deviation] = []
}

extension RecordingFit {
  /// Replays a path and checks whether the recording shows the header.
  func attempt(
    _ scenes: FitScenes, _ finder: PathFinder, _ path: RecordingPath
  ) throws(HeaderKitError) -> FitAttempt {
    let followed = try FollowedPath(path)
    let misfit = try judge(path).misfit(followed.judged) ?? finder.misplacement(path)
    return FitAttempt(scenes: scenes, finder: finder, followed: followed, misfit: misfit)
  }

  /// Retries without layers whose content differs in the recording, or with a constant that explains
  /// why a list differs, then with the screens of other devices. Returns `nil` if nothing fits.
  func retry(after fit: FitAttempt) async throws(HeaderKitError) -> FitAttempt? {
    let path = fit.followed.path
    let otherContents = try judge(path).otherContents(fit.followed.judged)
    if !otherContents.isEmpty {
      let masked = try fit.scenes.masking(Set(otherContents.keys))
      var retry = try attempt(masked, fit.finder, try await fit.finder.find(masked))
      retry.leftOut = otherContents.sorted { $0.key < $1.key }
        .map { FitReport.LeftOut(layer: $0, reason: $1) }
      if retry.misfit == nil {
        return try await self.retry(fit, explainingRowsOf: retry) ?? retry
      }
    }
    guard request.region == nil, request.pointsPerPixel == nil, fit.finder.rejectsEarly,
      let (scenes, region) = try await fit.finder.otherDevice(than: path, fit.scenes)
    else { return nil }
    var finder = fit.finder
    finder.region = region
    guard var path = try? await finder.find(scenes) else { return nil }
    path.screen.requestedRegion = nil
    var retry = try attempt(scenes, finder, path)
    retry.notes = [
      "the screen is one of \(scenes.device.scene.device.sides), "
        + "not the header's own of \(fit.scenes.device.scene.device.sides)"
    ]
    return retry.misfit == nil ? retry : nil
  }

  /// Returns the fit that compares the lists after all, if a changed constant explains why their rows
  /// differ. Otherwise `nil`.
  ///
  /// - Parameters:
  ///   - fit: The fit with the document's constants.
  ///   - masked: The fit without the layers whose content differs. Its offsets are those of the rest
  ///     of the header.
  private func retry(
    _ fit: FitAttempt, explainingRowsOf masked: FitAttempt
  ) async throws(HeaderKitError) -> FitAttempt? {
    for list in masked.leftOut.map(\.layer) {
      let leftOut = masked.leftOut.filter { $0.layer != list }
      let scenes = try fit.scenes.masking(Set(leftOut.map(\.layer)))
      var path = masked.followed.path
      path.screen.painter = try scenes.painter(like: path.painter)
      let followed = try FollowedPath(path).judging {
        masked.followed.frames[$0].uncertainty != nil
      }
      let causes = ConstantCauses(scenes: scenes, followed: followed, jobs: jobs)
      guard let cause = try causes.causeOfRows(in: list),
        let changed = scenes.with(constants: [cause.constant])
      else { continue }
      var retry = try attempt(changed, fit.finder, try await fit.finder.find(changed, as: path))
      guard retry.misfit == nil,
        let deviation = try causes.deviation(cause, retry.followed, tolerance: request.tolerance)
      else { continue }
      retry.leftOut = leftOut
      retry.deviations = [deviation]
      return retry
    }
    return nil
  }
}
