package filter

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"engram/internal/fault"
)

// example is read by the web app's test as well.
type example struct {
	Text  string
	Words []struct {
		Key, Value string
		Not        bool
	}
	Rest    string
	Printed string // empty: the text itself
}

func TestExamples(t *testing.T) {
	file, err := os.ReadFile("testdata/examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []example
	if err := json.Unmarshal(file, &examples); err != nil || len(examples) < 20 {
		t.Fatalf("%d examples, error %v", len(examples), err)
	}
	for _, want := range examples {
		f, rest := Parse(want.Text)
		var words Filter
		for _, w := range want.Words {
			words = append(words, Word{Key(w.Key), w.Value, w.Not})
		}
		if !slices.Equal(f, words) || rest != want.Rest {
			t.Errorf("%q is read as %+v and %q, want %+v and %q", want.Text, f, rest, words, want.Rest)
		}
		printed := strings.TrimSpace(f.String() + " " + rest)
		if wanted := want.Printed; wanted != "" && printed != wanted || wanted == "" && printed != want.Text {
			t.Errorf("%q is printed as %q, want %q", want.Text, printed, wanted)
		}
	}
}

// words draws a word of a key that Parse can return.
func words(t *rapid.T) Word {
	key := rapid.SampledFrom([]Key{Tag, Kind, From, By, Lang, Before, After, On, Is}).Draw(t, "key")
	typed := rapid.OneOf(
		rapid.String(), rapid.StringMatching(`[a-z]{2}(-[A-Z]{2})?`), rapid.StringMatching(`[ "\\a-c]{1,6}`),
		rapid.SampledFrom(append([]string{"note", "Videos", "example.org"}, States...)),
		rapid.StringMatching(`[0-9]{4}(-[01]?[0-9](-[0-3]?[0-9])?)?`),
	).Draw(t, "value")
	f, _ := Parse(string(key) + `:"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(typed) + `"`)
	if len(f) != 1 {
		f = Filter{{Key: Is, Value: "starred"}}
	}
	f[0].Not = rapid.Bool().Draw(t, "not")
	return f[0]
}

func TestAPrintedFilterIsReadAsItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Filter(rapid.SliceOfN(rapid.Custom(words), 0, 6).Draw(t, "filter"))
		read, rest := Parse(f.String())
		if !slices.Equal(read, f) || rest != "" {
			t.Fatalf("%q is read as %+v and %q", f, read, rest)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{`tag:a -is:read "x y"`, `from:"The Times" b`, `tag:"x`, `before:2025-3`, "tag:\u3000a", `by:"\"\\"`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		filter, rest := Parse(text)
		again, others := Parse(strings.TrimSpace(filter.String() + " " + rest))
		if !slices.Equal(again, filter) || others != rest {
			t.Errorf("%q is %q and %q, then %q and %q", text, filter, rest, again, others)
		}
	})
}

func TestBadFiltersAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"tag:a pasta al forno":       "Not a filter: pasta",
		"is:stared":                  "Not a filter: is:stared",
		strings.Repeat("tag:a ", 33): "A filter has at most 32 words",
		strings.Repeat("a", 2001):    "A filter holds at most 2,000 bytes",
	} {
		if _, err := Read(text); fault.KindOf(err) != fault.Invalid || err.Error() != want {
			t.Errorf("%q is refused with %v, want %q", text, err, want)
		}
	}
}

func TestDatesAreDaysOfTheZone(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string][2]string{
		"2025":       {"2024-12-31T23:00:00Z", "2025-12-31T23:00:00Z"},
		"2025-03":    {"2025-02-28T23:00:00Z", "2025-03-31T22:00:00Z"},
		"2024-02-29": {"2024-02-28T23:00:00Z", "2024-02-29T23:00:00Z"},
	} {
		since, until := Word{Key: On, Value: value}.Span(berlin)
		got := [2]string{since.UTC().Format(time.RFC3339), until.UTC().Format(time.RFC3339)}
		if got != want {
			t.Errorf("%s is %v, want %v", value, got, want)
		}
	}
}
