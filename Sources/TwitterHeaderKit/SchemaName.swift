import Batch
import Rendering
import Scrolling

/// The documents that have a JSON Schema.
public enum SchemaName: String, CaseIterable, Hashable, Sendable {
  case curve, manifest, scene, trace

  /// The schema's text.
  public var text: String {
    switch self {
    case .curve: CurveSchema.text
    case .manifest: ManifestSchema.text
    case .scene: SceneSchema.text
    case .trace: TraceSchema.text
    }
  }
}
