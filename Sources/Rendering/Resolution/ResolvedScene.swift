package import Files
package import HeaderModel
package import HeaderScene
import Numerics
package import Scrolling

/// Everything a header needs before it can be fed offsets and painted.
package struct ResolvedScene: Sendable {
  package let constants: StyleConstants
  package let device: Device
  package let document: SceneDocument
  package let pictures: ScenePictures
  /// The files that were read.
  package let files: [String]
  /// Before any event.
  package let machine: HeaderMachine

  /// The scroll view that gestures are played in.
  package var scrollEnvironment: ScrollEnvironment {
    ScrollEnvironment(of: machine, scale: device.scale)
  }

  /// What turns states into layers; belongs to the thread that makes it.
  package func composer(fonts: SceneFonts) throws(HeaderKitError) -> SceneComposer {
    do {
      return try SceneComposer(
        pictures, document: document, machine: machine, constants: constants, device: device,
        fonts: fonts)
    } catch {
      throw HeaderKitError(error)
    }
  }
}

extension ScrollEnvironment {
  /// The scroll view of a header on a screen of `scale` device pixels a point.
  package init(of machine: HeaderMachine, scale: Int) {
    self.init(
      viewportHeight: machine.viewportHeight, largestOffset: machine.largestOffset, scale: scale)
  }
}

extension SceneFonts {
  /// The installed fonts, with errors in the kit's form.
  package static func installed() throws(HeaderKitError) -> SceneFonts {
    do {
      return try SceneFonts()
    } catch {
      throw HeaderKitError(error)
    }
  }

  /// What a user should know of a document's font.
  package func warnings(for document: SceneDocument) -> [String] {
    let family = document.family
    guard !has(family: family) else { return [] }
    return ["font \(family) is not installed; another one stands in for it"]
  }
}
