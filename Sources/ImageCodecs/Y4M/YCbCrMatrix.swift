/// How red, green and blue are weighed into luma.
public enum YCbCrMatrix: String, Hashable, Sendable, CaseIterable {
  /// ITU-R BT.601: red 0.299, blue 0.114.
  case bt601 = "BT601"
  /// ITU-R BT.709: red 0.2126, blue 0.0722.
  case bt709 = "BT709"

  var red: Double { self == .bt601 ? 0.299 : 0.2126 }
  var blue: Double { self == .bt601 ? 0.114 : 0.0722 }
}

/// Which part of a byte's range the samples take.
public enum YCbCrRange: String, Hashable, Sendable, CaseIterable {
  /// Luma 16 ... 235, chroma 16 ... 240 around 128.
  case limited = "LIMITED"
  /// 0 ... 255, chroma around 128.
  case full = "FULL"

  var lumaFloor: Int { self == .limited ? 16 : 0 }
  var lumaSpan: Int { self == .limited ? 219 : 255 }
  var chromaSpan: Int { self == .limited ? 224 : 255 }
}
