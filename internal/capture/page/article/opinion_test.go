package article

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAgreed(t *testing.T) {
	long := strings.Repeat("The mill stands where two becks meet and turns on most days. ", 5)
	for name, tt := range map[string]struct{ text, second, want string }{
		"a caption goes":                  {long + "\n\nPhoto: A. Reed", long, long},
		"a heading stays above its text":  {"The wheel\n\n" + long, long, "The wheel\n\n" + long},
		"a heading above nothing goes":    {long + "\n\nThe wheel\n\nRead on", long, long},
		"a list of the text stays":        {long + "\n\none sack of rye\none brush", long, long + "\n\none sack of rye\none brush"},
		"a long paragraph stays":          {long + "\n\n" + strings.ToUpper(long) + "x", long, long + "\n\n" + strings.ToUpper(long) + "x"},
		"another article says nothing":    {long + "\n\nPhoto: A. Reed", "something else", long + "\n\nPhoto: A. Reed"},
		"what ends in a colon is a title": {"You need:\n\n" + long, long, "You need:\n\n" + long},
	} {
		t.Run(name, func(t *testing.T) {
			s := structure{headings: map[string]bool{"thewheel": true}, items: map[string]bool{"onesackofrye": true, "onebrush": true}}
			if diff := cmp.Diff(tt.want, agreed(tt.text, tt.second, s)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestIsLonger(t *testing.T) {
	line := func(c string) string { return strings.Repeat(c, 1200) }
	for name, tt := range map[string]struct {
		second, text string
		want         bool
	}{
		"much more":         {line("a") + "\n" + line("b"), line("a"), true},
		"hardly more":       {line("a") + "\nb", line("a"), false},
		"the same again":    {line("a") + "\n" + line("a"), line("a"), false},
		"markup":            {line("a") + "</p>\n" + line("b"), line("a"), false},
		"more than a title": {line("a"), "A title", true},
	} {
		if got := isLonger(tt.second, tt.text); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
