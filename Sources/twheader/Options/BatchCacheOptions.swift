import ArgumentParser
import Batch
import Files
import Foundation

/// Where outputs of earlier runs are kept.
struct BatchCacheOptions: ParsableArguments {
  @Option(help: "The cache's folder; default: twheader in the user's cache folder.")
  var cacheDir: String?

  /// The folder named, else `$XDG_CACHE_HOME/twheader`, else `~/.cache/twheader`; nil: none is known.
  var folder: String? {
    if let cacheDir { return cacheDir }
    let environment = ProcessInfo.processInfo.environment
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return base + "/twheader" }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache/twheader" }
    return nil
  }

  /// The cache that is there to be looked at.
  func existing() throws -> RenderCache {
    guard let folder, FileManager.default.fileExists(atPath: folder) else {
      throw HeaderKitError(
        .noInput, subject: folder.map { .file($0) } ?? .place("--cache-dir"),
        reason: "no cache is there",
        remedy: "name its folder with --cache-dir")
    }
    return try RenderCache(folder: folder)
  }

  /// The cache to be used. One that cannot be made is an error only where it was asked for.
  func cache() throws -> RenderCache? {
    guard let folder else { return nil }
    if cacheDir != nil { return try RenderCache(folder: folder) }
    do {
      return try RenderCache(folder: folder)
    } catch {
      Diagnostics.warning("nothing is cached: \(error.text(naming: \.flag))")
      return nil
    }
  }
}
