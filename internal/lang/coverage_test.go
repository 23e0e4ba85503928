package lang

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sections counts the words in each section of a language.
func sections(value reflect.Value, name string, into map[string]int) {
	switch value.Kind() {
	case reflect.Struct:
		for i := range value.NumField() {
			sections(value.Field(i), strings.TrimPrefix(name+"."+value.Type().Field(i).Name, "."), into)
		}
	case reflect.String:
		if value.String() != "" {
			into[name] = len(strings.Fields(strings.NewReplacer("/", " ", "|", " ").Replace(value.String())))
		}
	case reflect.Map, reflect.Slice:
		if value.Len() > 0 {
			into[name] = value.Len()
		}
	}
}

// least is the coverage of each language. Raise it for a new language; never lower it.
var least = map[Lang]struct{ sections, words int }{
	English:    {51, 750},
	Spanish:    {69, 466},
	French:     {72, 461},
	German:     {71, 513},
	Italian:    {62, 346},
	Portuguese: {60, 328},
	Dutch:      {59, 287},
	Swedish:    {9, 115},
	Norwegian:  {9, 114},
	Hungarian:  {8, 125},
	Russian:    {49, 333},
	Polish:     {73, 622},
	Turkish:    {67, 468},
}

// TestCoverage checks that no language shrinks; -v prints what each lacks.
func TestCoverage(t *testing.T) {
	all, of := map[string]bool{}, map[Lang]map[string]int{}
	for _, l := range All() {
		of[l] = map[string]int{}
		sections(reflect.ValueOf(*l.Words()), "", of[l])
		for name := range of[l] {
			all[name] = true
		}
	}
	for _, l := range All() {
		var lacking []string
		words := 0
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if of[l][name] == 0 {
				lacking = append(lacking, name)
			}
			words += of[l][name]
		}
		t.Logf("%s has %d words in %d of %d sections, and lacks %s", l, words, len(of[l]), len(all), strings.Join(lacking, ", "))
		if least[l].words == 0 || len(of[l]) < least[l].sections || words < least[l].words {
			t.Errorf("%s has %d words in %d sections, and had %+v", l, words, len(of[l]), least[l])
		}
	}
}

// TestLists checks what readers of the lists rely on.
func TestLists(t *testing.T) {
	for _, l := range All() {
		w := l.Words()
		for name, want := range map[string]int{w.Time.Months: 12, w.Time.MonthsIn: 12, w.Time.Weekdays: 7, w.Time.Seasons: 4} {
			if n := len(strings.Fields(name)); n != 0 && n != want {
				t.Errorf("%s has %d of %d: %s", l, n, want, name)
			}
		}
		for word, n := range map[string]int{"twenty": 20, "zwanzig": 20, "sto": 100, "yirmi": 20, "vingt": 20} {
			if got, known := w.Numerals()[word]; known && got != n {
				t.Errorf("%s counts %s as %d", l, word, got)
			}
		}
		for _, n := range w.Nouns {
			if n.One+n.Many == "" {
				t.Errorf("%s has a noun of %q without a word", l, n.Kind)
			}
		}
	}
}

func TestEveryLanguageIsDetected(t *testing.T) {
	for _, l := range All() {
		if len(shortNotes[l]) == 0 {
			t.Errorf("there is no note in %s", l)
		}
	}
	for l, notes := range shortNotes {
		for _, note := range notes {
			if got := Detect(strings.Fields(strings.NewReplacer(",", "", ".", "", "?", "", "'", " ").Replace(Fold(note)))); got != l {
				t.Errorf("%q is taken for %q, not %s", note, got, l)
			}
		}
	}
}
