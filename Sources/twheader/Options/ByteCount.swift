public import ArgumentParser
public import Rendering

extension ByteCount: ExpressibleByArgument {
  /// As typed.
  public init?(argument: String) { self.init(argument) }
}
