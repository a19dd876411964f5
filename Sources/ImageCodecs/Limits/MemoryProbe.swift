import CImageFence

/// Asks for memory before a `Pixmap` does, whose failure would end the process.
package enum MemoryProbe {
  /// Throws `.outOfMemory` if this many bytes cannot be had now.
  package static func require(bytes: Int) throws(CodecError) {
    guard bytes >= 0, fence_can_hold(bytes) else {
      throw CodecError(
        kind: .outOfMemory, message: "out of memory: \(bytes.grouped) bytes are needed",
        hint: "close other programs, or raise the limit of memory")
    }
  }
}
