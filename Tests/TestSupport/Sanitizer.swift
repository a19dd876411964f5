import Foundation

/// What the tests, and the program beside them, are built with.
package enum Sanitizer {
  /// Whether an address or a thread sanitizer is in them. It takes terabytes of addresses for itself and
  /// stands in front of the memory functions.
  package static let isActive =
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
