"""What a setting of the GIF encoder is worth: bytes at an equal score, and flicker.

    scripts/gif-tuning CLIP... [--qualities 45,60,80] [--step 8] [SETTING=FACTOR[,SETTING=FACTOR...]...]

CLIP is an animated PNG of a header that scrolls (`twheader encode FRAMES --fps 30 -o clip.apng`); take others
than the clips that the encoder is judged by. Each variant multiplies one or several settings of a quality
(`GIFTuning`) by factors. For each the table shows, as a mean over clips and qualities, against the settings as
they are:

    bytes    at an equal mean of SSIMULACRA 2 over every STEP-th frame: the price of a point is that of
             ratePerDistortion a seventh up and down
    worst    the same at an equal worst frame
    flicker  the change in levels of 255 of pixels that only moved with the scroll
    seconds  of processor time, in per cent

Needs numpy, pillow and ssimulacra2 (PyPI).
"""

import argparse
import json
import math
import subprocess
import tempfile

import numpy
from PIL import Image, ImageSequence
from ssimulacra2 import compute_ssimulacra2

PRICE = ["ratePerDistortion=0.87", "ratePerDistortion=1.15"]


def frames(path):
    """Each picture with the millisecond at which it ends."""
    end, found = 0.0, []
    with Image.open(path) as image:
        for frame in ImageSequence.Iterator(image):
            end += frame.info["duration"]
            found.append((end, numpy.asarray(frame.convert("RGB"))))
    return found


def shown(gif, truth):
    """The picture of the GIF in the middle of each frame of the truth."""
    pictures, start, place, found = frames(gif), 0.0, 0, []
    for end, _ in truth:
        while place + 1 < len(pictures) and pictures[place][0] <= (start + end) / 2:
            place += 1
        found.append(pictures[place][1])
        start = end
    return found


def scroll(before, after):
    """Rows that most rows of more than one colour have moved down; 0 where they do not agree."""
    places = {row.tobytes(): y for y, row in enumerate(before) if (row != row[0]).any()}
    votes = {}
    for y, row in enumerate(after):
        if (row != before[y]).any() and (came := places.get(row.tobytes())) is not None:
            votes[y - came] = votes.get(y - came, 0) + 1
    best = max(votes, key=votes.get, default=0)
    return best if votes.get(best, 0) >= 8 else 0


def flicker(truth, pictures):
    total, count = 0, 0
    for (_, before), (_, after), old, new in zip(truth, truth[1:], pictures, pictures[1:]):
        rows = scroll(before, after)
        if not rows:
            continue
        height = len(after) - abs(rows)
        here, there = (slice(rows, None), slice(height)) if rows > 0 else (slice(height), slice(-rows, None))
        moved = (after[here] == before[there]).all(axis=2)
        # Flat places cannot flicker.
        moved[:, 1:] &= (after[here][:, 1:] != after[here][:, :-1]).any(axis=2)
        change = numpy.abs(new[here].astype(int) - old[there])[moved]
        total, count = total + change.sum(), count + change.size
    return total / max(1, count)


def measure(program, clip, truth, quality, settings, step, folder):
    gif = f"{folder}/out.gif"
    told = subprocess.run(
        [program, clip, str(quality), gif, *settings], check=True, capture_output=True, text=True)
    figures = json.loads(told.stdout)
    pictures, scores = shown(gif, truth), []
    for place in range(step // 2, len(truth), step):
        paths = []
        for name, picture in (("truth", truth[place][1]), ("shown", pictures[place])):
            paths.append(f"{folder}/{name}.png")
            Image.fromarray(picture).save(paths[-1], compress_level=1)
        scores.append(compute_ssimulacra2(*paths))
    return dict(
        bytes=math.log(figures["bytes"]), mean=sum(scores) / len(scores), worst=min(scores),
        flicker=math.log(max(1e-6, flicker(truth, pictures))), seconds=math.log(figures["seconds"]))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("words", nargs="+", metavar="CLIP or SETTING=FACTOR")
    parser.add_argument("--qualities", default="45,60,80")
    parser.add_argument("--step", type=int, default=8)
    given = parser.parse_intermixed_args()
    clips = [word for word in given.words if "=" not in word]
    variants = [word.split(",") for word in given.words if "=" in word]
    if not clips:
        parser.error("no clip: an animated PNG is needed")
    gains = {" ".join(variant): [] for variant in variants}
    with tempfile.TemporaryDirectory() as folder:
        for clip in clips:
            truth = frames(clip)
            for quality in map(int, given.qualities.split(",")):
                def run(settings):
                    return measure(
                        given.program, clip, truth, quality, settings, given.step, folder)
                plain, low, high = run([]), run(PRICE[:1]), run(PRICE[1:])
                price = {
                    key: (high["bytes"] - low["bytes"]) / max(0.1, high[key] - low[key])
                    for key in ("mean", "worst")}
                print(
                    f"{clip} at {quality}: {math.exp(plain['bytes']):.0f} bytes, mean {plain['mean']:.2f}, worst "
                    f"{plain['worst']:.2f}; a point costs {100 * price['mean']:.1f} %", flush=True)
                for variant in variants:
                    now = run(variant)
                    change = {key: now[key] - plain[key] for key in now}
                    gains[" ".join(variant)].append([
                        change["bytes"] - price["mean"] * change["mean"],
                        change["bytes"] - price["worst"] * change["worst"],
                        change["flicker"], change["seconds"]])
    for variant, rows in gains.items():
        means = [100 * (math.exp(value) - 1) for value in numpy.mean(rows, axis=0)]
        print(
            f"{variant}: bytes {means[0]:+.1f} %, worst {means[1]:+.1f} %, flicker {means[2]:+.0f} %, "
            f"seconds {means[3]:+.0f} %")


if __name__ == "__main__":
    main()
