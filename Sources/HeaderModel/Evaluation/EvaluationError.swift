/// What went wrong when a document was evaluated: the property, and the offset it was asked at.
package struct EvaluationError: Error, Hashable, Sendable, CustomStringConvertible {
  package var file: String?
  /// The key path of the property, with the layer's name where it has one.
  package var property: String
  /// Points from rest.
  package var offset: Double
  /// Lower case, one line.
  package var message: String

  package var reason: String { "\(property): \(message) at offset \(offset.shown)" }

  package var description: String { (file.map { $0 + ": " } ?? "") + reason }
}

extension Double {
  /// For messages: whole numbers without a point.
  var shown: String { self == rounded() && magnitude < 1e15 ? "\(Int(self))" : "\(self)" }
}
