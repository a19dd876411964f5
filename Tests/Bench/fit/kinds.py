"""Recordings of kinds that were once read wrongly: own renders, each with the true offsets."""

import json
import shutil
from pathlib import Path

from PIL import Image, ImageDraw

from recordings import must

FPS = 20


def rows_document(bar=True, size=(412, 887), rows=39, title="600", dark=False, tap=False):
    """Rows that repeat every 60 points under a header that shrinks within 100 points."""
    ground, ink = ("#101418", "#F0F0F0") if dark else ("#FFFFFF", "#222222")
    layers = [
        {"id": "ground", "type": "rectangle", "fill": ground, "z": -2},
        {"id": "rows", "type": "list", "z": -1, "x": 16, "y": "height + 16 - offset",
         "width": "screen.width - 32", "count": rows, "pitch": 60,
         "separator": {"color": "#888888", "width": 1},
         "layers": [{"id": "row", "type": "text", "text": "row", "height": 59, "color": ink}]},
        {"id": "header", "type": "group", "height": "height", "layers": [
            {"id": "plate", "type": "rectangle", "fill": "#2A4A7A"},
            {"id": "portrait", "type": "image", "image": "avatar", "x": "screen.width - 56", "y": 8,
             "width": "height - 16", "height": "height - 16", "cornerRadius": "(height - 16) / 2"},
            {"id": "title", "type": "text", "text": "title", "x": 32, "height": "parent.height",
             "pointSize": 24, "weight": int(title), "color": "#FFFFFF"}]},
    ]
    if bar:
        layers.append({"id": "progress", "type": "rectangle", "height": 4, "z": 1, "fill": "tomato",
                       "transform": {"scaleX": "clamp(0, offset / most, 1)", "origin": [0, 0.5]}})
    document = {
        "version": 1, "name": "repeating-rows",
        "screen": {"device": f"{size[0]}x{size[1]}@1", "theme": "light"},
        "chrome": {"statusBar": False, "homeIndicator": False, "scrollIndicator": False},
        "scroll": {"contentHeight": f"96 + {rows} * 60"},
        "constants": {"range": {"value": 100, "unit": "pt"}},
        "values": {"t": "clamp(0, offset / range, 1)", "height": "mix(80, 56, t)",
                   "most": f"96 + {rows} * 60 - screen.height"},
        "texts": {"title": "Site", "row": "Paragraph"},
        "layers": layers,
    }
    if tap:
        document["memory"] = {"open": False}
        layers[2]["layers"].append(
            {"id": "panel", "type": "rectangle", "x": 120, "y": 12, "width": 120, "height": 30,
             "fill": "#C03030", "visible": "open"})
        layers[2]["layers"][0]["onTap"] = [{"set": {"open": "!open"}}]
    return document


def swipes(rng, reach, count=24, first=0.0, jump=90):
    """Offsets that move by less and more than a row's period, with rests."""
    values, place = [first], first
    while len(values) < count:
        place = min(max(0, place + rng.choice([0, 5, 12, 20, 35, jump, -20, -jump / 2])), reach)
        values.append(float(place))
    return values[:count]


class Kind:
    def __init__(self, folder, name, document, offsets, recorded=None, curve=None, others=()):
        self.folder = Path(folder) / name
        self.folder.mkdir()
        self.name, self.offsets = name, offsets
        self.style = self.folder / "style.json"
        self.style.write_text(json.dumps(document))
        self.drawn = self.folder / "recorded.json"
        self.drawn.write_text(json.dumps(recorded or document))
        self.curve = self.folder / "curve.json"
        self.curve.write_text(json.dumps(curve or {"version": 1, "snap": False, "samples": [
            [index / FPS, value] for index, value in enumerate(offsets)]}))
        self.more, self.others = [], list(others)
        self.recording = self.folder / "frames"

    def render(self, binary, scale=1):
        manifest = self.folder / "manifest.json"
        must(binary, "render", "--quiet", "--curve", self.curve, "--style", self.drawn, "--fps",
             str(FPS), "--scale", str(scale), "--frame-manifest", manifest, "-o",
             self.folder / "frames/%04d.png")
        self.offsets = [f["offset"] for f in json.loads(manifest.read_text())["frames"]]
        return sorted((self.folder / "frames").glob("*.png"))

    def compose(self, binary, change, scale=1):
        for path in self.render(binary, scale):
            with Image.open(path) as opened:
                change(opened.convert("RGB")).save(path, compress_level=1)


def canvas(size, fill, place, pill):
    """Puts a screen on a wide canvas, and a recording pill over its status bar."""
    def change(picture):
        if pill:
            draw = ImageDraw.Draw(picture)
            draw.rounded_rectangle([20, 6, 84, 26], radius=10, fill="#E02020")
        mode = "RGBA" if len(fill) == 4 else "RGB"
        whole = Image.new(mode, size, fill)
        whole.paste(picture.convert(mode), place)
        return whole
    return change


def kinds(binary, folder, rng):
    """Yields the kinds with their recordings made."""
    document = rows_document()
    kind = Kind(folder, "rows-bar", document, swipes(rng, 900))
    kind.render(binary)
    yield kind
    kind = Kind(folder, "rows-alone", rows_document(bar=False), swipes(rng, 900))
    kind.render(binary)
    yield kind
    # The header's words in another weight, the rows' in another size: not the header's fault.
    other = rows_document(title="300")
    other["layers"][1]["layers"][0]["pointSize"] = 16
    kind = Kind(folder, "other-font", document, swipes(rng, 900), recorded=other)
    kind.render(binary)
    yield kind
    over = [0.0, 60, 140, 260, 380, 430, 470, 520, 560, 520, 450, 400, 380]
    kind = Kind(folder, "overscroll", rows_document(rows=18), over)
    kind.render(binary)
    yield kind
    dark = rows_document(size=(422, 951), dark=True)
    for name, fill in (("white-canvas", (255, 255, 255)), ("transparent-canvas", (0, 0, 0, 0))):
        kind = Kind(folder, name, dark, swipes(rng, 700, 12))
        kind.compose(binary, canvas((2220, 960), fill, (899, 4), pill=True))
        kind.place = (1.0, 899, 4)
        yield kind
    taps = rows_document(tap=True)
    curve = {"version": 1, "gestures": [
        {"hold": 0.3}, {"tap": {"layer": "plate"}}, {"hold": 0.4},
        {"drag": {"by": 70, "duration": 0.4}}, {"hold": 0.3}]}
    kind = Kind(folder, "taps", taps, [], curve=curve)
    kind.render(binary)
    yield kind
    if shutil.which("ffmpeg"):
        phone = rows_document(size=(375, 812))
        kind = Kind(folder, "video", phone, swipes(rng, 700, 12))
        scaled = 1.4
        size = (round(375 * scaled), round(812 * scaled))
        kind.compose(binary, lambda picture: canvas((2532, 1170), (40, 42, 46), (1003, 16), False)(
            picture.resize(size, Image.Resampling.LANCZOS)), scale=2)
        video = kind.folder / "recording.mp4"
        must(binary, "encode", "--quiet", kind.folder / "frames", "--fps", str(FPS), "-o", video)
        kind.recording = video
        kind.more = ["--region", f"1003,16,{size[0]},{size[1]}"]
        kind.place = (size[0] / 375, 1003, 16)
        yield kind

