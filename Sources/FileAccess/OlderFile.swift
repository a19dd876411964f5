package import Foundation

/// What a file that is replaced passes on: owner, group and permissions.
package struct OlderFile: Equatable {
  package let owner: uid_t
  package let group: gid_t
  package let mode: mode_t

  package init(owner: uid_t, group: gid_t, mode: mode_t) {
    (self.owner, self.group, self.mode) = (owner, group, mode)
  }

  init(_ status: stat) {
    self.init(owner: status.st_uid, group: status.st_gid, mode: status.st_mode & 0o777)
  }

  /// Throws `.cannotCreate` where a new file would be another user's: only the superuser can give it
  /// away.
  package func check(replacedBy user: uid_t = geteuid(), at path: String) throws(HeaderKitError) {
    guard owner != user, user != 0 else { return }
    throw HeaderKitError(
      .cannotCreate, subject: .file(path), reason: "belongs to another user",
      remedy: "remove it, or choose another name")
  }

  /// Gives the new file what this one has; a group that its owner is not in stays away.
  func passOn(to descriptor: Int32) {
    if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, owner, gid_t.max) }
    fchmod(descriptor, mode)
  }
}
