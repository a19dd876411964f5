// Draws all pictures of the fixtures and of the demo into the repository at the path in the only
// argument (default: the current folder).

let root = CommandLine.arguments.dropFirst().first ?? "."
let images = root + "/Fixtures/Images/"
let demo = root + "/Sources/CEmbeddedFiles/Demo/"

let landscape = DuskLandscape()
let banner = Picture(width: 1500, height: 500) { x, y in
  landscape.color(x: x / 500, y: y / 500)
    + 0.006 * landscape.grain(column: Int(x), row: Int(y))
}
let smallBanner = Picture(width: 600, height: 200) { x, y in
  landscape.color(x: x / 200, y: y / 200)
}
let robin = RobinPortrait()
let avatar = Picture(width: 400, height: 400) { x, y in
  robin.color(x: x / 400, y: y / 400, edge: 0.5 / 400)
}

try banner.writeJPEG(demo + "banner.jpg", quality: 85)
try avatar.writePNG(demo + "avatar.png")
try smallBanner.writePNG(images + "banner.png")
try avatar.writePNG(images + "avatar.png")
for card in TestCard.all { try card.picture.writePNG(images + card.name + ".png") }
try DiffClips.write(to: root + "/Fixtures/Diff/")
