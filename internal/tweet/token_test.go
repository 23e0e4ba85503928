package tweet

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestToken compares with what Node 20 computed: testdata/tokens.txt has a number and its token on
// each line.
func TestToken(t *testing.T) {
	f, err := os.Open("testdata/tokens.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	compared := 0
	for ; lines.Scan(); compared++ {
		id, want, _ := strings.Cut(lines.Text(), " ")
		if got := token(id); got != want {
			t.Errorf("the token of %s is %q, want %q", id, got, want)
		}
	}
	if compared < 50 {
		t.Errorf("compared %d tokens alone", compared)
	}
}

// TestBase36 holds the rounding that no tweet's number is likely to need. The wanted texts are
// Node's.
func TestBase36(t *testing.T) {
	for _, c := range []struct {
		value float64
		want  string
	}{
		{0, "0"},
		{1, "1"},
		{35, "z"},
		{36, "10"},
		{0.5, "0.i"},
		{0.1, "0.3lllllllllm"},
		{1.0 / 3, "0.c"},
		{1 - 0x1p-53, "0.zzzzzzzzzza"},
		{35.99999999999999, "z.zzzzzzzzz"},
		{1e-15, "0.0000000003nmdq7py2ja"},
		{123456.789, "2n9c.sejl0v4"},
		{999999999999999.9, "9ugxnorjlr.w"},
		{0.02777777777777778, "0.1"},
		{1295.9999999999998, "zz.zzzzzzzzd"},
	} {
		if got := base36(c.value); got != c.want {
			t.Errorf("%v in base 36 is %q, want %q", c.value, got, c.want)
		}
	}
}

func TestRoundUp(t *testing.T) {
	for _, c := range []struct{ digits, want []byte }{{[]byte{1, 2}, []byte{1, 3}}, {[]byte{1, 35}, []byte{2}}, {[]byte{3, 35, 35}, []byte{4}}} {
		if got := roundUp(slices.Clone(c.digits)); !slices.Equal(got, c.want) {
			t.Errorf("%v rounded up is %v, want %v", c.digits, got, c.want)
		}
	}
}
