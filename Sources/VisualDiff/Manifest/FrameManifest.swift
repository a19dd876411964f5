public import Numerics

/// What a renderer knows of an animation that its file does not say: each frame's pixels before
/// the palette, its moment, its scroll offset and where its layers lay.
public struct FrameManifest: Hashable, Sendable {
  /// One part of a frame.
  public struct Layer: Hashable, Sendable {
    /// The scene's word for it: `avatar`, `title`; unique in its frame.
    public var name: String
    /// Where it is painted, device pixels.
    public var rect: DeviceRect
    /// What distinguishes its look apart from the rectangle (a blur step, an opacity); nil when
    /// nothing is known.
    public var look: String?

    /// A layer of a frame.
    public init(name: String, rect: DeviceRect, look: String? = nil) {
      self.name = name
      self.rect = rect
      self.look = look
    }
  }

  /// One frame as it went to the encoder.
  public struct Frame: Hashable, Sendable {
    /// Its pixels before quantisation.
    public var hash: PixelHash
    /// How long it is shown.
    public var duration: Flicks
    /// The scroll offset from rest, points.
    public var offset: Double
    /// The header's phase.
    public var phase: String
    /// Its parts in the order they are painted.
    public var layers: [Layer]

    /// A frame of an animation.
    public init(
      hash: PixelHash, duration: Flicks, offset: Double, phase: String, layers: [Layer]
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
  /// In order of presentation.
  public var frames: [Frame]

  /// The record of an animation.
  public init(size: PixelSize, plays: Int?, frames: [Frame]) {
    self.size = size
    self.plays = plays
    self.frames = frames
  }

  /// The frames' fingerprints and times.
  public var timeline: Timeline {
    Timeline(frames: frames.map { ($0.hash, $0.duration) }, plays: plays)
  }
}
