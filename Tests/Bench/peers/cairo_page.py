"""The page drawn by cairo's image surfaces (pixman): RGB24, banner scaled once, glyphs placed once."""
import math

import cairo
import numpy as np
import page


def surface(pixels, form=cairo.FORMAT_RGB24):
    """A surface of RGBA rows; keeps its memory."""
    bgra = np.ascontiguousarray(pixels[..., [2, 1, 0, 3]])
    height, width = bgra.shape[:2]
    return cairo.ImageSurface.create_for_data(bgra, form, width, height)


def scaled(picture, source, place, form=cairo.FILTER_BILINEAR):
    """A pattern that shows the part `source` of a surface in `place`."""
    pattern = cairo.SurfacePattern(picture)
    pattern.set_extend(cairo.EXTEND_PAD)
    pattern.set_filter(form)
    matrix = cairo.Matrix()
    matrix.translate(source[0], source[1])
    matrix.scale(source[2] / place[2], source[3] / place[3])
    matrix.translate(-place[0], -place[1])
    pattern.set_matrix(matrix)
    return pattern


class Page:
    def __init__(self, banner, blurred, avatar):
        self.target = cairo.ImageSurface(cairo.FORMAT_RGB24, page.WIDTH, page.HEIGHT)
        self.context = cairo.Context(self.target)
        self.banner = surface(banner)
        # Halved, since bilinear sampling skips pixels where it shrinks more.
        small = avatar.reshape(avatar.shape[0] // 2, 2, avatar.shape[1] // 2, 2, 4).mean((1, 3))
        self.avatar = surface((small + 0.5).astype(np.uint8))
        self.sharp, self.blurred = (self.at_rest(surface(p)) for p in (banner, blurred))
        options = cairo.FontOptions()
        options.set_antialias(cairo.ANTIALIAS_GRAY)
        options.set_hint_style(cairo.HINT_STYLE_SLIGHT)

        def label(text, size, color, weight=cairo.FONT_WEIGHT_NORMAL):
            face = cairo.ToyFontFace("DejaVu Sans", cairo.FONT_SLANT_NORMAL, weight)
            font = cairo.ScaledFont(face, cairo.Matrix(size, 0, 0, size), cairo.Matrix(), options)
            glyphs = font.text_to_glyphs(0, 0, text, False)
            return font, glyphs, font.text_extents(text).x_advance, [v / 255 for v in color]

        bold = cairo.FONT_WEIGHT_BOLD
        self.rows = [label(text, 28, page.INK) for text in page.ROWS]
        self.title = label(page.TITLE, 34, (255, 255, 255), bold)
        self.name = label(page.NAME, 36, page.INK, bold)
        self.user = label(page.USER, 24, page.GRAY)
        self.follow = label(page.FOLLOW, 28, page.BLUE)

    @staticmethod
    def at_rest(picture):
        target = cairo.ImageSurface(cairo.FORMAT_RGB24, page.WIDTH, page.HEADER)
        context = cairo.Context(target)
        context.set_source(
            scaled(picture, page.VISIBLE, (0, 0, page.WIDTH, page.HEADER), cairo.FILTER_GOOD))
        context.paint()
        return target

    def text(self, label, x, y):
        font, glyphs, _, color = label
        self.context.set_source_rgb(*color)
        self.context.set_scaled_font(font)
        self.context.show_glyphs([cairo.Glyph(g[0], g[1] + x, g[2] + y) for g in glyphs])

    def rounded(self, x, y, width, height, radius):
        context = self.context
        context.new_sub_path()
        for turn, cx, cy in (
            (-1, x + width - radius, y + radius), (0, x + width - radius, y + height - radius),
            (1, x + radius, y + height - radius), (2, x + radius, y + radius)):
            context.arc(cx, cy, radius, turn * math.pi / 2, (turn + 1) * math.pi / 2)
        context.close_path()

    def draw_content(self, down):
        context = self.context
        for index, row in enumerate(self.rows):
            top = 420 + 88 * index + down
            if top >= page.HEIGHT or top + 88 < 0:
                continue
            self.text(row, 32, top + 56)
            context.set_source_rgb(*[v / 255 for v in page.LINE])
            context.rectangle(32, top + 86, 718, 2)
            context.fill()
        self.text(self.name, 16, 348 + down)
        self.text(self.user, 16, 386 + down)
        x, width, height, radius = page.BUTTON
        self.rounded(x + 1, 237 + down, width - 2, height - 2, radius - 1)
        context.set_source_rgb(*[v / 255 for v in page.BLUE])
        context.set_line_width(2)
        context.stroke()
        self.text(self.follow, round(x + (width - self.follow[2]) / 2), 276 + down)

    def draw_header(self, moment):
        context = self.context
        context.save()
        if moment.zoom > 1:
            place = (moment.header_x, 0, page.WIDTH * moment.zoom, page.HEADER * moment.zoom)
            context.rectangle(0, 0, page.WIDTH, place[3])
            context.clip()
            context.set_source(scaled(self.banner, page.VISIBLE, place))
            context.paint()
        else:
            context.rectangle(0, 0, page.WIDTH, page.HEADER - moment.shift)
            context.clip()
            for picture, alpha in (
                (self.sharp, int(moment.blur < 255)), (self.blurred, moment.blur / 255)):
                if alpha == 0:
                    continue
                context.set_source_surface(picture, 0, -moment.shift)
                context.get_source().set_filter(cairo.FILTER_NEAREST)
                if alpha < 1:
                    context.paint_with_alpha(alpha)
                else:
                    context.paint()
            if moment.title_baseline < page.HEADER - moment.shift + 34:
                x = round((page.WIDTH - self.title[2]) / 2)
                self.text(self.title, x, moment.title_baseline)
        context.restore()

    def draw_avatar(self, moment):
        (x, y), side, radius, border = moment.avatar, moment.side, moment.radius, moment.border
        whole = (0, 0, self.avatar.get_width(), self.avatar.get_height())
        self.context.set_source(scaled(self.avatar, whole, (x, y, side, side)))
        self.rounded(x, y, side, side, radius)
        self.context.fill()
        self.context.set_source_rgb(1, 1, 1)
        self.context.set_line_width(border)
        half = border / 2
        self.rounded(x + half, y + half, side - border, side - border, radius - half)
        self.context.stroke()

    def draw(self, moment):
        self.context.set_source_rgb(1, 1, 1)
        self.context.paint()
        self.draw_content(moment.down)
        parts = [self.draw_header, self.draw_avatar]
        for part in reversed(parts) if moment.header_on_top else parts:
            part(moment)
        self.target.flush()
