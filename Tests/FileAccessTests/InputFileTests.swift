import FileAccess
import Foundation
import PortableMath
import TestSupport
import Testing

@Suite struct InputFileTests {
  @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1])
  func readsWholeInput(count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    try folder.write("a", bytes)
    #expect(try InputFile.read(folder.path + "/a", limit: count) == bytes)
  }

  @Test func rejectsInputAboveTheLimit() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", [UInt8](repeating: 0, count: 1001))
    let error = #expect(throws: HeaderKitError.self) {
      try InputFile.read(folder.path + "/a", limit: 1000)
    }
    #expect(error?.code == .badData)
    #expect(error?.reason == "more than 1,000 bytes")
    #expect(error?.remedy == "raise the limit with \(.inputByteLimit)")
  }

  /// The limit also applies to inputs of unknown size.
  @Test func rejectsEndlessDevices() {
    let error = #expect(throws: HeaderKitError.self) {
      try InputFile.read("/dev/zero", limit: 3_000_000)
    }
    #expect(error?.code == .badData)
  }

  @Test func reportsMissingFilesAndFolders() throws {
    let folder = try TemporaryFolder()
    for (name, reason) in [("none", "no such file"), (".", "is a folder")] {
      let error = #expect(throws: HeaderKitError.self) {
        try InputFile.read(folder.path + "/" + name, limit: 10)
      }
      #expect(error?.code == .noInput)
      #expect(error?.reason.description == reason)
    }
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (-1234567, "-1,234,567"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func groupsDigits(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
