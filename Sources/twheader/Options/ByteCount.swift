public import ArgumentParser
public import TwitterHeaderKit

extension ByteCount: ExpressibleByArgument {
  /// As typed.
  public init?(argument: String) { self.init(argument) }
}
