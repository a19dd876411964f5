/// What the frame wants of one pixel and what may be put there.
struct PixelWish {
  /// Any colour of the table, or the canvas, by distance.
  static let free: UInt16 = 256
  /// Nothing but what already is on the canvas.
  static let canvasOnly: UInt16 = 257

  /// The true colour.
  var tone: Tone
  /// What an error of one counts.
  var weight: Float
  /// The only index allowed, or `free`, or `canvasOnly`.
  var required: UInt16
  /// Whether the transparent index is allowed: exact where an index is required, by distance where
  /// the pixel is free.
  var canvasAllowed: Bool
  /// What shows where the pixel stays transparent.
  var canvas: Tone
}
