package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestEveryRowHasFigures(t *testing.T) {
	results, err := Run(t.Context(), Options{Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	var measured []string
	for _, r := range results {
		measured = append(measured, r.Row)
		finite := r.Value > 0 && !math.IsInf(r.Value, 0)
		for _, f := range r.Figures {
			finite = finite && f.Value > 0 && !math.IsInf(f.Value, 0)
		}
		if !finite && r.Missing == "" {
			t.Errorf("%+v", r)
		}
		if r.Missing != "" && r.Missing != noProgram && (openRival != nil || r.Missing != noRival) {
			t.Errorf("%s was not measured: %s", r.Measure, r.Missing)
		}
	}
	if got := slices.Compact(measured); !slices.Equal(got, Rows()) {
		t.Errorf("measured %v of %v", got, Rows())
	}
}

func TestChosenRows(t *testing.T) {
	t.Run("only the chosen rows are measured", func(t *testing.T) {
		var notes []string
		results, err := Run(t.Context(), Options{Quick: true, Rows: []string{"growth"}, Progress: func(note string) { notes = append(notes, note) }})
		if err != nil || len(results) != 1 || results[0].Row != "growth" {
			t.Errorf("%+v, %v", results, err)
		}
		if len(notes) == 0 {
			t.Error("nobody was told what is being done")
		}
	})
	t.Run("an unknown row is refused by name", func(t *testing.T) {
		if _, err := Run(t.Context(), Options{Rows: []string{"luck"}}); err == nil || !strings.Contains(err.Error(), "luck") {
			t.Errorf("%v", err)
		}
	})
	t.Run("cancelling ends the measurement", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := Run(ctx, Options{Quick: true, Rows: []string{"growth"}}); err == nil {
			t.Error("it went on")
		}
	})
}

func TestPrint(t *testing.T) {
	results := []Result{
		atLeast(50, 87.2, "×", "hybrid search", inMillis("engram", 120*time.Microsecond), inMillis("SQL", 10*time.Millisecond)),
		atMost(3, 4, "ms", "first search"),
		{Measure: "words", Unit: "×", Bar: 30, Missing: "needs a rival"},
	}
	var out bytes.Buffer
	if err := Print(&out, results); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		"MEASURED FIGURES BAR REACHED ROW WHAT",
		"87.2 × engram 0.120 ms, SQL 10 ms ≥ 50 × yes hybrid search",
		"4 ms ≤ 3 ms no first search",
		"– needs a rival ≥ 30 × – words",
	} {
		line := strings.Split(out.String(), "\n")[i]
		if got := strings.Join(strings.Fields(line), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	out.Reset()
	if err := PrintJSON(&out, results); err != nil {
		t.Fatal(err)
	}
	var back []Result
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || !cmp.Equal(back, results) {
		t.Errorf("%v: %s", err, out.String())
	}
}

func TestCorpus(t *testing.T) {
	one, same, other := newCorpus(1), newCorpus(1), newCorpus(2)
	t.Run("the same seed makes the same corpus", func(t *testing.T) {
		for _, n := range []int{0, 7, 99_999} {
			if diff := cmp.Diff(one.passage("u", n), same.passage("u", n)); diff != "" {
				t.Error(diff)
			}
			if !slices.Equal(one.meaning("u", n), same.meaning("u", n)) || !cmp.Equal(one.question(n), same.question(n), cmp.AllowUnexported(question{})) {
				t.Errorf("passage or question %d differs", n)
			}
		}
	})
	t.Run("other seeds, users and passages make other texts", func(t *testing.T) {
		text := one.passage("u", 1).Text
		if other.passage("u", 1).Text == text || one.passage("v", 1).Text == text || one.passage("u", 2).Text == text {
			t.Errorf("twice: %s", text)
		}
	})
	t.Run("a memory is five passages with one title and one topic", func(t *testing.T) {
		first, last, next := one.passage("u", 5), one.passage("u", 9), one.passage("u", 10)
		if first.MemoryID != last.MemoryID || first.Title != last.Title || first.Ord != 0 || last.Ord != 4 || next.MemoryID == first.MemoryID {
			t.Errorf("%+v\n%+v\n%+v", first, last, next)
		}
		together, apart := cosine(one.meaning("u", 5), one.meaning("u", 9)), cosine(one.meaning("u", 5), one.meaning("u", 10))
		if together < 0.5 || apart > 0.3 {
			t.Errorf("cosines %.2f in a memory, %.2f beyond", together, apart)
		}
	})
	t.Run("all words of the vocabulary differ", func(t *testing.T) {
		sorted := slices.Sorted(slices.Values(one.vocabulary))
		if len(slices.Compact(sorted)) != vocabularySize {
			t.Error("a word is there twice")
		}
	})
}

func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestQuestionsAreOfANote(t *testing.T) {
	c, asked := newCorpus(seed), map[string]bool{}
	for n := range full.asked + 1 {
		q := c.asked(n, full.passages[1])
		if asked[q] || strings.Contains(q, "{") || !strings.HasSuffix(q, "?") {
			t.Errorf("question %d: %q", n, q)
		}
		asked[q] = true
	}
	for n := range 50 {
		_, p := c.noted("u", n)
		if one := c.note(n); strings.Contains(p.Text, "{") || !strings.Contains(p.Text, one.thing) || len(strings.Fields(p.Text)) < 30 {
			t.Errorf("note %d: %q", n, p.Text)
		}
	}
}

func TestEvents(t *testing.T) {
	var got []string
	tell := func(name string, data []byte) error {
		got = append(got, name+string(data))
		if name == "error" {
			return errNothing
		}
		return nil
	}
	stream := "event: related\ndata: {\"a\": \"b: c\"}\n\nevent: done\ndata: {}\n\nevent: error\ndata: x\n\nevent: late\ndata: y\n\n"
	err := events(strings.NewReader(stream), tell)
	if want := []string{`related{"a": "b: c"}`, "done{}", "errorx"}; !slices.Equal(got, want) || !errors.Is(err, errNothing) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestSource(t *testing.T) {
	s := source{corpus: newCorpus(1), passages: 12}
	whole, err := s.Changes(t.Context(), "u", 0, 100)
	if err != nil || len(whole) != 12 || whole[0].Passage.Model != model || len(whole[0].Passage.Vector) != dims {
		t.Fatalf("%d changes, %v", len(whole), err)
	}
	log, err := s.kept(t.Context(), "u")
	if err != nil {
		t.Fatal(err)
	}
	for after := range int64(13) {
		parts, errParts := s.Changes(t.Context(), "u", after, 5)
		kept, errKept := log.Changes(t.Context(), "u", after, 5)
		want := whole[after:min(12, after+5)]
		if errParts != nil || errKept != nil || !cmp.Equal(parts, want) && len(want) > 0 || !cmp.Equal(kept, parts) && len(want) > 0 {
			t.Errorf("after %d: %d and %d changes, want %d", after, len(parts), len(kept), len(want))
		}
	}
}

func TestRace(t *testing.T) {
	var turns strings.Builder
	by := func(name string) contender {
		return contender{name, func(context.Context, int) error { turns.WriteString(name); return nil }}
	}
	took, err := pace{rounds: 3, operations: 2}.race(t.Context(), by("A"), by("B"))
	if err != nil || turns.String() != "AABBAABBAABB" || len(took) != 2 {
		t.Errorf("%s, %v, %v", turns.String(), took, err)
	}
}

func TestMiddle(t *testing.T) {
	if got := middle([]time.Duration{9, 1, 5}); got != 5 {
		t.Errorf("%d", got)
	}
}

func TestAnonymousMemoryGrows(t *testing.T) {
	before, ok := anonymousMemory()
	if !ok {
		t.Skip("the system does not tell")
	}
	held := bytes.Repeat([]byte{1}, 64<<20)
	after, _ := anonymousMemory()
	if after < before+48<<20 || held[len(held)-1] != 1 {
		t.Errorf("from %d to %d bytes with 64 MiB more", before, after)
	}
}
