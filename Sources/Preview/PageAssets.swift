import FileAccess
import HeaderModel
import HeaderScene
import PortableMath
import Raster
import StrictJSON
import Typesetting

/// A picture of an image layer in a page, sharp and blurred.
struct PageImage {
  struct Form {
    let picture: Int
    let level: Double
    /// x, y, width, height of the part of the original that it shows.
    let source: [Double]
  }

  let layer: Int
  let image: String
  let isAveraged: Bool
  /// The sharp one first.
  let forms: [Form]
}

/// A text in a page, in every size that it was seen in.
struct PageText {
  /// A text in one size and width.
  struct Setting {
    let values: LayerValues
    let isFine: Bool
    let width: Double
    let lineHeight: Double
    let firstBaseline: Double
    let lines: [Line]
    private let words: [[String]]
  }

  struct Line {
    /// Device pixels.
    let advance: Double
    let isRightToLeft: Bool
    let pieces: [Piece]
  }

  struct Piece {
    /// nil: no letters but pictures alone, or nothing.
    let mask: Int?
    /// Colour glyphs.
    let picture: Int?
    /// Device pixels from the line's start to the left edge of mask and picture.
    let x: Double
    /// Device pixels from the baseline, up negative.
    let y: Double
    /// The run whose colour it has.
    let run: Int
  }

  let key: String
  let settings: [Setting]
}

extension PageText.Setting {
  init(
    _ text: ExportedText, _ content: TextContent, width: Double, pictures: inout PictureTable
  ) throws(HeaderKitError) {
    values = content.values
    isFine = text.isFine
    self.width = width
    lineHeight = text.lineHeight
    firstBaseline = text.firstBaseline
    words = text.words
    var lines: [PageText.Line] = []
    for (index, line) in text.lines.enumerated() {
      var pieces: [PageText.Piece] = []
      for piece in line {
        let run = content.runs.firstIndex { ($0.color ?? content.color) == piece.color } ?? 0
        var mask: Int?
        var picture: Int?
        if let coverage = piece.text.mask { mask = try pictures.place(of: coverage) }
        if let glyphs = piece.text.picture { picture = try pictures.place(of: glyphs) }
        pieces.append(
          PageText.Piece(
            mask: mask, picture: picture, x: piece.start + Double(piece.text.ink.x),
            y: Double(piece.text.ink.y), run: run))
      }
      lines.append(
        PageText.Line(
          advance: line.map(\.text.advanceWidth).reduce(0, +),
          isRightToLeft: text.isRightToLeft[index], pieces: pieces))
    }
    self.lines = lines
  }

  /// Whether another setting looks the same.
  func isAlike(_ text: ExportedText, _ content: TextContent) -> Bool {
    values.setting == content.values.setting && isFine == text.isFine && words == text.words
      && firstBaseline == text.firstBaseline
  }
}

extension JSONObjectWriter {
  mutating func write(_ image: PageImage) {
    member("layer", image.layer)
    member("image", image.image)
    member("averaged", image.isAveraged)
    array("forms") { array in
      for form in image.forms {
        array.object { object in
          object.member("picture", form.picture)
          object.member("level", form.level)
          object.member("source", form.source)
        }
      }
    }
  }

  mutating func write(_ setting: PageText.Setting) {
    object("values") { setting.values.writeSetting(to: &$0) }
    member("fine", setting.isFine)
    member("width", setting.width)
    member("lineHeight", setting.lineHeight)
    member("firstBaseline", setting.firstBaseline)
    array("lines") { array in
      for line in setting.lines {
        array.object { object in
          object.member("advance", line.advance)
          if line.isRightToLeft { object.member("rightToLeft", true) }
          object.array("pieces") { array in
            for piece in line.pieces {
              array.object { object in
                object.member("mask", piece.mask)
                object.member("picture", piece.picture)
                object.member("x", piece.x)
                object.member("y", piece.y)
                object.member("run", piece.run)
              }
            }
          }
        }
      }
    }
  }
}
