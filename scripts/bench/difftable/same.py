"""Encodes folders of frames with all encoders, and tests what is reported for pairs that show the
same frames.
"""
import glob, itertools, json, os, shutil

from encoders import image_magick, run

FPS = 10


def encodings(program, frames):
    """Returns command lines by name. `OUT` is a placeholder for the output file."""
    pictures = sorted(glob.glob(f"{frames}/*.png"))
    made = {f"ours, quality {quality}": [
        program, "encode", frames, "--quiet", "--quality", str(quality), "--no-frame-hashes",
        "--fps", str(FPS), "-o", "OUT"] for quality in (90, 70, 61)}
    if shutil.which("ffmpeg"):
        for dither in ("sierra2_4a", "bayer", "floyd_steinberg"):
            made[f"ffmpeg, {dither}"] = [
                "ffmpeg", "-y", "-v", "error", "-framerate", str(FPS), "-pattern_type", "glob", "-i",
                f"{frames}/*.png", "-filter_complex",
                f"split[a][b];[a]palettegen[p];[b][p]paletteuse=dither={dither}", "OUT"]
    if image_magick():
        made["ImageMagick"] = [
            image_magick(), "-delay", str(100 // FPS), *pictures, "-loop", "0", "-layers",
            "OptimizePlus", "OUT"]
    return made


def table(program, folders, target):
    print("\n| frames | pairs of encodings | with a difference reported |\n| --- | --- | --- |")
    for frames in folders:
        files = {}
        for number, (name, words) in enumerate(encodings(program, frames).items()):
            files[name] = f"{target}/same-{number}.gif"
            made = run(*(files[name] if word == "OUT" else word for word in words))
            assert made.returncode == 0, made.stderr
        alarms = []
        for one, other in itertools.combinations(files, 2):
            answer = run(program, "diff", "--json", "--quiet", files[one], files[other])
            item = json.loads(answer.stdout)["items"][0]
            if item["status"] != "same":
                alarms.append(f"{one}; {other}: {item['details']}")
        pairs = len(files) * (len(files) - 1) // 2
        name = os.path.basename(os.path.normpath(frames))
        print("\n".join([f"| {name} | {pairs} | {len(alarms)} |", *alarms]))
