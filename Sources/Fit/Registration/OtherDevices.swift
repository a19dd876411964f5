import FileAccess
import HeaderModel
import PortableMath

/// Looks whether a recording shows the header on the screen of another device: of those whose shape
/// the whole recording has, or what stands out in it.
extension PathFinder {
  /// A screen has to come nearer than this part of the distance on the header's own.
  private static let nearer = 0.5

  /// The header on the screen whose pictures come nearest to a few frames, and where that is; nil where
  /// none comes much nearer than a path.
  func otherDevice(
    than path: RecordingPath, _ scenes: FitScenes
  ) async throws(HeaderKitError) -> (FitScenes, PointRect)? {
    let size = survey.size
    /// With the pixels by which a side may be off.
    var shapes = [
      (region: PointRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)), 0.5)
    ]
    if let outstanding = Surroundings(survey.samples.map(\.picture))?.outstanding(size) {
      shapes.append((outstanding, 0.01 * outstanding.height))
    }
    var least = PathFinder.nearer * path.meanDistance
    var best: (FitScenes, PointRect)?
    var known = [scenes.device.screen.sides]
    for device in Device.known {
      let key = device.sides + " \(device.statusBarHeight)"
      guard device.sides != known[0], !known.contains(key) else { continue }
      known.append(key)
      let shape = device.height / device.width
      let regions = shapes.filter {
        abs($0.region.height - $0.region.width * shape) <= $0.1 * (1 + shape)
      }.map(\.region)
      guard let region = regions.first, let other = scenes.on(device),
        let distance = try await registration(other)?.distance(in: region), distance < least
      else { continue }
      (least, best) = (distance, (other, region))
    }
    return best
  }
}

extension Device {
  /// As messages tell a screen.
  var sides: String { "\(FitText.points(width)) x \(FitText.points(height)) points" }
}
