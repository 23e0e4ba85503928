package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
)

// nearMiss names the questions that a memory nearly answers, of those that nothing answers.
const nearMiss = "near miss"

// WriteAnswers writes how the questions of each set were answered, of each kind and together, and those without an answer.
func WriteAnswers(out io.Writer, reports []*AnswerReport) error {
	t := table{width: len("set")}
	for _, r := range reports {
		t.width = max(t.width, len(r.title()), len(indent+Unanswerable))
	}
	t.printf("%-*s  questions  best sentence  best three  wrong  first citation right  verbatim  refused  closest  of it right  holds it  hit@1  once read  hit@5  once read  p50 in ms\n", t.width, "set")
	for _, r := range reports {
		all := r.Answerable()
		t.answers(r.title(), &all, fmt.Sprintf("%.1f", milliseconds(r.Median())))
		for _, kind := range slices.Sorted(maps.Keys(r.Kinds)) {
			if kind != "" {
				t.answers(indent+kind, r.Kinds[kind], "")
			}
		}
		t.answers(indent+Unanswerable, &r.Nothing, "")
		if r.Misses.Questions > 0 {
			t.answers(indent+nearMiss, &r.Misses, "")
		}
		t.model(r.All())
	}
	for _, r := range reports {
		for _, missed := range r.Missed() {
			t.printf("under the floor: %s\n", missed)
		}
	}
	_, err := io.WriteString(out, t.String())
	return err
}

func (t *table) answers(name string, a *Tally, took string) {
	t.printf("%-*s  %9d  %13s  %10s  %5s  %20s  %8s  %7s  %7s  %11s  %8s  %5s  %9s  %5s  %9s  %9s\n", t.width, name, a.Questions, percent(a.Best, a.Told), percent(a.Any, a.Told),
		percent(a.Wrong, a.Told), percent(a.Right, a.Questions), percent(a.Verbatim, a.Quotes), percent(a.Refused, a.Questions), percent(a.Closest, a.Questions), percent(a.Near, a.Closest), percent(a.Held, a.Closest),
		percent(a.Found.First, a.Questions), percent(a.Ranked.First, a.Questions), percent(a.Found.Five, a.Questions), percent(a.Ranked.Five, a.Questions), took)
}

// model writes what became of the questions that a model was to answer.
func (t *table) model(a Tally) {
	if a.ByModel+a.FellBack == 0 {
		return
	}
	t.printf("%sby the model %d of %d, of which %d ended early; fell back %d. Verbatim %d of %d quotes, valid %d of %d numbers, marked as they must be %d of %d sentences\n",
		indent, a.ByModel, a.Questions, a.EndedEarly, a.FellBack, a.Verbatim, a.Quotes, a.Audit.Valid, a.Audit.Numbers, a.Audit.Marked, a.Audit.Sentences)
}

// percent writes a share, a dash where there is none.
func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f", share(n, of))
}

type wireAnswers struct {
	Name       string           `json:"name"`
	Way        string           `json:"way,omitempty"`
	Answerable Tally            `json:"answerable"`
	Kinds      map[string]Tally `json:"kinds,omitempty"`
	Nothing    Tally            `json:"nothing"` // of questions that have no answer
	Misses     Tally            `json:"misses"`  // of them, those that a memory nearly answers
	All        Tally            `json:"all"`
	P50Ms      float64          `json:"p50Ms"`
	Missed     []string         `json:"missed"`
}

// WriteAnswersJSON writes the same as WriteAnswers, in counts, as one array with an element for each report.
func WriteAnswersJSON(out io.Writer, reports []*AnswerReport) error {
	all := make([]wireAnswers, len(reports))
	for i, r := range reports {
		all[i] = wireAnswers{Name: r.Name, Way: r.Way, Answerable: r.Answerable(), Kinds: make(map[string]Tally), Nothing: r.Nothing, Misses: r.Misses, All: r.All(), P50Ms: milliseconds(r.Median()), Missed: append([]string{}, r.Missed()...)}
		for kind, t := range r.Kinds {
			if kind != "" {
				all[i].Kinds[kind] = *t
			}
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}
