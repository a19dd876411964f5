import HeaderModel
import Rendering

extension SceneRequest {
  /// A screen of 40 x 80 points with one pixel per point, and a header whose rows start at 30. It
  /// has static, moving and memory-dependent layers and is painted very quickly.
  static var tiny: SceneRequest {
    get throws {
      var request = SceneRequest()
      request.style = .document(
        try HeaderDocument.parse(
          Array(
            ##"""
            { "version": 1, "name": "tiny", "scroll": { "maximumOffset": 100 },
              "memory": { "far": false },
              "onScroll": [ [ { "when": "offset > 40", "set": { "far": true } },
                              { "when": "offset < 5", "set": { "far": false } } ] ],
              "layers": [
                { "id": "page", "type": "rectangle", "fill": "#FFFFFF" },
                { "id": "plate", "type": "rectangle", "fill": "#C02040", "x": 4, "y": 6, "width": 10,
                  "height": 8 },
                { "id": "rows", "type": "list", "y": "30 - offset", "count": 3, "pitch": 20,
                  "layers": [ { "id": "row", "type": "rectangle", "fill": "#2040C0", "height": 10,
                                "width": 40 } ] },
                { "id": "flag", "type": "rectangle", "fill": "#20A040", "x": 26, "y": 64, "width": 8,
                  "height": 8, "visible": "far" } ] }
            """##.utf8)))
      request.screen = Device(width: 40, height: 80, scale: 1)
      return request
    }
  }
}
