import FileAccess
import FrameEncoding
import GIF
import HeaderModel
import ImageCodecs
import Scrolling

/// The options of a render, one table for the command line, manifests and cache keys.
///
/// A new option is a case with its row, a property of the request, the line that declares it on the
/// command line (`@Option(.holdLast) var holdLast: String?`), and the code that uses it.
package enum RenderOption: String, CaseIterable, Sendable {
  // The header and its screen.
  case style, variant, device, theme, scale, constants, inputs, scene, banner, avatar
  case fontFolder, strictText, strictFonts
  case crop, width, height, cornerRadius, frame, name, handle, title, accent
  // Its frames.
  case curve, eventRate, frameTimes, fps, speed, holdFirst, holdLast, boomerang, frames
  // Their encoding.
  case quality, maxBytes, reduce, effort, colors, dither, lossless, loop, pngLevel, frameHashes
  case layers, `for`, base, alt, jobs
  // What it may cost.
  case maxInputBytes, maxPixels, maxFrames, maxCanvasPixels, maxSamples

  func makeRow() -> OptionRow {
    switch self {
    case .style:
      row(
        \.header.style, .header, "A built-in header's name, or a header document's path",
        typed: "; see 'twheader style list'", otherwise: "mimic")
    case .variant:
      row(
        \.header.variant, .words, "One of the header's variants, see 'twheader style list'",
        otherwise: "its own")
    case .device:
      row(
        \.header.device, .device, "The screen, or one's own as 390x844@3",
        otherwise: "the style's own",
        details: "Known: \(Device.known.map(\.name).joined(separator: ", ")).")
    case .theme:
      row(
        \.themes, .themes, "The appearance: light, dark, or black (dark on true black)",
        typed: "; two for --pack, as light,dark", otherwise: "the style's own")
    case .scale:
      row(
        \.header.scale,
        .number(RequestRanges.scale, "pixels a point", typed: ", for example 2 or 1.5"),
        "Pixels per point, \(RequestRanges.text(RequestRanges.scale))",
        otherwise: "the device's own")
    case .constants:
      row(
        \.header.constants, .constants, "Constants of the style by name",
        typed: ", for example headerHeight=120; repeatable")
    case .inputs:
      row(
        \.header.inputs, .inputs, "Inputs of the header at the beginning, by name",
        typed: ", as page=0.5 or following=true; repeatable")
    case .scene:
      row(
        \.header.scene, .path("file"),
        "A scene document: texts, colours, screen chrome, constants, inputs",
        cache: .none)
    case .banner:
      row(\.header.banner, .picture, "The banner picture: PNG, JPEG, WebP or GIF", cache: .none)
    case .avatar:
      row(\.header.avatar, .picture, "The avatar picture: PNG, JPEG, WebP or GIF", cache: .none)
    case .fontFolder:
      row(
        \.header.fontFolder, .path("dir"),
        "The folder whose fonts alone are used, so that pictures agree between machines",
        cache: .none, isKey: false)
    case .strictText:
      row(
        \.header.strictText, .flag,
        "Makes a text that the fonts cannot show in full an error, not a warning", isKey: false)
    case .strictFonts:
      row(
        \.header.strictFonts, .flag,
        "Makes a text that an installed font draws an error; other machines may not have that font",
        isKey: false)
    case .crop:
      row(
        \.header.framing.crop, .crop,
        "The part that is shown: header (all above the rows), x,y,w,h in points, or a layer's name",
        at: "framing.crop")
    case .width:
      row(
        \.header.framing.width, .integer(RequestRanges.side), "Pixels across; the scale follows",
        at: "framing.width")
    case .height:
      row(
        \.header.framing.height, .integer(RequestRanges.side),
        "Pixels down; with \(option: .width): fits into both", at: "framing.height")
    case .cornerRadius:
      row(
        \.header.framing.cornerRadius, .number(0...1000, "points"),
        "Rounds the corners by so many points; transparent outside in APNG, PNG and WebP",
        at: "framing.cornerRadius")
    case .frame:
      row(
        \.header.framing.hasDevice, .flag, "Draws a device around the screen",
        at: "framing.hasDevice")
    case .name: row(\.header[text: "name"], .words, "The name under the avatar", at: .texts)
    case .handle: row(\.header[text: "handle"], .words, "The handle under the name", at: .texts)
    case .title: row(\.header[text: "title"], .words, "The title in the bar", at: .texts)
    case .accent:
      row(
        \.header[color: "accent"], .color, "The accent colour", at: .colors,
        typed: ", for example #1DA1F2")
    case .curve:
      row(
        \.curve, .curve,
        "A scroll curve's file, or a swipe by its name: \(NamedCurve.names.joined(separator: ", "))",
        typed: "; '-' is standard input", otherwise: "the demo's swipe", cache: .none)
    case .eventRate:
      row(
        \.eventRate, .eventRate,
        "Scroll events per second of the curve, or 'frame' for one per frame",
        otherwise: "60")
    case .frameTimes:
      row(
        \.frameTimes, .times,
        "Frames at the times of a curve's samples or keyframes, or of a recording that 'fit --json' "
          + "printed, in place of a rate", cache: .none, isKey: false)
    case .fps:
      row(
        \.playback.framesPerSecond, .fraction(CurveLimits.frameRates, "frames a second"),
        "Frames per second", at: .framesPerSecond,
        otherwise: "the curve's or the animation's own, else 30")
    case .speed:
      row(
        \.playback.speed, .fraction(0.01...100, "seconds of the curve a second"),
        "Playback speed, as seconds of the curve or the animation per second", at: .speed,
        otherwise: "1")
    case .holdFirst:
      row(
        \.playback.holdFirst, .fraction(RequestRanges.hold, "seconds", typed: " seconds"),
        "Extra seconds for the first frame; repeats it where frames have one rate",
        at: "playback.holdFirst")
    case .holdLast:
      row(
        \.playback.holdLast, .fraction(RequestRanges.hold, "seconds", typed: " seconds"),
        "Extra seconds for the last frame", at: "playback.holdLast")
    case .boomerang:
      row(
        \.playback.boomerang, .flag, "Plays the frames forwards, then backwards",
        at: "playback.boomerang")
    case .frames:
      row(
        \.playback.frames, .frames, "The first and the last frame to write, counted from 0",
        at: .frames, typed: ", for example 10-40")
    case .quality:
      row(
        \.encoding.gif.quality, .integer(1...100),
        "Quality of a GIF, WebP, JPEG or video: 1 (smallest) to 100 (best; WebP: lossless)",
        at: "encoding.gif.quality",
        otherwise: "\(GIFOptions.defaultQuality), of a JPEG \(PicturePacking.standardQuality)",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif, .jpeg]))
    case .maxBytes:
      row(
        \.encoding.maxBytes, .byteCount,
        """
        GIF, WebP, video: the size limit, for example 3MB, 800K or 4096 (MB is 10^6 bytes, M 2^20); lowers the \
        quality from \(option: .quality) until the file fits
        """, at: .maxBytes, cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .reduce:
      row(
        \.encoding.reductions, .choices(placeholder: "what"),
        """
        What \(option: .maxBytes) reduces before it lowers the quality below \
        \(ReductionPolicy.leastQuality): scale (3/4, 1/2, 1/4) or fps (1/2, 1/3, 1/4)
        """, at: .reductions, typed: "; repeatable",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .effort:
      row(
        \.encoding.gif.effort, .integer(1...9),
        "GIF, WebP and video effort: 1 (fastest) to 9 (smallest)", at: .effort,
        otherwise: "\(GIFOptions.defaultEffort)",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .colors:
      row(
        \.encoding.gif.colors, .integer(2...256), "GIF: colours per palette, 2 to 256",
        at: "encoding.gif.colors", otherwise: "256", cache: .encoding([.gif]))
    case .dither:
      row(
        \.encoding.gif.dither, .integer(0...100), "GIF: dithering strength in per cent",
        at: "encoding.gif.dither", otherwise: "from the quality", cache: .encoding([.gif]))
    case .lossless:
      row(
        \.encoding.gif.lossless, .flag,
        "GIF, WebP: every pixel stays exact; fails where a GIF cannot say so",
        at: .lossless, cache: .encoding([.gif, .webp, .jpeg]))
    case .loop:
      row(
        \.encoding.gif.loop, .loop, "How often the animation plays; 0 is forever",
        at: "encoding.gif.loop", otherwise: "0", cache: .encoding([.gif, .webp, .apng, .png]))
    case .pngLevel:
      row(
        \.encoding.pngLevel, .integer(0...9), "PNG compression: 0 (none) to 9 (smallest)",
        at: "encoding.pngLevel", otherwise: "\(PNGOptions.standard.level)",
        cache: .encoding([.apng, .png, .frames]))
    case .frameHashes:
      row(
        \.encoding.frameHashes, .flag,
        "Records each frame's hash and time in a GIF, WebP or APNG, which diff reads",
        at: "encoding.frameHashes", otherwise: "true",
        off:
          "Leaves out the record of each frame's hash and time in a GIF, WebP or APNG, which diff "
          + "reads", cache: .encoding([.gif, .webp, .apng, .png]))
    case .layers:
      row(
        \.layers, .flag, "Records the places of layers in stills and PNG frames, which diff reads",
        otherwise: "true",
        off: "Leaves out the places of layers in stills and PNG frames, which diff reads",
        cache: .encoding([.frames]))
    case .for:
      row(
        \.place, .choice,
        "Where the page is pasted: its formats, its snippet, what its pictures may weigh",
        at: "place", cache: .none, isKey: false)
    case .base:
      row(
        \.base, .words, "What the page's addresses begin with: a folder's address or path",
        otherwise: "the files lie beside the page", cache: .none, isKey: false)
    case .alt:
      row(
        \.alternative, .words, "What a page says where the animation is not seen",
        at: "alternative",
        otherwise: "whose header it is and how it is scrolled", cache: .none, isKey: false)
    case .jobs:
      row(
        \.jobs, .integer(RequestRanges.jobs), "Threads that paint and encode",
        otherwise: "the number of processors", cache: .none, isKey: false)
    case .maxInputBytes:
      limit(\.header.limits.inputBytes, "Bytes of an input file", at: .inputByteLimit)
    case .maxPixels: limit(\.header.limits.pixels, "Pixels of a decoded picture", at: .pixelLimit)
    case .maxFrames: limit(\.header.limits.frames, "Frames of an animation", at: .frameLimit)
    case .maxCanvasPixels:
      limit(\.header.limits.canvasPixels, "Device pixels of a frame", at: .canvasPixelLimit)
    case .maxSamples: limit(\.header.limits.samples, "Entries of a scroll curve", at: .sampleLimit)
    }
  }
}
