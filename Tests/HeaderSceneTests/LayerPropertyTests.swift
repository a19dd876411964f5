@testable import HeaderModel
import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// Each property of a layer, with pixels that can be computed by hand.
struct LayerPropertyTests {
  @Test("a rectangle fills its frame; half a pixel is half covered")
  func rectangle() throws {
    let picture = try TestLayer.paint([
      TestLayer(.solid(0x000000), x: 2, y: 3.5, width: 4, height: 4)
    ])
    #expect(picture.color(2, 5) == 0x000000)
    #expect(picture.color(1, 5) == 0xFFFFFF)
    #expect(picture.color(2, 3) == 0x7F7F7F)
    #expect(picture.color(6, 5) == 0xFFFFFF)
  }

  @Test("a gradient of 0 degrees runs upward, one of 90 degrees to the right")
  func gradientAngle() throws {
    func gradient(_ angle: Double) -> LayerContent {
      .rectangle(
        .gradient(
          LayerGradient(
            stops: [
              GradientStop(position: 0, color: DocumentColor(0x000000)),
              GradientStop(position: 1, color: DocumentColor(0xFF0000)),
            ], course: .line(angle: angle))))
    }
    let up = try TestLayer.paint([TestLayer(gradient(0), width: 16, height: 16)])
    // The center of the lowest row is at 1/32 of the gradient, the center of the highest at 31/32.
    #expect(up.color(4, 15) == 0x080000)
    #expect(up.color(4, 0) == 0xF70000)
    let right = try TestLayer.paint([TestLayer(gradient(90), width: 16, height: 16)])
    #expect(right.color(0, 4) == 0x080000)
    #expect(right.color(15, 4) == 0xF70000)
    let corner = try TestLayer.paint([TestLayer(gradient(45), width: 16, height: 16)])
    // The other corners are in the middle of the gradient, at 127.5.
    for color in [corner.color(0, 0), corner.color(15, 15)] {
      #expect((0x7F...0x80).contains(color >> 16))
    }
    #expect(corner.color(0, 15) >> 16 < 0x10)
    #expect(corner.color(15, 0) >> 16 > 0xEF)
  }

  @Test("a scale is applied about the origin, and to children")
  func scale() throws {
    let picture = try TestLayer.paint([
      TestLayer(.group, x: 4, y: 4, width: 4, height: 4) {
        $0.scale = 2
        $0.origin = (0.5, 0)
        $0.children = [TestLayer(.solid(0x0000FF), x: 1, y: 1, width: 2, height: 2)]
      }
    ])
    // The group covers x in 2...10 and y in 4...12, the child x in 4...8 and y in 6...10.
    #expect(picture.color(4, 6) == 0x0000FF)
    #expect(picture.color(7, 9) == 0x0000FF)
    #expect(picture.color(3, 6) == 0xFFFFFF)
    #expect(picture.color(8, 6) == 0xFFFFFF)
    #expect(picture.color(4, 5) == 0xFFFFFF)
  }

  @Test("a rotation of 90 degrees is clockwise")
  func rotation() throws {
    let picture = try TestLayer.paint([
      TestLayer(.group, x: 4, y: 6, width: 8, height: 4) {
        $0.rotation = 90
        $0.children = [
          TestLayer(.solid(0x00FF00), width: 8, height: 4),
          TestLayer(.solid(0xFF0000), width: 2, height: 4),
        ]
      }
    ])
    // Rotated about (8, 8), the group covers x in 6...10 and y in 4...12. Its left is at the top.
    #expect(picture.color(6, 4) == 0xFF0000)
    #expect(picture.color(9, 5) == 0xFF0000)
    #expect(picture.color(6, 6) == 0x00FF00)
    #expect(picture.color(9, 11) == 0x00FF00)
    #expect(picture.color(5, 8) == 0xFFFFFF)
    #expect(picture.color(10, 8) == 0xFFFFFF)
    #expect(picture.color(8, 12) == 0xFFFFFF)
  }

  @Test("a group's opacity is applied to the composited group")
  func groupOpacity() throws {
    let picture = try TestLayer.paint([
      TestLayer(.group, width: 16, height: 16) {
        $0.opacity = 0.5
        $0.children = [
          TestLayer(.solid(0xFF0000), width: 8, height: 8),
          TestLayer(.solid(0x0000FF), x: 4, width: 8, height: 8),
        ]
      }
    ])
    #expect(picture.color(1, 1) == 0xFF7F7F)
    // In the overlap only the upper child is visible.
    #expect(picture.color(6, 1) == 0x7F7FFF)
    #expect(picture.color(1, 12) == 0xFFFFFF)
  }

  @Test("a clip cuts children at whole pixels, and each corner has its own radius")
  func clip() throws {
    func picture(_ radii: RoundedCorners) throws -> Pixmap {
      try TestLayer.paint([
        TestLayer(.group, x: 4, y: 4, width: 8, height: 8) {
          $0.clip = true
          $0.corners = radii
          $0.children = [TestLayer(.solid(0x000000), x: -4, y: -4, width: 16, height: 16)]
        }
      ])
    }
    let square = try picture(RoundedCorners(0))
    #expect(square.color(4, 4) == 0x000000)
    #expect(square.color(11, 11) == 0x000000)
    #expect(square.color(3, 4) == 0xFFFFFF)
    #expect(square.color(12, 11) == 0xFFFFFF)
    let one = try picture(RoundedCorners(topLeft: 4, topRight: 0, bottomRight: 0, bottomLeft: 0))
    #expect(one.color(4, 4) == 0xFFFFFF)
    #expect(one.color(11, 4) == 0x000000)
    #expect(one.color(4, 11) == 0x000000)
    #expect(one.color(11, 11) == 0x000000)
  }

  @Test("nested clips are intersected")
  func nestedClips() throws {
    let picture = try TestLayer.paint([
      TestLayer(.group, x: 4, y: 4, width: 8, height: 8) {
        $0.clip = true
        $0.children = [
          TestLayer(.group, x: -4, y: 2, width: 16, height: 8) {
            $0.clip = true
            $0.children = [TestLayer(.solid(0x000000), x: 0, y: -6, width: 16, height: 16)]
          }
        ]
      }
    ])
    let dark = (0..<256).filter { picture.color($0 % 16, $0 / 16) == 0x000000 }
    #expect(
      dark == (0..<256).filter { (4..<12).contains($0 % 16) && (6..<12).contains($0 / 16) })
  }

  @Test("corners are stretched with their layer")
  func stretchedCorners() throws {
    let picture = try TestLayer.paint([
      TestLayer(.solid(0x000000), width: 8, height: 16) {
        ($0.scale, $0.scaleY, $0.origin) = (2, 1, (0, 0))
        $0.corners = RoundedCorners(4)
      }
    ])
    // The corners are ellipses of 8 x 4. At y = 3.5 the edge is at x = 0.06, at y = 0.5 at x =
    // 4.13.
    #expect(picture.color(0, 3) & 255 < 0x40)
    #expect(picture.color(3, 0) & 255 > 0x80)
    #expect(picture.color(5, 0) & 255 < 0x80)
  }

  @Test("a shadow's offset is in the layer's coordinates")
  func enlargedShadow() throws {
    let picture = try TestLayer.paint(
      [
        TestLayer(.solid(0x00FF00), x: 2, y: 2, width: 4, height: 4) {
          ($0.scale, $0.origin) = (2, (0, 0))
          $0.shadow = LayerShadow(color: DocumentColor(0x000000), radius: 0, x: 2, y: 4)
        }
      ], width: 24, height: 24)
    // The layer covers 2...10 on both axes, its shadow x in 6...14 and y in 10...18.
    #expect(picture.color(9, 9) == 0x00FF00)
    #expect(picture.color(7, 11) == 0x000000 && picture.color(12, 16) == 0x000000)
    // The edge of a scaled shadow fades within a point.
    #expect(picture.color(4, 12) == 0xFFFFFF && picture.color(15, 16) == 0xFFFFFF)
    #expect(picture.color(10, 19) == 0xFFFFFF)
  }

  @Test("a border is inside the frame and in front of the children")
  func border() throws {
    let picture = try TestLayer.paint([
      TestLayer(.solid(0x00FF00), x: 2, y: 2, width: 10, height: 10) {
        $0.border = LayerBorder(width: 2, color: DocumentColor(0xFF0000))
        $0.children = [TestLayer(.solid(0x0000FF), width: 10, height: 10)]
      }
    ])
    #expect(picture.color(2, 2) == 0xFF0000)
    #expect(picture.color(3, 7) == 0xFF0000)
    #expect(picture.color(4, 7) == 0x0000FF)
    #expect(picture.color(1, 7) == 0xFFFFFF)
  }

  @Test("a shadow's radius is the sigma of its Gaussian")
  func shadow() throws {
    let picture = try TestLayer.paint(
      [
        TestLayer(.group, x: -100, y: 20, width: 240, height: 200) {
          $0.shadow = LayerShadow(color: DocumentColor(0x000000), radius: 4, x: 0, y: 0)
        }
      ], width: 40, height: 40)
    // The darkness is 50 % at a straight edge, 84.1 % one sigma inside and 15.9 % one sigma
    // outside.
    func darkness(_ y: Int) -> Double {
      let upper = 255 - Double(picture.color(20, y - 1) & 255)
      let lower = 255 - Double(picture.color(20, y) & 255)
      return (upper + lower) / 2 / 255
    }
    #expect(abs(darkness(20) - 0.5) < 0.01)
    #expect(abs(darkness(24) - 0.841) < 0.01)
    #expect(abs(darkness(16) - 0.159) < 0.01)
  }

  @Test("a layer's clip does not cut its own shadow")
  func clippedShadow() throws {
    let picture = try TestLayer.paint([
      TestLayer(.solid(0xFFFFFF), x: 4, y: 4, width: 8, height: 8) {
        $0.clip = true
        $0.shadow = LayerShadow(color: DocumentColor(0x000000), radius: 0, x: 0, y: 3)
      }
    ])
    #expect(picture.color(8, 13) == 0x000000)
    #expect(picture.color(8, 8) == 0xFFFFFF)
  }

  @Test("a backdrop is blurred and tinted only inside its layer")
  func backdrop() throws {
    func picture(_ sigma: Double, _ tint: DocumentColor?) throws -> Pixmap {
      try TestLayer.paint(
        [
          TestLayer(.solid(0x000000), width: 32, height: 64),
          TestLayer(.group, y: 0, width: 64, height: 32) {
            $0.backdrop = HeaderModel.BackdropFilter(radius: sigma, saturation: 1, tint: tint)
          },
        ], width: 64, height: 64)
    }
    let blurred = try picture(4, nil)
    #expect(blurred.color(31, 48) == 0x000000)
    #expect(blurred.color(32, 48) == 0xFFFFFF)
    let middle = (blurred.color(31, 10) & 255) + (blurred.color(32, 10) & 255)
    #expect(abs(Int(middle) - 255) <= 2)
    // One sigma from the edge the level is 15.9 % of white.
    let dark = (Double(blurred.color(27, 10) & 255) + Double(blurred.color(28, 10) & 255)) / 2
    #expect(abs(dark / 255 - 0.159) < 0.012)
    let tinted = try picture(0, DocumentColor(0xFF0000, alpha: 255))
    #expect(tinted.color(8, 8) == 0xFF0000)
    #expect(tinted.color(8, 48) == 0x000000)
  }

  @Test("origin and size of a snapped layer are rounded separately")
  func snap() throws {
    let picture = try TestLayer.paint([
      TestLayer(.solid(0x000000), x: 2.5, y: 2.4, width: 4.5, height: 4.4) { $0.snap = true }
    ])
    #expect(picture.color(3, 2) == 0x000000)
    #expect(picture.color(7, 5) == 0x000000)
    #expect(picture.color(2, 2) == 0xFFFFFF)
    #expect(picture.color(8, 5) == 0xFFFFFF)
    #expect(picture.color(3, 6) == 0xFFFFFF)
  }

  @Test("invisible layers and their children are not drawn")
  func invisible() throws {
    let picture = try TestLayer.paint([
      TestLayer(.solid(0x000000), width: 16, height: 16) { $0.isVisible = false }
    ])
    #expect(picture.color(8, 8) == 0xFFFFFF)
  }
}
