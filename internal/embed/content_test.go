package embed

import (
	"strings"
	"testing"
)

func TestContent(t *testing.T) {
	long := strings.Repeat("long ", shortBytes/5)
	for name, test := range map[string]struct {
		bodies []string
		at     int
		want   string
	}{
		"a passage alone": {[]string{"Me too!"}, 0, "Walk\nMe too!"},
		"a short passage first, then its neighbours": {[]string{"a", "b", "c", "d", "e"}, 2, "Walk\nc\na\nb\nd\ne"},
		"at the beginning the passages after it":     {[]string{"a", "b", "c"}, 0, "Walk\na\nb\nc"},
		"at the end the passages before it":          {[]string{"a", "b", "c"}, 2, "Walk\nc\na\nb"},
		"no passage beyond the reach":                {[]string{"a", "b", "c", "d", "e", "f"}, 0, "Walk\na\nb\nc\nd\ne"},
		"a neighbour without room is skipped":        {[]string{"a", long + long, "Me too!", "b"}, 2, "Walk\nMe too!\na\nb"},
		"a long passage alone":                       {[]string{"a", long, "b"}, 1, "Walk\n" + long},
	} {
		t.Run(name, func(t *testing.T) {
			if got := textOf("Walk", test.bodies, test.at).content(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
