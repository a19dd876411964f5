package import PortableMath

/// Everything a painter needs to know of the header after one scroll event: exact values in points,
/// before any rounding to device pixels. What a style does not have is nil.
package struct HeaderState: Hashable, Sendable {
  /// Points from rest, as fed.
  package var offset: Double
  /// The scroll view's own content offset, in points.
  package var contentOffset: Double
  /// The system the header belongs to.
  package var style: HeaderStyle
  /// The revision or arrangement of it.
  package var variant: HeaderVariant
  /// Where in its life it is.
  package var phase: HeaderPhase
  /// The header itself: banner or plain ground.
  package var header: Banner
  /// How the banner is blurred.
  package var blur: Blur
  /// The picture of the person.
  package var avatar: Avatar
  /// mimic: first line in the bar, once installed | thinkandbuild: the white label in the header.
  package var title: Title?
  /// mimic: second line in the bar, clipped like the title.
  package var subtitle: Label?
  /// mimic, thinkandbuild: name in the content | contacts: label under the avatar.
  package var name: Label?
  /// thinkandbuild: the handle under the name.
  package var handle: Label?
  /// mimic, thinkandbuild: the follow button.
  package var follow: PointRect?
  /// mimic: the bar with the segmented control.
  package var sectionHeader: SectionHeader?
  /// mimic, contacts, and stretch as a table.
  package var rows: Rows?
  /// mimic: the white part under the banner, with name and follow button.
  package var subheader: PointRect?
  /// stretch, variant `table`: the white head of the table that carries the avatar.
  package var tableHeader: PointRect?
  /// stretch, variant `scroll`: the coloured block at the end of the content.
  package var spacer: PointRect?
  /// thinkandbuild: the heart icon.
  package var heart: PointRect?
  /// contacts: the plain ground from the top of the screen to the header's bottom.
  package var background: PointRect?
  /// Bottom to top.
  package var paintOrder: [PaintedPart]

  /// The picture behind everything, clipped to `rect`.
  package struct Banner: Hashable, Sendable {
    /// On screen; enlarged by a pull it stands out at the sides.
    package var rect: PointRect
    /// The lower edge of `rect`.
    package var bottom: Double
    /// The part of the banner picture that the whole of `rect` shows, in pixels of the picture; nil
    /// for a style without a banner picture (contacts).
    package var sourceCrop: PointRect?
  }

  /// How the banner is blurred.
  package enum Blur: Hashable, Sendable {
    /// The sharp picture.
    case none
    /// The blurred picture over the sharp one, at opacity `alpha` in 0...1.
    case crossfade(alpha: Double)
    /// The picture of step 1...10 of the blur ladder instead of the sharp one; radius in points.
    case ladder(step: Int, radius: Double)
    /// A system blur of fixed look over the sharp picture (mimic, variants `first` and `doc`).
    case systemLight
  }

  /// A square picture with rounded corners and a border inside its edge.
  package struct Avatar: Hashable, Sendable {
    /// On screen, border included.
    package var rect: PointRect
    /// Points.
    package var cornerRadius: Double
    /// Points.
    package var borderWidth: Double
    /// Whether the avatar is painted after the banner.
    package var aboveHeader: Bool
  }

  /// A line of text that is seen through a window only.
  package struct Title: Hashable, Sendable {
    /// On screen; for a header that is pulled down: scaled along with it.
    package var rect: PointRect
    /// What lies outside is not seen.
    package var clip: PointRect
    /// Title adjustment (mimic) or label translation (thinkandbuild), in points.
    package var shift: Double
    /// Whether any of `rect` lies inside `clip`.
    package var visible: Bool
    /// Size of the text at scale 1, in points.
    package var pointSize: Double
    /// What the text is enlarged by: 1, or more while thinkandbuild's header is pulled down.
    package var scale: Double
  }

  /// A line of text at a place; its width is the measured one.
  package struct Label: Hashable, Sendable {
    /// On screen.
    package var rect: PointRect
    /// Whether any of `rect` is inside the screen, or inside the bar that clips it (subtitle).
    package var visible: Bool
    /// Points.
    package var pointSize: Double
  }

  /// The bar above the rows.
  package struct SectionHeader: Hashable, Sendable {
    /// On screen.
    package var rect: PointRect
    /// Whether it is held at the bar instead of moving with the rows.
    package var stuck: Bool
  }

  /// Equal rows, one under the other.
  package struct Rows: Hashable, Sendable {
    /// Top of row 0 on screen, in points.
    package var firstTop: Double
    /// Distance from row to row, in points.
    package var pitch: Double
    /// How many there are, 0 or more.
    package var count: Int
  }
}

/// Where in its life the header is.
package enum HeaderPhase: String, CaseIterable, Hashable, Sendable {
  case pulledDown, expanded, collapsing, minified, titleArriving, complete
}

/// The parts of the picture whose order the state decides, named as in a trace's `paintOrder`.
///
/// A part stands for everything that moves through the order with it:
///
/// | style | parts |
/// | --- | --- |
/// | mimic | `rows`, `subheader` (with name and follow button), `banner`, `avatar`, `sectionHeader`, `bar` (status bar, bar items, title, subtitle) |
/// | thinkandbuild | `banner` (white ground, sharp and blurred picture), `title` (the white label, clipped to the banner), `content` (name, handle, follow button, heart), `avatar`, `bar` (status bar) |
/// | stretch | `banner`, `rows` and `tableHeader` (table) or `content` (scroll: the spacer), `avatar`, `bar` |
/// | contacts | `rows`, `background`, `header` (the container), `avatar`, `name`, `bar` |
package enum PaintedPart: String, CaseIterable, Hashable, Sendable {
  case background, rows, subheader, banner, avatar, title, sectionHeader, bar
  case content, name, handle, follow, tableHeader, header
}
