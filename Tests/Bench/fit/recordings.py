"""Recordings of built-in headers as other people's screens give them, with the truth beside them."""

import json
import math
import subprocess
from pathlib import Path

from PIL import Image, ImageDraw

FPS = 15
FILTERS = [Image.Resampling.BOX, Image.Resampling.BILINEAR, Image.Resampling.HAMMING,
           Image.Resampling.LANCZOS]
# Every built-in header, by the offsets (points) between which its behavior lies.
HEADERS = {
    "mimic": 260, "mimic-first": 260, "mimic-doc": 260, "thinkandbuild": 240, "stretch": 240,
    "stretch-scroll": 240, "contacts": 300, "x-profile": 420, "large-title": 320,
    "collapsing-toolbar": 420, "quick-return": 420, "parallax-cover": 420,
}
# `contacts` was drawn on one device and recorded on another.
VARIANTS = [(name, []) for name in HEADERS] + [("contacts", ["--variant", "recording"])]


def named(style):
    """The words that name a header, or one of its variants, which stands behind a hyphen here."""
    for name, variants in {"mimic": ["first", "doc"], "stretch": ["scroll"]}.items():
        for variant in variants:
            if style == f"{name}-{variant}":
                return [name, "--variant", variant]
    return [style]


class Recording:
    """Where a recording is and what was done in it."""

    def __init__(self, path, style, options, offsets, memory, placement, size, others=()):
        self.path, self.style, self.options = path, style, options
        # Points from rest, what the header remembers (None where an event is too long ago to
        # say), frame by frame; pixels a point, left and top edge in pixels.
        self.offsets, self.memory, self.placement = offsets, memory, placement
        # The screen's sides in pixels; where other screens begin.
        self.size, self.others = size, others


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800)
    return done.returncode, done.stdout, done.stderr


def must(*command):
    status, out, problem = run(*command)
    if status:
        raise SystemExit(f"{' '.join(map(str, command))}: {problem}")
    return out


def swipe(rng, reach, frames, far=False):
    """Offsets at 60 a second: drags and flings between places, with rests.

    `far`: first pulled, then as far as the behavior lies, so that every constant shows.
    """
    values, place = [0.0], 0.0
    first = [-40, 0.9 * reach] if far else []
    while len(values) < frames * 60 // FPS:
        target = rng.choice([rng.uniform(0, reach), rng.uniform(0, reach), rng.uniform(-50, 0), 0])
        if first:
            target = first.pop(0)
        steps = rng.randrange(14, 40)
        for step in range(1, steps + 1):
            part = step / steps
            values.append(place + (target - place) * part * part * (3 - 2 * part))
        place = target
        values += [place] * rng.randrange(0, 6)
    return values[:frames * 60 // FPS]


def memories(binary, curve, common, count):
    """What the header remembers in each frame: after the last event at or before its time."""
    lines = must(binary, "trace", "--curve", curve, *common).splitlines()
    events = [json.loads(line) for line in lines]
    result, place = [], 0
    for frame in range(count):
        time = frame / FPS
        while place + 1 < len(events) and events[place + 1]["time"] <= time + 1e-6:
            place += 1
        event = events[place]
        moves = event.get("memoryTargets") != event["memory"] and event["time"] < time - 1e-3
        result.append(None if moves else event["memory"])
    return result


def record(binary, folder, rng, style, options=(), changed=(), frames=30, disturbed=True,
           whole=False, theme=None, far=False, around=None):
    """Renders, scales, cuts, draws over and encodes.

    `changed`: constants as --set has them; `far`: see `swipe`; `around`: see `Surroundings`, None for
    a screen that fills the recording or is cut.
    """
    folder = Path(folder)
    name = f"{style}-{rng.randrange(10**9)}"
    work = folder / name
    work.mkdir(parents=True)
    values = swipe(rng, HEADERS[style], frames, far)
    curve = work / "curve.json"
    curve.write_text(json.dumps(
        {"version": 1, "samples": [[i / 60, round(v, 3)] for i, v in enumerate(values)]}))
    common = ["--style", *named(style), *options]
    for change in changed:
        common += ["--set", change]
    if theme:
        common += ["--theme", theme]
    manifest = work / "manifest.json"
    must(binary, "render", "--quiet", "--curve", curve, *common, "--fps", str(FPS),
         "--frame-manifest", manifest, "--png-level", "1", "-o", work / "frames/%04d.png")
    offsets = [frame["offset"] for frame in json.loads(manifest.read_text())["frames"]]
    pictures = sorted((work / "frames").glob("*.png"))
    with Image.open(pictures[0]) as first:
        width, height = first.size
    points = point_width(binary, common, work)
    per_point = around.per_point if around else rng.uniform(0.6, 1.4)
    size = (round(points * per_point), round(height * points * per_point / width))
    box, others = (0, 0, *size), ()
    if around:
        canvas, (left, top), others = around.canvas(size, rng)
        box = (-left, -top, canvas.width - left, canvas.height - top)
    elif not whole and rng.random() < 0.6:
        box = (round(size[0] * rng.uniform(0, 0.1)), round(size[1] * rng.uniform(0, 0.15)),
               round(size[0] * rng.uniform(0.9, 1)), round(size[1] * rng.uniform(0.8, 1)))
    kind = rng.choice(FILTERS)
    pointer = [rng.uniform(0.2, 0.8), rng.uniform(0.3, 0.8), rng.uniform(0, 6.3)]
    words = (rng.uniform(0.05, 0.4), rng.uniform(0.6, 0.85))
    (work / "cut").mkdir()
    for index, path in enumerate(pictures):
        with Image.open(path) as opened:
            picture = opened.convert("RGB").resize(size, kind)
        if disturbed:
            draw_over(picture, index, pointer, words)
        if around:
            whole_picture = canvas.copy()
            whole_picture.paste(picture, (left, top))
            for place in others:
                whole_picture.paste(around.other(pictures, index).resize(size, kind), place)
            picture = whole_picture
        else:
            picture = picture.crop(box)
        picture.save(work / "cut" / path.name, compress_level=1)
    gif = folder / f"{name}.gif"
    must(binary, "encode", "--quiet", work / "cut", "--fps", str(FPS), "--quality",
         str(rng.randrange(50, 101)), "--effort", "3", "-o", gif)
    memory = memories(binary, curve, common, len(offsets))
    must("rm", "-r", str(work))
    actual = size[0] / points
    return Recording(gif, style, list(options) + (["--theme", theme] if theme else []), offsets,
                     memory, (actual, -box[0], -box[1]), size, others)


class Surroundings:
    """What lies around the screen in a recording: a wider canvas, margins, other screens."""

    # By name: parts of the screen's sides at left, top, right and bottom, and how many more screens.
    KINDS = {
        "alone": ((0, 0, 0, 0), 0), "margins": ((0.03, 0.02, 0.05, 0.03), 0),
        "wide": ((0.7, 0.0, 1.3, 0.0), 0), "desktop": ((1.1, 0.15, 0.6, 0.2), 0),
        "two": ((0.12, 0.06, 0.12, 0.06), 1), "flush": ((0.0, 0.0, 0.0, 0.0), 1),
    }

    def __init__(self, kind, per_point, ground="white"):
        self.sides, self.more = self.KINDS[kind]
        self.kind, self.per_point, self.ground = kind, per_point, ground

    def canvas(self, size, rng):
        """The picture around, where the screen's corner goes, and where other screens' do."""
        left, top, right, bottom = (
            round(part * size[index % 2]) for index, part in enumerate(self.sides))
        gap = left if self.more else 0
        width = left + right + (size[0] + gap) * (1 + self.more) - gap
        canvas = Image.new("RGB", (width, top + size[1] + bottom), "white")
        draw = ImageDraw.Draw(canvas)
        if self.ground == "dark":
            canvas.paste("#26282c", (0, 0, *canvas.size))
        elif self.ground == "wallpaper":
            canvas = Image.linear_gradient("L").resize(canvas.size).convert("RGB")
            draw = ImageDraw.Draw(canvas)
            for _ in range(14):
                x, y, r = (rng.uniform(0, canvas.width), rng.uniform(0, canvas.height),
                           rng.uniform(0.05, 0.3) * canvas.width)
                color = tuple(rng.randrange(256) for _ in range(3))
                draw.ellipse([x - r, y - r, x + r, y + r], fill=color)
        elif self.ground == "page":
            for line in range(4, canvas.height, 14):
                draw.text((6, line), "words of a page that the screen is shown on " * 8,
                          fill="#444444")
        places = [(left + (size[0] + gap) * index, top) for index in range(1 + self.more)]
        mine = rng.randrange(len(places))
        return canvas, places[mine], places[:mine] + places[mine + 1:]

    def other(self, pictures, index):
        """The same header at another moment: what a second screen shows."""
        with Image.open(pictures[(index + len(pictures) // 3) % len(pictures)]) as opened:
            return opened.convert("RGB")


def point_width(binary, common, work):
    """Points across the screen."""
    still = work / "points.png"
    must(binary, "still", "--offset", "0", "--scale", "1", *common, "-o", still)
    with Image.open(still) as picture:
        return picture.size[0]


def draw_over(picture, index, pointer, words):
    """A mouse pointer that wanders, and other words in a row."""
    draw = ImageDraw.Draw(picture)
    width, height = picture.size
    x = width * (pointer[0] + 0.15 * math.sin(index / 5 + pointer[2]))
    y = height * (pointer[1] + 0.1 * math.cos(index / 7 + pointer[2]))
    shape = [(0, 0), (0, 17), (4, 13), (7, 19), (10, 18), (7, 12), (12, 12)]
    draw.polygon([(x + a, y + b) for a, b in shape], fill="black", outline="white")
    left, top = width * words[0], height * words[1]
    draw.rectangle([left, top, left + width * 0.4, top + 16], fill="white")
    draw.text((left + 4, top + 2), "Other words here", fill="black")


def fit(binary, recording, *more, style=None, options=None):
    """Exit status, the report or None, what was said, and seconds taken."""
    status, out, problem = run(
        binary, "fit", recording.path, "--style", *named(style or recording.style),
        *(recording.options if options is None else options), "--json", *map(str, more))
    try:
        return status, json.loads(out), problem
    except ValueError:
        return status, None, problem
