import Files
package import GIF
import ImageCodecs

extension GIFOptions.Loop {
  /// How often the animation plays; nil: for ever.
  package var plays: Int? {
    switch self {
    case .forever: nil
    case .plays(let count): count
    }
  }
}
