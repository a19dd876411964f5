package import CodecInterface
import Files
package import GIF
import ImageCodecs
package import Numerics
import Raster

extension GIFEncoder {
  /// An encoder whose choice of colour tables counts as a stage of its own within the encoding.
  package init(size: PixelSize, options: GIFOptions, clock: StageClock) throws(CodecError) {
    try self.init(size: size, options: options)
    aroundPaletteSelection = { clock.measure(.quantise, within: .encode, $0) }
  }
}
