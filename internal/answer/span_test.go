package answer

import "testing"

func TestSpanOf(t *testing.T) {
	for _, c := range []struct{ title, text, quote, want string }{
		{"unchanged words", "The clock is slow. It ticks.", "It ticks.", "It ticks."},
		{"behind letters of several bytes", "Größe: 東京. It ticks.", "It ticks.", "It ticks."},
		{"over other blanks", "After that, it\n ticks.", "After that, it ticks.", "After that, it\n ticks."},
		{"over blanks that are no ASCII", "Il\u00a0dit\u3000:\u2028oui\u0085\vla.", "Il dit : oui la.", "Il\u00a0dit\u3000:\u2028oui\u0085\vla."},
		{"emphasis", "| bake at **175** degrees |", "bake at 175 degrees", "bake at **175** degrees"},
		{"a link", "Call [the bank](http://x.test/a(b) \"B\") now", "Call the bank now", "Call [the bank](http://x.test/a(b) \"B\") now"},
		{"a row", "| rent | 940 |", "rent · 940", "rent | 940"},
		{"a line that leads on", "The code is:\n> 4471", "The code is: 4471", "The code is:\n> 4471"},
		{"an item of a list", "## Alarm\n> 1. [x] 9910\n- 4471", "Alarm 9910 4471", "Alarm\n> 1. [x] 9910\n- 4471"},
		{"code", "run `a * b` now", "run `a * b` now", "run `a * b` now"},
		{"words that are not there", "The clock is slow.", "It never ticks.", ""},
		{"nothing", "The clock is slow.", " *", ""},
	} {
		t.Run("the span of a quote covers the quote in "+c.title, func(t *testing.T) {
			at := spanOf(c.text, c.quote)
			if got := string([]rune(c.text)[at[0]:at[1]]); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
