// The interface of the library consists of the public declarations of these modules, so that users
// only import HeaderKit. Other declarations are internal to this package.

@_exported public import Batch
@_exported public import CodecInterface
@_exported public import Comparison
@_exported public import FileAccess
@_exported public import Fit
@_exported public import FrameEncoding
@_exported public import GIF
@_exported public import HeaderModel
@_exported public import HeaderScene
@_exported public import HeaderStills
@_exported public import HeaderTracing
@_exported public import ImageCodecs
@_exported public import MediaInspection
@_exported public import PortableMath
@_exported public import Raster
@_exported public import Rendering
@_exported public import Scrolling
@_exported public import StrictJSON
@_exported public import VisualDiff
