extension KernelError {
  /// Every kernel of the rasterizer against exact arithmetic.
  static func all() -> [KernelError] {
    [
      crossfade, sourceOver, maskedSourceOver, ink, blur, ladder, resize(.area, "resize, area"),
      resize(.catmullRom, "resize, Catmull-Rom"), resize(.lanczos3, "resize, Lanczos3"),
      resize(.bilinear, "resize, bilinear"), resize(.bilinear, "zoom, bilinear", isZoom: true),
      roundedRectangles, filledPaths,
    ]
  }
}
