import EmbeddedFiles

/// The lines that make an app print its scrolling as `curve import` reads it.
enum ScrollLogger: String, CaseIterable, Hashable, Sendable {
  case ios, swift, swiftui
  case reactNative = "react-native"
  case compose, android, web, flutter

  var text: String {
    switch self {
    case .ios, .swift: EmbeddedFile.starterLogSwift.text
    case .swiftui: EmbeddedFile.starterLogSwiftUI.text
    case .reactNative: EmbeddedFile.starterLogReactNative.text
    case .compose: EmbeddedFile.starterLogCompose.text
    case .android: EmbeddedFile.starterLogAndroid.text
    case .web: EmbeddedFile.starterLogWeb.text
    case .flutter: EmbeddedFile.starterLogFlutter.text
    }
  }
}
