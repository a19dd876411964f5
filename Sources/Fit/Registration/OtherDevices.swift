import FileAccess
import HeaderModel
import PortableMath

/// Looks whether a recording shows the header on the screen of another device: of those whose shape
/// the whole recording has, or what stands out in it.
struct OtherDevices {
  private let scenes: FitScenes
  private let finder: PathFinder

  init(_ scenes: FitScenes, _ finder: PathFinder) { (self.scenes, self.finder) = (scenes, finder) }

  /// A header on another screen, and its path.
  struct Found {
    var scenes: FitScenes
    var finder: PathFinder
    var path: RecordingPath
  }

  /// The nearest path of those that fit; nil where none does.
  func find(
    fits: (RecordingPath) throws(HeaderKitError) -> Bool
  ) async throws(HeaderKitError) -> Found? {
    let size = finder.survey.size
    /// With the pixels by which a side may be off.
    var shapes = [
      (region: PointRect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)), 0.5)
    ]
    if let outstanding = Surroundings(finder.survey.samples.map(\.picture))?.outstanding(size) {
      shapes.append((outstanding, 0.01 * outstanding.height))
    }
    var best: Found?
    var known = [scenes.device.screen.sides]
    for device in Device.known {
      let key = device.sides + " \(device.statusBarHeight)"
      guard device.sides != known[0], !known.contains(key) else { continue }
      known.append(key)
      let shape = device.height / device.width
      let regions = shapes.filter {
        abs($0.region.height - $0.region.width * shape) <= $0.1 * (1 + shape)
      }.map(\.region)
      guard let region = regions.first, let other = scenes.on(device) else { continue }
      var finder = finder
      finder.region = region
      guard let path = try? await finder.find(other), try fits(path) else { continue }
      if path.meanDistance < best?.path.meanDistance ?? .infinity {
        best = Found(scenes: other, finder: finder, path: path)
        best?.path.given = nil
      }
    }
    return best
  }
}

extension Device {
  /// As messages tell a screen.
  var sides: String { "\(FitText.points(width)) x \(FitText.points(height)) points" }
}
