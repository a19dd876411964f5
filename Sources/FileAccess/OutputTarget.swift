import PortableFoundation

/// The path and the format of an output.
public struct OutputTarget: Hashable, Sendable {
  /// The path of a file, a folder or pattern for frames, or `-` for standard output.
  public let path: String
  /// The format.
  public let format: OutputFormat

  /// Creates a target. If `format` is `nil`, the path decides:
  ///
  /// - The extensions `.gif`, `.apng`, `.webp`, `.y4m`, `.mp4`, `.webm` and `.avif` select these
  ///   formats. `.png` is an animated PNG.
  /// - A name with `%d` or `%04d`, a trailing slash, or an existing folder selects frames.
  /// - `-`, devices and pipes select GIF.
  ///
  /// - Throws: `.usage` if the format is unknown or a JPEG, or if it cannot be written to standard
  ///   output, such as frames and videos.
  public init(_ path: String, format: OutputFormat? = nil) throws(HeaderKitError) {
    try self.init(path, format: format, isPicture: false)
  }

  /// - Parameter isPicture: Whether the output is a single picture, which may be a JPEG.
  package init(_ path: String, format: OutputFormat?, isPicture: Bool) throws(HeaderKitError) {
    func refusal(
      _ reason: MessageText, _ remedy: MessageText, of subject: HeaderKitError.Subject? = nil
    ) -> HeaderKitError {
      HeaderKitError(.usage, subject: subject ?? .file(path), reason: reason, remedy: remedy)
    }
    guard !path.isEmpty else {
      throw refusal("is empty", "name a file", of: .property(.outputPath))
    }
    self.path = path
    self.format = if let format { format } else { try OutputTarget.format(of: path) }
    // ffmpeg parses a prefix with a colon as a protocol.
    let scheme = path.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.-]*:(\/\/)?/)
    guard scheme == nil || scheme?.1 == nil && !self.format.isVideo else {
      throw refusal("is a URL, not a file", "name a file, or ./\(path)")
    }
    guard isPicture || self.format != .jpeg else {
      throw refusal(
        "a JPEG cannot contain an animation", "end the name in .gif, .webp or .apng")
    }
    if path == "-", self.format == .frames {
      throw refusal(
        "frames cannot be written to a stream",
        "choose \(.outputFormat) gif, apng or y4m, or name a folder", of: .property(.outputPath))
    }
    if path == "-", self.format.isVideo {
      throw refusal(
        "a video cannot be written to a stream", "name a file, or choose \(.outputFormat) y4m",
        of: .property(.outputPath))
    }
    if let pattern = framePattern {
      guard pattern.namesPNG else {
        throw refusal(
          "frames must be PNG files", "end the name in .png, for example frames/%04d.png")
      }
    } else if path.hasSuffix("/") {
      throw refusal(
        "is a folder, but the format is one file",
        "name a file, or give \(.outputFormat) frames")
    }
  }

  /// The names of the frames. `nil` if the output is a single file.
  package var framePattern: FramePattern? {
    format == .frames ? FramePattern(path) ?? FramePattern(folder: path) : nil
  }

  private static func format(of path: String) throws(HeaderKitError) -> OutputFormat {
    if path == "-" { return .gif }
    if FileIdentity.isFolder(path) { return .frames }
    if let format = format(named: path) { return format }
    // Devices and pipes have the same default as standard output.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { return .gif }
    throw HeaderKitError(
      .usage, subject: .file(path), reason: "the name has an unknown extension",
      remedy:
        "end it in .gif, .webp, .apng, .avif, .mp4, .webm, .y4m or /, or give \(.outputFormat)")
  }

  /// Returns the format for a file name, or `nil` if it is unknown.
  package static func format(named path: String) -> OutputFormat? {
    if path.hasSuffix("/") || FramePattern(path) != nil { return .frames }
    return switch FilePath.fileExtension(path).lowercased() {
    case "jpg": .jpeg
    case "frames": nil
    case let ending: OutputFormat(rawValue: ending)
    }
  }
}

/// The format of an output.
public enum OutputFormat: String, CaseIterable, Hashable, Sendable {
  /// An animated GIF.
  case gif
  /// An animated PNG.
  case apng
  /// A folder of PNG files, one per frame.
  case frames
  /// An animated PNG with the extension `.png`. Programs without support for animation show its
  /// first frame.
  case png
  /// Uncompressed YUV4MPEG2, for pipes.
  case y4m
  /// An animated WebP, or a still one if it has one frame.
  case webp
  /// H.264 in MP4, encoded by ffmpeg.
  case mp4
  /// VP9 in WebM, encoded by ffmpeg.
  case webm
  /// AV1 in AVIF, which browsers show as an image, encoded by ffmpeg.
  case avif
  /// A JPEG picture, for stills and posters.
  case jpeg

  package var isVideo: Bool { [.mp4, .webm, .avif].contains(self) }

  /// Whether animations in this format have a quality, which a size limit lowers.
  package var hasQuality: Bool { self == .gif || self == .webp || isVideo }

  /// Whether the format has a constant frame rate, so that frames with a longer duration are
  /// repeated.
  package var hasConstantFrameRate: Bool { self == .y4m || isVideo }

  /// The formats of stills.
  package static let pictures: [OutputFormat] = [.png, .jpeg, .webp]

  /// Returns the format of a picture by its file name. Unknown extensions and names without an
  /// extension select PNG. `nil` for the extension of an animation or of an unsupported picture.
  package static func picture(named path: String) -> OutputFormat? {
    guard let format = OutputTarget.format(named: path) else {
      let ending = FilePath.fileExtension(path).lowercased()
      return ["bmp", "tif", "tiff", "svg", "heic"].contains(ending) ? nil : .png
    }
    return pictures.contains(format) ? format : nil
  }
}

/// The names of numbered frames: a path whose last component contains `%d` or `%04d`.
package struct FramePattern: Hashable, Sendable {
  /// The folder with a trailing slash, or empty.
  package private(set) var folder: String
  private let prefix: String
  private let suffix: String
  /// The minimum number of digits, in 1...9. Shorter numbers are padded with zeros.
  private let digits: Int

  /// `nil` unless the last component contains exactly one `%d` or `%0<1-9>d`.
  package init?(_ path: String) {
    let (folder, name) = FilePath.split(path)
    let parts = name.split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = parts[1].firstIndex(of: "d") else { return nil }
    let width = parts[1][..<end]
    switch (width.count, width.last.flatMap(\.wholeNumberValue)) {
    case (0, _): digits = 1
    case (2, let digits?) where width.first == "0" && width.utf8.count == 2 && digits > 0:
      self.digits = digits
    default: return nil
    }
    self.folder = folder
    prefix = String(parts[0])
    suffix = String(parts[1][parts[1].index(after: end)...])
  }

  /// The folder as a path without trailing slashes.
  package var folderPath: String {
    var path = folder.isEmpty ? "." : folder
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  package var namesPNG: Bool { suffix.lowercased().hasSuffix(".png") }

  /// Creates the pattern `0000.png`, `0001.png`, ... in a folder.
  package init(folder: String) {
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    prefix = ""
    suffix = ".png"
    digits = 4
  }

  package func moved(to folder: String) -> FramePattern {
    var pattern = self
    pattern.folder = folder.hasSuffix("/") ? folder : folder + "/"
    return pattern
  }

  /// Returns the file name of frame `index`, counted from 0.
  package func name(_ index: Int) -> String {
    let number = String(index)
    return prefix + String(repeating: "0", count: max(0, digits - number.count)) + number + suffix
  }

  /// Returns whether a file name matches the pattern with any number.
  package func matches(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.hasSuffix(suffix),
      name.utf8.count >= prefix.utf8.count + suffix.utf8.count
    else { return false }
    let number = name.dropFirst(prefix.count).dropLast(suffix.count)
    return number.count >= digits && number.allSatisfy { ("0"..."9").contains($0) }
  }
}
