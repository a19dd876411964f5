import PortableMath
import Raster
import Testing

@testable import HeaderScene

/// Pictures that several scenes share.
struct PictureStoreTests {
  @Test("each is made once; where room is short those go that were not used for longest")
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

  @Test("a picture that could not be made is made when it is asked for again")
  func failure() throws {
    struct Refusal: Error {}
    let store = PictureStore(limit: 1000)
    #expect(throws: Refusal.self) { try store.picture("a") { throw Refusal() } }
    let picture = Pixmap(size: try .of(2, 2), fill: .white)
    #expect(store.picture("a") { picture } == picture)
  }
}
