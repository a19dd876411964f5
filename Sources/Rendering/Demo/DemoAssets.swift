import CDemoAssets
import Files

/// The pictures and the swipe of the built-in demo.
enum DemoAssets {
  static var banner: [UInt8] { bytes(demo_banner()) }
  static var avatar: [UInt8] { bytes(demo_avatar()) }
  static var swipe: [UInt8] { bytes(demo_swipe()) }

  private static func bytes(_ asset: demo_asset) -> [UInt8] {
    Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
  }
}
