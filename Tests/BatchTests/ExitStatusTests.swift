@testable import Batch
import CodecInterface
import FileAccess
import Foundation
import ImageCodecs
import Testing

/// The exit status of each error, on which scripts and schedulers depend.
@Suite struct ExitStatusTests {
  private static let numbers: [HeaderKitError.Code: Int32] = [
    .usage: EX_USAGE, .badData: EX_DATAERR, .noInput: EX_NOINPUT, .internalDefect: EX_SOFTWARE,
    .cannotCreate: EX_CANTCREAT, .writeFailed: EX_IOERR, .tryAgain: EX_TEMPFAIL,
  ]

  @Test(arguments: HeaderKitError.Code.allCases)
  func codesHaveTheNumbersOfSysexits(code: HeaderKitError.Code) {
    #expect(code.rawValue == Self.numbers[code])
  }

  /// The statuses of decoder and encoder errors.
  private static let codecErrors: [CodecError.Kind: (reading: Int32, writing: Int32)] = [
    .unrecognized: (EX_DATAERR, EX_DATAERR), .malformed: (EX_DATAERR, EX_DATAERR),
    .truncated: (EX_DATAERR, EX_DATAERR), .tooLarge: (EX_DATAERR, EX_DATAERR),
    .unsupported: (EX_DATAERR, EX_DATAERR), .invalidFrame: (EX_SOFTWARE, EX_DATAERR),
    .invalidOption: (EX_USAGE, EX_USAGE), .writeFailed: (EX_IOERR, EX_IOERR),
    .outOfMemory: (EX_TEMPFAIL, EX_TEMPFAIL),
  ]

  @Test(arguments: CodecError.Kind.allCases)
  func codecErrorsHaveTheirStatus(kind: CodecError.Kind) throws {
    let expected = try #require(Self.codecErrors[kind])
    let error = CodecError(kind: kind, message: "no")
    #expect(HeaderKitError(error, subject: .file("a")).code.rawValue == expected.reading)
    #expect(
      HeaderKitError(error, subject: .file("a"), writing: true).code.rawValue == expected.writing)
  }

  /// If a manifest has invalid data and missing inputs, the invalid data determines the status.
  @Test func badDataOutranksMissingInputs() throws {
    let file = try BatchManifestFile()
    func code(_ lines: [String]) -> HeaderKitError.Code? {
      (#expect(throws: ManifestError.self) { try file.load(lines) })?.code
    }
    let missing = #"{"id": "a", "curve": "none.json"}"#
    #expect(code([missing]) == .noInput)
    #expect(code([missing, #"{"id": "b", "fps": 0}"#]) == .badData)
  }

  /// Scarce resources may become available later. A full disk and a closed pipe are not errors of
  /// the path.
  @Test(
    arguments: [
      (EMFILE, EX_TEMPFAIL), (ENFILE, EX_TEMPFAIL), (ENOMEM, EX_TEMPFAIL), (ENOSPC, EX_IOERR),
      (EFBIG, EX_IOERR), (EPIPE, EX_IOERR), (EACCES, EX_CANTCREAT), (ENOENT, EX_CANTCREAT),
    ] as [(Int32, Int32)])
  func systemErrorsHaveTheirStatus(systemError: Int32, status: Int32) {
    let error = HeaderKitError(.cannotCreate, systemError, of: "a")
    #expect(error.code.rawValue == status)
  }
}
