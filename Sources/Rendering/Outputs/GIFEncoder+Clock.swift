import Files
package import ImageCodecs
package import Raster

extension GIFEncoder {
  /// An encoder whose choice of colour tables counts as a stage of its own within the encoding.
  package init(size: PixelSize, options: GIFOptions, clock: StageClock) throws(CodecError) {
    try self.init(size: size, options: options)
    aroundTableChoice = { clock.measure(.quantise, within: .encode, $0) }
  }
}
