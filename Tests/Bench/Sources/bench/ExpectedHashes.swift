/// What each workload leaves, recorded when its kernel's tests passed.
///
/// The rasterizer gives the same bytes on every machine, so a difference is a change of behaviour.
let expectedHashes: [String: String] = [:]
