package facsimile

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestShownSizes(t *testing.T) {
	for name, tt := range map[string]struct{ stated, want Size }{
		"A4":          {Size{595, 842}, Size{595, 842}},
		"none":        {Size{}, letter},
		"a minus":     {Size{-5, 800}, letter},
		"no number":   {Size{math.NaN(), 800}, letter},
		"without end": {Size{math.Inf(1), 800}, letter},
		"giant":       {Size{1e9, 1e9}, Size{maxSide, maxSide}},
		"a thread":    {Size{1, 1e9}, Size{maxSide / 30.0, maxSide}},
		"a line":      {Size{1e9, 1}, Size{maxSide, maxSide / 30.0}},
		"a dot":       {Size{1e-3, 1e-3}, Size{1, 1}},
	} {
		got := tt.stated.shown()
		if math.Abs(got.Width-tt.want.Width) > 1e-6 || math.Abs(got.Height-tt.want.Height) > 1e-6 {
			t.Errorf("%s: %v is shown as %v, want %v", name, tt.stated, got, tt.want)
		}
	}
}

func TestPicturesAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := Size{rapid.Float64().Draw(t, "width"), rapid.Float64().Draw(t, "height")}.shown()
		w, h := size.pixels(rapid.SampledFrom(Widths).Draw(t, "pixels"))
		if w < 1 || h < 1 || w*h > maxPixels+w+h {
			t.Errorf("%v is drawn in %d x %d", size, w, h)
		}
	})
	for _, tt := range []struct {
		size Size
		want string
	}{{Size{595, 842}, "2400 3396"}, {Size{600, 300}, "2400 1200"}, {Size{100, 3000}, "547 16431"}} {
		if w, h := tt.size.pixels(2400); fmt.Sprint(w, h) != tt.want {
			t.Errorf("%v in %d x %d, want %s", tt.size, w, h, tt.want)
		}
	}
}

func TestCache(t *testing.T) {
	c := newCache(100)
	put := func(document string, page, size int) {
		k := key{document, page, 0}
		_, _, forgotten := c.get(k)
		c.put(entry{key: k, value: page, size: size}, forgotten)
	}
	has := func(document string, page int) bool {
		_, ok, _ := c.get(key{document, page, 0})
		return ok
	}
	for page := range 4 {
		put("a", page, 30)
	}
	if has("a", 0) || !has("a", 1) || !has("a", 3) {
		t.Error("the entry used last longest ago is to make room, and only that")
	}
	put("b", 1, 101)
	if has("b", 1) || c.size != 90 {
		t.Errorf("what is larger than the cache is in it, which holds %d bytes", c.size)
	}
	put("b", 1, 10)
	c.forget("a")
	if has("a", 3) || !has("b", 1) || c.size != 10 {
		t.Errorf("after a document was forgotten the cache holds %d bytes", c.size)
	}
	_, _, before := c.get(key{"a", 1, 0})
	c.forget("a")
	c.put(entry{key: key{"a", 1, 0}, size: 10}, before)
	if has("a", 1) {
		t.Error("what was drawn while its document was forgotten is kept")
	}
}
