package pdf

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"

	"pgregory.net/rapid"
)

func TestSplitLines(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		gaps []int
		// lines, with the characters of the text that they reach from and to; + is a piece after a
		// blank, & one without
		want string
	}{
		"nothing":             {"\r\n ", nil, ""},
		"white space":         {" one \t two\r\n\r\n", nil, "one two[1 9]"},
		"control characters":  {"\x00th\x07ree", nil, "three[1 6]"},
		"a hyphen":            {"hyphen\ufffeation", nil, "hyphen\u0002[0 6] ation[7 11]"},
		"another hyphen":      {"hyphen\u0002ation", nil, "hyphen\u0002[0 6] ation[7 11]"},
		"two UTF-16 units":    {"a𝄞 b", nil, "a𝄞 b[0 4]"},
		"a gap":               {"left right\r\nnext", []int{5}, "left[0 3] +right[5 9] next[12 15]"},
		"a gap after 𝄞":       {"𝄞 b", []int{3}, "𝄞[0 0] +b[3 3]"},
		"gaps at the borders": {"a\nb", []int{0, 2, 9}, "a[0 0] b[2 2]"},
		"a gap in a word":     {"ab", []int{1}, "a[0 0] &b[1 1]"},
		"the same gap twice":  {"a b", []int{2, 2}, "a[0 0] +b[2 2]"},
		"a gap in no letter":  {"𝄞b", []int{1}, "𝄞b[0 2]"},
		"a gap after another": {"a b c", []int{2, 4}, "a[0 0] +b[2 2] +c[4 4]"},
		"a gap, then a line":  {"a b\nc", []int{2}, "a[0 0] +b[2 2] c[4 4]"},
		"blanks before a gap": {"a   b", []int{4}, "a[0 0] +b[4 4]"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for i, l := range splitLines(tt.text, tt.gaps, nil) {
				if l.nth != i {
					t.Errorf("line %d says it is number %d", i, l.nth)
				}
				mark := ""
				switch {
				case l.beside && l.spaced:
					mark = "+"
				case l.beside:
					mark = "&"
				}
				got = append(got, fmt.Sprintf("%s%s[%d %d]", mark, l.text, l.first, l.last))
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("lines %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSplitLinesKeepsEveryCharacterInItsPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(rapid.StringOf(rapid.RuneFrom([]rune("aä𝄞-日 \n\x00"))).Draw(t, "text"), "")
		gaps := rapid.SliceOfDistinct(rapid.IntRange(0, 50), func(i int) int { return i }).Draw(t, "gaps")
		units := utf16.Encode([]rune(text))
		var all string
		for _, l := range splitLines(text, gaps, nil) {
			all += l.text
			if got := string(utf16.Decode(units[l.first:])); []rune(got)[0] != []rune(l.text)[0] {
				t.Errorf("line %q stands before %q", l.text, got)
			}
			if got := string(utf16.Decode(units[l.last:])); !strings.HasSuffix(l.text, string([]rune(got)[0])) {
				t.Errorf("line %q ends before %q", l.text, got)
			}
		}
		if visible(all) != visible(text) {
			t.Errorf("of %q remains %q", text, all)
		}
	})
}

// visible is a text without what leaves no ink.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}
