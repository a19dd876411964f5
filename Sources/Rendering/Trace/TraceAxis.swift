import Files

/// What a plot of a trace runs over.
public enum TraceAxis: String, CaseIterable, Hashable, Sendable {
  /// The count of the event; the launch state stands at -1.
  case index
  /// Seconds; states without a time are left out.
  case time
  /// Points from rest; coming back, the lines show what the header remembers.
  case offset
}
