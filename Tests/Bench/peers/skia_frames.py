#!/usr/bin/env python3
"""A scrolled profile page, drawn with skia-python. Writes raw RGBA frames to standard output.

skia_frames.py BANNER AVATAR FRAMES

The page of 750 x 1334 pixels is pulled down, released and scrolled up.
"""
import math
import sys

import skia

WIDTH, HEIGHT, SCALE, HEADER, BAR = 750, 1334, 2, 167, 64


def offset(t):
    """Returns the offset in points at t in 0...1."""
    if t < 0.3:
        return -80 * math.sin(t / 0.3 * math.pi)
    return 560 * (0.5 - 0.5 * math.cos((t - 0.3) / 0.7 * math.pi))


def main():
    banner, avatar = (skia.Image.open(path) for path in sys.argv[1:3])
    count = int(sys.argv[3])
    blurred = skia.Surface(banner.width(), banner.height())
    with blurred as canvas:
        canvas.drawImage(banner, 0, 0, paint=skia.Paint(
            ImageFilter=skia.ImageFilters.Blur(20, 20, skia.TileMode.kClamp)))
    blurred = blurred.makeImageSnapshot()
    smooth = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    face, bold = skia.Typeface("sans-serif"), skia.Typeface("sans-serif", skia.FontStyle.Bold())
    text = skia.Paint(AntiAlias=True, Color=skia.ColorBLACK)
    white = skia.Paint(AntiAlias=True, Color=skia.ColorWHITE)
    line = skia.Paint(Color=skia.ColorSetRGB(200, 199, 204))
    rows = [skia.TextBlob("Item %d" % i, skia.Font(face, 17)) for i in range(1, 41)]
    name, title = (skia.TextBlob(s, skia.Font(bold, 17)) for s in ("My Display Name", "My Handle"))
    surface = skia.Surface(WIDTH, HEIGHT)
    width = WIDTH / SCALE
    for index in range(count):
        y = offset(index / max(1, count - 1))
        with surface as canvas:
            canvas.clear(skia.ColorWHITE)
            canvas.save()
            canvas.scale(SCALE, SCALE)
            canvas.drawTextBlob(name, 8, 244 - y, text)
            for i, row in enumerate(rows):
                top = 310 + 44 * i - y
                if -44 < top < HEIGHT / SCALE:
                    canvas.drawTextBlob(row, 15, top + 28, text)
                    canvas.drawRect(skia.Rect.MakeXYWH(15, top + 43.5, width, 0.5), line)

            def draw_avatar():
                box = skia.Rect.MakeXYWH(8, 147 - y, 70, 70)
                canvas.save()
                canvas.clipRRect(skia.RRect.MakeRectXY(box, 8, 8), True)
                canvas.drawRect(box, white)
                canvas.drawImageRect(avatar, box.makeInset(3, 3), smooth)
                canvas.restore()

            if y > HEADER - BAR:
                draw_avatar()
            zoom = 1 + max(0, -y) / HEADER
            bottom = HEADER * zoom if y < 0 else max(BAR, HEADER - y)
            tall = max(HEADER, bottom)
            ratio = banner.width() / banner.height()
            wide = max(width, tall * ratio)
            place = skia.Rect.MakeXYWH((width - wide) / 2, bottom - tall, wide, wide / ratio)
            canvas.save()
            canvas.clipRect(skia.Rect.MakeWH(width, bottom))
            canvas.drawImageRect(banner, place, smooth)
            alpha = min(1, max(0, (y - HEADER + BAR) / 50))
            if alpha > 0:
                canvas.drawImageRect(blurred, place, smooth, skia.Paint(Alphaf=alpha))
                canvas.drawTextBlob(title, width / 2 - 40, 100 - 60 * alpha, white)
            canvas.restore()
            if y <= HEADER - BAR:
                draw_avatar()
            canvas.restore()
        sys.stdout.buffer.write(surface.toarray(colorType=skia.kRGBA_8888_ColorType).tobytes())


if __name__ == "__main__":
    main()
