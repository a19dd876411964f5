import FileAccess
import FrameEncoding
import GIF
import HeaderModel
import ImageCodecs
import Scrolling

/// The options of a render: their values, help, defaults and role in cache keys.
///
/// To add an option, add a case with its row here, a property of `RenderRequest`, a line in
/// `RenderRequest+JSON.swift` and in `RenderRequest+CacheText.swift` (the compiler asks for both),
/// and a typed property of a group of options in the command line.
package enum RenderOption: String, CaseIterable, Sendable {
  // The header and its screen.
  case style, variant, device, theme, scale, constants, inputs, scene, banner, avatar
  case fontFolder, strictText, strictFonts
  case crop, width, height, cornerRadius, frame, name, handle, title, accent
  // The frames.
  case curve, eventRate, frameTimes, fps, speed, holdFirst, holdLast, boomerang, frames
  // The encoding.
  case quality, maxBytes, reduce, effort, colors, dither, lossless, loop, pngLevel, frameHashes
  case layers, `for`, base, alt, jobs
  // The limits.
  case maxInputBytes, maxPixels, maxFrames, maxCanvasPixels, maxSamples

  /// Creates the table row of this option. `row` returns a cached copy.
  func makeRow() -> OptionRow {
    switch self {
    case .style:
      OptionRow(
        .header, "Built-in header, or path of a header document",
        defaultText: "mimic; preview, sheet: x-profile")
    case .variant:
      OptionRow(
        .text, "Variant of the header", helpSuffix: "; see 'twheader style list'",
        defaultText: "the header's own")
    case .device:
      OptionRow(
        .device, "Device name, or WIDTHxHEIGHT@SCALE",
        helpSuffix: "; see 'twheader devices'", defaultText: "the header's own",
        details: "Known: \(Device.known.map(\.name).joined(separator: ", ")).")
    case .theme:
      OptionRow(
        .theme, "Appearance: light, dark, or black (dark with a black background)",
        defaultText: "the header's own")
    case .scale:
      OptionRow(
        .number(RequestRanges.scale, ending: ", for example 2 or 1.5"),
        "Pixels per point, \(RequestRanges.text(RequestRanges.scale))",
        defaultText: "the device's own")
    case .constants:
      OptionRow(
        .constants, "Constants of the header by name",
        helpSuffix: ", for example headerHeight=120; repeatable")
    case .inputs:
      OptionRow(
        .inputs, "Initial inputs of the header by name",
        helpSuffix: ", for example page=0.5; repeatable")
    case .scene:
      OptionRow(
        .path("file"),
        "Scene document: texts, colors, screen chrome, constants, inputs",
        cache: .none)
    case .banner:
      OptionRow(.path("file"), "Banner image: PNG, JPEG, WebP or GIF", cache: .none)
    case .avatar:
      OptionRow(.path("file"), "Avatar image: PNG, JPEG, WebP or GIF", cache: .none)
    case .fontFolder:
      OptionRow(
        .path("dir"),
        "Use only the fonts in this folder, for equal output on all machines",
        cache: .none, isKey: false)
    case .strictText:
      OptionRow(
        .flag,
        "Fail, instead of warning, if the fonts lack a character", isKey: false)
    case .strictFonts:
      OptionRow(
        .flag,
        "Fail if an installed font is used; other machines may lack it",
        isKey: false)
    case .crop:
      OptionRow(
        .crop,
        "Visible part: header, a layer's name, or x,y,w,h in points")
    case .width:
      OptionRow(
        .integer(RequestRanges.side),
        "Output width in pixels; sets the scale")
    case .height:
      OptionRow(
        .integer(RequestRanges.side),
        "Output height in pixels; with \(option: .width), fits inside both")
    case .cornerRadius:
      OptionRow(
        .number(RequestRanges.cornerRadius, ending: " points"),
        "Corner radius in points; transparent outside in APNG, PNG and WebP")
    case .frame:
      OptionRow(.flag, "Draw a device frame around the screen")
    case .name: OptionRow(.text, "Name below the avatar")
    case .handle: OptionRow(.text, "Handle below the name")
    case .title: OptionRow(.text, "Title in the bar")
    case .accent:
      OptionRow(
        .color, "Accent color",
        helpSuffix: ", for example #1DA1F2")
    case .curve:
      OptionRow(
        .curve,
        "Curve document or built-in swipe",
        helpSuffix: "; '-' is standard input", defaultText: "the demo's swipe",
        details: "Built-in: \(NamedCurve.allCases.map(\.rawValue).joined(separator: ", ")).",
        cache: .none)
    case .eventRate:
      OptionRow(
        .eventRate,
        "Scroll events per second, or 'frame' for one per frame",
        defaultText: "60")
    case .frameTimes:
      OptionRow(
        .path("file"),
        "Use the times in a curve or 'fit --json' output instead of \(option: .fps)", cache: .none,
        isKey: false)
    case .fps:
      OptionRow(
        .fraction(CurveLimits.frameRates),
        "Frames per second",
        defaultText: "the input's own, else 30")
    case .speed:
      OptionRow(
        .fraction(RequestRanges.speed),
        "Playback speed; 2 is twice as fast",
        defaultText: "1")
    case .holdFirst:
      OptionRow(
        .fraction(RequestRanges.hold, ending: " seconds"),
        "Extra seconds for the first frame")
    case .holdLast:
      OptionRow(
        .fraction(RequestRanges.hold, ending: " seconds"),
        "Extra seconds for the last frame")
    case .boomerang:
      OptionRow(.flag, "Play the frames forward, then backward")
    case .frames:
      OptionRow(
        .frames, "First and last frame to write, counted from 0", helpSuffix: ", for example 10-40")
    case .quality:
      OptionRow(
        .integer(RequestRanges.quality),
        "Quality, 1 (smallest) to 100 (best; WebP: lossless)",
        defaultText: "\(GIFOptions.defaultQuality); JPEG: \(PicturePacking.standardQuality)",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif, .jpeg]))
    case .maxBytes:
      OptionRow(
        .byteCount,
        "GIF, WebP, video: size limit, for example 3MB; lowers \(option: .quality)",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .reduce:
      OptionRow(
        .choices(ReductionPolicy.allCases.map(\.rawValue)),
        "Reduce scale or fps before \(option: .maxBytes) lowers the quality below "
          + "\(ReductionPolicy.minQuality)", helpSuffix: "; repeatable",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .effort:
      OptionRow(
        .integer(RequestRanges.effort),
        "GIF, WebP, video: effort, 1 (fastest) to 9 (smallest)",
        defaultText: "\(GIFOptions.defaultEffort)",
        cache: .encoding([.gif, .webp, .mp4, .webm, .avif]))
    case .colors:
      OptionRow(
        .integer(RequestRanges.colors), "GIF: colors per palette, 2 to 256", defaultText: "256",
        cache: .encoding([.gif]))
    case .dither:
      OptionRow(
        .integer(RequestRanges.dither), "GIF: dithering strength in percent",
        defaultText: "from the quality", cache: .encoding([.gif]))
    case .lossless:
      OptionRow(
        .flag,
        "Lossless; fails if over 255 colors change in one GIF frame",
        cache: .encoding([.gif, .webp, .jpeg]))
    case .loop:
      OptionRow(
        .integer(RequestRanges.plays), "Number of plays; 0 is forever", defaultText: "0",
        cache: .encoding([.gif, .webp, .apng, .png]))
    case .pngLevel:
      OptionRow(
        .integer(RequestRanges.pngLevel), "PNG compression, 0 (none) to 9 (smallest)",
        defaultText: "\(PNGOptions.standard.level)",
        cache: .encoding([.apng, .png, .frames]))
    case .frameHashes:
      OptionRow(
        .flag,
        "Store each frame's hash and time in GIF, WebP and APNG, for diff", defaultText: "true",
        negatedHelp: "Omit the frame hashes and times that diff reads",
        cache: .encoding([.gif, .webp, .apng, .png]))
    case .layers:
      OptionRow(
        .flag, "Store the layers' positions in stills and PNG frames, for diff",
        defaultText: "true",
        negatedHelp: "Omit the layers' positions that diff reads",
        cache: .encoding([.frames]))
    case .for:
      OptionRow(
        .choice(PageKind.allCases.map(\.rawValue)),
        "Target site; sets formats, snippet and size limits", cache: .none, isKey: false)
    case .base:
      OptionRow(
        .text, "URL prefix for image links in the snippet",
        defaultText: "none", cache: .none, isKey: false)
    case .alt:
      OptionRow(
        .text, "Alternative text in the snippet",
        defaultText: "header and swipe", cache: .none, isKey: false)
    case .jobs:
      OptionRow(
        .integer(RequestRanges.jobs), "Number of threads",
        defaultText: "number of processors", cache: .none, isKey: false)
    case .maxInputBytes:
      .limit("Bytes per input file", RenderLimits().inputBytes)
    case .maxPixels: .limit("Pixels per input image", RenderLimits().pixels)
    case .maxFrames: .limit("Frames per animation", RenderLimits().frames)
    case .maxCanvasPixels:
      .limit("Device pixels per frame", RenderLimits().canvasPixels)
    case .maxSamples: .limit("Entries per scroll curve", RenderLimits().samples)
    }
  }
}
