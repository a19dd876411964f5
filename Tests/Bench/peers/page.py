"""The page of ScrollScene.swift: where its parts lie at a scroll offset, in pixels."""
import math
from dataclasses import dataclass

WIDTH, HEIGHT, HEADER = 750, 1334, 214
VISIBLE = (0, 36, 1500, 428)  # of the banner, what fills the header
INK, GRAY, BLUE, LINE = (0x29, 0x2F, 0x33), (0x66, 0x6B, 0x7F), (0x55, 0xAC, 0xEE), (0xE1, 0xE8, 0xED)
ROWS = [f"Row {i}: the quick brown fox jumps over" for i in range(12)]
TITLE, NAME, USER, FOLLOW = "Jane Stormtrooper", "Jane Stormtrooper", "@bitwaker", "Follow"
BUTTON = (506, 224, 60, 10)  # x, width, height, corner radius


def offset(index, count):
    """Points: down to -80, up to 180 and back, eased by cosine, on whole pixels."""
    keys = [(0.0, 0.0), (0.15, -80.0), (0.35, 0.0), (0.75, 180.0), (1.0, 0.0)]
    time = index / (count - 1)
    for (t0, v0), (t1, v1) in zip(keys, keys[1:]):
        if time <= t1:
            value = v0 + (v1 - v0) * (0.5 - 0.5 * math.cos(math.pi * (time - t0) / (t1 - t0)))
            return math.floor(value * 2 + 0.5) / 2
    return 0.0


@dataclass
class Moment:
    """Where everything lies at one offset."""

    offset: float

    def __post_init__(self):
        o = self.offset
        self.down = -2 * o
        self.header_on_top = o > 40
        self.zoom = 1 - o / 107 if o < 0 else 1
        self.header_x = (WIDTH - WIDTH * self.zoom) / 2
        self.shift = round(2 * min(40, o)) if o > 0 else 0
        self.blur = round(255 * min(1, max(0, (o - 95) / 35)))
        self.title_baseline = round((104 + max(-35, 95 - o)) * 2) - self.shift + 33
        loss = min(40, max(0, o)) / 69 / 1.4
        self.side = 138 * (1 - loss)
        self.avatar = ((8 + 69 * loss / 2) * 2, (148 - o) * 2 - self.side)
        self.radius, self.border = 20 * (1 - loss), 6 * (1 - loss)


MOMENTS = [Moment(offset(i, 60)) for i in range(60)]
