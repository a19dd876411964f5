extension StyleConstants {
  static let thinkAndBuild: [StyleConstant] = [
    StyleConstant(.headerHeight, 107, in: 1...2000, .project, "height of the header at rest"),
    StyleConstant(
      .stop, 40, in: 0...2000, .project,
      "offset at which header and avatar stop changing and the header comes to the front"),
    StyleConstant(
      .labelStart, 95, in: 0...5000, .project,
      "offset at which the title reaches the place it was designed at and the blur starts"),
    StyleConstant(
      .labelTravel, 35, in: 0.5...2000, .project,
      "distance from there to the title's final place; the blur grows over it"),
    StyleConstant(.labelTop, 104, in: -2000...2000, .project, "top of the title in the header"),
    StyleConstant(.labelWidth, 148, in: 1...2000, .project, "width of the title, centred"),
    StyleConstant(.labelHeight, 21, in: 1...500, .project, "height of the title"),
    StyleConstant(.titlePointSize, 17, in: 1...500, .project, "size of the title"),
    StyleConstant(.avatarLeft, 8, in: -2000...2000, .project, "left edge of the avatar"),
    StyleConstant(.avatarTop, 79, in: -2000...5000, .project, "top of the avatar in the content"),
    StyleConstant(.avatarSize, 69, in: 1...1000, .project, "side of the avatar at rest"),
    StyleConstant(.avatarCornerRadius, 10, in: 0...500, .project, "corner radius at rest"),
    StyleConstant(.avatarBorderWidth, 3, in: 0...100, .project, "white border at rest"),
    StyleConstant(
      .avatarSlowdown, 1.4, .factor, in: 0.01...100, .text,
      "what the avatar's loss of size is divided by"),
    StyleConstant(.nameLeft, 8, in: -2000...2000, .project, "left edge of the name"),
    StyleConstant(.nameTop, 156, in: -2000...5000, .project, "top of the name in the content"),
    StyleConstant(.nameWidth, 224, in: 1...2000, .project, "width of the name"),
    StyleConstant(.nameHeight, 22, in: 1...500, .project, "height of the name"),
    StyleConstant(.namePointSize, 18, in: 1...500, .project, "size of the name"),
    StyleConstant(.handleLeft, 8, in: -2000...2000, .project, "left edge of the handle"),
    StyleConstant(.handleTop, 177, in: -2000...5000, .project, "top of the handle in the content"),
    StyleConstant(.handleWidth, 128, in: 1...2000, .project, "width of the handle"),
    StyleConstant(.handleHeight, 21, in: 1...500, .project, "height of the handle"),
    StyleConstant(.handlePointSize, 12, in: 1...500, .project, "size of the handle"),
    StyleConstant(.followTop, 118, in: -2000...5000, .project, "top of the button in the content"),
    StyleConstant(
      .followRight, 10, in: -2000...2000, .project, "distance of the button from the right edge"),
    StyleConstant(.followWidth, 112, in: 0...2000, .project, "width of the follow button"),
    StyleConstant(.followHeight, 30, in: 0...500, .project, "height of the follow button"),
    StyleConstant(.heartTop, 404, in: -2000...5000, .project, "top of the heart in the content"),
    StyleConstant(.heartSize, 32, in: 0...1000, .project, "side of the heart"),
    StyleConstant(
      .heartShift, -3, in: -2000...2000, .project, "heart's centre right of the screen's"),
    StyleConstant(.contentHeight, 904, in: 0...100_000, .project, "height of the content"),
    StyleConstant(.blurRadius, 10, in: 0...200, .text, "radius of the blur"),
    StyleConstant(.blurIterations, 20, .count, in: 1...100, .text, "passes of the blur"),
  ]
}
