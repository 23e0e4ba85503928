package store_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/lang"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/store/filters"
)

// shelf is a model of a user's memories.
type shelf struct {
	memories    []memory.Memory
	highlighted map[string]bool
}

func testFilters(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, other := f.newUser(t), f.newUser(t)
	model := f.fillShelf(t, u.ID, 120)
	f.fillShelf(t, other.ID, 5)

	t.Run("each word selects what the same word does in Go", func(t *testing.T) {
		for _, word := range shelfWords {
			for _, text := range []string{word, "-" + word} {
				words, rest := filter.Parse(text)
				equal(t, rest, "")
				q := filter.Query{Filters: []filter.Filter{words}, Archived: true}
				ids, err := f.FilteredIDs(ctx, u.ID, q)
				noError(t, err)
				slices.Sort(ids)
				if want := sortedIDs(model.selected(q)); !slices.Equal(ids, want) || len(want) == 0 && word != "tag:none" && word != "by:ann" {
					t.Errorf("%s selects %d memories, want %d", text, len(ids), len(want))
				}
			}
		}
	})

	t.Run("a filter selects what the same filter does in Go", rapid.MakeCheck(func(r *rapid.T) {
		q := queries().Draw(r, "query")
		want := model.selected(q)
		ids, err := f.FilteredIDs(ctx, u.ID, q)
		noErrorIn(r, err)
		slices.Sort(ids)
		equalIn(r, ids, sortedIDs(want))
	}))

	t.Run("pages of any sort hold each memory once, in order", rapid.MakeCheck(func(r *rapid.T) {
		q := queries().Draw(r, "query")
		sort := rapid.SampledFrom(filter.Sorts).Draw(r, "sort")
		request := filter.Request{Query: q, Sort: sort, Limit: rapid.IntRange(7, 60).Draw(r, "limit")}
		want := model.selected(q)
		slices.SortFunc(want, func(a, b memory.Memory) int { return compare(sort, a, b) })
		lists := filter.New(f.Stores)
		list, err := lists.List(ctx, u.ID, request)
		noErrorIn(r, err)
		equalIn(r, list.Total, len(want))
		got := list.IDs
		for list.Next != "" {
			request.Cursor = list.Next
			list, err = lists.List(ctx, u.ID, request)
			noErrorIn(r, err)
			got = append(got, list.IDs...)
		}
		var ids []string
		for _, m := range want {
			ids = append(ids, m.ID)
		}
		equalIn(r, got, ids)
	}))

	t.Run("a cursor outlives its memory", func(t *testing.T) {
		u := f.newUser(t)
		for i := range 6 {
			m := newMemory(u.ID, memory.Link)
			m.Title, m.PublishedAt, m.OpenedAt = fmt.Sprint("title ", i/2), start.AddDate(0, 0, i/2), start.AddDate(0, 0, i/2)
			noError(t, f.Add(ctx, m, nil, unlimited))
		}
		lists := filter.New(f.Stores)
		for _, sort := range filter.Sorts {
			request := filter.Request{Sort: sort, Limit: 2}
			all, err := lists.List(ctx, u.ID, filter.Request{Sort: sort})
			noError(t, err)
			first, err := lists.List(ctx, u.ID, request)
			noError(t, err)
			noError(t, f.Delete(ctx, u.ID, first.IDs[1]))
			request.Cursor = first.Next
			second, err := lists.List(ctx, u.ID, request)
			noError(t, err)
			equal(t, second.IDs, all.IDs[2:min(4, len(all.IDs))])
		}
	})

	t.Run("facets count values, the most frequent first", func(t *testing.T) {
		u := f.newUser(t)
		for i, author := range []string{"Ann", "BEN", "Ben", ""} {
			m := newMemory(u.ID, memory.Link)
			m.URL, m.Author, m.Language, m.Tags = fmt.Sprintf("https://www.site%d.example.org/", i/2), author, "en-GB", nil
			noError(t, f.Add(ctx, m, nil, unlimited))
			f.tag(t, m, "Ä", fmt.Sprint("only ", i))
		}
		note := newMemory(u.ID, memory.Note)
		note.ArchivedAt, note.URL = start, ""
		noError(t, f.Add(ctx, note, nil, unlimited))
		facets, err := f.Facets(ctx, u.ID, filter.Query{})
		noError(t, err)
		equal(t, facets.Tags[0], filter.Facet{Name: "Ä", Count: 4})
		equal(t, len(facets.Tags), 5)
		equal(t, facets.Authors, []filter.Facet{{Name: "Ben", Count: 2}, {Name: "Ann", Count: 1}})
		equal(t, facets.Sites, []filter.Facet{{Name: "site0.example.org", Count: 2}, {Name: "site1.example.org", Count: 2}})
		equal(t, facets.Languages, []filter.Facet{{Name: "en-gb", Count: 4}})
		equal(t, facets.Kinds, []filter.Facet{{Name: "link", Count: 4}})
		one, _ := filter.Parse("by:ann")
		facets, err = f.Facets(ctx, u.ID, filter.Query{Filters: []filter.Filter{one}})
		noError(t, err)
		equal(t, facets.Tags, []filter.Facet{{Name: "Ä", Count: 1}, {Name: "only 0", Count: 1}})
	})

	t.Run("a memory whose title has no letters is restored", func(t *testing.T) {
		u := f.newUser(t)
		m := newMemory(u.ID, memory.Note)
		m.Title = "🍝"
		noError(t, f.Add(ctx, m, nil, unlimited))
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		noError(t, f.Restore(ctx, u.ID, m.ID, unlimited))
		ids, err := f.FilteredIDs(ctx, u.ID, filter.Query{})
		noError(t, err)
		equal(t, ids, []string{m.ID})
	})

	t.Run("what is captured and restored is filtered by what it is then", func(t *testing.T) {
		u := f.newUser(t)
		m := newMemory(u.ID, memory.Link)
		m.URL, m.Site, m.Author, m.Title, m.Language = "https://example.org/", "", "", "example.org", ""
		noError(t, f.Add(ctx, m, nil, unlimited))
		m.Site, m.Author, m.Title, m.Language = "The Site", "Ann", "A title", "pt-BR"
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m}))
		finds := func(text string, want ...string) {
			t.Helper()
			words, rest := filter.Parse(text)
			equal(t, rest, "")
			ids, err := f.FilteredIDs(ctx, u.ID, filter.Query{Filters: []filter.Filter{words}})
			noError(t, err)
			equal(t, ids, want)
		}
		all := `from:"the site" by:ANN lang:pt`
		finds(all, m.ID)
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		finds(all)
		noError(t, f.Restore(ctx, u.ID, m.ID, unlimited))
		finds(all, m.ID)
	})
}

func testFreshFilters(t *testing.T, f *fixture) {
	ctx := t.Context()
	u := f.newUser(t)
	var all []memory.Memory
	marks := map[string]string{}
	for range 3 {
		all = append(all, f.add(t, u.ID, memory.Link, 0))
	}
	t.Run("filters know of each change at once, whichever node made it", rapid.MakeCheck(func(r *rapid.T) {
		m := rapid.SampledFrom(all).Draw(r, "memory")
		node := f.either(rapid.IntRange(0, 1).Draw(r, "node"))
		switch op := rapid.IntRange(0, 13).Draw(r, "change"); op {
		case 0:
			m = newMemory(u.ID, memory.Note)
			m.Title, m.StarredAt = rapid.StringMatching(`[a-c]{0,2}`).Draw(r, "title"), sometimes(rapid.IntRange(0, 1).Draw(r, "star"))
			noErrorIn(r, node.Add(ctx, m, nil, unlimited))
			all = append(all, m)
		case 1:
			isThere(r, node.SaveProgress(ctx, u.ID, m.ID, document.Progress{Begun: rapid.Bool().Draw(r, "begun")}))
		case 2:
			m.Author, m.Title, m.PublishedAt = rapid.SampledFrom([]string{"Ann", "Ben"}).Draw(r, "author"), "captured", sometimes(rapid.IntRange(0, 3).Draw(r, "day"))
			isThere(r, saveCapture(ctx, node, capture.Result{Memory: m, KeepPassages: true}))
		case 3:
			_, err := node.Reopen(ctx, u.ID, m.ID, start)
			isThere(r, err)
		case 4:
			isThere(r, node.Discard(ctx, u.ID, m.ID, start))
		case 5:
			isThere(r, node.Restore(ctx, u.ID, m.ID, unlimited))
		case 6:
			h := newHighlight(m, 0)
			isThere(r, node.AddHighlight(ctx, h))
			marks[m.ID] = h.ID
		case 7:
			isThere(r, node.DropHighlight(ctx, u.ID, marks[m.ID]))
		case 8:
			isThere(r, node.SaveOpened(ctx, u.ID, m.ID, sometimes(rapid.IntRange(1, 9).Draw(r, "day"))))
		case 9:
			mark := rapid.SampledFrom([]library.Mark{library.Starred, library.Archived, library.Read}).Draw(r, "mark")
			_, err := node.SetMark(ctx, u.ID, []string{m.ID, all[0].ID}, mark, rapid.Bool().Draw(r, "is"), start)
			noErrorIn(r, err)
		case 10:
			_, err := node.Tag(ctx, u.ID, []string{m.ID}, []library.Tag{{Key: "a", Name: "A"}}, []library.Tag{{Key: "b", Name: "b"}})
			noErrorIn(r, err)
		case 11:
			isThere(r, node.RenameTag(ctx, u.ID, "a", library.Tag{Key: "b", Name: "B"}))
		case 12:
			isThere(r, node.DropTag(ctx, u.ID, "b"))
		case 13:
			_, err := node.Edit(ctx, u.ID, m.ID, start, nil, func(m memory.Memory) (memory.Memory, error) {
				m.Title, m.CreatedAt = rapid.StringMatching(`[a-c]{0,2}`).Draw(r, "title"), start.AddDate(0, rapid.IntRange(0, 3).Draw(r, "month"), 0)
				m.Place = m.PlaceAt(m.CreatedAt)
				return m, nil
			})
			isThere(r, err)
		}
		fresh := filters.New(f.db)
		for _, text := range []string{"", rapid.SampledFrom([]string{"is:read", "is:starred", "is:pending", "is:highlighted", "by:ann", "kind:note", "tag:a", "tag:b", "before:2026-04"}).Draw(r, "filter")} {
			words, _ := filter.Parse(text)
			q := filter.Query{Filters: []filter.Filter{words}}
			page := filter.Page{Sort: rapid.SampledFrom(filter.Sorts).Draw(r, "sort"), Limit: 1000}
			want, total, err := fresh.Filtered(ctx, u.ID, q, page)
			noErrorIn(r, err)
			for i := range 2 {
				got, n, err := f.either(i).Filtered(ctx, u.ID, q, page)
				noErrorIn(r, err)
				equalIn(r, got, want)
				equalIn(r, n, total)
			}
		}
	}))
}

// isThere fails the test for any error but that something is not there.
func isThere(t *rapid.T, err error) {
	if err != nil && fault.KindOf(err) != fault.NotFound {
		t.Fatal(err)
	}
}

func testKeptFilters(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, other := f.newUser(t), f.newUser(t)
	lists := filter.New(f.Stores)

	t.Run("filters are kept, changed and forgotten in their order", func(t *testing.T) {
		first, err := lists.Keep(ctx, u.ID, "b", "tag:a", filter.Title)
		noError(t, err)
		second, err := lists.Keep(ctx, u.ID, "a", "is:read", "")
		noError(t, err)
		name := "c"
		first, err = lists.Alter(ctx, u.ID, first.ID, filter.Change{Name: &name})
		noError(t, err)
		all, err := f.Kept(ctx, u.ID)
		noError(t, err)
		equal(t, all, []filter.Kept{{ID: first.ID, Name: "c", Filter: "tag:a", Sort: filter.Title}, second})

		_, err = lists.Alter(ctx, other.ID, first.ID, filter.Change{Name: &name})
		isFault(t, err, fault.NotFound, "Filter not found")
		isFault(t, lists.Forget(ctx, other.ID, first.ID), fault.NotFound, "Filter not found")
		noError(t, lists.Forget(ctx, u.ID, first.ID))
		all, err = f.Kept(ctx, u.ID)
		noError(t, err)
		equal(t, all, []filter.Kept{second})
	})

	t.Run("of racers for one name one wins", func(t *testing.T) {
		won, refused := race(t, 6, fault.Conflict, func(i int) error {
			_, err := filter.New(f.either(i)).Keep(ctx, other.ID, "one", "tag:a", "")
			return err
		})
		equal(t, []int{won, refused}, []int{1, 5})
	})
}

var (
	shelfTags    = []string{"Ähre", "work", "to read"}
	shelfHosts   = []string{"www.nytimes.com", "cooking.nytimes.com", "notnytimes.com", "nytimesx.com", "example.org"}
	shelfSites   = []string{"", "The Times", "YouTube"}
	shelfAuthors = []string{"", "José", "jose", "Ann Lee"}
	shelfLangs   = []string{"", "en", "pt", "pt-BR", "PT_br", "ptx"}
)

// fillShelf adds memories that differ in what is filtered and sorted by.
func (f *fixture) fillShelf(t *testing.T, userID string, n int) (s shelf) {
	t.Helper()
	s.highlighted = map[string]bool{}
	for i := range n {
		m := newMemory(userID, memory.Kinds[i%4])
		m.Title = []string{"b", "A", "“c”", "ä", "", "á"}[i%6]
		m.URL, m.Site = "https://"+shelfHosts[i/3%5]+"/a", shelfSites[i/2%3]
		m.Author, m.Language = shelfAuthors[i/5%4], shelfLangs[i/7%6]
		m.CreatedAt = time.Date(2024+i%2, time.Month(1+i%12), 1+i%28, i%24, 0, 0, 0, time.UTC)
		m.Place = m.PlaceAt(m.CreatedAt)
		m.PublishedAt, m.OpenedAt, m.StarredAt, m.ArchivedAt = sometimes(i%3), sometimes(i%5), sometimes(i%2), sometimes(i/8%7-5)
		if i%10 == 1 {
			m.PublishedAt = time.Date(1950, 1, i, 0, 0, 0, 0, time.UTC) // before the first of computers' times
		}
		m.Progress = document.Progress{}
		if i/11%2 == 0 {
			m.Progress = document.Progress{Begun: true, Share: .5}
		}
		m.Status = []memory.Status{memory.Ready, memory.Ready, memory.Failed, memory.Pending}[i/9%4]
		if m.Kind == memory.Note {
			m.URL = ""
		}
		m.Tags = nil
		noError(t, f.Add(t.Context(), m, nil, unlimited))
		for j, tag := range shelfTags {
			if i%(j+2) == 0 {
				m.Tags = append(m.Tags, tag)
			}
		}
		f.tag(t, m, m.Tags...)
		if i%13 == 0 {
			s.highlighted[m.ID] = true
			h := newHighlight(m, 0)
			noError(t, f.AddHighlight(t.Context(), h))
		}
		s.memories = append(s.memories, m)
	}
	return s
}

func sometimes(i int) time.Time {
	if i <= 0 {
		return time.Time{}
	}
	return start.AddDate(0, 0, i)
}

// tag gives a memory tags.
func (f *fixture) tag(t *testing.T, m memory.Memory, tags ...string) {
	t.Helper()
	for _, tag := range tags {
		_, err := f.db.Writer().Exec(`INSERT INTO memory_tags (user_id, memory_id, tag, name) VALUES ($1, $2, $3, $4)
			ON CONFLICT (user_id, tag, memory_id) DO NOTHING`, m.UserID, m.ID, lang.Fold(tag), tag)
		noError(t, err)
	}
}

// shelfWords are words that fit the model's memories.
var shelfWords = []string{
	"tag:ahre", "tag:WORK", `tag:"to read"`, "tag:none", "kind:note", "kind:link", "kind:video", "from:nytimes.com", "from:cooking.nytimes.com",
	"from:youtube", `from:"the times"`, "by:JOSE", `by:"ann lee"`, "by:ann", "lang:pt", "lang:pt-br", "lang:en", "before:2025", "after:2024-05",
	"on:2025-04", "on:2024", "on:2024-01-01", "is:starred", "is:unread", "is:read", "is:archived", "is:failed", "is:pending", "is:highlighted", "is:tagged",
}

// queries draws queries whose words fit the model's memories.
func queries() *rapid.Generator[filter.Query] {
	word := rapid.SampledFrom(shelfWords)
	return rapid.Custom(func(t *rapid.T) filter.Query {
		q := filter.Query{Archived: rapid.Bool().Draw(t, "archived"), Zone: rapid.SampledFrom([]*time.Location{nil, time.FixedZone("", 5*3600)}).Draw(t, "zone")}
		q.Kind = rapid.SampledFrom([]memory.Kind{"", "", memory.Video, memory.Note}).Draw(t, "kind")
		for range rapid.IntRange(0, 2).Draw(t, "filters") {
			var text strings.Builder
			for range rapid.IntRange(0, 3).Draw(t, "words") {
				text.WriteString(rapid.SampledFrom([]string{" ", " ", " -"}).Draw(t, "not") + word.Draw(t, "word"))
			}
			f, rest := filter.Parse(text.String())
			equalIn(t, rest, "")
			q.Filters = append(q.Filters, f)
		}
		return q
	})
}

// selected returns what a query selects, sorted by id.
func (s shelf) selected(q filter.Query) (found []memory.Memory) {
	for _, m := range s.memories {
		archived, fits := q.Archived, q.Kind == "" || q.Kind == m.Kind
		for _, f := range q.Filters {
			asked, held := map[filter.Key]bool{}, map[filter.Key]bool{}
			for _, w := range f {
				archived = archived || w.Value == "archived"
				switch holds := s.holds(m, w, q.Zone); {
				case w.Not:
					fits = fits && !holds
				case w.Key == filter.Tag || w.Key == filter.Is || w.Key == filter.Before || w.Key == filter.After:
					fits = fits && holds
				default:
					asked[w.Key], held[w.Key] = true, held[w.Key] || holds
				}
			}
			for key := range asked {
				fits = fits && held[key]
			}
		}
		if fits && (archived || m.ArchivedAt.IsZero()) {
			found = append(found, m)
		}
	}
	return found
}

func (s shelf) holds(m memory.Memory, w filter.Word, zone *time.Location) bool {
	since, until := w.Span(zone)
	same := func(a string) bool { return strings.EqualFold(lang.Fold(a), lang.Fold(w.Value)) }
	switch w.Key {
	case filter.Tag:
		return slices.ContainsFunc(m.Tags, same)
	case filter.Kind:
		return w.Value == string(m.Kind)
	case filter.From:
		host, _, _ := strings.Cut(strings.TrimPrefix(m.URL, "https://"), "/")
		return same(m.Site) || strings.HasSuffix("."+host, "."+w.Value)
	case filter.By:
		return same(m.Author)
	case filter.Lang:
		language := strings.ReplaceAll(strings.ToLower(m.Language), "_", "-")
		return language == w.Value || strings.HasPrefix(language, w.Value+"-")
	case filter.Before:
		return m.CreatedAt.Before(since)
	case filter.After:
		return !m.CreatedAt.Before(until)
	case filter.On:
		return !m.CreatedAt.Before(since) && m.CreatedAt.Before(until)
	}
	return map[string]bool{
		"starred": !m.StarredAt.IsZero(), "unread": !m.Progress.Begun && m.Kind != memory.Note, "read": m.Progress.Begun,
		"archived": !m.ArchivedAt.IsZero(), "failed": m.Status == memory.Failed, "pending": m.Status == memory.Pending,
		"highlighted": s.highlighted[m.ID], "tagged": len(m.Tags) > 0,
	}[w.Value]
}

func compare(sort filter.Sort, a, b memory.Memory) int {
	switch sort {
	case filter.Title:
		return cmp.Or(bytes.Compare(filter.KeysOf(a).Title, filter.KeysOf(b).Title), strings.Compare(a.Place, b.Place))
	case filter.Published:
		return cmp.Or(b.PublishedAt.Compare(a.PublishedAt), strings.Compare(b.Place, a.Place))
	case filter.Opened:
		return cmp.Or(b.OpenedAt.Compare(a.OpenedAt), strings.Compare(b.Place, a.Place))
	}
	return strings.Compare(b.Place, a.Place)
}

func sortedIDs(memories []memory.Memory) (ids []string) {
	for _, m := range memories {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return ids
}

func noErrorIn(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

func equalIn(t *rapid.T, got, want any) {
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}
