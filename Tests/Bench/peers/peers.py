#!/usr/bin/env python3
"""Other libraries at the bench's work, one thread each: peers.py FOLDER

FOLDER holds the bench's pictures as NAME-WIDTHxHEIGHT.rgba. Prints a JSON object with the versions and
with the peers of each piece of work, then answers each line "WORK PEER" with the milliseconds of its
parts: time that the thread had a processor. A library that is not installed is left out.
"""
import importlib
import json
import os
import sys
import time

work = {}


def peer(name, library):
    """The decorated function is `library` doing the work `name`; it returns the parts to be timed."""
    def add(make):
        work.setdefault(name, {})[library] = make
    return add


def load(name, *size):
    width, height = size
    path = os.path.join(sys.argv[1], f"{name}-{width}x{height}.rgba")
    return np.fromfile(path, np.uint8).reshape(height, width, -1)


def opencv(versions):
    import cv2
    cv2.setNumThreads(1)
    versions["opencv"] = cv2.__version__
    frame = (750, 1334)
    def blurred(source, side, passes, buffers):
        """Into memory that is there already: fresh pages cost OpenCV half its time."""
        for index in range(passes):
            target = buffers[index % 2]
            cv2.blur(source, (side, side), dst=target, borderType=cv2.BORDER_REPLICATE)
            source = target
        return source

    # Four channels as ours has, and three: OpenCV may use whichever is faster.
    for channels in (4, 3):
        form = "RGBA" if channels == 4 else "RGB"

        def blur(width, height, channels=channels):
            source = np.ascontiguousarray(load("banner", width, height)[..., :channels])
            buffers = [np.empty_like(source) for _ in range(2)]
            return [lambda: blurred(source, 21, 20, buffers)], 1

        for size in ((800, 450), (1500, 500)):
            peer(f"blur/21x20-{size[0]}x{size[1]}", f"opencv {form}")(lambda s=size, b=blur: b(*s))

        def ladder(channels=channels):
            source = np.ascontiguousarray(load("banner", 1500, 500)[..., :channels])
            luma = np.array([0.2126, 0.7152, 0.0722])
            matrix = np.zeros((channels, channels))
            matrix[:3, :3] = 1.5 * np.eye(3) - 0.5 * luma
            if channels == 4:
                matrix[3, 3] = 1
            buffers = [np.empty_like(source) for _ in range(2)]

            def run():
                for side in (11, 23, 35, 45, 57, 69, 79, 91, 103, 113):
                    picture = blurred(source, side, 3, buffers)
                    colored = cv2.transform(picture, matrix, dst=buffers[1])
                    cv2.convertScaleAbs(colored, dst=buffers[0], alpha=0.8, beta=51)
            return [run], 1

        peer("blur/ladder-ten-steps-1500x500", f"opencv {form}")(ladder)

    @peer("compositing/crossfade", "opencv")
    def crossfade():
        under, other = load("under", *frame), load("other", *frame)
        target = np.empty_like(under)
        return [lambda: cv2.addWeighted(under, 178 / 255, other, 77 / 255, 0, dst=target)], 10

    for filter, flag, source, target in (
        ("area", cv2.INTER_AREA, (1500, 500), (642, 214)),
        ("area", cv2.INTER_AREA, (1500, 500), (750, 250)),
        ("catmull-rom", cv2.INTER_CUBIC, (750, 250), (1500, 500)),
        ("bilinear", cv2.INTER_LINEAR, (750, 250), (975, 325)),
        ("zoom", cv2.INTER_LINEAR, (750, 250), (975, 325)),
    ):
        def resize(flag=flag, source=source, target=target):
            picture = load("banner", *source)
            result = np.empty((target[1], target[0], 4), np.uint8)
            return [lambda: cv2.resize(picture, target, dst=result, interpolation=flag)], 2
        peer(work_name(filter, source, target), "opencv")(resize)


def pillow(versions):
    import PIL
    from PIL import Image
    versions["pillow"] = PIL.__version__
    sampling = Image.Resampling
    for filter, flag, source, target in (
        ("area", sampling.BOX, (1500, 500), (642, 214)),
        ("area", sampling.BOX, (1500, 500), (750, 250)),
        ("catmull-rom", sampling.BICUBIC, (750, 250), (1500, 500)),
        ("lanczos3", sampling.LANCZOS, (750, 250), (1500, 500)),
        ("bilinear", sampling.BILINEAR, (750, 250), (975, 325)),
        ("zoom", sampling.BILINEAR, (750, 250), (975, 325)),
    ):
        # Pillow premultiplies RGBA and divides again; RGB spares it that.
        for form in ("RGB", "RGBA"):
            def resize(flag=flag, source=source, target=target, form=form):
                picture = Image.fromarray(load("banner", *source)).convert(form)
                return [lambda: picture.resize(target, flag)], 2
            peer(work_name(filter, source, target), f"pillow {form}")(resize)


def work_name(filter, source, target):
    return f"resize/{filter}-{source[0]}x{source[1]}-to-{target[0]}x{target[1]}"


def pages(versions, library, module):
    versions[library] = importlib.import_module(library).version if library == "cairo" else \
        importlib.import_module(library).__version__
    drawing, page = importlib.import_module(module), importlib.import_module("page")

    def frames(moments, **options):
        pictures = [load("banner", 1500, 500), load("blurred", 1500, 500), load("avatar", 350, 350)]
        target = drawing.Page(*pictures, **options)
        return [lambda m=m: target.draw(m) for m in moments]

    peer("scene/whole", library)(lambda: (frames(page.MOMENTS), 1))
    peer("scene/plain", library)(lambda: (frames([page.Moment(60.0)]), 20))
    if library == "skia":
        peer("scene/whole", "layered skia")(
            lambda: (frames(page.MOMENTS, keeps_content=True), 1))


def skia(versions):
    pages(versions, "skia", "skia_page")


def cairo(versions):
    pages(versions, "cairo", "cairo_page")
    import cairo
    from cairo_page import surface
    size = (750, 1334)

    def pattern(picture):
        made = cairo.SurfacePattern(picture)
        made.set_filter(cairo.FILTER_NEAREST)
        return made

    def ground():
        target = surface(load("under", *size))
        return target, cairo.Context(target)

    def mask():
        coverage = load("mask", *size)[..., 0]
        stride = cairo.ImageSurface.format_stride_for_width(cairo.FORMAT_A8, size[0])
        rows = np.zeros((size[1], stride), np.uint8)
        rows[:, :size[0]] = coverage
        return cairo.ImageSurface.create_for_data(rows, cairo.FORMAT_A8, *size, stride)

    @peer("compositing/crossfade", "cairo")
    def crossfade():
        target, context = ground()
        under, other = pattern(surface(load("under", *size))), pattern(surface(load("other", *size)))

        def run():
            context.set_source(under)
            context.paint()
            context.set_source(other)
            context.paint_with_alpha(77 / 255)
        return [run], 10

    @peer("compositing/source-over", "cairo")
    def over():
        target, context = ground()
        context.set_source(pattern(surface(load("translucent", *size), cairo.FORMAT_ARGB32)))
        return [context.paint], 10

    @peer("compositing/source-over-mask", "cairo")
    def masked():
        target, context = ground()
        context.set_source(pattern(surface(load("translucent", *size), cairo.FORMAT_ARGB32)))
        coverage = pattern(mask())
        return [lambda: context.mask(coverage)], 10

    @peer("compositing/color-mask", "cairo")
    def ink():
        target, context = ground()
        context.set_source_rgb(0, 0, 0)
        coverage = pattern(mask())
        return [lambda: context.mask(coverage)], 10


def answer(run, repeats):
    def milliseconds(part):
        begun = time.thread_time()
        for _ in range(repeats):
            part()
        return (time.thread_time() - begun) * 1e3 / repeats
    return [milliseconds(part) for part in run]


def main():
    versions, missing, made = {}, [], {}
    for library in (skia, cairo, opencv, pillow):
        try:
            library(versions)
        except ImportError as error:
            missing.append(f"{library.__name__}: {error}")
    print(json.dumps({
        "versions": versions, "missing": missing,
        "peers": {name: list(peers) for name, peers in work.items()}}), flush=True)
    for line in sys.stdin:
        name, library = line.rstrip("\n").split(" ", 1)
        if (name, library) not in made:
            made[name, library] = work[name][library]()
        print(json.dumps({"ms": answer(*made[name, library])}), flush=True)


if __name__ == "__main__":
    try:
        import numpy as np
    except ImportError as error:
        print(json.dumps({"versions": {}, "missing": [str(error)], "peers": {}}), flush=True)
    else:
        main()
