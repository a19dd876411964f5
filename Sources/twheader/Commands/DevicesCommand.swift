import ArgumentParser
import FileAccess
import PortableFoundation
import HeaderModel
import Rendering
import StrictJSON

struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices", abstract: "List the devices and their screens.",
    discussion: """
      twheader devices
          Prints each device with its size in points and its scale.
      twheader devices --json
          Prints one JSON array, with the areas that the system covers.

      Any other screen is WIDTHxHEIGHT@SCALE, for example --device 390x844@3.
      """)

  @Flag(help: "Print one JSON array") var json = false

  func run() async throws {
    if json {
      var writer = JSONWriter()
      writer.array { array in
        for device in Device.known {
          array.object { object in
            object.member("name", device.name)
            object.member("width", device.width)
            object.member("height", device.height)
            object.member("scale", device.scale)
            object.member("statusBarHeight", device.statusBarHeight)
            object.member("safeAreaBottom", device.safeAreaBottom)
            object.member("cornerRadius", device.cornerRadius)
          }
        }
      }
      return try TextOutput.write(writer.text + "\n", to: nil)
    }
    let width = Device.known.map(\.name.count).max() ?? 0
    try Diagnostics.printLines(
      Device.known.map { device in
        let name = device.name.padded(to: width + 2)
        let sides = [device.width, device.height].map { RequestRanges.text($0) }
        return "\(name)\(sides.joined(separator: " x ")) points, @\(device.scale)x"
      })
  }
}
