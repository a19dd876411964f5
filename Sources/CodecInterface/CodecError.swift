package import CImageIO

/// Why bytes could not be read as a picture, or a picture not written as bytes.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The category of an error; decides the exit status.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The bytes are in no format that is read here.
    case unrecognised
    /// The bytes break the rules of their format, or a checksum is wrong.
    case malformed
    /// The bytes end too early.
    case truncated
    /// A limit that the caller set is exceeded.
    case tooLarge
    /// A valid variant that is not read or written here.
    case unsupported
    /// A frame handed to an encoder does not fit the animation.
    case invalidFrame
    /// An option handed to an encoder is out of range, or cannot be met.
    case invalidOption
    /// The writing library failed.
    case writeFailed
    /// There was not enough memory.
    case outOfMemory
  }

  /// The category; decides the exit status.
  public let kind: Kind
  /// What was found, and what was allowed or needed; starts lower case, without a final stop.
  public let message: String
  /// What would be right; may be empty.
  public let hint: String
  /// The limit that is exceeded, where one is.
  public let limit: DecodeLimits.Limit?

  package init(kind: Kind, message: String, hint: String = "") {
    (self.kind, self.message, self.hint, limit) = (kind, message, hint, nil)
  }

  /// `.tooLarge`, with the hint to raise the limit.
  package init(beyond limit: DecodeLimits.Limit, message: String) {
    (kind, self.message, self.limit) = (.tooLarge, message, limit)
    hint = "raise the limit with \(limit.rawValue)"
  }

  /// The message, then the hint after a semicolon.
  public var description: String { hint.isEmpty ? message : "\(message); \(hint)" }

  package static let exportAgain = "re-export the file"

  /// The error for a status other than `TWHEADER_OK`.
  ///
  /// - Parameters:
  ///   - format: the format's name, as in `PNG`.
  ///   - truncation: what was found and what was needed, for bytes that ended too early.
  package init(
    _ status: twheader_status, _ error: twheader_error, format: String,
    truncation: @autoclosure () -> String
  ) {
    let message = withUnsafeBytes(of: error.message) { buffer in
      String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
    }
    let text = message.isEmpty ? "no reason given" : message
    switch status {
    case TWHEADER_TRUNCATED: self.init(truncated: truncation())
    case TWHEADER_MALFORMED: self.init(damaged: format, text)
    case TWHEADER_UNSUPPORTED:
      self.init(
        kind: .unsupported, message: "unsupported \(format): \(text)",
        hint: "export it as an ordinary 8-bit \(format) or PNG")
    case TWHEADER_OUT_OF_MEMORY:
      self.init(kind: .outOfMemory, message: "not enough memory for this \(format)")
    default: self.init(kind: .writeFailed, message: "the \(format) library failed: \(text)")
    }
  }

  package init(damaged format: String, _ text: String) {
    self.init(kind: .malformed, message: "damaged \(format): \(text)", hint: CodecError.exportAgain)
  }

  package init(truncated text: String) {
    self.init(kind: .truncated, message: "truncated: \(text)", hint: CodecError.exportAgain)
  }

  package static let noFrame = CodecError(
    kind: .invalidFrame, message: "an animation without frames", hint: "give at least one")

  /// A call of CImageIO: its status, and where it leaves its error.
  package typealias Call = (_ error: UnsafeMutablePointer<twheader_error>) -> twheader_status

  /// Makes a call; a status other than `TWHEADER_OK` is an error of `format`.
  package static func check(
    _ format: String, truncation: @autoclosure () -> String = "", _ call: Call
  ) throws(CodecError) {
    var error = twheader_error()
    let status = call(&error)
    guard status == TWHEADER_OK else {
      throw CodecError(status, error, format: format, truncation: truncation())
    }
  }

  /// The bytes that a call makes, which `free` frees.
  package static func bytes(
    _ format: String, free: (UnsafeMutablePointer<UInt8>?) -> Void,
    _ call: (
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int>,
      UnsafeMutablePointer<twheader_error>
    ) -> twheader_status
  ) throws(CodecError) -> [UInt8] {
    var file: UnsafeMutablePointer<UInt8>?
    var count = 0
    defer { free(file) }
    try check(format) { call(&file, &count, $0) }
    return [UInt8](UnsafeBufferPointer(start: file, count: count))
  }

  package static func check(
    _ name: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(CodecError) {
    guard !range.contains(value) else { return }
    throw CodecError(
      kind: .invalidOption, message: "\(name) \(value)",
      hint: "must be \(range.lowerBound)...\(range.upperBound)")
  }
}

/// What CImageIO holds open, closed once nobody has it any more.
package final class CodecHandle {
  package let pointer: OpaquePointer
  private let close: (OpaquePointer?) -> Void

  package init(
    _ format: String, truncation: @autoclosure () -> String = "",
    close: @escaping (OpaquePointer?) -> Void,
    _ open: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<twheader_error>)
      -> twheader_status
  ) throws(CodecError) {
    var opened: OpaquePointer?
    try CodecError.check(format, truncation: truncation()) { open(&opened, $0) }
    guard let opened else { throw CodecError(damaged: format, "no reason given") }
    (pointer, self.close) = (opened, close)
  }

  deinit { close(pointer) }
}

extension Array {
  /// As many elements as `fill` writes; the standard library's initialiser passes no typed error on.
  package init(
    count: Int, filledBy fill: (UnsafeMutablePointer<Element>) throws(CodecError) -> Void
  ) throws(CodecError) {
    var failure: CodecError?
    self.init(unsafeUninitializedCapacity: count) { target, used in
      guard let start = target.baseAddress else { return }
      do throws(CodecError) {
        try fill(start)
        used = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
