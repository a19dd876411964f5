import Foundation

/// The sanitizers with which the tests and the program were built.
package enum Sanitizer {
  /// True if the address or thread sanitizer is active. Both reserve terabytes of address space and
  /// intercept the memory functions.
  package static let isActive =
    dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}
