import Typesetting

/// What tells one shaped text from another at the scene's scale.
struct TextKey: Hashable {
  var run: TextRun
  /// How far right of a whole pixel the pen starts, 0...3 quarters.
  var quarterPixels: Int
}
