package library

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"engram/internal/fault"
)

func TestTagOf(t *testing.T) {
	for typed, want := range map[string]Tag{
		"Recipes":                {"recipes", "Recipes"},
		"  two \n words ":        {"two words", "two words"},
		"#todo":                  {"todo", "todo"},
		"＃ｗｉｄｅ":                  {"wide", "ｗｉｄｅ"},
		"Cafe\u0301":             {"cafe", "Café"},
		"🔑":                      {"🔑", "🔑"},
		"מתכונים":                {"מתכונים", "מתכונים"},
		"C#":                     {"c#", "C#"},
		"a\x00b\u202ec":          {"abc", "abc"},
		"Straße":                 {"strasse", "Straße"},
		"ΦΊΛΟΣ":                  {"φιλοσ", "ΦΊΛΟΣ"},
		"φίλος":                  {"φιλοσ", "φίλος"},
		"❤\ufe0f":                {"❤", "❤\ufe0f"},
		"\u200fשלום\u200e":       {"שלום", "\u200fשלום\u200e"},
		"\u200d\ufe0f":           {},
		"..":                     {},
		strings.Repeat("é", 64):  {strings.Repeat("e", 64), strings.Repeat("é", 64)},
		strings.Repeat("x", 65):  {},
		strings.Repeat("x", 1e4): {},
		"":                       {},
		" # ":                    {},
		"\x07\u200b":             {},
	} {
		got, err := TagOf(typed)
		if got != want || (want.Key == "") != (fault.KindOf(err) == fault.Invalid) {
			t.Errorf("%q is %q, %v", typed, got, err)
		}
	}
}

// TestTagsOfAnyText holds tags to their limits, and to one key for each.
func TestTagsOfAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfN(rapid.String(), 0, 9).Draw(t, "names")
		tags, err := TagsOf(names)
		if err != nil && fault.KindOf(err) != fault.Invalid {
			t.Fatal(err)
		}
		for i, tag := range tags {
			again, err := TagOf(tag.Name)
			switch {
			case err != nil || again != tag:
				t.Errorf("%q becomes %q, %v", tag, again, err)
			case utf8.RuneCountInString(tag.Name) > maxTag, strings.ContainsFunc(tag.Name, unicode.IsControl):
				t.Errorf("%q is kept", tag.Name)
			case i > 0 && tags[i-1].Key >= tag.Key:
				t.Errorf("%q comes before %q", tags[i-1], tag)
			}
		}
	})
}

func TestTagged(t *testing.T) {
	tags := func(names ...string) []Tag {
		all, err := TagsOf(names)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	for _, test := range []struct {
		names       []string
		add, remove []Tag
		want        []string
	}{
		{nil, tags("b", "a"), nil, []string{"a", "b"}},
		{[]string{"Café"}, tags("cafe", "Bar"), nil, []string{"Bar", "Café"}},
		{[]string{"Café", "x"}, nil, tags("CAFE"), []string{"x"}},
		{[]string{"x"}, nil, tags("x"), nil},
	} {
		if got, err := Tagged(test.names, test.add, test.remove); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q with %q without %q is %q, %v", test.names, test.add, test.remove, got, err)
		}
	}
	var many []string
	for i := range MaxTags {
		many = append(many, fmt.Sprint("tag ", i))
	}
	if _, err := Tagged(many, tags("one more"), nil); fault.KindOf(err) != fault.Invalid {
		t.Errorf("one more than 50: %v", err)
	}
	if _, err := TagsOf(append(many, "one more")); fault.KindOf(err) != fault.Invalid {
		t.Errorf("51 at once: %v", err)
	}
	if got, err := Tagged(many, tags("tag 1"), nil); err != nil || len(got) != MaxTags {
		t.Errorf("one that it has: %d, %v", len(got), err)
	}
}
