import EmbeddedFiles
import FileAccess
import Rendering
import StrictJSON

/// The JSON Schema (draft 2020-12) of manifests.
package enum ManifestSchema {
  /// A document holds `items`; of JSON Lines, the first line may be a `head`, every other is an
  /// `item`. The reader checks what no schema can express: unique names, existing inputs.
  package static var text: String {
    EmbeddedFile.manifestSchema.filled([
      "mostItems": "\(ManifestText.mostItems)", "mostOutputs": "\(OutputReader.mostOutputs)",
      "mostValues": "\(MatrixExpansion.mostValues)", "options": options,
      "noAxes": names(ItemKey.all.filter { !$0.isAxis }.map(\.name)),
      "formats": names(OutputFormat.allCases.map(\.rawValue)),
      "lowest": RequestRanges.text(RequestRanges.offset.lowerBound),
      "highest": RequestRanges.text(RequestRanges.offset.upperBound),
    ])
  }

  private static var options: String {
    RenderOption.keys.map { option in
      let row = option.row
      let sentence = row.sentence.text(naming: \.option)
      let otherwise = row.otherwise.map { "; default: \($0)" } ?? ""
      let details = row.details.isEmpty ? "" : " " + row.details
      let description = JSONWriter.literal("\(sentence)\(otherwise).\(details)")
      return "        \"\(option.rawValue)\": {\"description\": \(description), \(row.form.schema)}"
    }.joined(separator: ",\n")
  }

  private static func names(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
