package metadata

import (
	"strings"
	"testing"
)

func TestAuthorName(t *testing.T) {
	for line, want := range map[string]string{
		"Ann Author": "Ann Author", "By Ann Author": "Ann Author", "Geschrieben von  Ann Author": "Ann Author", "Text: Ann Author": "Ann Author",
		"by Ann Author\n   May 13, 2024": "Ann Author", "Ann Author | The Crumb": "Ann Author", "Ann Author22 Dec 2016": "Ann Author",
		"Ann Author (ann@example.com)": "Ann Author", "Ann Author, May 13, 2024": "Ann Author", "Byron Bay": "Byron Bay", "Bob Vonnegut": "Bob Vonnegut",
		"Di Stefano": "Di Stefano", "Von Neumann": "Von Neumann", "von Neumann": "von Neumann", "Par Lagerkvist": "Par Lagerkvist", "作者：李明": "李明",
		"Ann Author (https://example.com/ann)": "Ann Author", "By Ann » Mon": "Ann",
		"https://example.com/ann": "", "www.example.com": "", "ann@example.com": "", "13.05.2024": "", "admin": "", "Name *": "", "42": "", "": "",
		strings.Repeat("word ", 60): "",
	} {
		if got := AuthorName(line); got != want {
			t.Errorf("authorName(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestWeekdaysAreNoAuthors(t *testing.T) {
	for _, line := range []string{"Sunday", "By Sunday", "october", "Dimanche", "Staff", "Staff Writer", "site admin", "https://example.com/staff"} {
		if name := AuthorName(line); name != "" {
			t.Errorf("%q is taken for %q", line, name)
		}
	}
	for _, line := range []string{"April Reed", "May Staffer", "Domenica Sunday"} {
		if name := AuthorName(line); name != line {
			t.Errorf("%q is taken for %q", line, name)
		}
	}
}
