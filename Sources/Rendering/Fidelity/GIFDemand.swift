package import Files
package import GIF
import ImageCodecs

/// What is asked of a GIF besides its frames.
package struct GIFDemand {
  package let options: GIFOptions
  /// The most bytes it may have; its quality is then the most at which it fits, up to that of the
  /// options. Nil: as large as it becomes.
  package let maxBytes: Int?
  /// What may give way beside quality.
  package let yields: Set<GIFYield>
  /// Whether it is compared with its true frames.
  package let measures: Bool
  package let limits: RenderLimits

  package init(
    options: GIFOptions, maxBytes: Int?, yields: Set<GIFYield>, measures: Bool,
    limits: RenderLimits
  ) {
    self.options = options
    self.maxBytes = maxBytes
    self.yields = yields
    self.measures = measures
    self.limits = limits
  }

  /// Whether the frames are needed more than once.
  package var isPlain: Bool { maxBytes == nil && !measures }

  /// Throws `.usage` where a size is asked of no GIF, or of a lossless one.
  package func check(_ targets: [OutputTarget]) throws(HeaderKitError) {
    guard maxBytes != nil else {
      guard yields.isEmpty else {
        throw HeaderKitError(
          .usage, subject: "--yield", reason: "there is no size that the GIF must fit",
          hint: "give --max-bytes too")
      }
      return
    }
    guard targets.contains(where: { $0.form == .gif }) else {
      throw HeaderKitError(
        .usage, subject: "--max-bytes", reason: "only a GIF can be made to fit",
        hint: "name an output that ends in .gif")
    }
    guard !options.lossless else {
      throw HeaderKitError(
        .usage, subject: "--max-bytes", reason: "a lossless GIF has no quality to lower",
        hint: "leave out --lossless or --max-bytes")
    }
  }
}
