extension TextStyle {
  /// The look of the phone's own font of the time, which is not free: `defaultFamily`, tracked so
  /// that texts come out as wide as in the original recordings of style `mimic`.
  ///
  /// Ink widths in points, measured there | Inter Display untracked | with this tracking | Inter:
  ///
  ///     Carrier       regular 12   35 | 33.6 | 35.4 | 37.8
  ///     Cancel        regular 17   51 | 48.9 | 51.1 | 53.0
  ///     Follow        regular 15   43 | 39.4 | 41.2 | 43.3
  ///     10:31 PM      medium 12    47 | 44.7 | 46.8 | 50.2
  ///     My Handle     bold 15      72 | 71.2 | 71.2 | 76.3
  ///     2 666 Tweets  bold 10      60 | 61.5 | 61.5 | 65.7
  ///     Title         bold 17      32 | 33.3 | 33.3 | 36.3
  public static func system(
    pointSize: Double, weight: FontWeight = .regular, language: String? = nil
  ) -> TextStyle {
    TextStyle(
      pointSize: pointSize, weight: weight, tracking: pointSize * systemTracking(weight),
      language: language)
  }

  /// Ems between characters; least squares over the table at `system`.
  private static func systemTracking(_ weight: FontWeight) -> Double {
    switch weight {
    case .thin, .extraLight, .light, .regular, .medium: 0.025
    case .semibold, .bold, .heavy, .black: 0
    }
  }
}
