import Batch
import EmbeddedFiles
import HeaderModel
import Rendering
import Scrolling
import HeaderTracing

/// The kinds of documents that have a JSON Schema.
public enum SchemaName: String, CaseIterable, Hashable, Sendable {
  case curve, fit, manifest, report, scene, style, trace

  /// The text of the schema.
  ///
  /// - Throws: An error if a built-in header cannot be read. The schemas of scenes and header
  ///   documents list names of the built-in headers.
  public var text: String {
    get throws {
      switch self {
      case .curve: CurveSchema.text
      case .fit: EmbeddedFile.fitSchema.text
      case .manifest: ManifestSchema.text
      case .report: EmbeddedFile.reportSchema.text
      case .scene: try SceneSchema.text()
      case .style: try HeaderDocumentSchema.text()
      case .trace: try TraceSchema.text()
      }
    }
  }
}
