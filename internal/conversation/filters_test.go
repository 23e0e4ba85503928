package conversation

import "testing"

func TestSaved(t *testing.T) {
	for _, c := range []struct {
		f    Filters
		want string
	}{
		{Filters{Kind: "document", Words: []string{"the pdf"}}, ""},
		{Filters{Kind: "document", Words: []string{"pdf", "in March"}}, "in March"},
		{Filters{Words: []string{"In 2024"}}, "in 2024"},
		{Filters{Words: []string{"yesterday"}}, "yesterday"},
		{Filters{Words: []string{"from last week"}}, "last week"},
		{Filters{Words: []string{"from a week ago"}}, "a week ago"},
		{Filters{Words: []string{"from June"}}, "in June"},
		{Filters{Words: []string{"from May to June"}}, "from May to June"},
		{Filters{Words: []string{"since autumn"}}, "since autumn"},
		{Filters{Words: []string{""}}, ""},
		{Filters{}, ""},
	} {
		if got := c.f.Saved(); got != c.want {
			t.Errorf("%q: got %q, want %q", c.f.Words, got, c.want)
		}
	}
}
