package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// tally holds the scores of one extractor over all pages. Each count has the number of pages that
// expect something.
type tally struct {
	precision, recall, f1            float64 // sums over the pages
	titles, headlines                int
	authors, sites, dates            int
	ofAuthors, ofSites, ofDates, all int
	with, ofWith, without            int // labels that were found, of how many, and those that should not have been
}

func (t *tally) add(got reading, of page) (score float64) {
	want := of.want
	p, r := overlap(got.Text, want.Text)
	if of.with != nil {
		p, r = t.label(got.Text, of)
	}
	score = f1(p, r)
	t.precision, t.recall, t.f1, t.all = t.precision+p, t.recall+r, t.f1+score, t.all+1
	count(&t.titles, sameTitle(got.Title, want.Title))
	count(&t.headlines, isHeadline(got.Title, want.Title))
	if want.Author != "" {
		t.ofAuthors++
		count(&t.authors, sameAuthor(got.Author, want.Author))
	}
	if want.Site != "" {
		t.ofSites++
		count(&t.sites, sameSite(got.Site, want.Site))
	}
	if !want.Published.IsZero() {
		t.ofDates++
		count(&t.dates, sameDay(got.Published, want.Published))
	}
	return score
}

// label counts the labels of a page that hold. The score of one page is how many do, of both sorts.
func (t *tally) label(text string, of page) (precision, recall float64) {
	text = oneLine(text)
	with, without := 0, 0
	for _, s := range of.with {
		count(&with, strings.Contains(text, oneLine(s)))
	}
	for _, s := range of.without {
		count(&without, strings.Contains(text, oneLine(s)))
	}
	t.with, t.ofWith, t.without = t.with+with, t.ofWith+len(of.with), t.without+without
	return share(with, with+without), share(with, len(of.with))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// labelled is precision, recall and F1 over the labels of all pages.
func (t tally) labelled() string {
	p, r := share(t.with, t.with+t.without), share(t.with, t.ofWith)
	return fmt.Sprintf("%.3f %.3f %.4f", p, r, f1(p, r))
}

func count(n *int, right bool) {
	if right {
		*n++
	}
}

// table is the printed table.
type table struct {
	pages   []page
	readers []reader
	scores  [][]float64 // F1 of each page, by reader
	tallies []tally
}

func measure(ctx context.Context, pages []page, readers []reader) (table, error) {
	t := table{pages: pages, readers: readers, tallies: make([]tally, len(readers))}
	for _, p := range pages {
		row := make([]float64, len(readers))
		for i, r := range readers {
			got, err := r.read(ctx, p)
			if err != nil {
				return table{}, fmt.Errorf("%s reads %s: %w", r.name, p.name, err)
			}
			row[i] = t.tallies[i].add(got, p)
		}
		t.scores = append(t.scores, row)
	}
	return t, nil
}

func (t table) print(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, row := range append(t.perPage(), t.totals()...) {
		if _, err := fmt.Fprintln(w, strings.Join(row, "\t")); err != nil {
			return err
		}
	}
	return w.Flush()
}

func (t table) perPage() [][]string {
	head := []string{"F1 of runs of three words"}
	for _, r := range t.readers {
		head = append(head, r.name)
	}
	rows := [][]string{head}
	for i, p := range t.pages {
		row := []string{p.name}
		for _, score := range t.scores[i] {
			row = append(row, fmt.Sprintf("%.3f", score))
		}
		rows = append(rows, row)
	}
	return append(rows, nil)
}

func (t table) totals() [][]string {
	var rows [][]string
	for _, line := range []struct {
		name string
		of   func(tally) string
	}{
		{"precision", func(s tally) string { return mean(s.precision, s.all) }},
		{"recall", func(s tally) string { return mean(s.recall, s.all) }},
		{"F1", func(s tally) string { return mean(s.f1, s.all) }},
		{"labels: precision, recall, F1", tally.labelled},
		{"titles, to the letter", func(s tally) string { return outOf(s.titles, s.all) }},
		{"titles, with or without the site", func(s tally) string { return outOf(s.headlines, s.all) }},
		{"authors", func(s tally) string { return outOf(s.authors, s.ofAuthors) }},
		{"sites", func(s tally) string { return outOf(s.sites, s.ofSites) }},
		{"dates", func(s tally) string { return outOf(s.dates, s.ofDates) }},
	} {
		row := []string{line.name}
		for _, s := range t.tallies {
			row = append(row, line.of(s))
		}
		rows = append(rows, row)
	}
	return rows
}

func mean(sum float64, n int) string { return fmt.Sprintf("%.4f", sum/float64(max(n, 1))) }

func outOf(n, of int) string { return fmt.Sprintf("%d of %d", n, of) }
