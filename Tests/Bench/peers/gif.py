#!/usr/bin/env python3
"""Encoders beside each other: gif.py ROOT TWHEADER. See scripts/bench/gif. Prints JSON."""
import datetime
import importlib
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np
import ssimulacra2
from PIL import Image

ROOT, TWHEADER = pathlib.Path(sys.argv[1]), sys.argv[2]
WIDTH, HEIGHT, FRAMES = 375, 667, 120
STEP = 20  # frames from one that is scored to the next
PALETTE = "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither={}:" \
    "diff_mode=rectangle"
CLIPS = {"x-profile": ["--style", "x-profile"], "thinkandbuild": ["--style", "thinkandbuild"]}


def run(arguments, **options):
    """Wall seconds, processor seconds and the largest process in KiB."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(list(map(str, arguments)), check=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (time.monotonic() - start,
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def render(*arguments):
    return run([TWHEADER, "render", "--quiet", *arguments])


def version(program, *arguments):
    """The first version number that a program prints; `None` if it is not installed."""
    if not shutil.which(program):
        return None
    said = subprocess.run([program, *arguments], capture_output=True, text=True)
    return re.search(r"\d+(\.\d+)+", said.stdout + said.stderr)[0]


def versions():
    found = {"ffmpeg": version("ffmpeg", "-version"), "gifsicle": version("gifsicle", "--version"),
             "gifski": version("gifski", "--version")}
    for name, module in (("skia", "skia"), ("ssimulacra2", "ssimulacra2"), ("pyvips", "pyvips")):
        try:
            found[name] = importlib.import_module(module).__version__
        except ImportError:
            found[name] = None
    for name in [name for name, number in found.items() if number is None]:
        print(f"gif: peer left out: {name} is not installed", file=sys.stderr)
    return {name: number for name, number in found.items() if number}


def frames_of(file):
    """Every `STEP`th frame of a GIF of 25 frames per second, as RGB."""
    raw = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", file, "-vf", "fps=25", "-f", "rawvideo", "-pix_fmt",
         "rgb24", "-"], check=True, stdout=subprocess.PIPE).stdout
    frames = np.frombuffer(raw, np.uint8).reshape(-1, HEIGHT, WIDTH, 3)
    # A held last frame may be shown once or more.
    return frames[:FRAMES:STEP]


def scores(file, true, folder):
    result = []
    shown = frames_of(file)
    assert len(shown) == FRAMES // STEP, f"{file} has {len(shown)} frames"
    for index, frame in enumerate(shown):
        Image.fromarray(frame).save(folder / "shown.png")
        result.append(ssimulacra2.compute_ssimulacra2(
            str(true / f"{STEP * index:03}.png"), str(folder / "shown.png")))
    return result


def vips(pattern, target):
    code = "import sys, pyvips; f = sys.argv[2:]; v = pyvips.Image; " \
        "i = v.arrayjoin([v.new_from_file(x) for x in f], across=1); i = i.copy(); " \
        "i.set_type(pyvips.GValue.gint_type, 'page-height', %d); " \
        "i.set_type(pyvips.GValue.array_int_type, 'delay', [40] * len(f)); " \
        "i.gifsave(sys.argv[1])" % HEIGHT
    return run([sys.executable, "-c", code, target, *pattern])


def encoders(known, work):
    result = []
    for clip, arguments in CLIPS.items():
        true = work / clip
        render("--device", "iphone-8", "--scale", "1", "--fps", "25", "--curve", "full-tour",
               "--frames", f"0-{FRAMES - 1}", *arguments, "-o", true / "%03d.png")
        names = sorted(true.glob("*.png"))
        numbered = true / "%03d.png"
        spent = {}  # processor seconds of the files that gifsicle encodes again

        def ffmpeg(dither, target):
            return run(["ffmpeg", "-v", "error", "-y", "-framerate", "25", "-start_number",
                        int(names[0].stem), "-i", numbered, "-filter_complex",
                        PALETTE.format(dither), target])

        def twheader(quality, target):
            return run([TWHEADER, "encode", "--quiet", "--jobs", "1", "--fps", "25", "--quality",
                        quality, *names, "-o", target, "--force"])

        def gifsicle(source, target):
            wall, seconds = run(["gifsicle", "-O3", "--lossy=80", work / source, "-o", target])
            return wall, seconds + spent[source]

        kinds = [(f"twheader, quality {quality}", lambda t, q=quality: twheader(q, t))
                 for quality in (30, 60, 80)]
        kinds.append(("ffmpeg", lambda t: ffmpeg("sierra2_4a", t)))
        if "gifsicle" in known:
            kinds.append(
                ("ffmpeg, then gifsicle --lossy=80", lambda t: gifsicle("ffmpeg.gif", t)))
        if "pyvips" in known:
            kinds.append(("libvips", lambda t: vips(names, t)))
            if "gifsicle" in known:
                kinds.append(
                    ("libvips, then gifsicle --lossy=80", lambda t: gifsicle("libvips.gif", t)))
        if "gifski" in known:
            kinds.append(("gifski", lambda t: run(
                ["gifski", "--quiet", "--fps", "25", "-o", t, *names])))
        for name, encode in kinds:
            target = work / {"ffmpeg": "ffmpeg.gif", "libvips": "libvips.gif"}.get(
                name, "it.gif")
            _, seconds = encode(target)
            spent[target.name] = seconds
            points = scores(target, true, work)
            result.append({
                "clip": clip, "encoder": name, "bytes": target.stat().st_size,
                "score": sum(points) / len(points), "worst": min(points), "seconds": seconds})
            print(f"gif: {clip}: {name}", file=sys.stderr)
    return result


def likeness(file, work):
    """ffmpeg's SSIM over all planes, compared with the rendered frames."""
    run([TWHEADER, "encode", "--quiet", "--force", file, "-o", work / "it.y4m"])
    said = subprocess.run(
        ["ffmpeg", "-v", "info", "-i", work / "it.y4m", "-i", work / "true.y4m", "-lavfi", "ssim",
         "-f", "null", "-"], capture_output=True, text=True).stderr
    return float(re.search(r"All:([0-9.]+)", said)[1])


def webp(work):
    result = []
    for clip, arguments in (
        ("screen, 375 x 667", ["--device", "iphone-8", "--scale", "1", "--curve", "full-tour"]),
        ("header, 480 wide", ["--curve", "full-tour", "--crop", "header", "--width", "480"]),
    ):
        render("--fps", "25", "--force", *arguments, "-o", work / "true.y4m")
        for form, qualities in (("gif", (60, 80, 95)), ("webp", (60, 80, 95, 100))):
            for quality in qualities:
                file = work / f"it.{form}"
                wall, _ = render(
                    "--fps", "25", "--force", *arguments, "--quality", quality, "-o", file)
                result.append({
                    "clip": clip, "format": form, "quality": quality, "bytes": file.stat().st_size,
                    "ssim": likeness(file, work), "wall": wall})
    return result


def largest_process(script, *arguments):
    """Runs a command in a process of its own: its costs, with its children's."""
    code = "import json, resource, subprocess, sys, time; s = time.monotonic(); " \
        "subprocess.run(['sh', '-ec', *sys.argv[1:]], check=True); w = time.monotonic() - s; " \
        "u = resource.getrusage(resource.RUSAGE_CHILDREN); " \
        "print(json.dumps({'wall': w, 'seconds': u.ru_utime + u.ru_stime, " \
        "'kibibytes': u.ru_maxrss}))"
    said = subprocess.run([sys.executable, "-c", code, script, "sh", *map(str, arguments)],
                          check=True, stdout=subprocess.PIPE).stdout
    return json.loads(said)


def end_to_end(known, work):
    assets = ROOT / "Sources/CEmbeddedFiles/Demo"
    sides = {"twheader, effort 1": (
        '"$1" render --quiet --force --device iphone-8 --fps 30 --frames 0-119 --effort 1 -o "$2"',
        TWHEADER, work / "a.gif")}
    if "skia" in known:
        sides["skia-python and ffmpeg"] = (
            '"$1" "$2" "$3" "$4" 120 2>/dev/null | ffmpeg -v error -y -f rawvideo -pix_fmt rgba '
            '-s 750x1334 -r 30 -i - -filter_complex "$6" -loop 0 "$5"',
            sys.executable, ROOT / "Tests/Bench/peers/skia_frames.py", assets / "banner.jpg",
            assets / "avatar.png", work / "b.gif", PALETTE.format("sierra2_4a"))
    best = {}
    for _ in range(3):
        for name, command in sides.items():
            costs = largest_process(*command)
            if name not in best or costs["wall"] < best[name]["wall"]:
                file = work / ("a.gif" if name.startswith("twheader") else "b.gif")
                best[name] = {"program": name, **costs, "bytes": file.stat().st_size}
    return list(best.values())


def main():
    known = versions()
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        print(json.dumps({
            "version": version(TWHEADER, "--version"),
            "date": datetime.date.today().isoformat(),
            "processor": cpu[1].strip() if cpu else os.uname().machine,
            "processors": os.cpu_count(), "peers": known,
            "encoders": encoders(known, work), "end_to_end": end_to_end(known, work),
            "webp": webp(work), "load": round(os.getloadavg()[2], 1)}, indent=1))


if __name__ == "__main__":
    main()
