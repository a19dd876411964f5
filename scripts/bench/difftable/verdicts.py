"""The verdicts of programs on pairs of GIFs, and whether they are right."""
import json, os, shutil

from encoders import image_magick, run


def twheader(program, old, new):
    answer = run(program, "diff", "--json", "--quiet", old, new)
    return json.loads(answer.stdout)["items"][0]


def is_right(item, events, area):
    found = []
    for place, frame_ in enumerate(item["frames"]):
        state = frame_["state"]
        if state in ("same", "tolerated", "shifted"):
            continue
        number = (frame_["first"] or frame_["second"])[0]
        if not found or found[-1][0] != state or found[-1][2] != place - 1:
            found.append([state, number, place])
        else:
            found[-1][2] = place
    return ([(state, number) for state, number, _ in found] == events
            and (area is None or item["bounds"] is not None and is_area(item["bounds"], area)))


def is_area(bounds, area):
    """Returns whether the area is within three pixels of the true area, and at least half of it."""
    x, y, width, height = area
    left, top, wide, high = bounds
    return (left >= x - 3 and top >= y - 3 and left + wide <= x + width + 3 and top + high <= y + height + 3
            and 2 * wide >= width and 2 * high >= height)


def others(old, new, folder):
    """Returns the verdicts of other programs, by name and threshold: True if they report a
    difference.
    """
    seen = {}
    if shutil.which("gifdiff"):
        seen["gifdiff", "none"] = run("gifdiff", "-q", old, new).returncode != 0
    if shutil.which("compare"):
        sides = []
        for name, path in (("a", old), ("b", new)):
            target = f"{folder}/{name}"
            shutil.rmtree(target, ignore_errors=True)
            os.mkdir(target)
            run(image_magick(), path, "-coalesce", f"{target}/%03d.png")
            sides.append([f"{target}/{frame}" for frame in sorted(os.listdir(target))])
        for fuzz in ("5%", "10%", "20%", "30%"):
            seen["ImageMagick compare", f"-fuzz {fuzz}"] = len(sides[0]) != len(sides[1]) or any(
                run("compare", "-metric", "AE", "-fuzz", fuzz, one, other, "null:").returncode != 0
                for one, other in zip(*sides))
    if shutil.which("ffmpeg"):
        answer = run("ffmpeg", "-v", "info", "-i", old, "-i", new, "-lavfi", "ssim=f=-", "-f", "null", "-")
        values = [float(line.split("All:")[1].split()[0]) for line in answer.stdout.splitlines()
                  if "All:" in line and line.startswith("n:")]
        for least in (0.99, 0.98, 0.95, 0.9, 0.8, 0.7):
            seen["ffmpeg ssim", f"below {least}"] = (
                answer.returncode != 0 or not values or min(values) < least)
    return seen


class Verdicts:
    """Counts right verdicts, missed differences and false alarms by program."""
    def __init__(self):
        self.counts = {}

    def add(self, program, sees, differs, right=None):
        row = self.counts.setdefault(program, [0, 0, 0, 0])
        right = sees == differs if right is None else right
        row[0 if right else 2 if not differs else 1 if not sees else 3] += 1

    def lines(self):
        best = {}
        for (name, threshold), row in self.counts.items():
            if name not in best or row[0] > best[name][1][0]:
                best[name] = (threshold, row)
        yield "| program | threshold | right | missed | false alarm | wrong kind, frame or area |"
        yield "| --- | --- | --- | --- | --- | --- |"
        for name, (threshold, row) in best.items():
            known = "twheader" in name
            yield (f"| {name} | {threshold} | {row[0]} of {sum(row)} | {row[1]} | {row[2]} | "
                   + (f"{row[3]} |" if known else "not told |"))
