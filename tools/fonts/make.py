"""Makes the cuts of the typefaces that every page shows at once: both styles of the serif, the letters of the name, the sans.

A variable font holds every weight, and features that no page of ours asks for. Nearly all text in the serif is of weight 400 and
of 16 px and more, and its italics are never a headline: cut at that weight and these sizes the two are 37 and 22 KB instead of 132
and 147. The name alone is bolder, in six letters, which are less than 2 KB. The sans has weights from 400 to 700, in 32 KB
instead of 48. The serif's other weights come from the whole font, when a text needs them.

    pip install fonttools==4.68.0 brotli==1.2.1
    python tools/fonts/make.py
"""

from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB = Path(__file__).parents[2] / "web"

# The sizes in px that a style of the serif is drawn for: all from text to headline, or one between 16 and 24. Below 18 the
# letters are drawn once more, in 11 KB; drawn as at 18, text of 16 px is a little narrower.
SIZES = {"normal": (18, 72), "italic": 19}

# What pages use of what the fonts can do. Fractions, the largest part that they don't, are missing.
FEATURES = ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum"]


def whole(family, subset):
    return TTFont(WEB / f"node_modules/@fontsource-variable/{family}/files/{family}-{subset}.woff2", recalcTimestamp=False)


def at(font, axes):
    """The font at a point or a part of its axes, read anew: glyphs that no longer vary are known only then."""
    written = BytesIO()
    instancer.instantiateVariableFont(font, axes).save(written)
    return TTFont(written, recalcTimestamp=False)


def save(font, name, letters=None):
    options = Options(layout_features=FEATURES, notdef_outline=True, name_IDs=["*"], hinting=False)
    cut = Subsetter(options)
    cut.populate(unicodes=map(ord, letters) if letters else font.getBestCmap())
    cut.subset(font)
    font.flavor = "woff2"
    font.save(WEB / f"src/styles/fonts/{name}.woff2")


def serif(style, weight, sizes):
    return at(whole("newsreader", f"latin-opsz-{style}"), {"wght": weight, "opsz": sizes})


for style, sizes in SIZES.items():
    save(serif(style, 400, sizes), f"newsreader-latin-400-{style}")

save(serif("normal", 500, 20), "newsreader-brand", letters="Engram")

save(at(whole("inter", "latin-wght-normal"), {"wght": (400, 700)}), "inter-latin-400-700")
