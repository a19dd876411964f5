import Foundation
import Testing

/// Without a browser nothing of a page is tested: said aloud, and an error where all has to be tested.
@Test func theBrowserOfThePageTestsIsInstalled() {
  guard Chromium.executable == nil else { return }
  FileHandle.standardError.write(
    Data("NOT TESTED: twheader preview; install chromium (scripts/setup does, where it can)\n".utf8)
  )
  if ProcessInfo.processInfo.environment["CI"] == "true" {
    Issue.record("chromium is not installed: no test of twheader preview has run")
  }
}
