import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// A cache of pictures that scenes share.
struct PictureStoreTests {
  @Test("each picture is made once, and the least recently used are evicted")
  func leastRecentlyUsed() throws {
    let size = try PixelSize.of(4, 4)
    let store = PictureStore(limit: 3 * 64)
    var made: [String] = []
    func use(_ keys: String...) {
      for key in keys {
        _ = store.picture(key) {
          made.append(key)
          return Pixmap(size: size)
        }
      }
    }
    use("a", "b", "c", "b", "a")
    #expect(made == ["a", "b", "c"])
    use("d", "a", "b", "d")
    #expect(made == ["a", "b", "c", "d"])
    use("c", "b", "d")
    #expect(made == ["a", "b", "c", "d", "c"])
    use("a", "d")
    #expect(made == ["a", "b", "c", "d", "c", "a"])
  }

  @Test("a picture whose creation failed is created at the next request")
  func failure() throws {
    struct Refusal: Error {}
    let store = PictureStore(limit: 1000)
    #expect(throws: Refusal.self) { try store.picture("a") { throw Refusal() } }
    let picture = Pixmap(size: try .of(2, 2), fill: .white)
    #expect(store.picture("a") { picture } == picture)
  }
}
