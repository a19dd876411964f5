import Foundation
import Testing

/// Without a browser no page is tested, and without Node.js its scripts are not. This is reported,
/// and is an error if all tests are required.
@Test(arguments: [
  ("chromium", Chromium.executable, "the page of twheader preview"),
  ("nodejs", NodeProgram.executable, "the scripts of twheader preview"),
])
func pageTestProgramsAreInstalled(name: String, path: String?, tested: String) {
  guard path == nil else { return }
  FileHandle.standardError.write(
    Data("NOT TESTED: \(tested); install \(name) (scripts/setup does, where it can)\n".utf8))
  if ProcessInfo.processInfo.environment["CI"] == "true" {
    Issue.record("\(name) is not installed: \(tested) has not been tested")
  }
}
