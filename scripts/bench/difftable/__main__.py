"""Counts right and wrong verdicts on pairs of GIFs; see diff-table.

A verdict of `twheader diff` is right if the kind and first frame of every event and, if pixels
changed, their area match the change. Other programs have no kinds and areas: their verdict is right
if they report a difference exactly where there is one. Each uses the threshold that gives it the
most right verdicts.

After the table come the smallest changes that must be found, at random positions: one in each odd
frame, none in the even ones. Then, for each folder of PNG frames: what is reported for the same
frames encoded by others.
"""
import os, re, sys, tempfile

import same
from clip import DELAY, FRAMES, HEIGHT, SMALLEST, WIDTH, changes, png, set_delays, small_changes
from encoders import Pairs, run
from verdicts import Verdicts, is_area, is_right, others, twheader

LOTS = 2
program = os.path.abspath(sys.argv[1])


def write_clip(folder, name, frames):
    """Writes the frames as PNG, and as an animated PNG with their delays."""
    os.mkdir(f"{folder}/{name}")
    for index, (rows, _) in enumerate(frames):
        png(f"{folder}/{name}/{index:03}.png", WIDTH, HEIGHT, rows)
    made = run(program, "encode", f"{folder}/{name}", "--quiet", "--fps", str(100 / DELAY), "-o",
               f"{folder}/{name}.apng")
    assert made.returncode == 0, made.stderr
    set_delays(f"{folder}/{name}.apng", frames)


def table(pairs, cases, folder):
    """Prints ten kinds of change by rows of encoders, with the verdicts of all programs."""
    verdicts, rows = Verdicts(), []
    for number, (name, (frames, events, area)) in enumerate(cases.items()):
        cells = []
        for kind in pairs.kinds:
            made = pairs.make(kind, str(number), frames)
            if made is None:
                cells.append("-")
                continue
            item = twheader(program, *made)
            right = is_right(item, events, area)
            if not right:
                print(f"wrong: {name}; {kind}: {item['details']} {item['bounds']}", file=sys.stderr)
            cells.append("right" if right else "WRONG")
            verdicts.add(("twheader diff", "none"), item["status"] != "same", bool(events), right)
            for other, sees in others(*made, folder).items():
                verdicts.add(other, sees, bool(events))
        rows.append((name, cells))
    print("| change | " + " | ".join(pairs.kinds) + " |\n| --- |" + " --- |" * len(pairs.kinds))
    for name, cells in rows:
        print(f"| {name} | " + " | ".join(cells) + " |")
    print("\n" + "\n".join(verdicts.lines()))


def found_by_frame(details):
    """Returns the frame and the bounds of its change from the lines of a report, or None if no
    pixels changed.
    """
    found = {}
    for line in details:
        numbers = [int(number) for number in re.findall(r"\d+", line.split("(")[0])]
        place = re.search(r"within (\d+) x (\d+) at (\d+),(\d+)", line)
        last = numbers[1] if line.startswith("frames") else numbers[0]
        for frame in range(numbers[0], last + 1):
            found[frame] = place and [int(place[part]) for part in (3, 4, 1, 2)]
    return found


def sweep(pairs, folder):
    """Prints the smallest changes at random positions: those found in their frame and area, and
    false alarms.
    """
    found_changes, false_alarms = {}, dict.fromkeys(pairs.kinds, 0)
    for name, (size, step, columns, lines) in SMALLEST.items():
        for seed in range(LOTS):
            frames, areas = small_changes(pairs.clip, size, step, columns, lines, seed)
            clip = f"lot-{size}-{seed}"
            write_clip(folder, clip, frames)
            for kind in pairs.kinds:
                found = found_by_frame(twheader(program, *pairs.make(kind, clip, frames))["details"])
                for frame, area in areas.items():
                    right = bool(found.get(frame)) and is_area(found[frame], area)
                    found_changes.setdefault((kind, name), []).append(right)
                    if not right:
                        print(f"wrong: {name} {area} in frame {frame}; {kind}: {found.get(frame)}",
                              file=sys.stderr)
                for frame in found.keys() - areas.keys():
                    false_alarms[kind] += 1
                    print(f"false alarm: frame {frame}; {kind}: {found[frame]}", file=sys.stderr)
    print("\n| encoders | " + " | ".join(SMALLEST) + " | false alarms |")
    print("| --- |" + " --- |" * (len(SMALLEST) + 1))
    unchanged = len(SMALLEST) * LOTS * FRAMES // 2
    for kind in pairs.kinds:
        rows = [found_changes[kind, name] for name in SMALLEST]
        cells = [f"{sum(row)} of {len(row)}" for row in rows]
        print(f"| {kind} | " + " | ".join(cells) + f" | {false_alarms[kind]} of {unchanged} |")


def main():
    with tempfile.TemporaryDirectory() as folder:
        cases = changes()
        for number, (frames, _, _) in enumerate(cases.values()):
            write_clip(folder, str(number), frames)
        pairs = Pairs(program, folder, cases["nothing"][0])
        table(pairs, cases, folder)
        sweep(pairs, folder)
        same.table(program, sys.argv[2:], folder)


main()
