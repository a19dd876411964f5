@testable import Batch
import CodecInterface
import CodecInterface
import FileAccess
import ImageCodecs
import Testing

/// The exit status of every error, which scripts and schedulers depend on.
@Suite struct ExitStatusTests {
  @Test(
    arguments: [
      (.usage, 64), (.badData, 65), (.noInput, 66), (.internalDefect, 70), (.cannotCreate, 73),
      (.writeFailed, 74), (.tryAgain, 75),
    ] as [(HeaderKitError.Code, Int32)])
  func everyCodeHasItsNumber(code: HeaderKitError.Code, status: Int32) {
    #expect(code.rawValue == status)
  }

  @Test func noCodeIsLeftOut() { #expect(HeaderKitError.Code.allCases.count == 7) }

  /// What a decoder and what an encoder says of a picture.
  @Test(
    arguments: [
      (.unrecognised, 65, 65), (.malformed, 65, 65), (.truncated, 65, 65), (.tooLarge, 65, 65),
      (.unsupported, 65, 65), (.invalidFrame, 70, 65), (.invalidOption, 64, 64),
      (.writeFailed, 74, 74), (.outOfMemory, 75, 75),
    ] as [(CodecError.Kind, Int32, Int32)])
  func everyErrorOfACodecHasItsStatus(kind: CodecError.Kind, reading: Int32, writing: Int32) {
    let error = CodecError(kind: kind, message: "no")
    #expect(HeaderKitError(error, subject: .file("a")).code.rawValue == reading)
    #expect(HeaderKitError(error, subject: .file("a"), writing: true).code.rawValue == writing)
  }

  @Test func noKindOfCodecErrorIsLeftOut() { #expect(CodecError.Kind.allCases.count == 9) }

  /// What may pass by itself is tried again; all else is not.
  @Test(arguments: HeaderKitError.Code.allCases)
  func onlyScarcityAndFullDisksPass(code: HeaderKitError.Code) {
    #expect(code.isTransient == [74, 75].contains(code.rawValue))
  }

  /// Of a manifest with bad data and missing inputs the bad data decides.
  @Test func badDataComesBeforeMissingInputs() throws {
    let file = try BatchManifestFile()
    func code(_ lines: [String]) -> HeaderKitError.Code? {
      (#expect(throws: ManifestError.self) { try file.load(lines) })?.code
    }
    let missing = #"{"id": "a", "curve": "none.json"}"#
    #expect(code([missing]) == .noInput)
    #expect(code([missing, #"{"id": "b", "fps": 0}"#]) == .badData)
  }

  @Test(
    arguments: [
      (24, 75), (23, 75), (12, 75), (28, 74), (27, 74), (32, 74), (13, 73), (2, 73),
    ] as [(Int32, Int32)])
  func errorsOfTheSystemHaveTheirStatus(systemError: Int32, status: Int32) {
    let error = HeaderKitError(.cannotCreate, subject: .file("a"), systemError: systemError)
    #expect(error.code.rawValue == status)
  }
}
