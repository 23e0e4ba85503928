package bench

import (
	"context"
	"fmt"
	"time"

	"engram/internal/document"
	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store/filters"
)

// Milliseconds that a list by a filter takes at most, and the first one of a program.
const (
	filterBar     = 5
	coldFilterBar = 200
)

// filters times what a list by a filter reads before its memories: which they are on the first page, and how many there
// are on all. Of two users with as many memories one is asked for.
func (s *suite) filters(ctx context.Context) (results []Result, err error) {
	rows, err := openStored(ctx, s.path("filters.db"), s.corpus)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.close() }() // its files are removed next
	for user := range 2 {
		s.note(fmt.Sprintf("saving %s memories of user %d", short(s.filtered), user))
		if err := rows.saveVaried(ctx, userID(user), s.filtered); err != nil {
			return nil, err
		}
	}
	s.note("measuring filters")
	lists := filter.New(filters.New(rows.db))
	for _, c := range []struct {
		what, text string
		sort       filter.Sort
	}{
		{"all, by title", "", filter.Title},
		{"all, by publication", "", filter.Published},
		{"that leaves out a few", "-tag:tag0 -from:site0.example.org", filter.Saved},
		{"that selects half, by title", "is:unread", filter.Title},
		{"that selects a tag of half", "tag:half", filter.Saved},
		{"that finds none", "from:nowhere.example by:nobody", filter.Published},
	} {
		words, err := filter.Read(c.text)
		if err != nil {
			return nil, err
		}
		request := filter.Request{Query: filter.Query{Filters: []filter.Filter{words}}, Sort: c.sort}
		r, err := s.timeFilter(ctx, filterBar, "list by a filter "+c.what, func(ctx context.Context) error {
			_, err := lists.List(ctx, theUser, request)
			return err
		})
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	more, err := s.otherFilters(ctx, rows, lists)
	return append(results, more...), err
}

// otherFilters times what is no list, or not the next of several.
func (s *suite) otherFilters(ctx context.Context, rows stored, lists *filter.Service) (results []Result, err error) {
	byTitle := filter.Request{Sort: filter.Title}
	read, last := document.Progress{Begun: true}, s.corpus.passage(theUser, 0).MemoryID
	for _, c := range []struct {
		what string
		do   func(context.Context) error
	}{
		{"ids that a search is confined to, all but a few", func(ctx context.Context) error {
			_, err := lists.IDs(ctx, theUser, filter.Query{Filters: []filter.Filter{{{Key: filter.Tag, Value: "tag0", Not: true}}}})
			return err
		}},
		{"values that a filter can name", func(ctx context.Context) error {
			_, err := lists.Facets(ctx, theUser, filter.Query{})
			return err
		}},
		{"list by title after a change, which is counted as well", func(ctx context.Context) error {
			if err := rows.saved.SaveProgress(ctx, theUser, last, read); err != nil {
				return err
			}
			_, err := lists.List(ctx, theUser, byTitle)
			return err
		}},
	} {
		r, err := s.timeFilter(ctx, filterBar, c.what, c.do)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	r, err := s.timeFilter(ctx, coldFilterBar, "first list after start", func(ctx context.Context) error {
		_, err := filter.New(filters.New(rows.db)).List(ctx, theUser, byTitle)
		return err
	})
	return append(results, r), err
}

func (s *suite) timeFilter(ctx context.Context, bar float64, what string, do func(context.Context) error) (Result, error) {
	took, err := s.race(ctx, contender{what, func(ctx context.Context, _ int) error { return do(ctx) }})
	if err != nil {
		return Result{}, err
	}
	figure := inMillis("CPU", took[0])
	return atMost(bar, figure.Value, "ms", fmt.Sprintf("%s, %s memories", what, short(s.filtered))), nil
}

// saveVaried adds a user with memories that differ in what filters name.
func (s stored) saveVaried(ctx context.Context, userID string, n int) error {
	if err := s.save(ctx, userID, 0); err != nil {
		return err
	}
	for i := range n {
		m := s.varied(userID, i)
		if err := s.saved.Add(ctx, m, nil, plan.Table{}); err != nil {
			return err
		}
		for _, tag := range []string{fmt.Sprint("tag", i%100), "half"}[:1+i%2] {
			if _, err := s.db.Writer().ExecContext(ctx, `INSERT INTO memory_tags (user_id, memory_id, tag, name) VALUES ($1, $2, $3, $3)`,
				userID, m.ID, tag); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s stored) varied(userID string, i int) memory.Memory {
	p := s.corpus.passage(userID, i*passagesInOne)
	at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 3 * time.Hour)
	m := memory.Memory{
		ID: p.MemoryID, UserID: userID, Kind: memory.Kinds[i%4], Title: p.Title, Description: p.Text, Status: memory.Ready, CreatedAt: at,
		URL: "https://" + fmt.Sprintf("site%d.example.org/%d", i%300, i), Site: fmt.Sprint("The site ", i%300), Author: fmt.Sprint("Ann Author ", i%500),
		Language: []string{"en", "de", "pt-BR"}[i%3], PublishedAt: at.Add(-time.Duration(i*7919%10_000) * time.Hour),
	}
	if i%2 == 0 {
		m.Progress = document.Progress{Begun: true, Share: 1}
	}
	return m
}
