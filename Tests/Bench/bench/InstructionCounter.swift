import Foundation

/// Turns the counting of instructions on and off. The functions are in the library
/// `Tests/Bench/valgrind.c`, which `scripts/bench/count` loads before the program.
struct InstructionCounter {
  typealias Begin = @convention(c) () -> Void
  typealias End = @convention(c) (UnsafePointer<CChar>) -> Void

  let begin: Begin
  private let finish: End

  /// `nil` if the library is not loaded.
  init?() {
    guard let begin = dlsym(nil, "twheader_count_begin"), let end = dlsym(nil, "twheader_count_end")
    else { return nil }
    self.begin = unsafeBitCast(begin, to: Begin.self)
    finish = unsafeBitCast(end, to: End.self)
  }

  /// Writes what was counted since `begin` under a name.
  func end(_ name: String) { finish(name) }
}
