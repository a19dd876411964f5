public import Numerics

/// What a renderer records of an animation beside its file: each frame's pixels before
/// quantisation, its duration, its scroll offset and the places of its layers.
public struct FrameManifest: Hashable, Sendable {
  /// One part of a frame.
  public struct Layer: Hashable, Sendable {
    /// Its name in the scene: `avatar`, `title`; unique in its frame.
    public var name: String
    /// Where it is painted, in device pixels.
    public var rect: DeviceRect
    /// Its appearance besides the rectangle (a blur step, an opacity); nil when not recorded.
    public var look: String?

    /// A layer of a frame.
    public init(name: String, rect: DeviceRect, look: String? = nil) {
      self.name = name
      self.rect = rect
      self.look = look
    }
  }

  /// One frame before encoding.
  public struct Frame: Hashable, Sendable {
    /// The hash of its pixels before quantisation.
    public var hash: PixelHash
    /// How long it is shown.
    public var duration: RationalTime
    /// The scroll offset from rest, in points.
    public var offset: Double
    /// The header's phase.
    public var phase: String
    /// Its layers in painting order.
    public var layers: [Layer]

    /// A frame of an animation.
    public init(
      hash: PixelHash, duration: RationalTime, offset: Double, phase: String, layers: [Layer]
    ) {
      self.hash = hash
      self.duration = duration
      self.offset = offset
      self.phase = phase
      self.layers = layers
    }
  }

  /// The animation's canvas.
  public var size: PixelSize
  /// How often it plays; nil for ever.
  public var plays: Int?
  /// In presentation order.
  public var frames: [Frame]

  /// The record of an animation.
  public init(size: PixelSize, plays: Int?, frames: [Frame]) {
    self.size = size
    self.plays = plays
    self.frames = frames
  }

  /// The frames' hashes and times.
  public var timeline: Timeline {
    Timeline(frames: frames.map { ($0.hash, $0.duration) }, plays: plays)
  }
}
