import PortableMath
import Raster
import Testing

/// Opaque rectangles that touch within a pixel let nothing of the ground through.
@Suite struct SeamTests {
  private static let ground = ##"{ "type": "rectangle", "fill": "#FF0000" }"##

  private func color(_ layers: String, x: Int, y: Int) throws -> [UInt8] {
    let picture = try WrittenDocument(layers: "[\(Self.ground), \(layers)]").paint()
    let at = (y * picture.width + x) * 4
    return Array(picture.bytes[at..<at + 3])
  }

  private static let upper =
    ##"{ "type": "rectangle", "x": 4, "y": 2, "width": 20, "height": 8.5, "fill": "#000000" }"##
  private static let lower =
    ##"{ "type": "rectangle", "x": 4, "y": 10.5, "width": 20, "height": 8, "fill": "#0000FF" }"##

  /// Halves of black and blue; 25 % of the red ground before.
  @Test(arguments: [true, false]) func twoHalvesFillAPixel(isUpperFirst: Bool) throws {
    let layers = isUpperFirst ? [Self.upper, Self.lower] : [Self.lower, Self.upper]
    let found = try color(layers.joined(separator: ","), x: 10, y: 10)
    #expect(found[0] == 0 && found[1] == 0)
    #expect((127...128).contains(found[2]))
  }

  @Test func columnsCloseTheirSeams() throws {
    let found = try color(
      #"""
      { "type": "rectangle", "x": 2, "y": 4, "width": 8.25, "height": 9, "fill": "#00FF00" },
      { "type": "rectangle", "x": 10.25, "y": 4, "width": 8, "height": 9, "fill": "#0000FF" }
      """#, x: 10, y: 8)
    #expect(found[0] == 0)
    #expect((63...64).contains(found[1]) && (191...192).contains(found[2]))
  }

  /// The part of an edge that the other layer does not touch is unchanged.
  @Test func freeEdgesAreUnchanged() throws {
    let narrow =
      ##"{ "type": "rectangle", "x": 4, "y": 10.5, "width": 8, "height": 8, "fill": "#0000FF" }"##
    let found = try color(Self.upper + "," + narrow, x: 18, y: 10)
    #expect((127...128).contains(found[0]) && found[2] == 0)
    #expect(try color(Self.upper, x: 10, y: 10)[0] == found[0])
  }

  /// Translucent and rounded rectangles are painted as ever.
  @Test(arguments: [##""fill": "#0000FF80""##, ##""fill": "#0000FF", "cornerRadius": 3"##])
  func translucentAndRoundedRectanglesAreUnchanged(look: String) throws {
    let other =
      #"{ "type": "rectangle", "x": 4, "y": 10.5, "width": 20, "height": 8, \#(look) }"#
    #expect(try color(Self.upper + "," + other, x: 10, y: 10)[0] > 60)
  }

  /// A layer between the two in the painting order stays above the first.
  @Test func layersBetweenStayAboveTheFirst() throws {
    let between =
      ##"{ "type": "rectangle", "x": 8, "y": 9, "width": 4, "height": 1, "fill": "#FFFFFF" }"##
    #expect(
      try color([Self.upper, between, Self.lower].joined(separator: ","), x: 9, y: 9) == [
        255, 255, 255,
      ])
  }

  /// In groups as well.
  @Test func groupsCloseTheirSeams() throws {
    let group = #"{ "type": "group", "opacity": 0.5, "layers": [\#(Self.upper), \#(Self.lower)] }"#
    let found = try color(group, x: 10, y: 10)
    #expect((127...128).contains(found[0]))
  }
}
