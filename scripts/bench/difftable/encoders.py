"""Pairs of encoders, each with the frames of the same clip before and after a change."""
import shutil, subprocess, sys

from clip import DELAY


def run(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, **more)


def image_magick():
    """Returns the name of ImageMagick's converter, or None if it is not installed."""
    names = ("magick", "convert-im6", "convert-im6.q16", "convert")
    return next((name for name in names if shutil.which(name)), None)


def encoders(program, folder):
    """Returns, for each row of pairs, how the frames of a name are encoded before and after the
    change.
    """
    def paths(name, frames):
        return [f"{folder}/{name}/{number:03}.png" for number in range(len(frames))]

    def ours(quality, *flags):
        def encode(name, frames, out):
            return run(program, "encode", f"{folder}/{name}.apng", "--quiet", "--effort", "3",
                       "--quality", str(quality), *flags, "-o", out)
        return encode

    def ffmpeg(dither):
        def encode(name, frames, out):
            listing = f"{folder}/{name}.txt"
            with open(listing, "w") as file:
                for path, (_, delay) in zip(paths(name, frames), frames):
                    file.write(f"file '{path}'\nduration {delay / 100}\n")
            return run("ffmpeg", "-y", "-v", "error", "-f", "concat", "-safe", "0", "-i", listing,
                       "-vsync", "vfr", "-filter_complex",
                       f"split[a][b];[a]palettegen[p];[b][p]paletteuse=dither={dither}",
                       "-final_delay", str(frames[-1][1]), out)
        return encode

    def magick(name, frames, out):
        words = [image_magick()]
        for path, (_, delay) in zip(paths(name, frames), frames):
            words += ["-delay", str(delay), path]
        return run(*words, "-loop", "0", "-layers", "OptimizePlus", out)

    def gifsicle(name, frames, out):
        made = ours(100, "--no-frame-hashes")(name, frames, out + ".ours.gif")
        return run("gifsicle", "-O3", "--lossy=20", "--colors", "200", out + ".ours.gif", "-o", out) \
            if made.returncode == 0 else made

    def gifski(name, frames, out):
        if len({delay for _, delay in frames}) > 1:
            return None
        return run("gifski", "--quiet", "--fps", str(100 / DELAY), "-o", out, *paths(name, frames))

    plain = ours(90, "--no-frame-hashes")
    rows = {
        "ours, hashes": (ours(90), ours(70), []),
        "ours": (plain, ours(70, "--no-frame-hashes"), []),
        "ours, gifski": (plain, gifski, ["gifski"]),
        "ours, ffmpeg": (plain, ffmpeg("sierra2_4a"), ["ffmpeg"]),
        "ours, ImageMagick": (plain, magick, [image_magick()]),
        "ours, gifsicle": (plain, gifsicle, ["gifsicle"]),
        "gifski, gifski": (gifski, gifski, ["gifski"]),
        "ffmpeg, ffmpeg": (ffmpeg("sierra2_4a"), ffmpeg("bayer"), ["ffmpeg"]),
        "ffmpeg, ImageMagick": (ffmpeg("sierra2_4a"), magick, ["ffmpeg", image_magick()]),
    }
    missing = {tool for _, _, tools in rows.values() for tool in tools if not tool or not shutil.which(tool)}
    for tool in missing:
        print(f"{tool or 'ImageMagick'}: not installed, its pairs are left out", file=sys.stderr)
    return {name: pair[:2] for name, pair in rows.items() if missing.isdisjoint(pair[2])}


class Pairs:
    """The GIFs of a row's two encoders. Those before the change are encoded once."""
    def __init__(self, program, folder, clip):
        self.folder, self.clip, self.made = folder, clip, {}
        self.kinds = encoders(program, folder)

    def make(self, kind, name, frames):
        """Returns the paths of both, or None if an encoder cannot represent the frames."""
        before, after = self.kinds[kind]
        if kind not in self.made:
            self.made[kind] = f"{self.folder}/old-{len(self.made)}.gif"
            self.encode(before, "0", self.clip, self.made[kind])
        new = f"{self.folder}/new.gif"
        return (self.made[kind], new) if self.encode(after, name, frames, new) else None

    def encode(self, encoder, name, frames, path):
        done = encoder(name, frames, path)
        assert done is None or done.returncode == 0, done.stderr
        return done is not None
