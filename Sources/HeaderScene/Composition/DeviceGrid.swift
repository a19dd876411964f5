/// How lengths in device pixels are rounded.
enum DeviceGrid {
  /// The nearest whole pixel, halves up, as the constraint solver places frames.
  static func nearest(_ value: Double) -> Double { (value + 0.5).rounded(.down) }

  /// The nearest 1/256 pixel: what is a whole pixel in theory is one in fact, whatever sum of thirds
  /// of a point it comes from, and what moves by fractions still does.
  static func fine(_ value: Double) -> Double { nearest(value * 256) / 256 }
}
