import Files
import Rendering

/// An item that has been compared, with what a page and a folder of pictures need of it.
struct FinishedItem: Sendable {
  var item: ComparedItem
  let plan: ItemPlan
  /// Nil where nothing differs or no pictures are wanted.
  var pictures: ItemPictures?
  /// The moment that differs most.
  var worst: ItemPictures.Moment?
}
