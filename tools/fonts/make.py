"""Makes the cuts of the serif that every page shows at once: the regular one, and the letters of the name.

The whole variable font is 132 KB (147 KB italic) for weights from 200 to 800. Nearly all text is of weight 400 and of 16 px
and more, and italics are never a headline: cut at that weight and these sizes the two are 52 and 24 KB, which a phone has a second
earlier. The name alone is bolder, in six letters, which are less than 2 KB. The other weights come from the whole font, when a
text needs them.

    pip install fonttools==4.68.0 brotli==1.2.1
    python tools/fonts/make.py
"""

from pathlib import Path

from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB = Path(__file__).parents[2] / "web"
WHOLE = WEB / "node_modules/@fontsource-variable/newsreader/files"

# The sizes in px that a style is drawn for: all from text to headline, or one between 16 and 24.
SIZES = {"normal": (16, 72), "italic": 19}

NAME = "Engram"


def cut(style, weight, sizes):
    font = TTFont(WHOLE / f"newsreader-latin-opsz-{style}.woff2", recalcTimestamp=False)
    return instancer.instantiateVariableFont(font, {"wght": weight, "opsz": sizes})


def save(font, name):
    font.flavor = "woff2"
    font.save(WEB / f"src/styles/fonts/newsreader-{name}.woff2")


for style, sizes in SIZES.items():
    save(cut(style, 400, sizes), f"latin-400-{style}")

name = cut("normal", 500, 20)
letters = Subsetter()
letters.populate(text=NAME)
letters.subset(name)
save(name, "brand")
