extension StyleConstants {
  static let mimic: [StyleConstant] = [
    StyleConstant(.headerHeight, 100, in: 1...2000, .project, "height of the banner at rest"),
    StyleConstant(
      .subheaderHeight, 100, in: 0...2000, .project, "height of the white part under the banner"),
    StyleConstant(
      .statusBarHeight, nil, in: 0...200, .system, "height of the status bar; the screen's own"),
    StyleConstant(
      .navigationBarHeight, 44, in: 1...200, .system,
      "height of the navigation bar; with the status bar it is the smallest banner"),
    StyleConstant(.avatarSize, 70, in: 1...1000, .project, "largest side of the avatar"),
    StyleConstant(.avatarMinimumSize, 44, in: 1...1000, .project, "smallest side of the avatar"),
    StyleConstant(
      .avatarInset, 50, in: -1000...1000, .project,
      "distance from the avatar's bottom to the bottom of the part under the banner"),
    StyleConstant(.avatarCornerRadius, 8, in: 0...500, .project, "corner radius at every size"),
    StyleConstant(.avatarBorderWidth, 3, in: 0...100, .project, "white border at every size"),
    StyleConstant(
      .margin, 8, in: 0...500, .project, "distance of avatar, name and button from the edges"),
    StyleConstant(
      .nameTop, 60, in: -1000...2000, .measured, "top of the name under the banner's bottom"),
    StyleConstant(.nameHeight, 21.5, in: 1...500, .system, "height of the name"),
    StyleConstant(.namePointSize, 18, in: 1...500, .measured, "size of the name"),
    StyleConstant(.followWidth, 63, in: 0...1000, .measured, "width of the follow button"),
    StyleConstant(.followHeight, 30, in: 0...1000, .measured, "height of the follow button"),
    StyleConstant(
      .titleHeight, 18, in: 1...200, .measured, "height of the title, the bar's first line"),
    StyleConstant(
      .subtitleHeight, 12, in: 0...200, .measured, "height of the subtitle, the second line"),
    StyleConstant(.titleGap, 2, in: 0...200, .measured, "distance between the two lines"),
    StyleConstant(.titlePointSize, 15, in: 1...200, .measured, "size of the title"),
    StyleConstant(.subtitlePointSize, 10, in: 1...200, .measured, "size of the subtitle"),
    StyleConstant(
      .titleHiddenAdjustment, 60, in: 0...1000, .project,
      "how far down the title is moved when the banner has reached its smallest height"),
    StyleConstant(
      .titleWindowStart, 20, in: 0...1000, .text,
      "distance from the switch offset to where the title starts to arrive"),
    StyleConstant(
      .titleWindowLength, 40, in: 1...1000, .text, "distance over which the title arrives"),
    StyleConstant(.blurSteps, 10, .count, in: 1...100, .project, "steps of the blur ladder"),
    StyleConstant(
      .blurRadiusPerStep, 3, in: 0...100, .project, "blur radius that each step adds"),
    StyleConstant(
      .sectionHeaderHeight, 44, in: 0...500, .project, "height of the segmented control's bar"),
    StyleConstant(.rowHeight, 44, in: 1...1000, .project, "distance from row to row"),
    StyleConstant(.rowCount, 25, .count, in: 0...10_000, .project, "number of rows"),
  ]
}
