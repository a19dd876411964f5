import EmbeddedFiles

/// The lines that make an app print its scrolling as `curve import` reads it.
enum ScrollLogger: String, CaseIterable, Hashable, Sendable {
  case swift, swiftui
  case reactNative = "react-native"
  case compose

  /// The lines, with how to use them.
  var text: String {
    switch self {
    case .swift: EmbeddedFile.starterLogSwift.text
    case .swiftui: EmbeddedFile.starterLogSwiftUI.text
    case .reactNative: EmbeddedFile.starterLogReactNative.text
    case .compose: EmbeddedFile.starterLogCompose.text
    }
  }
}
