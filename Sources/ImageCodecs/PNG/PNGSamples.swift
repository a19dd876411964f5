import PortableMath
import Raster

/// Choosing the PNG colour type that holds a picture exactly.
enum PNGSamples {
  /// A palette for at most 256 colours, or 16 greys; else grey, RGB or RGBA.
  static func smallest(for pixmap: Pixmap) -> PNGLibrary.Samples {
    var isOpaque = true
    var isGrey = true
    pixmap.bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count, isOpaque {
        isOpaque = bytes[index + 3] == 255
        isGrey = isGrey && bytes[index] == bytes[index + 1] && bytes[index] == bytes[index + 2]
        index += 4
      }
    }
    if let indexed = indexed(pixmap, most: isOpaque && isGrey ? 16 : 256) { return indexed }
    if !isOpaque { return rgba(pixmap) }
    return isGrey ? .grey(channels(1, of: pixmap)) : .rgb(channels(3, of: pixmap))
  }

  /// RGBA, alpha not premultiplied.
  static func rgba(_ pixmap: Pixmap) -> PNGLibrary.Samples { .rgba(pixmap.straight) }

  /// The first `count` channels of every pixel.
  static func channels(_ count: Int, of pixmap: Pixmap) -> [UInt8] {
    let area = pixmap.size.area
    return [UInt8](unsafeUninitializedCapacity: area * count) { target, used in
      pixmap.bytes.withUnsafeBufferPointer { bytes in
        var to = 0
        for pixel in 0..<area {
          for channel in 0..<count {
            target[to] = bytes[pixel * 4 + channel]
            to += 1
          }
        }
      }
      used = area * count
    }
  }

  /// Nil for more than `most` colours. The palette stands in the order of first use, colours that are
  /// not opaque first, so that the list of alphas is short.
  private static func indexed(_ pixmap: Pixmap, most: Int) -> PNGLibrary.Samples? {
    guard let (colors, places) = gather(pixmap.straightBytes ?? pixmap.bytes, most: most) else {
      return nil
    }
    let order = colors.indices.sorted { first, second in
      let (firstOpaque, secondOpaque) = (colors[first] >> 24 == 255, colors[second] >> 24 == 255)
      return firstOpaque == secondOpaque ? first < second : secondOpaque
    }
    var ranks = [UInt8](repeating: 0, count: colors.count)
    var palette: [UInt8] = []
    for (rank, place) in order.enumerated() {
      ranks[place] = UInt8(truncatingIfNeeded: rank)
      palette += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: colors[place] >> $0) }
    }
    if pixmap.straightBytes == nil { StraightAlpha.divide(&palette) }
    let depth = colors.count <= 2 ? 1 : colors.count <= 4 ? 2 : colors.count <= 16 ? 4 : 8
    return .indices(places.map { ranks[Int($0)] }, palette: palette, depth: depth)
  }

  /// The colours in order of first use (red in the lowest byte), and each pixel's place among them.
  private static func gather(_ pixels: [UInt8], most: Int) -> (colors: [UInt32], places: [UInt8])? {
    var colors: [UInt32] = []
    var known: [UInt32: UInt8] = [:]
    var places = [UInt8](repeating: 0, count: pixels.count / 4)
    var last: UInt32?
    var lastPlace: UInt8 = 0
    let fits = pixels.withUnsafeBytes { bytes in
      for pixel in 0..<places.count {
        let color = UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self))
        if color != last {
          if let place = known[color] {
            lastPlace = place
          } else {
            guard colors.count < most else { return false }
            lastPlace = UInt8(truncatingIfNeeded: colors.count)
            known[color] = lastPlace
            colors.append(color)
          }
          last = color
        }
        places[pixel] = lastPlace
      }
      return true
    }
    return fits ? (colors, places) : nil
  }
}
