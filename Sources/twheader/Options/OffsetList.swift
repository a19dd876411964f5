import ArgumentParser
import Rendering

/// `0,40,-5` as typed: points from rest.
struct OffsetList {
  let offsets: [Double]

  /// Throws what is wrong with the text.
  init(typed text: String) throws {
    offsets = try TraceOffsets.list(text)
  }
}
