import ArgumentParser
import HeaderModel
import PortableMath
import Raster
import Rendering

/// The words and the colour that are changed most often, without a scene document.
struct WordOptions: ParsableArguments {
  @Option(help: "The name under the avatar.")
  var name: String?

  @Option(help: "The handle under the name.")
  var handle: String?

  @Option(help: "The title in the bar.")
  var title: String?

  @Option(help: ArgumentHelp("The accent colour, for example #1DA1F2.", valueName: "colour"))
  var accent: BackgroundColor?

  func apply(to request: inout SceneRequest) {
    request.texts = [("name", name), ("handle", handle), ("title", title)].compactMap { key, text in
      text.map { (key, $0) }
    }
    request.colors =
      accent.map { accent in
        let color = accent.color
        return [
          ("accent", DocumentColor(red: color.red, green: color.green, blue: color.blue))
        ]
      } ?? []
  }
}

/// Which part of the screen is shown, how large, and what surrounds it.
struct FramingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The part that is shown: header (all above the rows), x,y,w,h in points, or a layer's name.",
      valueName: "part"))
  var crop: CropArgument?

  @Option(help: "Pixels across; the scale follows.")
  var width: Int?

  @Option(help: "Pixels down; with --width: fits into both.")
  var height: Int?

  @Option(
    help: "Rounds the corners by so many points; transparent outside in APNG, PNG and WebP.")
  var cornerRadius: Double?

  @Flag(help: "Draws a device around the screen.")
  var frame = false

  func validate() throws {
    try UsageError.check("--width", width, in: RequestRanges.side)
    try UsageError.check("--height", height, in: RequestRanges.side)
    try UsageError.check(
      "--corner-radius", cornerRadius, in: RequestRanges.cornerRadius, unit: " points")
  }

  /// - Throws: where a scale was given as well as pixels.
  func apply(to request: inout SceneRequest) throws(UsageError) {
    guard request.scale == nil || (width == nil && height == nil) else {
      throw UsageError("--scale: follows from --width and --height; give one or the other")
    }
    request.framing.crop = crop?.crop
    request.framing.width = width
    request.framing.height = height
    request.framing.cornerRadius = cornerRadius
    request.framing.hasDevice = frame
  }
}

/// `header`, `0,0,320,200` or a layer's name as typed.
struct CropArgument: ExpressibleByArgument {
  let crop: SceneFraming.Crop

  init?(argument: String) {
    guard let crop = SceneFraming.Crop(argument) else { return nil }
    self.crop = crop
  }
}
