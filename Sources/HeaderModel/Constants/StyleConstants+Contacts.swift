extension StyleConstants {
  static let contacts: [StyleConstant] = [
    StyleConstant(.headerHeight, 200, in: 1...2000, .project, "height of the header at rest"),
    StyleConstant(
      .headerMinimumHeight, 150, in: 0...2000, .project, "smallest height of the header"),
    StyleConstant(
      .statusBarHeight, nil, in: 0...200, .system, "top of the safe area; the screen's own"),
    StyleConstant(
      .safeAreaBottom, nil, in: 0...200, .system, "bottom of the safe area; the screen's own"),
    StyleConstant(
      .margin, 10, in: 0...500, .project, "distance above the avatar, under it and under the name"),
    StyleConstant(
      .nameMaximumPointSize, 26, in: 1...500, .project, "size of the name at rest"),
    StyleConstant(
      .nameMinimumPointSize, 16, in: 1...500, .project,
      "size of the name under the smallest header"),
    StyleConstant(.rowCount, 100, .count, in: 0...10_000, .project, "number of text fields"),
    StyleConstant(.rowPointSize, 17, in: 1...500, .project, "size of the fields' text"),
    StyleConstant(.rowSpacing, 8, in: 0...500, .project, "distance between two fields"),
    StyleConstant(
      .fontAscent, 1950, .fontUnits, in: 0...100_000, .system, "ascent of the system font"),
    StyleConstant(
      .fontDescent, 494, .fontUnits, in: 0...100_000, .system, "descent of the system font"),
    StyleConstant(
      .fontUnitsPerEm, 2048, .fontUnits, in: 1...100_000, .system, "grid of the system font"),
  ]
}
