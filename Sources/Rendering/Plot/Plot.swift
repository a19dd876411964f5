import Files
public import Raster

/// Numbers over one common axis, in panels one under the other.
public struct Plot: Hashable, Sendable {
  /// Stands above the panels; may be empty.
  public var title: String
  /// What the common axis counts, with its unit.
  public var axis: String
  /// Top to bottom.
  public var panels: [Panel]

  /// A plot of finished panels.
  public init(title: String, axis: String, panels: [Panel]) {
    self.title = title
    self.axis = axis
    self.panels = panels
  }

  /// Series that share a scale.
  public struct Panel: Hashable, Sendable {
    /// What the scale counts, with its unit.
    public var label: String
    /// Drawn in this order.
    public var series: [Series]

    /// A panel of finished series.
    public init(label: String, series: [Series]) {
      self.label = label
      self.series = series
    }
  }

  /// One line.
  public struct Series: Hashable, Sendable {
    /// Stands beside the panel in the line's colour.
    public var name: String
    /// Of the line.
    public var color: Color
    /// In the order in which they are joined; nil leaves a gap. Coordinates must be finite.
    public var points: [Point?]

    /// A line through points.
    public init(name: String, color: Color, points: [Point?]) {
      self.name = name
      self.color = color
      self.points = points
    }
  }

  /// A place on axis and scale.
  public struct Point: Hashable, Sendable {
    /// Along the common axis.
    public var x: Double
    /// On the panel's scale, larger is higher.
    public var y: Double

    /// A place by its coordinates.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// Colours that can be told apart on white, for the series of a panel in turn.
  package static let colors = [
    Color(rgb: 0x1D8BD8), Color(rgb: 0xD6336C), Color(rgb: 0x2B9348), Color(rgb: 0x7048C6),
  ]
}
