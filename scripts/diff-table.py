"""Counts right and wrong verdicts on pairs of GIFs; see diff-table.

A verdict of `twheader diff` is right when the kind of every event, its first frame and, where pixels changed,
its area are those of the change. Other programs know no kinds and no areas: theirs is right when they
report a difference where there is one, and none where there is none.
"""
import json, os, shutil, struct, subprocess, sys, tempfile, zlib

FRAMES, WIDTH, HEIGHT, DELAY = 20, 160, 200, 8
program = os.path.abspath(sys.argv[1])


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, **more)


def png(path, width, height, rows):
    def chunk(kind, body):
        data = kind + body
        return struct.pack(">I", len(body)) + data + struct.pack(">I", zlib.crc32(data))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 1)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def grain(x, y):
    state = (x * 0x9E3779B97F4A7C15 ^ y * 0xC2B2AE3D27D4EB4F) & (2**64 - 1)
    state = (state ^ state >> 29) * 0xBF58476D1CE4E5B9 & (2**64 - 1)
    return (state >> 40) % 41 - 20


def frame(index, avatar=0):
    """A grainy picture that scrolls above a flat area and a smooth one, with a disc over both."""
    rows = []
    for y in range(HEIGHT):
        row = bytearray()
        for x in range(WIDTH):
            right, down = x - 40 - avatar, y - 100
            if right * right + down * down < 400:
                color = (200, 90 + 3 * abs(down), 40)
            elif y < 100:
                column = x + 3 * index
                noise, wave = grain(column, y), column % 128
                base = 60 + (wave if wave < 64 else 128 - wave) * 3 // 2
                color = (base + noise, 150 - base // 2 + noise, 60 + y + noise)
            elif x < 80:
                color = (250, 250, 250)
            else:
                color = (x, 130 + y // 3, 220 - x // 2)
            row += bytes(min(255, max(0, part)) for part in color)
        rows.append(row)
    return rows


def stepped(rows, step, x, y, width, height):
    rows = [bytearray(row) for row in rows]
    for line in rows[y:y + height]:
        for place in range(3 * x, 3 * (x + width)):
            line[place] = min(255, max(0, line[place] + step))
    return rows


def changes():
    """Of each kind: its frames with their delays, its events and its area."""
    same = [(frame(index), DELAY) for index in range(FRAMES)]

    def touched(step, area, frames=(5,)):
        return [(stepped(rows, step, *area) if index in frames else rows, delay)
                for index, (rows, delay) in enumerate(same)]

    inserted, repeated = list(same), list(same)
    inserted.insert(7, (frame(60), DELAY))
    repeated.insert(5, same[5])
    held = list(same)
    held[5] = (same[5][0], 48)
    moved = [(frame(index, avatar=4), DELAY) for index in range(FRAMES)]
    pixel, smooth, busy, shade = (20, 180, 1, 1), (120, 150, 4, 4), (60, 30, 8, 8), (90, 140, 50, 20)
    return {
        "nothing": (same, [], None),
        "frame 7 dropped": (same[:7] + same[8:], [("dropped", 7)], None),
        "frame 7 inserted": (inserted, [("inserted", 7)], None),
        "frame 5 repeated": (repeated, [("retimed", 5)], None),
        "frame 5 held longer": (held, [("retimed", 5)], None),
        "a flat pixel by 96": (touched(-96, pixel), [("changed", 5)], pixel),
        "4 x 4 smooth by 24": (touched(24, smooth), [("changed", 5)], smooth),
        "8 x 8 busy by 24": (touched(24, busy), [("changed", 5)], busy),
        "50 x 20 by 30, frames 10-12": (touched(-30, shade, (10, 11, 12)), [("changed", 10)], shade),
        "disc moved by 4": (moved, [("changed", 0)], (20, 80, 45, 41)),
    }


def encoders(folder):
    """Name to a function that encodes `name`'s frames, in order, with their delays."""
    def paths(name, frames):
        return [f"{folder}/{name}/{number:03}.png" for number in range(len(frames))]

    def ours(quality, *flags):
        def encode(name, frames, out):
            # One file a hundredth of a second would be slow: an animated PNG keeps the delays.
            return run(program, "encode", f"{folder}/{name}.apng", "--quiet", "--effort", "3",
                       "--quality", str(quality), *flags, "-o", out)
        return encode

    def ffmpeg(name, frames, out):
        listing = f"{folder}/{name}.txt"
        with open(listing, "w") as file:
            for path, (_, delay) in zip(paths(name, frames), frames):
                file.write(f"file '{path}'\nduration {delay / 100}\n")
        return run("ffmpeg", "-y", "-v", "error", "-f", "concat", "-safe", "0", "-i", listing, "-vsync", "vfr",
                   "-filter_complex", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-final_delay",
                   str(frames[-1][1]), out)

    def magick(name, frames, out):
        words = ["convert"]
        for path, (_, delay) in zip(paths(name, frames), frames):
            words += ["-delay", str(delay), path]
        return run(*words, "-loop", "0", "-layers", "OptimizePlus", out)

    def gifsicle(name, frames, out):
        made = ours(100, "--no-frame-hashes")(name, frames, out + ".ours.gif")
        return run("gifsicle", "-O3", "--lossy=20", "--colors", "200", out + ".ours.gif", "-o", out) \
            if made.returncode == 0 else made

    def gifski(name, frames, out):
        delay = {delay for _, delay in frames}
        if len(delay) > 1:
            return None
        return run("gifski", "--quiet", "--fps", str(100 / DELAY), "-o", out, *paths(name, frames))

    found = {"ours, hashes": (ours(90), ours(70)),
             "ours, no hashes": (ours(90, "--no-frame-hashes"), ours(70, "--no-frame-hashes"))}
    for name, tool, encode in (("ffmpeg", "ffmpeg", ffmpeg), ("ImageMagick", "convert", magick),
                               ("gifsicle", "gifsicle", gifsicle), ("gifski", "gifski", gifski)):
        if shutil.which(tool):
            found[name] = (ours(90, "--no-frame-hashes"), encode)
        else:
            print(f"{name}: not installed", file=sys.stderr)
    return found


def twheader(old, new):
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
    if [(state, number) for state, number, _ in found] != events:
        return False
    if area is None:
        return True
    x, y, width, height = area
    if item["bounds"] is None:
        return False
    left, top, wide, high = item["bounds"]
    # Within three pixels of the true area, and half of it at least.
    return (left >= x - 3 and top >= y - 3 and left + wide <= x + width + 3 and top + high <= y + height + 3
            and 2 * wide >= width and 2 * high >= height)


def others(old, new):
    """What other programs say: True where they see a difference."""
    seen = {}
    if shutil.which("gifdiff"):
        seen["gifdiff"] = run("gifdiff", "-q", old, new).returncode != 0
    if shutil.which("compare"):
        answer = run("compare", "-metric", "AE", "-fuzz", "5%", old, new, "null:")
        seen["compare -fuzz 5%"] = answer.returncode != 0
    if shutil.which("ffmpeg"):
        answer = run("ffmpeg", "-v", "info", "-i", old, "-i", new, "-lavfi", "ssim=f=-", "-f", "null", "-")
        worst = [float(line.split("All:")[1].split()[0]) for line in answer.stdout.splitlines() if "All:" in line]
        seen["ffmpeg ssim < 0.98"] = answer.returncode != 0 or not worst or min(worst) < 0.98
    return seen


def main():
    with tempfile.TemporaryDirectory() as folder:
        cases = changes()
        for number, (name, (frames, _, _)) in enumerate(cases.items()):
            os.mkdir(f"{folder}/{number}")
            for index, (rows, _) in enumerate(frames):
                png(f"{folder}/{number}/{index:03}.png", WIDTH, HEIGHT, rows)
            words = ["convert"]
            # An animated PNG with delays, without a tool that writes one: the frames' delays by ours.
            made = run(program, "encode", f"{folder}/{number}", "--quiet", "--fps", str(100 / DELAY), "-o",
                       f"{folder}/{number}.apng")
            assert made.returncode == 0, made.stderr
            set_delays(f"{folder}/{number}.apng", frames)
        kinds = encoders(folder)
        counts, rows = {}, []
        for number, (name, (frames, events, area)) in enumerate(cases.items()):
            verdicts = []
            for kind, (before, after) in kinds.items():
                old, new = f"{folder}/old.gif", f"{folder}/new.gif"
                first = before("0", cases["nothing"][0], old)
                second = after(str(number), frames, new)
                if second is None:
                    verdicts.append("-")
                    continue
                assert first.returncode == 0 and second.returncode == 0, (kind, first.stderr, second.stderr)
                right = is_right(twheader(old, new), events, area)
                verdicts.append("right" if right else "WRONG")
                count(counts, "twheader diff, " + kind, right)
                for other, sees in others(old, new).items():
                    count(counts, other, sees == bool(events))
            rows.append((name, verdicts))
    print("| change | " + " | ".join(kinds) + " |")
    print("| --- |" + " --- |" * len(kinds))
    for name, verdicts in rows:
        print(f"| {name} | " + " | ".join(verdicts) + " |")
    print("\n| program | right | of |\n| --- | --- | --- |")
    for name, (right, of) in counts.items():
        print(f"| {name} | {right} | {of} |")


def count(counts, name, right):
    known = counts.get(name, (0, 0))
    counts[name] = (known[0] + right, known[1] + 1)


def set_delays(path, frames):
    """Writes the frames' delays into an animated PNG whose frames are all there, equal ones joined."""
    joined = []
    for rows, delay in frames:
        if joined and joined[-1][0] is rows:
            joined[-1][1] += delay
        else:
            joined.append([rows, delay])
    data, at, out = open(path, "rb").read(), 8, b"\x89PNG\r\n\x1a\n"
    delays = iter(delay for _, delay in joined)
    while at < len(data):
        length = struct.unpack(">I", data[at:at + 4])[0]
        kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
        if kind == b"fcTL":
            body = body[:20] + struct.pack(">HH", next(delays), 100) + body[24:]
        if kind != b"tEXt":
            out += struct.pack(">I", length) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        at += length + 12
    open(path, "wb").write(out)


main()
