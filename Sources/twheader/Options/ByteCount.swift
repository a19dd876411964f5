import ArgumentParser
import Rendering

extension ByteCount: ExpressibleByArgument {
  /// As typed.
  init?(argument: String) { self.init(argument) }
}
