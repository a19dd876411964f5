import Comparison
import Files
import Rendering
import StrictJSON

extension JSONObjectWriter {
  /// The outputs, as results and reports have them.
  mutating func outputs(_ outputs: [ItemResult.Output]) {
    array("outputs") { list in
      for output in outputs {
        list.object { object in
          object.member("path", output.path)
          object.member("bytes", output.bytes)
          object.member("sha256", output.digest.hexadecimal)
        }
      }
    }
  }

  /// Exit status and message, `null` for nil.
  mutating func error(_ error: HeaderKitError?) {
    guard let error else {
      member("error", JSONScalar.null)
      return
    }
    object("error") { object in
      object.member("status", Int(error.code.rawValue))
      object.member("message", error.description)
    }
  }
}
