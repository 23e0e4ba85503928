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

// WriteTable writes what each way reached, and the difference that the product makes to BM25 alone, then what it took.
func WriteTable(out io.Writer, reports []*Report) error {
	t := table{width: nameWidth(reports)}
	t.heading()
	for _, r := range reports {
		t.rows(r.Name, r, func(of *Result) *Mean { return &of.Mean })
		for _, kind := range slices.Sorted(maps.Keys(r.Product().Kinds)) {
			t.rows(indent+kind, r, func(of *Result) *Mean { return of.Kinds[kind] })
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
		for kind := range r.Product().Kinds {
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
	t.printf("%-*s  questions  ranked by      ", t.width, "set")
	for _, name := range Names {
		t.printf("%9s", name)
	}
	t.printf("\n")
}

// rows writes a line for each way and one for what the product has above BM25 alone.
func (t *table) rows(name string, r *Report, of func(*Result) *Mean) {
	product, plain := of(r.Product()), of(r.Results[Plain])
	questions := fmt.Sprint(product.Questions)
	for _, way := range r.Ways() {
		t.printf("%-*s  %9s  %-13s  ", t.width, name, questions, way)
		t.values("%9.3f", of(r.Results[way]).Of)
		name, questions = "", ""
	}
	t.printf("%-*s  %9s  %-13s  ", t.width, "", "", "difference")
	t.values("%+9.3f", func(name Name) float64 { return product.Of(name) - plain.Of(name) })
}

func (t *table) values(format string, of func(Name) float64) {
	for _, name := range Names {
		t.printf(format, of(name))
	}
	t.printf("\n")
}

func (t *table) costs(reports []*Report) {
	t.printf("\n%-*s  people  memories  passages  saved in s  passages/s  questions  left out  p50 in ms:", t.width, "set")
	for _, way := range Ways {
		t.printf("  %s", way)
	}
	t.printf("\n")
	for _, r := range reports {
		t.printf("%-*s  %6d  %8d  %8d  %10.1f  %10.0f  %9d  %8d            ", t.width, r.Name, r.People, r.Memories, r.Passages,
			r.Saving.Seconds(), r.PerSecond(), r.Product().Mean.Questions, r.Unanswered)
		for _, way := range Ways {
			took := "-"
			if of := r.Results[way]; of != nil {
				took = fmt.Sprintf("%.2f", milliseconds(of.Median()))
			}
			t.printf("  %*s", len(way), took)
		}
		t.printf("\n")
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

type wireReport struct {
	Name              string      `json:"name"`
	People            int         `json:"people"`
	Memories          int         `json:"memories"`
	Passages          int         `json:"passages"`
	Questions         int         `json:"questions"`
	LeftOut           int         `json:"leftOut"`
	SavingMs          float64     `json:"savingMs"`
	PassagesPerSecond float64     `json:"passagesPerSecond"`
	Engram            *wireResult `json:"engram"` // as the product ranks
	BM25              *wireResult `json:"bm25"`
	Words             *wireResult `json:"words"`
	Meaning           *wireResult `json:"meaning,omitempty"`
	Difference        Scores      `json:"difference"` // of engram to bm25
}

type wireResult struct {
	Scores Scores              `json:"scores"`
	Kinds  map[string]wireMean `json:"kinds,omitempty"`
	P50Ms  float64             `json:"p50Ms"`
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
			Questions: r.Product().Mean.Questions, LeftOut: r.Unanswered, SavingMs: milliseconds(r.Saving), PassagesPerSecond: r.PerSecond(),
			Engram: wire(r.Product()), BM25: wire(r.Results[Plain]), Words: wire(r.Results[Words]), Meaning: wire(r.Results[Meaning]),
			Difference: r.difference(),
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}

func wire(r *Result) *wireResult {
	if r == nil {
		return nil
	}
	w := &wireResult{Scores: r.Mean.Scores(), P50Ms: milliseconds(r.Median()), Kinds: make(map[string]wireMean)}
	for kind, mean := range r.Kinds {
		w.Kinds[kind] = wireMean{mean.Questions, mean.Scores()}
	}
	return w
}

// difference returns the product's scores minus those of BM25 alone.
func (r *Report) difference() Scores {
	all := make(Scores)
	for _, name := range Names {
		all[name] = r.Product().Mean.Of(name) - r.Results[Plain].Mean.Of(name)
	}
	return all
}
