import EmbeddedFiles

/// The lines that make an app print its scrolling as `curve import` reads it.
enum ScrollLogger: String, CaseIterable, Hashable, Sendable {
  case ios, swift, swiftui
  case reactNative = "react-native"
  case compose, android, web, flutter

  var text: String {
    let name = self == .ios ? ScrollLogger.swift.rawValue : rawValue
    return EmbeddedFile(rawValue: "Starter/log-\(name).txt")?.text ?? ""
  }
}
