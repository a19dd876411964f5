public import FileAccess
public import Batch

// Manifests of many renders, and their runs.

/// A batch of renders, complete and checked.
public typealias Manifest = Batch.Manifest

/// Everything that is wrong with a manifest, each with line and key path.
public typealias ManifestError = Batch.ManifestError

/// One render of a manifest.
public typealias BatchItem = Batch.BatchItem

/// How a batch is run.
public typealias BatchOptions = Batch.BatchOptions

/// Renders the items of a manifest, several at a time; a bad item does not stop the others.
///
/// ```swift
/// let manifest = try Manifest.load(folder + "/manifest.jsonl")
/// var options = BatchOptions(outputFolder: folder + "/out")
/// options.jobs = 2
/// let results = try await BatchRunner(manifest, items: manifest.items, options: options)
///   .run { print($0.id, $0.state) }
/// ```
public typealias BatchRunner = Batch.BatchRunner

/// A batch in one line of numbers.
public typealias BatchSummary = Batch.BatchSummary

/// What became of a whole batch, however many machines and attempts it took: the same items done
/// give the same report, byte by byte.
public typealias BatchReport = Batch.BatchReport

/// Renders a manifest and compares its outputs with baselines, in one go.
public typealias BatchVerification = Batch.BatchVerification

/// What became of an item.
public typealias ItemResult = Batch.ItemResult

/// Which part of a batch a machine does.
public typealias ShardNumber = Batch.ShardNumber

/// Outputs of earlier renders in a folder, by the digest of all that made them.
public typealias RenderCache = Batch.RenderCache

/// One output of an item.
public typealias BatchOutput = Batch.BatchOutput

/// The moment that a still of a batch shows.
public typealias StillMoment = Batch.StillMoment

/// SHA-256 of some bytes, by GLib, which Pango brings along.
public typealias ContentDigest = FileAccess.ContentDigest
