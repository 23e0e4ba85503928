"""Makes the regular cut of the serif that every page shows at once.

The whole variable font is 132 KB (147 KB italic) for weights from 200 to 800. Nearly all text is of weight 400 and of 16 px
and more, and italics are never a headline: cut at that weight and these sizes the two are 52 and 24 KB, which a phone has a second
earlier. The other weights come from the whole font, when a text needs them.

    pip install fonttools==4.68.0 brotli==1.2.1
    python tools/fonts/make.py
"""

from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB = Path(__file__).parents[2] / "web"
WHOLE = WEB / "node_modules/@fontsource-variable/newsreader/files"

# The sizes in px that a style is drawn for: all from text to headline, or one between 16 and 24.
SIZES = {"normal": (16, 72), "italic": 19}

for style, sizes in SIZES.items():
    font = TTFont(WHOLE / f"newsreader-latin-opsz-{style}.woff2", recalcTimestamp=False)
    cut = instancer.instantiateVariableFont(font, {"wght": 400, "opsz": sizes})
    cut.flavor = "woff2"
    cut.save(WEB / f"src/styles/fonts/newsreader-latin-400-{style}.woff2")
