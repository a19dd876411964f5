/// The fontconfig configuration: our own, so that neither the user's rules nor the locale changes
/// a picture.
enum FontRules {
  /// Searched first, in this order, where they exist.
  static let systemFolders = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts",
  ]

  /// Fallback families in order of preference: the default, similar sans-serifs, then fonts of
  /// other scripts as Debian and macOS have them.
  static let fallbackFamilies = [
    "Inter", "Helvetica Neue", "Arimo", "Liberation Sans", "DejaVu Sans", "Noto Sans",
    "Arial Hebrew", "Geeza Pro", "Noto Sans CJK SC", "PingFang SC", "Hiragino Sans",
    "Apple SD Gothic Neo", "WenQuanYi Micro Hei", "Droid Sans Fallback", "Noto Color Emoji",
    "Apple Color Emoji",
  ]

  /// Pango asks for the family "emoji" where a character has emoji presentation.
  static let emojiFamilies = ["Noto Color Emoji", "Apple Color Emoji", "Twemoji", "JoyPixels"]

  /// A fontconfig document: folders, caches, no bitmap-only fonts, fallback families, synthetic bold for
  /// fonts without a bold face, and colour bitmaps scaled to the size asked for.
  static func document(folders: [String], caches: [String]) -> String {
    """
    <?xml version="1.0"?>
    <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
    <fontconfig>
    \(elements("dir", folders))
    \(elements("cachedir", caches))
    <selectfont><rejectfont><pattern>
      <patelt name="scalable"><bool>false</bool></patelt>
    </pattern></rejectfont></selectfont>
    <match target="pattern">
      <test qual="any" name="family" compare="eq"><string>emoji</string></test>
      <edit name="family" mode="prepend" binding="strong">
    \(elements("string", emojiFamilies))
      </edit>
    </match>
    <match target="pattern">
      <edit name="family" mode="append_last" binding="weak">
    \(elements("string", fallbackFamilies))
      </edit>
    </match>
    <match target="font">
      <test name="weight" compare="less_eq"><const>medium</const></test>
      <test target="pattern" name="weight" compare="more_eq"><const>bold</const></test>
      <test name="outline"><bool>true</bool></test>
      <edit name="embolden" mode="assign"><bool>true</bool></edit>
    </match>
    <match target="font">
      <test name="outline"><bool>false</bool></test>
      <edit name="pixelsizefixupfactor" mode="assign">
        <divide>
          <name target="pattern">pixelsize</name>
          <name target="font">pixelsize</name>
        </divide>
      </edit>
      <edit name="matrix" mode="assign">
        <times>
          <name>matrix</name>
          <matrix>
            <name>pixelsizefixupfactor</name><double>0</double>
            <double>0</double><name>pixelsizefixupfactor</name>
          </matrix>
        </times>
      </edit>
      <edit name="size" mode="assign">
        <divide><name>size</name><name>pixelsizefixupfactor</name></divide>
      </edit>
    </match>
    </fontconfig>
    """
  }

  private static func elements(_ name: String, _ values: [String]) -> String {
    values.map { "<\(name)>\(escaped($0))</\(name)>" }.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
