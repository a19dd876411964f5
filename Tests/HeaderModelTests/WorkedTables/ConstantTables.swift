import HeaderModel
import Testing

/// The values, ranges and sources of the built-in headers' constants.
@Suite struct ConstantTables {
  struct Row: Sendable {
    var name: String
    var value: Double?
    var allowed: ClosedRange<Double>
    var source: String

    init(_ name: String, _ value: Double?, _ allowed: ClosedRange<Double>, _ source: String) {
      self.name = name
      self.value = value
      self.allowed = allowed
      self.source = source
    }
  }

  @Test(arguments: tables)
  func constantsMatchTable(_ name: String, _ variants: [String], _ table: [Row]) throws {
    for variant in variants {
      let constants = try HeaderDocument.builtIn(name, variant: variant).constants
      #expect(constants.map(\.name) == table.map(\.name), "\(name) \(variant)")
      for (constant, row) in zip(constants, table) {
        #expect(constant.value == row.value, "\(name) \(variant): \(row.name)")
        #expect(constant.allowed == row.allowed, "\(name) \(variant): \(row.name)")
        #expect(constant.source == row.source, "\(name) \(variant): \(row.name)")
      }
    }
  }

  static let tables: [(String, [String], [Row])] = [
    ("mimic", ["final", "first", "doc"], mimic), ("thinkandbuild", ["article"], thinkandbuild),
    ("stretch", ["table"], stretch), ("stretch", ["scroll"], stretchScroll),
    ("contacts", ["storyboard", "recording"], contacts),
  ]

  static let mimic: [Row] = [
    Row("headerHeight", nil, 1...2_000, "original project"),
    Row("subheaderHeight", 100, 0...2_000, "original project"),
    Row("statusBarHeight", nil, 0...200, "operating system"),
    Row("navigationBarHeight", 44, 1...200, "operating system"),
    Row("avatarSize", 70, 1...1_000, "original project"),
    Row("avatarMinimumSize", 44, 1...1_000, "original project"),
    Row("avatarInset", 50, -1_000...1_000, "original project"),
    Row("avatarCornerRadius", 8, 0...500, "original project"),
    Row("avatarBorderWidth", 3, 0...100, "original project"),
    Row("margin", 8, 0...500, "original project"),
    Row("nameTop", 60, -1_000...2_000, "measured"),
    Row("nameHeight", 21.5, 1...500, "operating system"),
    Row("namePointSize", 18, 1...500, "measured"),
    Row("followWidth", 63, 0...1_000, "measured"),
    Row("followHeight", 30, 0...1_000, "measured"),
    Row("titleHeight", 18, 1...200, "measured"),
    Row("subtitleHeight", 12, 0...200, "measured"),
    Row("titleGap", 2, 0...200, "measured"),
    Row("titlePointSize", 15, 1...200, "measured"),
    Row("subtitlePointSize", 10, 1...200, "measured"),
    Row("titleHiddenAdjustment", 60, 0...1_000, "original project"),
    Row("titleWindowStart", 20, 0...1_000, "original project’s description"),
    Row("titleWindowLength", 40, 1...1_000, "original project’s description"),
    Row("blurSteps", 10, 1...100, "original project"),
    Row("blurRadiusPerStep", 3, 0...100, "original project"),
    Row("sectionHeaderHeight", 44, 0...500, "original project"),
    Row("rowHeight", 44, 1...1_000, "original project"),
    Row("segmentsCount", 3, 1...5, "original project"),
    Row("rowCount", 25, 0...10_000, "original project"),
  ]

  static let thinkandbuild: [Row] = [
    Row("barsExtra", nil, 0...1_000, "design choice"),
    Row("headerHeight", nil, 1...2_000, "original project"),
    Row("stop", 40, 0...2_000, "original project"),
    Row("labelStart", 95, 0...5_000, "original project"),
    Row("labelTravel", 35, 0.5...2_000, "original project"),
    Row("labelTop", 104, -2_000...2_000, "original project"),
    Row("labelWidth", 148, 1...2_000, "original project"),
    Row("labelHeight", 21, 1...500, "original project"),
    Row("titlePointSize", 17, 1...500, "original project"),
    Row("avatarLeft", 8, -2_000...2_000, "original project"),
    Row("avatarTop", 79, -2_000...5_000, "original project"),
    Row("avatarSize", 69, 1...1_000, "original project"),
    Row("avatarCornerRadius", 10, 0...500, "original project"),
    Row("avatarBorderWidth", 3, 0...100, "original project"),
    Row("avatarSlowdown", 1.4, 0.01...100, "original article"),
    Row("nameLeft", 8, -2_000...2_000, "original project"),
    Row("nameTop", 156, -2_000...5_000, "original project"),
    Row("nameWidth", 224, 1...2_000, "original project"),
    Row("nameHeight", 22, 1...500, "original project"),
    Row("namePointSize", 18, 1...500, "original project"),
    Row("handleLeft", 8, -2_000...2_000, "original project"),
    Row("handleTop", 177, -2_000...5_000, "original project"),
    Row("handleWidth", 128, 1...2_000, "original project"),
    Row("handleHeight", 21, 1...500, "original project"),
    Row("handlePointSize", 12, 1...500, "original project"),
    Row("followTop", 118, -2_000...5_000, "original project"),
    Row("followRight", 10, -2_000...2_000, "original project"),
    Row("followWidth", 112, 0...2_000, "original project"),
    Row("followHeight", 30, 0...500, "original project"),
    Row("heartTop", 404, -2_000...5_000, "original project"),
    Row("heartSize", 32, 0...1_000, "original project"),
    Row("heartShift", -3, -2_000...2_000, "original project"),
    Row("contentHeight", 904, 0...100_000, "original project"),
    Row("blurRadius", 10, 0...200, "original article"),
    Row("blurIterations", 20, 1...100, "original article"),
  ]

  static let stretch: [Row] = [
    Row("headerHeight", nil, 1...2_000, "original project’s description"),
    Row("statusBarHeight", nil, 0...200, "operating system"),
    Row("navigationBarHeight", 44, 0...200, "operating system"),
    Row("stop", nil, 0...2_000, "original project’s description"),
    Row("avatarLeft", 40, -2_000...2_000, "original project’s description"),
    Row("avatarSize", 69, 1...1_000, "original project’s description"),
    Row("avatarCornerRadius", 10, 0...500, "original project"),
    Row("avatarBorderWidth", 3, 0...100, "original project"),
    Row("avatarSlowdown", 1.4, 0.01...100, "original project’s description"),
    Row("avatarTop", -40, -2_000...2_000, "original project’s description"),
    Row("tableHeaderHeight", 44, 0...2_000, "original project"),
    Row("rowHeight", 45, 1...1_000, "measured"),
    Row("rowCount", 30, 0...10_000, "original project"),
  ]

  static let stretchScroll: [Row] = [
    Row("headerHeight", nil, 1...2_000, "original project’s description"),
    Row("statusBarHeight", nil, 0...200, "operating system"),
    Row("navigationBarHeight", 44, 0...200, "operating system"),
    Row("stop", nil, 0...2_000, "original project’s description"),
    Row("avatarLeft", 40, -2_000...2_000, "original project’s description"),
    Row("avatarSize", 69, 1...1_000, "original project’s description"),
    Row("avatarCornerRadius", 10, 0...500, "original project"),
    Row("avatarBorderWidth", 3, 0...100, "original project"),
    Row("avatarSlowdown", 1.4, 0.01...100, "original project’s description"),
    Row("avatarTop", nil, -2_000...5_000, "original project"),
    Row("spacerTop", nil, -2_000...50_000, "original project"),
    Row("spacerHeight", 390, 0...50_000, "original project"),
    Row("contentHeight", 900, 0...100_000, "original project"),
  ]

  static let contacts: [Row] = [
    Row("headerHeight", 200, 1...2_000, "original project"),
    Row("headerMinimumHeight", 150, 0...2_000, "original project"),
    Row("statusBarHeight", nil, 0...200, "operating system"),
    Row("safeAreaBottom", nil, 0...200, "operating system"),
    Row("margin", 10, 0...500, "original project"),
    Row("nameMaximumPointSize", 26, 1...500, "original project"),
    Row("nameMinimumPointSize", 16, 1...500, "original project"),
    Row("rowCount", 100, 0...10_000, "original project"),
    Row("rowPointSize", 17, 1...500, "original project"),
    Row("rowSpacing", 8, 0...500, "original project"),
    Row("fontAscent", 1_950, 0...100_000, "operating system"),
    Row("fontDescent", 494, 0...100_000, "operating system"),
    Row("fontUnitsPerEm", 2_048, 1...100_000, "operating system"),
  ]
}
