"""Times the comparison of two 4K pictures against others in one run; JSON on stdout.

    pip install numpy opencv-python-headless pybind11-pixelmatch pixelmatch-fast
    scripts/bench/diff [--rounds N]

Every program compares pictures that are decoded already, on one thread, in turn. Times are the
thread's own processor time, the best of all rounds. The status is 1 if a count differs from that of
the peers.
"""

import json
import subprocess
import sys
import tempfile
import time

import cv2
import numpy
import pixelmatch
import pybind11_pixelmatch

WIDTH, HEIGHT = 3840, 2160
LIMIT = 35215 * 0.1 * 0.1


def opaque(colors):
    alpha = numpy.full((HEIGHT, WIDTH, 1), 255, numpy.uint8)
    return numpy.ascontiguousarray(numpy.concatenate([colors, alpha], axis=2))


def screen():
    """Lines of text and colored bars."""
    random = numpy.random.default_rng(7)
    page = numpy.full((HEIGHT, WIDTH, 3), 250, numpy.uint8)
    for line in range(60):
        y = 20 + line * 35
        text = f"the quick brown fox jumps over the lazy dog {line}, and over everything else too"
        cv2.putText(page, text, (30, y + 20), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (30, 30, 40), 1,
                    cv2.LINE_AA)
        color = tuple(int(value) for value in random.integers(0, 256, 3))
        cv2.rectangle(page, (3000, y), (3700, y + 25), color, -1, cv2.LINE_AA)
    return page


def photo():
    """Soft blobs under noise."""
    random = numpy.random.default_rng(7)
    blobs = random.integers(0, 256, (68, 120, 3), dtype=numpy.uint8)
    soft = cv2.resize(blobs, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    noise = random.normal(0, 6, (HEIGHT, WIDTH, 3))
    return numpy.clip(soft + noise, 0, 255).astype(numpy.uint8)


def pairs():
    random = numpy.random.default_rng(11)
    page, picture = screen(), photo()
    disc = page.copy()
    cv2.circle(disc, (1900, 1000), 120, (0, 120, 255), -1, cv2.LINE_AA)
    patch = picture.copy()
    patch[500:900, 700:1500] = 255 - patch[500:900, 700:1500]
    jpeg = cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])[1], 1)
    def noise():
        return random.integers(0, 256, (HEIGHT, WIDTH, 3), dtype=numpy.uint8)
    return {
        "equal": (picture, picture),
        "disc on a screen": (page, disc),
        "screen moved by 1": (page, numpy.roll(page, 1, axis=1)),
        "patch in a photo": (picture, patch),
        "photo as JPEG": (picture, jpeg),
        "photo moved by 1": (picture, numpy.roll(picture, 1, axis=0)),
        "noise": (noise(), noise()),
    }


def timed(work, times):
    start = time.thread_time()
    result = work()
    times.append((time.thread_time() - start) * 1e3)
    return result


def peers(first, second):
    """Name, metric and what it does; each gives the count of different pixels, or None."""
    options = pybind11_pixelmatch.Options()
    options.threshold = 0.1
    flat = [picture.ravel() for picture in (first, second)]
    words = [picture.view(numpy.uint32) for picture in flat]
    drawn = numpy.zeros(WIDTH * HEIGHT * 4, numpy.uint8)
    inner = getattr(pixelmatch, "_compare_pixels", None)
    yield "pybind11-pixelmatch", "pixelmatch-7.2", lambda: pybind11_pixelmatch.pixelmatch(
        first, second, options=options)
    if inner:  # without its drawing of the result, which takes longer than the comparison
        yield "pixelmatch-fast", "pixelmatch-7.2", lambda: inner(
            *flat, *words, drawn, WIDTH, HEIGHT, LIMIT, False, False, 255, 255, 0, 255, 0, 0, 255,
            0, 0)
    yield "opencv absdiff", "exact", lambda: cv2.absdiff(first, second) is None or None
    yield "opencv absdiff, countNonZero", "exact", lambda: cv2.countNonZero(
        cv2.absdiff(first, second).reshape(HEIGHT, WIDTH * 4)) and None
    yield "numpy !=, count_nonzero", "exact", lambda: int(
        numpy.count_nonzero(words[0] != words[1]))


def main():
    program, rounds = sys.argv[1], int(sys.argv[2])
    cv2.setNumThreads(1)
    rows, agree = [], True
    with tempfile.TemporaryDirectory() as folder:
        for index, (name, (first, second)) in enumerate(pairs().items()):
            first, second = opaque(first), opaque(second)
            first.tofile(f"{folder}/{index}.first.rgba")
            second.tofile(f"{folder}/{index}.second.rgba")
            ours, theirs = {}, {}
            for _ in range(rounds):
                run = subprocess.run(
                    [program, folder, str(WIDTH), str(HEIGHT), "3", str(index)],
                    capture_output=True, text=True, check=True)
                for line in run.stdout.splitlines():
                    row = json.loads(line)
                    ours.setdefault(row["metric"], []).append(row)
                for peer, metric, work in peers(first, second):
                    row = theirs.setdefault((peer, metric), {"times": [], "count": None})
                    row["count"] = timed(work, row["times"])
            for metric, runs in ours.items():
                best = min(run["best_ms"] for run in runs)
                others = {
                    peer: {"best_ms": round(min(row["times"]), 3),
                           "times_as_long": round(min(row["times"]) / best, 2)}
                    for (peer, of), row in theirs.items() if of == metric}
                counts = {
                    int(row["count"]) for (_, of), row in theirs.items()
                    if of == metric and row["count"] is not None}
                agree &= counts <= {runs[0]["different"]}
                rows.append({
                    "name": name, "metric": metric, "best_ms": best,
                    "different": runs[0]["different"], "counts_agree":
                    counts <= {runs[0]["different"]}, "peers": others})
    print(json.dumps({"rounds": rounds, "work": rows}, indent=2))
    sys.exit(0 if agree else 1)


main()
