import Foundation

/// What the name of a file tells.
enum FileName {
  /// `svg` of `plots/Swipe.SVG`, empty without one.
  static func ending(_ path: String) -> String {
    (path as NSString).pathExtension.lowercased()
  }
}
