"""Frames of a small header, ten kinds of change, and the smallest changes that must be found."""
import random, struct, zlib

FRAMES, WIDTH, HEIGHT, DELAY = 20, 160, 200, 8


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
    """Returns a grainy picture that scrolls above a flat area and a smooth one, with a disc over
    both.
    """
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
    """Returns the frames with their delays, the events and the area of each kind of change."""
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


# The size, the step, and the allowed columns and rows of each smallest change.
SMALLEST = {
    "8 x 8 by 24 anywhere": (8, 24, (0, WIDTH), (0, HEIGHT)),
    "4 x 4 by 24 smooth": (4, 24, (86, WIDTH), (124, HEIGHT)),
    "a pixel by 96 flat": (1, 96, (3, 76), (124, HEIGHT - 3)),
}


def small_changes(clip, size, step, columns, lines, seed):
    """Returns the clip with a change in each odd frame, and the positions of the changes."""
    lot = random.Random(seed)
    frames, areas = [], {}
    for index, (rows, delay) in enumerate(clip):
        while index % 2 and index not in areas:
            x, y = lot.randrange(columns[0], columns[1] - size + 1), lot.randrange(
                lines[0], lines[1] - size + 1)
            sign = lot.choice((1, -1))
            for signed in (sign * step, -sign * step):
                # The result must stay within the range of a byte.
                if all(0 <= part + signed <= 255 for line in rows[y:y + size]
                       for part in line[3 * x:3 * (x + size)]):
                    rows, areas[index] = stepped(rows, signed, x, y, size, size), (x, y, size, size)
                    break
        frames.append((rows, delay))
    return frames, areas


def set_delays(path, frames):
    """Writes the frames' delays to an animated PNG that contains all frames. Merges equal ones."""
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
