// Package search answers a person's question with the memories that fit: it reads the filters in the question's words, asks
// what the question means, and ranks.
package search

import (
	"cmp"
	"context"
	"time"

	"engram/internal/recall"
	"engram/internal/recall/question"
)

// Engine finds the passages that answer a query among those of one user.
type Engine interface {
	// Search returns memories best first. It sees everything that was saved when it was called.
	Search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error)
	// Newest returns memories newest first, whatever the query says, and how many fit it in all.
	Newest(ctx context.Context, userID string, q recall.Query) ([]recall.Match, int, error)
}

// Embedder knows what a question means.
type Embedder interface {
	// Question returns nil when that can't be told in time, or only by sending a private question away.
	Question(ctx context.Context, text string, private bool) []int8
}

// Request is a question as it was asked.
type Request struct {
	Text    string
	Kind    string // that the person chose; empty: every kind, or the one that the question names
	Memory  string // id of the one that alone is asked; empty: all are
	Limit   int    // memories at most; zero: as many as the engine gives by itself
	Private bool   // nothing of it may leave this machine

	Zone *time.Location // whose days the question means; nil: UTC
}

// Filters are what the words of the question narrowed the search to. The zero value is no filter.
type Filters struct {
	Kind  string    // empty: none was read
	Since time.Time // zero: no bound; else saved at or after it
	Until time.Time // zero: no bound; else saved before it
	Words []string  // of the question, that were read as the kind and as the time; at most two
}

// Empty reports whether nothing was narrowed.
func (f Filters) Empty() bool { return len(f.Words) == 0 }

// Result is what a search found.
type Result struct {
	Matches []recall.Match // best first; of a listing newest first
	Filters Filters        // that all matches satisfy
	Listing *Listing       // nil: the question is about a subject
}

// Listing is what a question asks for that names no subject: all memories of a kind and a time.
type Listing struct {
	Kind  string // as on the wire; empty: every kind
	Not   string // the kind that is left out; empty: none
	Site  string // whence they come, as "YouTube"; empty: anywhere
	When  string // in English, such as "last week"; empty: any time
	Count int    // as many as are asked for; 0: no number is named
	Total int    // as many as there are
}

// Service searches. It is safe for concurrent use.
type Service struct {
	engine   Engine
	embedder Embedder
	now      func() time.Time
}

// New returns a Service. Without an embedder, which is nil then, it searches by words alone.
func New(engine Engine, embedder Embedder, now func() time.Time) *Service {
	return &Service{engine: engine, embedder: embedder, now: now}
}

// Search returns the user's memories that fit the request. What the words of the question filter by, they filter inside
// the scan; since a word may have been misread, filters that hide what answers better are dropped. The only errors are
// the engine's. A question that names no subject is not ranked: its filters are all that it says, unless nothing was saved
// then and it may mean something else. Of one memory alone nothing is left to filter or to list: "what does the video say" is
// asked of the note that is open all the same.
func (s *Service) Search(ctx context.Context, userID string, r Request) (Result, error) {
	var read question.Question
	if r.Memory == "" {
		read = question.Parse(r.Text, s.now().In(cmp.Or(r.Zone, time.UTC)))
	}
	if read.Lists {
		found, err := s.list(ctx, userID, r, read)
		if err != nil || found.Listing.Total > 0 || !read.Open {
			return found, err
		}
	}
	q := recall.Query{Text: r.Text, Vector: s.meaning(ctx, r), Kind: r.Kind, Memory: r.Memory, Limit: r.Limit}
	all, err := s.engine.Search(ctx, userID, q)
	if err != nil {
		return Result{}, err
	}
	filters := filters(r, read)
	if filters.Empty() {
		return Result{Matches: all}, nil
	}
	some, err := s.engine.Search(ctx, userID, filters.narrow(q))
	if err != nil {
		return Result{}, err
	}
	if hides(some, all) {
		return Result{Matches: all}, nil
	}
	return Result{Matches: some, Filters: filters}, nil
}

func (s *Service) meaning(ctx context.Context, r Request) []int8 {
	if s.embedder == nil {
		return nil
	}
	return s.embedder.Question(ctx, r.Text, r.Private)
}

// list returns the newest memories that fit the filters.
func (s *Service) list(ctx context.Context, userID string, r Request, read question.Question) (Result, error) {
	filters := filters(r, read)
	if r.Kind != "" {
		read.Not, read.Site, read.Host = "", "", ""
	}
	q := filters.narrow(recall.Query{Kind: r.Kind, Not: read.Not, Site: read.Host, Limit: r.Limit})
	if read.Count > 0 && (q.Limit == 0 || read.Count < q.Limit) {
		q.Limit = read.Count
	}
	matches, total, err := s.engine.Newest(ctx, userID, q)
	if err != nil {
		return Result{}, err
	}
	listing := &Listing{Kind: q.Kind, Not: read.Not, Site: read.Site, When: read.When, Count: read.Count, Total: total}
	return Result{Matches: matches, Filters: filters, Listing: listing}, nil
}

// filters takes them from the question. What the person chose goes before what the words say.
func filters(r Request, q question.Question) Filters {
	f := Filters{Since: q.Since, Until: q.Until}
	if q.Kind != "" && r.Kind == "" {
		f.Kind = q.Kind
		f.Words = append(f.Words, q.KindWords)
	}
	if q.DateWords != "" {
		f.Words = append(f.Words, q.DateWords)
	}
	return f
}

// narrow puts the filters to a query.
func (f Filters) narrow(q recall.Query) recall.Query {
	if f.Kind != "" {
		q.Kind = f.Kind
	}
	q.Since, q.Until = f.Since, f.Until
	return q
}
