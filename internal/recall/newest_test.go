package recall_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

func TestNewest(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2025, 5, d, 12, 0, 0, 0, time.UTC) }
	var log recalltest.Log
	for id, d := range map[string]int{"a": 3, "b": 1, "c": 3, "d": 2} {
		log.Add("u", recall.Passage{MemoryID: id, Kind: map[bool]string{true: "note", false: "link"}[d > 1], Title: "T" + id, Text: "first of " + id, CreatedAt: day(d)},
			recall.Passage{MemoryID: id, Kind: map[bool]string{true: "note", false: "link"}[d > 1], Title: "T" + id, Ord: 1, Text: "second", CreatedAt: day(d)})
	}
	e := recall.New(&log)
	for name, test := range map[string]struct {
		q     recall.Query
		want  string
		total int
	}{
		"newest first, and the higher id first at the same time": {recall.Query{}, "c a d b", 4},
		"whatever the text says":                                 {recall.Query{Text: "of b"}, "c a d b", 4},
		"as many as asked for":                                   {recall.Query{Limit: 2}, "c a", 4},
		"of a kind":                                              {recall.Query{Kind: "link"}, "b", 1},
		"of a time":                                              {recall.Query{Since: day(2), Until: day(3)}, "d", 1},
		"of a set":                                               {recall.Query{Within: []string{"a", "b", "x"}}, "a b", 2},
		"of a kind within a set":                                 {recall.Query{Within: []string{"a", "b"}, Kind: "note"}, "a", 1},
		"of an empty set":                                        {recall.Query{Within: []string{}}, "", 0},
		"nothing":                                                {recall.Query{Kind: "tweet"}, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, total, err := e.Newest(context.Background(), "u", test.q)
			if err != nil || ids(got) != test.want || total != test.total {
				t.Errorf("%s of %d, %v", ids(got), total, err)
			}
			for _, m := range got {
				if len(m.Passages) != 1 || m.Passages[0].Text != "first of "+m.MemoryID || m.Passages[0].Title != "T"+m.MemoryID {
					t.Errorf("%+v", m)
				}
			}
		})
	}
	t.Run("API-31 deleted memories and another user's are not listed", func(t *testing.T) {
		log.Delete("u", "c")
		if got, total, err := e.Newest(context.Background(), "u", recall.Query{}); err != nil || ids(got) != "a d b" || total != 3 {
			t.Errorf("%s of %d, %v", ids(got), total, err)
		}
		if got, total, err := e.Newest(context.Background(), "other", recall.Query{}); err != nil || len(got) != 0 || total != 0 {
			t.Errorf("%s of %d, %v", ids(got), total, err)
		}
	})
}

func TestNewestIsTheHeadOfTheSortedList(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var log recalltest.Log
		var all []string
		for i, d := range rapid.SliceOfN(rapid.IntRange(1, 5), 0, 40).Draw(rt, "days") {
			at := time.Date(2025, 5, d, 0, 0, 0, 0, time.UTC)
			id := fmt.Sprintf("m%02d", i)
			log.Add("u", recall.Passage{MemoryID: id, Kind: "note", Text: "boat", CreatedAt: at})
			all = append(all, at.Format(time.DateOnly)+" "+id)
		}
		slices.Sort(all)
		slices.Reverse(all)
		limit := rapid.IntRange(1, 12).Draw(rt, "limit")
		got, total, err := recall.New(&log, recall.FlushFrom(7)).Newest(context.Background(), "u", recall.Query{Limit: limit})
		var want []string
		for _, line := range all[:min(limit, len(all))] {
			want = append(want, strings.Fields(line)[1])
		}
		if err != nil || total != len(all) || ids(got) != strings.Join(want, " ") {
			rt.Fatalf("%s of %d, %v; want %v", ids(got), total, err, want)
		}
	})
}

// TestExcludedKindsAndSites filters a search and a listing by excluded kind and by site.
func TestExcludedKindsAndSites(t *testing.T) {
	var log recalltest.Log
	at := time.Date(2025, 5, 1, 0, 0, 0, 0, time.UTC)
	for _, p := range []recall.Passage{
		{MemoryID: "a", Kind: "video", Fields: "https://www.youtube.com/watch?v=1 Ann"},
		{MemoryID: "b", Kind: "video", Fields: "https://vimeo.com/2 Vimeo"},
		{MemoryID: "c", Kind: "note", Fields: ""},
		{MemoryID: "d", Kind: "link", Fields: "https://example.org/vimeo-or-not"},
	} {
		p.Title, p.Text, p.CreatedAt = "A boat", "a boat on the lake", at
		log.Add("u", p)
	}
	e := recall.New(&log)
	for name, test := range map[string]struct {
		q    recall.Query
		want string
	}{
		"without a kind":         {recall.Query{Not: "video"}, "c d"},
		"of a site":              {recall.Query{Site: "youtu"}, "a"},
		"of a site and a kind":   {recall.Query{Site: "vimeo", Kind: "video"}, "b"},
		"of a site, not a kind":  {recall.Query{Site: "vimeo", Not: "video"}, "d"},
		"a site that none is of": {recall.Query{Site: "twitch"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			listed, total, err := e.Newest(t.Context(), "u", test.q)
			if got := sortedIDs(listed); err != nil || got != test.want || total != len(listed) {
				t.Errorf("listed %q of %d, %v; want %q", got, total, err, test.want)
			}
			test.q.Text = "boat"
			found, err := e.Search(t.Context(), "u", test.q)
			if got := sortedIDs(found); err != nil || got != test.want {
				t.Errorf("found %q, %v; want %q", got, err, test.want)
			}
		})
	}
}

func sortedIDs(matches []recall.Match) string {
	all := strings.Fields(ids(matches))
	slices.Sort(all)
	return strings.Join(all, " ")
}
