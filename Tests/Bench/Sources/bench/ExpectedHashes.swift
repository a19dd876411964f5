/// What each workload leaves, recorded when its kernel's tests passed.
///
/// The rasterizer gives the same bytes on every machine, so a difference is a change of behaviour.
let expectedHashes: [String: String] = [
  "blur/21x20-1500x500": "533d9d8f93773c33",
  "blur/21x20-800x450": "8e462b6ad90be94e",
  "blur/ladder-ten-steps-1500x500": "db605b7e7703453a",
  "compositing/colour-mask": "388a6c63391e782c",
  "compositing/copy": "403580c3dd0a4860",
  "compositing/crossfade": "65004361df385cdd",
  "compositing/fill": "3dcc89980138c295",
  "compositing/memcpy": "403580c3dd0a4860",
  "compositing/source-over": "7182522855ea737f",
  "compositing/source-over-mask": "ad472a3aa446c582",
  "compositing/source-over-opacity": "a2cd06a1b2e9a0c6",
  "resize/area-1500x500-to-642x214": "9a3767e54c634e26",
  "resize/area-1500x500-to-750x250": "896f4932b6efa427",
  "resize/bilinear-750x250-to-975x325": "efd9f94b41334113",
  "resize/catmull-rom-750x250-to-1500x500": "b1c30c357bc67b4a",
  "resize/lanczos3-750x250-to-1500x500": "72abb7cda2ba2ee0",
  "resize/zoom-750x250-to-975x325": "c7a9838274b79283",
  "scene/avatar": "47ebde578e1790b6",
  "scene/crossfade": "590a8b32eb868514",
  "scene/plain": "356ac1ed8f82460f",
  "scene/setup": "94bdbce6ce3966b9",
  "scene/whole": "4040c09536e17bab",
  "scene/whole-by-two": "cbf29ce484222325",
  "scene/zoom": "d318a5d40e51aff1",
]
