public import CodecInterface
public import GIF
public import ImageCodecs
public import MediaInspection
public import PortableMath
public import Raster

// Pictures and animations, as pixels and as files.

/// A picture: RGBA bytes, sRGB-encoded, alpha premultiplied, rows top to bottom without padding.
public typealias Pixmap = Raster.Pixmap

/// An sRGB colour as encoded bytes, alpha not premultiplied.
public typealias Color = Raster.Color

/// A picture's width and height in pixels; both are at least 1.
public typealias PixelSize = PortableMath.PixelSize

/// A rectangle of whole pixels, origin top left, y down; empty when a side is 0.
public typealias PixelRect = PortableMath.PixelRect

/// An exact time, duration or rate: a ratio of integers in lowest terms.
public typealias RationalTime = PortableMath.RationalTime

/// Reads all frames of a GIF or an animated PNG; a still picture is an animation of one frame.
///
/// ```swift
/// let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/red.png"))
/// let animation = try AnimationDecoder.decode(bytes: Array(bytes))
/// print(animation.frames.count, "frames,", animation.duration.value, "s")
/// ```
public typealias AnimationDecoder = ImageCodecs.AnimationDecoder

/// All frames of an animation, in memory at once.
public typealias DecodedAnimation = ImageCodecs.DecodedAnimation

/// One frame of an animation as it is seen, and for how long.
public typealias AnimationFrame = CodecInterface.AnimationFrame

/// How much input is accepted; checked before memory is asked for.
public typealias DecodeLimits = CodecInterface.DecodeLimits

/// What the writer of a GIF may choose.
public typealias GIFOptions = GIF.GIFOptions

/// How an animated PNG plays and how hard it is packed.
public typealias APNGOptions = ImageCodecs.APNGOptions

/// How hard a PNG is packed; the pixels are the same whatever is chosen.
public typealias PNGOptions = ImageCodecs.PNGOptions

/// What is in a picture file, as text and as JSON.
public typealias FileInspection = MediaInspection.FileInspection

/// Why bytes could not be read as a picture, or a picture not written as bytes.
public typealias CodecError = CodecInterface.CodecError

/// A rectangle in points (or, where said so, pixels of a picture), origin top left, y down.
public typealias PointRect = PortableMath.PointRect

/// What a picture file contains besides its pixels.
public typealias ImageDescription = ImageCodecs.ImageDescription

/// The forms that are read, told apart by their first bytes, never by a file's name.
public typealias ImageKind = ImageCodecs.ImageKind
