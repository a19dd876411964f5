extension Typesetter {
  /// The families that stand in for a missing family or character, best first.
  public static var standInFamilies: [String] { FontRules.standIns + FontRules.emojiFamilies }

  /// Every font that texts may be set in, in no order.
  public var installedFonts: [InstalledFont] { fonts.list() }
}
