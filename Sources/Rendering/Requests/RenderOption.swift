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
        \.header.style, .header, "Built-in header, or path of a header document",
        otherwise: "mimic; preview, sheet: x-profile")
    case .variant:
      row(
        \.header.variant, .words, "Variant of the header", typed: "; see 'twheader style list'",
        otherwise: "the header's own")
    case .device:
      row(
        \.header.device, .device, "Device name, or WIDTHxHEIGHT@SCALE",
        typed: "; see 'twheader devices'", otherwise: "the header's own",
        details: "Known: \(Device.known.map(\.name).joined(separator: ", ")).")
    case .theme:
      row(
        \.themes, .themes, "Appearance: light, dark, or black (dark with a black background)",
        otherwise: "the header's own")
    case .scale:
      row(
        \.header.scale,
        .number(RequestRanges.scale, "pixels per point", typed: ", for example 2 or 1.5"),
        "Pixels per point, \(RequestRanges.text(RequestRanges.scale))",
        otherwise: "the device's own")
    case .constants:
      row(
        \.header.constants, .constants, "Constants of the header by name",
        typed: ", for example headerHeight=120; repeatable")
    case .inputs:
      row(
        \.header.inputs, .inputs, "Initial inputs of the header by name",
        typed: ", for example page=0.5; repeatable")
    case .scene:
      row(
        \.header.scene, .path("file"),
        "Scene document: texts, colors, screen chrome, constants, inputs",
        cache: .none)
    case .banner:
      row(\.header.banner, .picture, "Banner image: PNG, JPEG, WebP or GIF", cache: .none)
    case .avatar:
      row(\.header.avatar, .picture, "Avatar image: PNG, JPEG, WebP or GIF", cache: .none)
    case .fontFolder:
      row(
        \.header.fontFolder, .path("dir"),
        "Use only the fonts in this folder, for equal output on all machines",
        cache: .none, isKey: false)
    case .strictText:
      row(
        \.header.strictText, .flag,
        "Fail, instead of warning, if the fonts lack a character", isKey: false)
    case .strictFonts:
      row(
        \.header.strictFonts, .flag,
        "Fail if an installed font is used; other machines may lack it",
        isKey: false)
    case .crop:
      row(
        \.header.framing.crop, .crop,
        "Visible part: header, a layer's name, or x,y,w,h in points",
        at: "framing.crop")
    case .width:
      row(
        \.header.framing.width, .integer(RequestRanges.side),
        "Output width in pixels; sets the scale",
        at: "framing.width")
    case .height:
      row(
        \.header.framing.height, .integer(RequestRanges.side),
        "Output height in pixels; with \(option: .width), fits inside both", at: "framing.height")
    case .cornerRadius:
      row(
        \.header.framing.cornerRadius, .number(0...1000, "points"),
        "Corner radius in points; transparent outside in APNG, PNG and WebP",
        at: "framing.cornerRadius")
    case .frame:
      row(
        \.header.framing.hasDevice, .flag, "Draw a device frame around the screen",
        at: "framing.hasDevice")
    case .name: row(\.header[text: "name"], .words, "Name below the avatar", at: .texts)
    case .handle: row(\.header[text: "handle"], .words, "Handle below the name", at: .texts)
    case .title: row(\.header[text: "title"], .words, "Title in the bar", at: .texts)
    case .accent:
      row(
        \.header[color: "accent"], .color, "Accent color", at: .colors,
        typed: ", for example #1DA1F2")
    case .curve:
      row(
        \.curve, .curve,
        "Curve document or built-in swipe",
        typed: "; '-' is standard input", otherwise: "the demo's swipe",
        details: "Built-in: \(NamedCurve.names.joined(separator: ", ")).", cache: .none)
    case .eventRate:
      row(
        \.eventRate, .eventRate,
        "Scroll events per second, or 'frame' for one per frame",
        otherwise: "60")
    case .frameTimes:
      row(
        \.frameTimes, .times,
        "Use the times in a curve or 'fit --json' output instead of \(option: .fps)", cache: .none,
        isKey: false)
    case .fps:
      row(
        \.playback.framesPerSecond, .fraction(CurveLimits.frameRates, "frames per second"),
        "Frames per second", at: .framesPerSecond,
        otherwise: "the input's own, else 30")
    case .speed:
      row(
        \.playback.speed, .fraction(0.01...100, "seconds of the curve per second"),
        "Playback speed; 2 is twice as fast", at: .speed,
        otherwise: "1")
    case .holdFirst:
      row(
        \.playback.holdFirst, .fraction(RequestRanges.hold, "seconds", typed: " seconds"),
        "Extra seconds for the first frame",
        at: "playback.holdFirst")
    case .holdLast:
      row(
        \.playback.holdLast, .fraction(RequestRanges.hold, "seconds", typed: " seconds"),
        "Extra seconds for the last frame", at: "playback.holdLast")
    case .boomerang:
      row(
        \.playback.boomerang, .flag, "Play the frames forward, then backward",
        at: "playback.boomerang")
    case .frames:
      row(
        \.playback.frames, .frames, "First and last frame to write, counted from 0",
        at: .frames, typed: ", for example 10-40")
    case .quality:
      row(
        \.encoding.gif.quality, .integer(1...100),
        "Quality, 1 (smallest) to 100 (best; WebP: lossless)",
        at: "encoding.gif.quality",
        otherwise: "\(GIFOptions.defaultQuality); JPEG: \(PicturePacking.standardQuality)",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif, .jpeg]))
    case .maxBytes:
      row(
        \.encoding.maxBytes, .byteCount,
        "GIF, WebP, video: size limit, for example 3MB; lowers \(option: .quality)", at: .maxBytes,
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .reduce:
      row(
        \.encoding.reductions, .choices(placeholder: "what"),
        "Reduce scale or fps before \(option: .maxBytes) lowers the quality below "
          + "\(ReductionPolicy.leastQuality)", at: .reductions, typed: "; repeatable",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .effort:
      row(
        \.encoding.gif.effort, .integer(1...9),
        "GIF, WebP, video: effort, 1 (fastest) to 9 (smallest)", at: .effort,
        otherwise: "\(GIFOptions.defaultEffort)",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .colors:
      row(
        \.encoding.gif.colors, .integer(2...256), "GIF: colors per palette, 2 to 256",
        at: "encoding.gif.colors", otherwise: "256", cache: .encoding([.gif]))
    case .dither:
      row(
        \.encoding.gif.dither, .integer(0...100), "GIF: dithering strength in percent",
        at: "encoding.gif.dither", otherwise: "from the quality", cache: .encoding([.gif]))
    case .lossless:
      row(
        \.encoding.gif.lossless, .flag,
        "Lossless; fails if over 255 colors change in one GIF frame",
        at: .lossless, cache: .encoding([.gif, .webp, .jpeg]))
    case .loop:
      row(
        \.encoding.gif.loop, .loop, "Number of plays; 0 is forever",
        at: "encoding.gif.loop", otherwise: "0", cache: .encoding([.gif, .webp, .apng, .png]))
    case .pngLevel:
      row(
        \.encoding.pngLevel, .integer(0...9), "PNG compression, 0 (none) to 9 (smallest)",
        at: "encoding.pngLevel", otherwise: "\(PNGOptions.standard.level)",
        cache: .encoding([.apng, .png, .frames]))
    case .frameHashes:
      row(
        \.encoding.frameHashes, .flag,
        "Store each frame's hash and time in GIF, WebP and APNG, for diff",
        at: "encoding.frameHashes", otherwise: "true",
        off: "Omit the frame hashes and times that diff reads",
        cache: .encoding([.gif, .webp, .apng, .png]))
    case .layers:
      row(
        \.layers, .flag, "Store the layers' positions in stills and PNG frames, for diff",
        otherwise: "true",
        off: "Omit the layers' positions that diff reads",
        cache: .encoding([.frames]))
    case .for:
      row(
        \.place, .choice,
        "Target site; sets formats, snippet and size limits",
        at: "place", cache: .none, isKey: false)
    case .base:
      row(
        \.base, .words, "URL prefix for image links in the snippet",
        otherwise: "none", cache: .none, isKey: false)
    case .alt:
      row(
        \.alternative, .words, "Alternative text in the snippet",
        at: "alternative",
        otherwise: "header and swipe", cache: .none, isKey: false)
    case .jobs:
      row(
        \.jobs, .integer(RequestRanges.jobs), "Number of threads",
        otherwise: "number of processors", cache: .none, isKey: false)
    case .maxInputBytes:
      limit(\.header.limits.inputBytes, "Bytes per input file", at: .inputByteLimit)
    case .maxPixels: limit(\.header.limits.pixels, "Pixels per input image", at: .pixelLimit)
    case .maxFrames: limit(\.header.limits.frames, "Frames per animation", at: .frameLimit)
    case .maxCanvasPixels:
      limit(\.header.limits.canvasPixels, "Device pixels per frame", at: .canvasPixelLimit)
    case .maxSamples: limit(\.header.limits.samples, "Entries per scroll curve", at: .sampleLimit)
    }
  }
}
