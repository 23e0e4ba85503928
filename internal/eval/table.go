package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// WriteTable writes what was reached, what words alone reach and the difference, then what it took.
func WriteTable(out io.Writer, reports []*Report) error {
	t := table{width: nameWidth(reports)}
	t.heading()
	for _, r := range reports {
		t.row(r.Name, r.Engram.Mean, r.Words.Mean)
		for _, kind := range slices.Sorted(maps.Keys(r.Engram.Kinds)) {
			t.row(indent+kind, *r.Engram.Kinds[kind], *r.Words.Kinds[kind])
		}
	}
	t.costs(reports)
	_, err := io.WriteString(out, t.String())
	return err
}

const indent = "  " // before a kind of question

// nameWidth is the length of the longest name in the first column.
func nameWidth(reports []*Report) int {
	longest := 0
	for _, r := range reports {
		longest = max(longest, len(r.Name))
		for kind := range r.Engram.Kinds {
			longest = max(longest, len(indent+kind))
		}
	}
	return longest
}

type table struct {
	strings.Builder
	width int
}

func (t *table) printf(format string, args ...any) { _, _ = fmt.Fprintf(t, format, args...) }

func (t *table) heading() {
	t.printf("%-*s  questions  ranked by  ", t.width, "set")
	for _, name := range Names {
		t.printf("%9s", name)
	}
	t.printf("\n")
}

// row writes three lines: what was reached, what words reach, and what the one has above the other.
func (t *table) row(name string, engram, words Mean) {
	t.printf("%-*s  %9d  %-11s", t.width, name, engram.Questions, "Engram")
	t.values("%9.3f", engram.Of)
	t.printf("%-*s  %9s  %-11s", t.width, "", "", "BM25 alone")
	t.values("%9.3f", words.Of)
	t.printf("%-*s  %9s  %-11s", t.width, "", "", "difference")
	t.values("%+9.3f", func(name Name) float64 { return engram.Of(name) - words.Of(name) })
}

func (t *table) values(format string, of func(Name) float64) {
	for _, name := range Names {
		t.printf(format, of(name))
	}
	t.printf("\n")
}

func (t *table) costs(reports []*Report) {
	t.printf("\n%-*s  people  memories  passages  saved in s  questions  left out  ms a question  BM25 alone\n", t.width, "set")
	for _, r := range reports {
		t.printf("%-*s  %6d  %8d  %8d  %10.1f  %9d  %8d  %13.2f  %10.2f\n", t.width, r.Name, r.People, r.Memories, r.Passages,
			r.Saving.Seconds(), r.Engram.Mean.Questions, r.Unanswered, milliseconds(r.Engram.PerQuestion()), milliseconds(r.Words.PerQuestion()))
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

type wireReport struct {
	Name       string     `json:"name"`
	People     int        `json:"people"`
	Memories   int        `json:"memories"`
	Passages   int        `json:"passages"`
	Questions  int        `json:"questions"`
	LeftOut    int        `json:"leftOut"`
	SavingMs   float64    `json:"savingMs"`
	Engram     wireResult `json:"engram"`
	BM25       wireResult `json:"bm25"`
	Difference Scores     `json:"difference"`
}

type wireResult struct {
	Scores        Scores              `json:"scores"`
	Kinds         map[string]wireMean `json:"kinds,omitempty"`
	MsPerQuestion float64             `json:"msPerQuestion"`
}

type wireMean struct {
	Questions int    `json:"questions"`
	Scores    Scores `json:"scores"`
}

// WriteJSON writes the same as WriteTable, as one array with an element for each report.
func WriteJSON(out io.Writer, reports []*Report) error {
	all := make([]wireReport, len(reports))
	for i, r := range reports {
		all[i] = wireReport{
			Name: r.Name, People: r.People, Memories: r.Memories, Passages: r.Passages,
			Questions: r.Engram.Mean.Questions, LeftOut: r.Unanswered, SavingMs: milliseconds(r.Saving),
			Engram: wire(r.Engram), BM25: wire(r.Words), Difference: r.difference(),
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}

func wire(r Result) wireResult {
	w := wireResult{Scores: r.Mean.Scores(), MsPerQuestion: milliseconds(r.PerQuestion()), Kinds: make(map[string]wireMean)}
	for kind, mean := range r.Kinds {
		w.Kinds[kind] = wireMean{mean.Questions, mean.Scores()}
	}
	return w
}

// difference is what is reached above words alone.
func (r *Report) difference() Scores {
	all := make(Scores)
	for _, name := range Names {
		all[name] = r.Engram.Mean.Of(name) - r.Words.Mean.Of(name)
	}
	return all
}
