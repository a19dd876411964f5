import Files
import Foundation
import Numerics
import Raster
import Rendering
import StrictJSON

/// A report as one page of HTML that needs nothing but a browser: no network, no other file.
///
/// It is written piece by piece: `head`, then `item` for each item in order, then `tail`. Pictures
/// stand in the page as inert text; the browser reads those of one item when it is opened, so that
/// hundreds of items cost nothing until looked at.
public enum HTMLReport {
  /// Everything before the first item.
  public static func head(title: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(policy)">
    <link rel="icon" href="data:,">
    <title>\(markup(title))</title>
    <style>
    \(PageStyle.text)
    </style>
    </head>
    <body>

    """
  }

  /// Nothing is fetched from anywhere.
  private static let policy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

  /// The pictures of the item at `index`; empty when it has none.
  public static func item(_ pictures: ItemPictures?, index: Int) -> String {
    guard let pictures, !pictures.moments.isEmpty else { return "" }
    let json = JSONWriter.object { object in
      object.member("leftOut", pictures.leftOut)
      object.array("moments") { moments in
        for moment in pictures.moments {
          moments.object { object in
            object.member("label", moment.label)
            object.member("state", moment.state.rawValue)
            object.member("same", moment.isSame)
            object.member("pixels", moment.differentPixels)
            object.member("bounds", moment.bounds.map(numbers))
            object.member("first", moment.first.map(base64))
            object.member("second", moment.second.map(base64))
            object.member("difference", moment.difference.map(base64))
          }
        }
      }
    }
    return "<script type=\"application/json\" id=\"item-\(index)\">\(inert(json))</script>\n"
  }

  /// The list of items and the program, after the last item.
  public static func tail(_ report: ComparisonReport) -> String {
    """
    <aside>
    <header>
    <h1>Visual comparison</h1>
    <p class="soft small paths">\(markup(report.first)) → \(markup(report.second)), \
    \(markup(report.metric))</p>
    \(report.notes.map { "<p class=\"small\">\(markup($0))</p>" }.joined())
    <div id="filters" role="group" aria-label="show items by status"></div>
    <input id="search" type="search" placeholder="Search names ( / )" aria-label="search names">
    <p class="soft small" id="visible" role="status" style="margin:8px 0 0"></p>
    </header>
    <ul id="list" aria-label="items"></ul>
    </aside>
    <main id="item" tabindex="-1"><noscript><p>This page needs scripts; the summary is: \
    \(markup(report.summary))</p></noscript></main>
    \(help)
    <script type="application/json" id="report">\(inert(index(report)))</script>
    <script>
    \(PageViews.text)
    </script>
    <script>
    \(PageScript.text)
    </script>
    </body>
    </html>

    """
  }

  private static let help = """
    <dialog id="help" aria-label="keys"><form method="dialog"><table>
    <tr><td><kbd>J</kbd> <kbd>K</kbd></td><td>next, previous item</td></tr>
    <tr><td><kbd>←</kbd> <kbd>→</kbd></td><td>frame by frame</td></tr>
    <tr><td><kbd>D</kbd></td><td>next changed frame</td></tr>
    <tr><td><kbd>1</kbd> to <kbd>5</kbd></td><td>views</td></tr>
    <tr><td><kbd>Space</kbd></td><td>play; in Flicker stop and start</td></tr>
    <tr><td><kbd>M</kbd></td><td>mark what differs</td></tr>
    <tr><td><kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd></td><td>zoom, fit</td></tr>
    <tr><td><kbd>/</kbd></td><td>search</td></tr>
    </table><button class="chip">Close</button></form></dialog>
    """

  /// What the list and the heads of the items need.
  private static func index(_ report: ComparisonReport) -> String {
    JSONWriter.object { object in
      object.array("items") { items in
        for item in report.items {
          items.object { object in
            object.member("name", item.name)
            object.member("kind", item.kind?.rawValue)
            object.member("status", item.status.rawValue)
            object.member(
              "firstSize", item.firstSize.map { [Double($0.width), Double($0.height)] })
            object.member(
              "secondSize", item.secondSize.map { [Double($0.width), Double($0.height)] })
            object.member("pixels", item.differentPixels)
            object.member("ratio", item.differentRatio)
            object.member("antialiased", item.antialiasedPixels)
            object.member("ignored", item.ignoredPixels)
            object.member("bounds", item.bounds.map(numbers))
            object.member("details", item.details)
            object.member("problem", item.problem?.description)
            object.member("baseline", item.baseline?.rawValue)
          }
        }
      }
    }
  }

  private static func numbers(_ rect: PixelRect) -> [Double] {
    [Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height)]
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// JSON that no end of a script element can stand in.
  private static func inert(_ json: String) -> String { json.replacing("<", with: "\\u003c") }
}
