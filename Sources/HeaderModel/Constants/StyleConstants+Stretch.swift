extension StyleConstants {
  static let stretchTable: [StyleConstant] =
    stretchCommon + [
      StyleConstant(
        .avatarTop, -40, in: -2000...2000, .text, "top of the avatar inside the table's header"),
      StyleConstant(
        .tableHeaderHeight, 44, in: 0...2000, .project, "height of the table's white header"),
      StyleConstant(.rowHeight, 45, in: 1...1000, .measured, "distance from row to row"),
      StyleConstant(.rowCount, 30, .count, in: 0...10_000, .project, "number of rows"),
    ]

  static let stretchScroll: [StyleConstant] =
    stretchCommon + [
      StyleConstant(.avatarTop, 70, in: -2000...5000, .project, "top of the avatar in the content"),
      StyleConstant(.spacerTop, 510, in: -2000...50_000, .project, "top of the coloured block"),
      StyleConstant(.spacerHeight, 390, in: 0...50_000, .project, "height of the coloured block"),
      StyleConstant(.contentHeight, 900, in: 0...100_000, .project, "height of the content"),
    ]

  private static let stretchCommon: [StyleConstant] = [
    StyleConstant(.headerHeight, 110, in: 1...2000, .text, "height of the header at rest"),
    StyleConstant(
      .statusBarHeight, nil, in: 0...200, .system, "height of the status bar; the screen's own"),
    StyleConstant(.navigationBarHeight, 44, in: 0...200, .system, "height of the navigation bar"),
    StyleConstant(
      .stop, nil, in: 0...2000, .text,
      "offset at which the header stops; header height less the two bars"),
    StyleConstant(.avatarLeft, 40, in: -2000...2000, .text, "left edge of the avatar"),
    StyleConstant(.avatarSize, 69, in: 1...1000, .text, "side of the avatar at rest"),
    StyleConstant(.avatarCornerRadius, 10, in: 0...500, .project, "corner radius at rest"),
    StyleConstant(.avatarBorderWidth, 3, in: 0...100, .project, "white border at rest"),
    StyleConstant(
      .avatarSlowdown, 1.4, .factor, in: 0.01...100, .text,
      "what the avatar's loss of size is divided by"),
  ]
}
