public import ArgumentParser
import HeaderModel
import HeaderScene
import Rendering

/// Which header on which screen: shared by all commands that draw.
struct HeaderOptions: ParsableArguments {
  @Option(help: "The scroll system: mimic, thinkandbuild, stretch or contacts.")
  var style: HeaderStyle?

  @Option(help: "A revision or arrangement of the style: final, first, doc; table, scroll; ...")
  var variant: HeaderVariant?

  @Option(help: "The screen, for example iphone-8 or iphone-x; default: the style's own.")
  var device: String?

  @Option(help: "light or dark; default: the style's own.")
  var theme: SceneTheme?

  @Option(help: "Device pixels per point: 1, 2 or 3; default: the device's own.")
  var scale: Int?

  @Option(
    name: .customLong("set"), help: "A style constant, for example headerHeight=120; repeatable.")
  var constants: [ConstantArgument] = []

  @Option(help: "A scene document: words, colours, furniture, constants.")
  var scene: String?

  @Option(help: "The banner picture: PNG, JPEG or GIF.")
  var banner: String?

  @Option(help: "The avatar picture: PNG, JPEG or GIF.")
  var avatar: String?

  @OptionGroup var limits: LimitOptions

  var request: SceneRequest {
    var request = SceneRequest()
    request.style = style.map(HeaderSource.builtIn)
    request.variant = variant
    request.device = device
    request.theme = theme
    request.scale = scale
    request.constants = constants.map { ($0.key, $0.value) }
    request.scene = scene
    request.banner = banner.map(PictureSource.file)
    request.avatar = avatar.map(PictureSource.file)
    request.limits = limits.limits
    return request
  }
}

extension HeaderStyle: ExpressibleByArgument {}
extension HeaderVariant: ExpressibleByArgument {}
extension SceneTheme: ExpressibleByArgument {}
