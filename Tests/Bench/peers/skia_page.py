"""The page drawn by Skia's raster backend: N32 premultiplied, banner scaled once, text as blobs."""
import numpy as np
import page
import skia

LINEAR = skia.SamplingOptions(skia.FilterMode.kLinear)
MIPMAPS = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
NEAREST = skia.SamplingOptions()


def image(pixels):
    bgra = np.ascontiguousarray(pixels[..., [2, 1, 0, 3]])
    made = skia.Image.fromarray(bgra, skia.kBGRA_8888_ColorType)
    return offscreen(made.width(), made.height(), lambda c: c.drawImage(made, 0, 0))


def offscreen(width, height, draw):
    info = skia.ImageInfo.MakeN32(width, height, skia.kOpaque_AlphaType)
    surface = skia.Surface.MakeRaster(info)
    draw(surface.getCanvas())
    return surface.makeImageSnapshot()


class Page:
    def __init__(self, banner, blurred, avatar, keeps_content=False):
        self.buffer = np.empty((page.HEIGHT, page.WIDTH, 4), np.uint8)
        info = skia.ImageInfo.MakeN32Premul(page.WIDTH, page.HEIGHT)
        self.surface = skia.Surface.MakeRasterDirect(info, self.buffer, page.WIDTH * 4)
        self.canvas = self.surface.getCanvas()
        self.banner = image(banner)
        self.avatar = image(avatar).withDefaultMipmaps()
        source, whole = skia.Rect.MakeXYWH(*page.VISIBLE), skia.Rect.MakeWH(page.WIDTH, page.HEADER)
        self.sharp, self.blurred = (
            offscreen(
                page.WIDTH, page.HEADER,
                lambda c, p=p: c.drawImageRect(p.withDefaultMipmaps(), source, whole, MIPMAPS))
            for p in (self.banner, image(blurred)))
        self.source = source
        face = skia.Typeface("DejaVu Sans")
        bold = skia.Typeface("DejaVu Sans", skia.FontStyle.Bold())

        def label(text, size, color, typeface=face):
            font = skia.Font(typeface, size)
            font.setEdging(skia.Font.Edging.kAntiAlias)
            blob = skia.TextBlob.MakeFromString(text, font)
            return blob, font.measureText(text), skia.Paint(AntiAlias=True, Color=skia.Color(*color))

        self.rows = [label(text, 28, page.INK) for text in page.ROWS]
        self.title = label(page.TITLE, 34, (255, 255, 255), bold)
        self.name = label(page.NAME, 36, page.INK, bold)
        self.user = label(page.USER, 24, page.GRAY)
        self.follow = label(page.FOLLOW, 28, page.BLUE)
        self.line = skia.Paint(Color=skia.Color(*page.LINE))
        self.stroke = skia.Paint(
            AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=2,
            Color=skia.Color(*page.BLUE))
        self.white = skia.Paint(AntiAlias=True, Color=skia.ColorWHITE)
        self.kept = None
        if keeps_content:
            self.kept = offscreen(page.WIDTH, page.HEIGHT, self.draw_kept)

    def draw_kept(self, canvas):
        canvas.clear(skia.ColorWHITE)
        self.draw_content(canvas, 0)

    def draw_content(self, canvas, down):
        def text(label, x, y):
            canvas.drawTextBlob(label[0], x, y, label[2])

        for index, row in enumerate(self.rows):
            top = 420 + 88 * index + down
            text(row, 32, top + 56)
            canvas.drawRect(skia.Rect.MakeXYWH(32, top + 86, 718, 2), self.line)
        text(self.name, 16, 348 + down)
        text(self.user, 16, 386 + down)
        x, width, height, radius = page.BUTTON
        button = skia.Rect.MakeXYWH(x + 1, 237 + down, width - 2, height - 2)
        canvas.drawRRect(skia.RRect.MakeRectXY(button, radius - 1, radius - 1), self.stroke)
        text(self.follow, round(x + (width - self.follow[1]) / 2), 276 + down)

    def draw_header(self, canvas, moment):
        if moment.zoom > 1:
            place = skia.Rect.MakeXYWH(
                moment.header_x, 0, page.WIDTH * moment.zoom, page.HEADER * moment.zoom)
            canvas.drawImageRect(self.banner, self.source, place, LINEAR)
            return
        canvas.save()
        canvas.clipRect(skia.Rect.MakeWH(page.WIDTH, page.HEADER - moment.shift))
        if moment.blur < 255:
            canvas.drawImage(self.sharp, 0, -moment.shift, NEAREST)
        if moment.blur:
            canvas.drawImage(
                self.blurred, 0, -moment.shift, NEAREST, skia.Paint(Alpha=moment.blur))
        blob, width, paint = self.title
        canvas.drawTextBlob(blob, round((page.WIDTH - width) / 2), moment.title_baseline, paint)
        canvas.restore()

    def draw_avatar(self, canvas, moment):
        place = skia.Rect.MakeXYWH(*moment.avatar, moment.side, moment.side)
        shape = skia.RRect.MakeRectXY(place, moment.radius, moment.radius)
        canvas.save()
        canvas.clipRRect(shape, True)
        canvas.drawImageRect(self.avatar, place, MIPMAPS)
        canvas.restore()
        radius = max(0, moment.radius - moment.border)
        inner = skia.RRect.MakeRectXY(place.makeInset(moment.border, moment.border), radius, radius)
        canvas.drawDRRect(shape, inner, self.white)

    def draw(self, moment):
        canvas = self.canvas
        canvas.clear(skia.ColorWHITE)
        if self.kept:
            canvas.drawImage(self.kept, 0, moment.down, NEAREST)
        else:
            self.draw_content(canvas, moment.down)
        parts = [self.draw_header, self.draw_avatar]
        for part in reversed(parts) if moment.header_on_top else parts:
            part(canvas, moment)
