import Files
package import HeaderModel
package import HeaderScene
import Numerics
package import Scrolling

/// What is known of a scene before its pictures are decoded.
package struct SceneOutline: Sendable {
  package let settings: SceneSettings
  package let constants: StyleConstants
  package let device: Device

  /// The header over a banner of the style's own project and texts without width: its scrolling
  /// is the scene's.
  package var machine: HeaderMachine {
    HeaderMachine(
      constants: constants,
      environment: HeaderEnvironment(
        device: device, bannerSize: constants.style.projectBannerSize))
  }

  /// The scroll view that gestures are played in.
  package var scrollEnvironment: ScrollEnvironment {
    ScrollEnvironment(of: machine, scale: device.scale)
  }
}
