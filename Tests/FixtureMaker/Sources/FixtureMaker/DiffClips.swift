import Foundation

/// An animation of eight frames, and copies with one change each.
///
/// Each frame shows a banner of four rows and, below, an avatar of 3 x 3 pixels that moves right by
/// one pixel per frame.
struct DiffClips {
  private static let width = 16
  private static let height = 12
  /// The colors of the page, the banner and the avatar, and a color used only by changes.
  private static let palette: [UInt32] = [0xFFFFFF, 0x1DA1F2, 0x14171A, 0xE0245E]

  private static func frame(_ index: Int, avatarDown: Int = 0, width: Int = width) -> PlainGIF.Frame
  {
    var pixels = [UInt8](repeating: 0, count: width * height)
    for place in 0..<width * 4 { pixels[place] = 1 }
    for y in 5 + avatarDown..<8 + avatarDown {
      for x in 1 + index..<4 + index { pixels[y * width + x] = 2 }
    }
    return PlainGIF.Frame(pixels: pixels)
  }

  private static var clip: PlainGIF {
    PlainGIF(
      width: width, height: height, palette: palette, frames: (0..<8).map { frame($0) })
  }

  /// The file names and contents.
  private static var animations: [(name: String, clip: PlainGIF)] {
    var all = [(name: "base", clip: clip)]
    func add(_ name: String, _ change: (inout PlainGIF) -> Void) {
      var changed = clip
      change(&changed)
      all.append((name, changed))
    }
    add("delay-split") { clip in
      clip.frames.insert(clip.frames[3], at: 4)
      clip.frames[3].delay = 1
      clip.frames[4].delay = 3
    }
    add("layer-moved") { clip in
      for index in 3...5 { clip.frames[index] = frame(index, avatarDown: 2) }
    }
    add("color-by-1") { clip in
      clip.frames[5].palette = palette
      clip.frames[5].palette?[2] += 1
    }
    add("frame-dropped") { clip in
      clip.frames.remove(at: 2)
      clip.frames[1].delay = 8
    }
    add("frame-inserted") { clip in
      var other = clip.frames[4]
      for place in 0..<width { other.pixels[place] = 3 }
      other.delay = 2
      clip.frames[4].delay = 2
      clip.frames.insert(other, at: 5)
    }
    add("frame-repeated") { clip in clip.frames.insert(clip.frames[4], at: 4) }
    add("frame-re-timed") { clip in clip.frames[7].delay = 9 }
    add("frame-shifted") { clip in
      clip.frames[2].delay = 6
      clip.frames[7].delay = 2
    }
    add("loops-3-times") { clip in clip.repeats = 2 }
    add("larger-canvas") { clip in
      clip.width = width + 2
      clip.frames = (0..<8).map { frame($0, width: width + 2) }
    }
    return all
  }

  /// Writes the animations, a picture and its changes, and frame manifests of the base and of
  /// `layer-moved`.
  static func write(to folder: String) throws {
    for (name, clip) in animations { try clip.write(folder + name + ".gif") }
    let pictures = [
      ("picture", width, 0, UInt32(0)), ("picture-larger", width + 2, 0, 0),
      ("picture-layer-moved", width, 2, 0), ("picture-color-by-1", width, 0, 1),
    ]
    for (name, width, down, step) in pictures {
      let pixels = frame(0, avatarDown: down, width: width).pixels
      try Picture(width: width, height: height) { x, y in
        let index = Int(pixels[y * width + x])
        let color = palette[index] + (index == 2 ? step : 0)
        return [UInt8(color >> 16 & 255), UInt8(color >> 8 & 255), UInt8(color & 255), 255]
      }.writePNG(folder + name + ".png")
    }
    try manifest { _ in 0 }.write(toFile: folder + "base.json", atomically: true, encoding: .utf8)
    try manifest { (3...5).contains($0) ? 2 : 0 }
      .write(toFile: folder + "layer-moved.json", atomically: true, encoding: .utf8)
  }

  /// Returns a manifest like that of `render --frame-manifest`. Only the equality of the hashes
  /// matters.
  private static func manifest(avatarDown: (Int) -> Int) -> String {
    let frames = (0..<8).map { index in
      let down = avatarDown(index)
      let digits = String(index + 16 * (1 + down), radix: 16)
      let hash = String(repeating: "0", count: 16 - digits.count) + digits
      return #"{"index":\#(index), "hash":"\#(hash)", "flicks":28224000, "offset":\#(index * 10), "#
        + #""phase":"collapsing", "layers":[{"name":"banner", "rect":[0, 0, 16, 4], "look":null}, "#
        + #"{"name":"avatar", "rect":[\#(1 + index), \#(5 + down), 3, 3], "look":null}]}"#
    }
    return
      #"{"format":"twheader-frame-manifest", "version":1, "size":[16, 12], "plays":0, "frames":["#
      + "\n" + frames.joined(separator: ",\n") + "\n]}\n"
  }
}
