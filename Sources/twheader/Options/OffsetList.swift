import ArgumentParser
import TwitterHeaderKit

/// `0,40,-5` as typed: points from rest.
struct OffsetList: ExpressibleByArgument {
  let offsets: [Double]

  init?(argument: String) {
    guard let offsets = try? TraceOffsets.list(argument) else { return nil }
    self.offsets = offsets
  }
}
