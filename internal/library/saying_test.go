package library

import "testing"

func TestWhatIsSaidOfAKnownMemory(t *testing.T) {
	for _, test := range []struct{ said, had, want string }{
		{"New", "", "New"},
		{"", "Mine", ""},
		{"New", "Mine", "Mine\n\nNew"},
		{"New", "Mine\n\nNew", "Mine\n\nNew"},
	} {
		if got := (Saying{Remark: test.said}).Below(test.had).Remark; got != test.want {
			t.Errorf("%q below %q: got %q, want %q", test.said, test.had, got, test.want)
		}
	}
}
