package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Result is one measure with its bar.
type Result struct {
	Row     string   `json:"row"`
	Measure string   `json:"measure"`
	Value   float64  `json:"value"`
	Unit    string   `json:"unit"`
	Bar     float64  `json:"bar"`
	AtMost  bool     `json:"atMost"` // the bar is a ceiling, else a floor
	Reached bool     `json:"reached"`
	Figures []Figure `json:"figures,omitempty"`
	Missing string   `json:"missing,omitempty"` // why it was not measured; Value is 0 then
}

// Figure is an absolute number behind a result.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// atLeast is a result whose bar is a floor.
func atLeast(bar, value float64, unit, measure string, figures ...Figure) Result {
	return Result{Measure: measure, Value: value, Unit: unit, Bar: bar, Reached: value >= bar, Figures: figures}
}

// atMost is a result whose bar is a ceiling.
func atMost(bar, value float64, unit, measure string, figures ...Figure) Result {
	return Result{Measure: measure, Value: value, Unit: unit, Bar: bar, AtMost: true, Reached: value <= bar, Figures: figures}
}

// PrintJSON writes the results as one JSON array.
func PrintJSON(w io.Writer, results []Result) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(results)
}

// Print writes the results as a table: the ratio, what it comes from, the bar, and whether that was reached.
func Print(w io.Writer, results []Result) error {
	lines := []string{"MEASURED\tFIGURES\tBAR\tREACHED\tROW\tWHAT\n"}
	for _, r := range results {
		lines = append(lines, strings.Join(r.cells(), "\t")+"\n")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if _, err := io.WriteString(t, strings.Join(lines, "")); err != nil {
		return err
	}
	return t.Flush()
}

func (r Result) cells() []string {
	bar := "≥ "
	if r.AtMost {
		bar = "≤ "
	}
	bar += number(r.Bar) + " " + r.Unit
	if r.Missing != "" {
		return []string{"–", r.Missing, bar, "–", r.Row, r.Measure}
	}
	reached := "no"
	if r.Reached {
		reached = "yes"
	}
	var figures []string
	for _, f := range r.Figures {
		figures = append(figures, fmt.Sprintf("%s %s %s", f.Name, number(f.Value), f.Unit))
	}
	return []string{number(r.Value) + " " + r.Unit, strings.Join(figures, ", "), bar, reached, r.Row, r.Measure}
}

// number writes three digits where there is a fraction, and none of the fraction from 100 on.
func number(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
	case v >= 1:
		return strings.TrimSuffix(fmt.Sprintf("%.2f", v), ".00")
	}
	return fmt.Sprintf("%.3f", v)
}
