public import Fit

// Recordings held against headers.

/// A recording, and the header that it is held against.
public typealias FitRequest = Fit.FitRequest

/// Finds out what a recording of a header did: the offset in every frame, and whether the header
/// behaved as its document says.
public typealias RecordingFit = Fit.RecordingFit

/// Which constants of a header are looked for in a recording.
public typealias FreeConstants = Fit.FreeConstants

/// What a fit found.
public typealias FitReport = Fit.FitReport

/// How a recording shows the screen: at what scale, and where.
public typealias ScreenPlacement = Fit.ScreenPlacement

/// One way in which a layer is not as the header has it.
public typealias Deviation = Fit.Deviation

/// What a recording says about a constant of its header.
public typealias FittedConstant = Fit.FittedConstant
