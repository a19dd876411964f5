#!/usr/bin/env python3
"""Plays the documents in ../valid with 40 decimal digits, according to the published formulas.

Writes the events to NAME.csv next to this file: time and offset at 60 fps and at the end. The view
is 568 points high, the largest offset is 900 points, and a point has 2 pixels.

    python3 events.py NAME...
"""
import json
import math
import sys
from decimal import Decimal as D, ROUND_HALF_UP, getcontext
from pathlib import Path

getcontext().prec = 40
HEIGHT, LARGEST, SCALE = D(568), D(900), D(2)
PIXEL = 1 / SCALE


TURN = D("6.283185307179586476925286766559005768394338798750211641949889184615633")


def sin_cos(x):
    x -= (x / TURN).to_integral_value() * TURN
    sine, cosine, term, n = D(0), D(0), D(1), 0
    while n < 40 or abs(term) > D("1e-45"):
        if n % 2 == 0:
            cosine += term if n % 4 == 0 else -term
        else:
            sine += term if n % 4 == 1 else -term
        n += 1
        term = term * x / n
    return sine, cosine


def bisect(low, high, is_low):
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (middle, high) if is_low(middle) else (low, middle)
    return high


# Easings: functions of progress, with their slopes at 1

def bezier(x1, y1, x2, y2):
    def at(a, b, s):
        return 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s * s * b + s ** 3

    def value(p):
        return at(y1, y2, bisect(D(0), D(1), lambda s: at(x1, x2, s) < p))
    return value, ((1 - y2) / (1 - x2) if x2 < 1 else (1 - y1) / (1 - x1))


NAMED = {
    "linear": (lambda p: p, D(1)),
    "ease": bezier(D("0.25"), D("0.1"), D("0.25"), D(1)),
    "ease-in": bezier(D("0.42"), D(0), D(1), D(1)),
    "ease-out": bezier(D(0), D(0), D("0.58"), D(1)),
    "ease-in-out": bezier(D("0.42"), D(0), D("0.58"), D(1)),
}


# The scroll view

def shown(wanted, physics):
    edge = D(0) if wanted < 0 else LARGEST if wanted > LARGEST else None
    if edge is None:
        return wanted
    x = abs(wanted - edge)
    y = (1 - 1 / (x * physics["rubberBand"] / HEIGHT + 1)) * HEIGHT
    return edge - y if wanted < edge else edge + y


def wanted(shown, physics):
    edge = D(0) if shown < 0 else LARGEST if shown > LARGEST else None
    if edge is None:
        return shown
    y = abs(shown - edge)
    x = (1 / (1 - y / HEIGHT) - 1) * HEIGHT / physics["rubberBand"]
    return edge - x if shown < edge else edge + x


def spring(y0, v0, physics):
    w, z = physics["bounceStiffness"].sqrt(), physics["bounceDampingRatio"]
    if z == 1:
        def state(t):
            e, b = (-w * t).exp(), v0 + w * y0
            return e * (y0 + b * t), e * (v0 - w * b * t)
    elif z < 1:
        f = w * (1 - z * z).sqrt()

        def state(t):
            e = (-z * w * t).exp()
            s, c = sin_cos(f * t)
            b = (v0 + z * w * y0) / f
            y = e * (y0 * c + b * s)
            return y, -z * w * y + e * f * (b * c - y0 * s)
    else:
        s = w * (z * z - 1).sqrt()
        r1, r2 = -z * w + s, -z * w - s
        a = (v0 - r2 * y0) / (r1 - r2)

        def state(t):
            e1, e2 = a * (r1 * t).exp(), (y0 - a) * (r2 * t).exp()
            return e1 + e2, r1 * e1 + r2 * e2

    def far(t):
        return abs(state(t)[0]) >= PIXEL / 2
    # An upper bound of the settling time, from the decay of the slowest part of the motion.
    amplitude = (abs(y0) + abs(v0) / w) * 10
    slowest = w * z if z <= 1 else -r1
    ms = max(0, math.ceil((amplitude * 2 / PIXEL).ln() / slowest * 1000)) if amplitude else 0
    assert not any(far(D(ms + n) / 1000) for n in range(0, 20000, 7))
    while ms and not far(D(ms - 1) / 1000):
        ms -= 1
    rest = bisect(D(ms - 1) / 1000, D(ms) / 1000, far) if ms else D(0)
    return (lambda t: state(t)[0]), rest


def fling(x0, v0, physics):
    """Returns a list of (start time, function of the time since start), and the time until rest."""
    k = 1000 * physics["decelerationRate"].ln()
    edge = D(0) if x0 < 0 else LARGEST if x0 > LARGEST else None
    if edge is not None:
        path, rest = spring(x0 - edge, v0, physics)
        return [(D(0), lambda t: edge + path(t)), (rest, lambda t: edge)], rest
    to_come = abs(v0 / k)
    rest = (PIXEL / 2 / to_come).ln() / k if to_come > PIXEL / 2 else D(0)

    def glide(t):
        return x0 + v0 * ((k * t).exp() - 1) / k
    edge = D(0) if v0 < 0 else LARGEST
    left = 1 + (edge - x0) * k / v0 if v0 else D(0)
    if left > 0 and left.ln() / k < rest:
        crossing = left.ln() / k
        path, bounce = spring(D(0), v0 * (k * crossing).exp(), physics)
        return [(D(0), glide), (crossing, lambda t: edge + path(t)),
                (crossing + bounce, lambda t: edge)], crossing + bounce
    end = glide(rest)
    return [(D(0), glide), (rest, lambda t: end)], rest


def eased(duration, ease, path):
    return lambda t: path(ease(t / duration) if t < duration else D(1))


def gestures(document):
    physics = {"decelerationRate": "normal", "rubberBand": D("0.55"),
               "bounceStiffness": D(100), "bounceDampingRatio": D(1)}
    physics.update(document.get("physics", {}))
    rate = physics["decelerationRate"]
    physics["decelerationRate"] = {"normal": D("0.998"), "fast": D("0.99")}.get(rate, rate)
    parts, time, finger = [(D(0), lambda t: D(0))], D(0), None

    def now(at):
        start, path = [p for p in parts if p[0] <= at][-1]
        return path(at - start)
    for entry in document["gestures"]:
        (kind, value), = entry.items()
        if kind == "hold":
            time += value
            finger = finger and (finger[0], D(0))
            continue
        here = now(time)
        parts = [p for p in parts if p[0] < time]
        if kind == "drag":
            start = finger[0] if finger else wanted(here, physics)
            ease, slope = NAMED[value.get("easing", "linear")]
            by, duration = D(value["by"]), max(D("0.001"), D(value["duration"]))
            parts.append((time, eased(duration, ease, lambda p, s=start, b=by: shown(s + b * p, physics))))
            finger = (start + by, by * slope / duration)
            time += duration
        elif kind == "release":
            velocity = D(value.get("velocity", finger[1] if finger else 0))
            pieces, rest = fling(here, velocity, physics)
            parts += [(time + s, path) for s, path in pieces]
            time += value.get("until", rest)
            finger = None
        else:
            ease, _ = NAMED[value.get("easing", "ease-in-out")]
            goal, duration = D(value["offset"]), D(value.get("duration", D("0.3")))
            parts.append((time, eased(duration, ease, lambda p, h=here, g=goal: h + (g - h) * p)))
            finger, time = None, time + duration
    return now, time


def keyframes(document):
    frames = document["keyframes"]

    def at(t):
        past = [i for i, f in enumerate(frames) if f["time"] <= t]
        a = frames[past[-1]] if past else frames[0]
        if not past or past[-1] + 1 == len(frames):
            return D(a["offset"])
        b = frames[past[-1] + 1]
        p = (t - a["time"]) / (b["time"] - a["time"])
        return a["offset"] + (b["offset"] - a["offset"]) * NAMED[a.get("easing", "linear")][0](p)
    return at, D(frames[-1]["time"])


def main():
    here = Path(__file__).parent
    for name in sys.argv[1:]:
        text = (here.parent / "valid" / f"{name}.json").read_text()
        document = json.loads(text, parse_float=D, parse_int=D)
        at, duration = (gestures if "gestures" in document else keyframes)(document)
        moments = [D(k) / 60 for k in range(math.ceil(duration * 60 - D("1e-9")))] + [duration]
        lines, last = [], None
        for t in moments:
            offset = at(t)
            if document.get("snap", True):
                offset = (offset * SCALE).quantize(D(1), ROUND_HALF_UP) / SCALE
            if offset != last:
                lines.append(f"{float(t)!r},{float(offset) + 0.0!r}")
            last = offset
        (here / f"{name}.csv").write_text("\n".join(lines) + "\n")


main()
