package sheet

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCell(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "",
		"Bread":              "Bread",
		"1 + 1":              "1 + 1",
		`=HYPERLINK("x")`:    `'=HYPERLINK("x")`,
		"+49 30":             "'+49 30",
		"-1":                 "'-1",
		"@SUM(A1)":           "'@SUM(A1)",
		"|calc":              "'|calc",
		"\t=1":               "'\t=1",
		"\r=1":               "'\r=1",
		"  =1":               "'  =1",
		"\ufeff=1":           "'\ufeff=1",
		"＝1":                 "'＝1",
		"\tindented":         "'\tindented",
		"a line\n=and a sum": "a line\n=and a sum",
	} {
		if got := Cell(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// What is written is read again, with nothing but apostrophes added.
func TestRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.SliceOfN(rapid.SliceOfN(rapid.String(), 2, 2), 1, 5).Draw(t, "rows")
		var out strings.Builder
		w := NewWriter(&out)
		for _, row := range rows {
			if err := w.Row(row...); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		read, err := csv.NewReader(strings.NewReader(out.String())).ReadAll()
		if err != nil || len(read) != len(rows) {
			t.Fatalf("got %d rows of %d, %v", len(read), len(rows), err)
		}
		for i, row := range rows {
			same := slices.EqualFunc(row, read[i], func(was, is string) bool {
				return lines(Cell(was)) == lines(is)
			})
			if !same {
				t.Fatalf("wrote %q, read %q", row, read[i])
			}
		}
	})
}

// lines has one kind of line end: CSV knows no other.
func lines(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "").Replace(text)
}
