/// The name of a constant of some style; not every style has every one.
public enum ConstantKey: String, CaseIterable, Hashable, Sendable {
  case headerHeight, headerMinimumHeight, subheaderHeight, tableHeaderHeight
  case statusBarHeight, navigationBarHeight, safeAreaBottom
  case avatarSize, avatarMinimumSize, avatarLeft, avatarTop, avatarInset
  case avatarCornerRadius, avatarBorderWidth, avatarSlowdown
  case margin, stop
  case nameLeft, nameTop, nameWidth, nameHeight
  case namePointSize, nameMinimumPointSize, nameMaximumPointSize
  case handleLeft, handleTop, handleWidth, handleHeight, handlePointSize
  case followTop, followRight, followWidth, followHeight
  case heartTop, heartSize, heartShift
  case titleHeight, titleGap, titlePointSize, subtitleHeight, subtitlePointSize
  case titleHiddenAdjustment, titleWindowStart, titleWindowLength
  case labelTop, labelWidth, labelHeight, labelStart, labelTravel
  case blurSteps, blurRadiusPerStep, blurRadius, blurIterations
  case sectionHeaderHeight, rowHeight, rowCount, rowSpacing, rowPointSize
  case contentHeight, spacerTop, spacerHeight
  case fontAscent, fontDescent, fontUnitsPerEm
}
