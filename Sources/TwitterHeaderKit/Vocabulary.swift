// One import gives a user of the kit the words its requests and results are made of.
@_exported public import HeaderModel
@_exported public import HeaderScene
@_exported public import ImageCodecs
@_exported public import Numerics
@_exported public import Raster
@_exported public import Scrolling
@_exported public import VisualDiff
