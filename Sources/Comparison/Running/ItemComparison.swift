import FileAccess
import PortableMath
import Raster
import VisualDiff

/// Compares one item of a request.
struct ItemComparison {
  private typealias Found = (item: ComparedItem, pictures: ItemPictures?)

  let request: DiffRequest
  /// The manifests of both animations, if the request names them.
  let givenManifests: ManifestPair?
  let isOnlyItem: Bool
  let plan: ItemPlan

  /// Compares the item. If an error is thrown, the item is unreadable.
  func run() -> FinishedItem {
    do throws(HeaderKitError) {
      let found = try compare()
      return FinishedItem(item: found.item, plan: plan, pictures: found.pictures)
    } catch {
      var item = plan.item(.unreadable)
      item.problem = error
      return FinishedItem(item: item, plan: plan)
    }
  }

  private func compare() throws(HeaderKitError) -> Found {
    if let problem = plan.problem { throw problem }
    guard let firstPath = plan.first, let secondPath = plan.second else { return try unpaired() }
    let first = try ComparedSource(firstPath, frames: plan.firstFrames, limits: request.limits)
    let second = try ComparedSource(secondPath, frames: plan.secondFrames, limits: request.limits)
    if let bytes = first.bytes, bytes == second.bytes {
      let side = try AnimationSide(reading: first, limits: request.limits)
      var item = item(.same, side, side)
      item.comparedPixels = side.size.area
      item.warnings = side.warnings
      return (item, nil)
    }
    var manifests = givenManifests
    var notes: [String] = []
    if manifests == nil, !request.strict {
      (manifests, notes) = try FrameSidecar.read(first, second, limits: request.limits)
    }
    var found = try compare(first, second, manifests)
    found.item.details += notes
    return found
  }

  private func compare(
    _ first: ComparedSource, _ second: ComparedSource, _ manifests: ManifestPair?
  ) throws(HeaderKitError) -> Found {
    if manifests == nil, !request.strict,
      let recorded = try AnimationItem(recordsOf: first, second, request)
    {
      try MaskResolver.refuseLayers(request.masks)
      return try animation(recorded)
    }
    let isQuantized = !request.strict && manifests == nil && first.isLossy && second.isLossy
    var animationRequest =
      !request.strict && (isQuantized || manifests != nil && (first.isLossy || second.isLossy))
      ? request.quantized() : request
    if let manifests {
      animationRequest.pictures.masks += try MaskResolver.layerRegions(
        request.masks, manifests.first.shownLayers, manifests.second.shownLayers,
        isOnlyItem: isOnlyItem)
    }
    var both = try AnimationItem(reading: first, second, animationRequest, isQuantized: isQuantized)
    if !both.isAnimation, let before = both.first.firstFrame, let after = both.second.firstFrame {
      return try picture(both, before, after)
    }
    if let manifests { both.apply(manifests) } else { try MaskResolver.refuseLayers(request.masks) }
    return try animation(both)
  }

  private func animation(_ animation: AnimationItem) throws(HeaderKitError) -> Found {
    let (first, second) = (animation.first, animation.second)
    try checkCanvas(first.size, second.size, second.source.path, request.limits)
    var item = item(.same, first, second)
    item.metric = animation.request.pictures.metric.name
    let pictures = try animation.compare(into: &item)
    return (item, pictures)
  }

  /// Returns the item with the kind, sizes and warnings of its decoded files.
  private func item(
    _ status: ComparedItem.Status, _ first: AnimationSide?, _ second: AnimationSide?
  ) -> ComparedItem {
    var item = plan.item(status)
    let sides = [first, second].compactMap(\.self)
    item.kind = sides.contains(where: \.isAnimation) ? .animation : .picture
    item.firstSize = first?.size
    item.secondSize = second?.size
    item.warnings = sides.flatMap(\.warnings)
    return item
  }

  private func picture(
    _ both: AnimationItem, _ before: Pixmap, _ after: Pixmap
  ) throws(HeaderKitError) -> Found {
    let layers = [both.first, both.second].compactMap {
      $0.source.bytes.flatMap(PictureLayers.init(file:))
    }
    var request = request
    if layers.count == 2 {
      request.pictures.masks += try MaskResolver.layerRegions(
        request.masks, [ShownLayers(layers: layers[0].layers)],
        [ShownLayers(layers: layers[1].layers)], isOnlyItem: isOnlyItem)
    } else {
      try MaskResolver.refuseLayers(request.masks)
    }
    var item = item(.same, both.first, both.second)
    item.metric = request.pictures.metric.name
    let difference = request.pictures.difference(before, after)
    item.note(difference)
    let passes = request.tolerance.allows(difference)
    item.status = passes ? .same : .different
    if difference.sizesDiffer {
      item.details.append(
        "size \(after.width) x \(after.height) instead of \(before.width) x \(before.height)")
    }
    if difference.differentPixels > 0 {
      if layers.count == 2 {
        item.details += [PictureFont.cause(layers[0].fonts, layers[1].fonts)].compactMap { $0 }
        item.details += layers[0].changes(to: layers[1], ignoring: request.maskedLayers)
      }
      item.details.append(difference.sentence)
    }
    guard !passes, request.needsPictures else { return (item, nil) }
    let moment = try ItemPictures.Moment(
      "", .changed, before, after, map: request.pictures.map(before, after), difference)
    return (item, try ItemPictures(moment, baseline: before))
  }

  private func unpaired() throws(HeaderKitError) -> Found {
    guard let path = plan.second ?? plan.first else { return (plan.item(.added), nil) }
    let isAdded = plan.first == nil
    let side = try AnimationSide(
      reading: ComparedSource(path, limits: request.limits), limits: request.limits)
    let (first, second) = isAdded ? (nil, side) : (side, nil)
    let item = item(isAdded ? .added : .missing, first, second)
    guard request.needsPictures else { return (item, nil) }
    let moment = try ItemPictures.Moment(
      side.isAnimation ? "frame 0" : "", isAdded ? .inserted : .dropped, first?.firstFrame,
      second?.firstFrame)
    return (item, try ItemPictures(moment, baseline: first?.firstFrame))
  }
}

extension ImageDifference {
  /// A description such as `1204 pixels differ (0.12 %), within 120 x 88 at 40,20`.
  package var sentence: String {
    let area = bounds.map { ", within \($0.width) x \($0.height) at \($0.x),\($0.y)" } ?? ""
    let pixels = differentPixels == 1 ? "1 pixel differs" : "\(differentPixels) pixels differ"
    return "\(pixels) (\(percentage(differentRatio)))\(area)"
  }
}
