package memory_test

import (
	"maps"
	"slices"
	"testing"

	"engram/internal/lang"
	"engram/internal/memory"
)

func TestLanguagesNameEveryKind(t *testing.T) {
	want := []string{lang.Any}
	for _, kind := range memory.Kinds {
		want = append(want, string(kind))
	}
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(lang.KindNames)); !slices.Equal(got, want) {
		t.Errorf("names of %q, want %q", got, want)
	}
	for _, l := range lang.All() {
		for _, noun := range l.Words().Nouns {
			if !slices.Contains(want, noun.Kind) {
				t.Errorf("%s: %q names the unknown kind %q", l, noun.Many, noun.Kind)
			}
		}
	}
}
