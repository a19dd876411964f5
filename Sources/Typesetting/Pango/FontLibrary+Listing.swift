import CFontconfig

extension FontLibrary {
  /// Every font of the folders, in no order.
  func list() -> [InstalledFont] {
    guard let set = FcConfigGetFonts(rules, FcSetSystem), let fonts = set.pointee.fonts else {
      return []
    }
    return (0..<Int(set.pointee.nfont)).compactMap { index in
      guard let pattern = fonts[index], let path = FontLibrary.texts(FC_FILE, pattern).first else {
        return nil
      }
      var version: Int32 = 0
      FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &version)
      return InstalledFont(
        path: path, families: FontLibrary.texts(FC_FAMILY, pattern), version: Int(version))
    }
  }

  private static func texts(_ property: String, _ pattern: OpaquePointer) -> [String] {
    var texts: [String] = []
    var text: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, property, Int32(texts.count), &text) == FcResultMatch,
      let found = text
    {
      texts.append(String(cString: found))
    }
    return texts
  }
}
