extension Pixmap {
  /// A picture whose every byte `body` writes.
  init(size: PixelSize, writing body: (inout MutableSpan<UInt8>) -> Void) {
    let count = size.area * 4
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var span = MutableSpan(_unsafeElements: buffer.extracting(0..<count))
      body(&span)
      initialized = count
    }
    self.init(size: size, written: bytes)
  }
}
