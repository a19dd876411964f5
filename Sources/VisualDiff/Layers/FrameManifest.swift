package import PortableMath

/// What a renderer records of an animation beside its file: each frame's pixels before
/// quantisation, its duration, its scroll offset and the places of its layers.
package struct FrameManifest: Hashable, Sendable {
  /// One part of a frame.
  package struct Layer: Hashable, Sendable {
    /// Its name in the scene: `avatar`, `title`; unique in its frame.
    package var name: String
    /// Where it is painted, in device pixels.
    package var rect: DeviceRect
    /// Its appearance besides the rectangle (a blur step, an opacity); nil when not recorded.
    package var look: String?

    package init(name: String, rect: DeviceRect, look: String? = nil) {
      self.name = name
      self.rect = rect
      self.look = look
    }
  }

  /// One frame before encoding.
  package struct Frame: Hashable, Sendable {
    /// The hash of its pixels before quantisation.
    package var hash: PixelHash
    package var duration: RationalTime
    /// The scroll offset from rest, in points.
    package var offset: Double
    package var phase: String
    /// Its layers in painting order.
    package var layers: [Layer]

    package init(
      hash: PixelHash, duration: RationalTime, offset: Double, phase: String, layers: [Layer]
    ) {
      self.hash = hash
      self.duration = duration
      self.offset = offset
      self.phase = phase
      self.layers = layers
    }
  }

  package var size: PixelSize
  /// How often it plays; nil for ever.
  package var plays: Int?
  /// In presentation order.
  package var frames: [Frame]

  package init(size: PixelSize, plays: Int?, frames: [Frame]) {
    self.size = size
    self.plays = plays
    self.frames = frames
  }

  package var timeline: Timeline {
    Timeline(frames: frames.map { ($0.hash, $0.duration) }, plays: plays)
  }
}
