package ask

import (
	"cmp"
	"context"
	"sync"
	"time"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/recall"
	"engram/internal/recall/question"
	"engram/internal/usage"
)

// Engine searches the passages of one user.
type Engine interface {
	// Search returns memories best first, including everything saved when it is called.
	Search(ctx context.Context, userID string, q recall.Query) ([]recall.Match, error)
	// Newest returns the newest memories that pass the filters, and their total number.
	Newest(ctx context.Context, userID string, q recall.Query) ([]recall.Match, int, error)
}

// Embedder makes vectors of questions.
type Embedder interface {
	// Question returns nil if that takes too long, or a private question would have to be sent
	// elsewhere.
	Question(ctx context.Context, text string, private bool) []int8
	// Local reports whether questions are sent nowhere.
	Local() bool
}

// Query is a question to search for.
type Query struct {
	Text    string
	Kind    string         // chosen by the person; empty: any, or the one that the question names
	Memory  string         // id of the only memory to search; empty: all
	Limit   int            // memories at most; 0: the engine's default
	Private bool           // nothing may be sent elsewhere
	Zone    *time.Location // time zone of the person; nil: UTC

	Meaning func() []int8 // waits for the vector of Text, see Begin; nil: the search makes it

	Filter string   // that confines the search, printed; empty: none. Without Text it lists what it selects
	Within []string // ids of the memories that the filter selects, sorted; nil: all
}

// Hits are the result of a search.
type Hits struct {
	Matches []recall.Match       // best first; of a listing newest first
	Filters conversation.Filters // that all matches pass
	Listing *answer.Listing      // nil: the question has a subject
}

// Searcher searches with the filters that a question names. It is safe for concurrent use.
type Searcher struct {
	engine   Engine
	embedder Embedder
	now      func() time.Time
}

// NewSearcher returns a Searcher. If embedder is nil it searches by words alone.
func NewSearcher(engine Engine, embedder Embedder, now func() time.Time) *Searcher {
	return &Searcher{engine: engine, embedder: embedder, now: now}
}

// Search ranks memories under the filters in the question's words, and drops filters that hide a
// better answer. A question without a subject, or a filter alone, lists the newest. A search of one memory is neither
// filtered nor a listing.
func (s *Searcher) Search(ctx context.Context, userID string, q Query) (Hits, error) {
	var read question.Question
	switch {
	case q.Text == "":
		read.Lists = true
	case q.Memory == "":
		read = question.Parse(q.Text, s.now().In(cmp.Or(q.Zone, time.UTC)))
	}
	if read.Lists {
		found, err := s.list(ctx, userID, q, read)
		if err != nil || found.Listing.Total > 0 || !read.Open {
			return found, err
		}
	}
	asked := recall.Query{
		Text: q.Text, Vector: s.meaning(ctx, userID, q), Kind: q.Kind, Memory: q.Memory, Within: q.Within, Limit: q.Limit,
	}
	all, err := s.engine.Search(ctx, userID, asked)
	if err != nil {
		return Hits{}, err
	}
	filters := filters(q, read)
	none := conversation.Filters{Filter: q.Filter}
	if len(filters.Words) == 0 {
		return Hits{Matches: all, Filters: none}, nil
	}
	some, err := s.engine.Search(ctx, userID, narrowed(asked, filters))
	if err != nil {
		return Hits{}, err
	}
	if hides(some, all) {
		return Hits{Matches: all, Filters: none}, nil
	}
	return Hits{Matches: some, Filters: filters}, nil
}

// Begin starts to make the vector of a question if that is done here, so that other work is done
// meanwhile. The result, nil if it does not, waits for the vector.
func (s *Searcher) Begin(ctx context.Context, userID string, q Query) (meaning func() []int8) {
	if s.embedder == nil || !s.embedder.Local() {
		return nil
	}
	meaning = sync.OnceValue(func() []int8 { return s.meaning(ctx, userID, q) })
	go func() {
		defer func() { _ = recover() }() // in the caller that waits for it, too
		meaning()
	}()
	return meaning
}

func (s *Searcher) meaning(ctx context.Context, userID string, q Query) []int8 {
	switch {
	case q.Meaning != nil:
		return q.Meaning()
	case s.embedder == nil:
		return nil
	}
	return s.embedder.Question(usage.For(ctx, usage.Call{UserID: userID}), q.Text, q.Private)
}

// list returns the newest memories that pass the filters.
func (s *Searcher) list(ctx context.Context, userID string, q Query, read question.Question) (Hits, error) {
	filters := filters(q, read)
	if q.Kind != "" {
		read.Not, read.Site, read.Host = "", "", ""
	}
	asked := narrowed(recall.Query{Kind: q.Kind, Not: read.Not, Site: read.Host, Within: q.Within, Limit: q.Limit}, filters)
	if read.Count > 0 && (asked.Limit == 0 || read.Count < asked.Limit) {
		asked.Limit = read.Count
	}
	matches, total, err := s.engine.Newest(ctx, userID, asked)
	if err != nil {
		return Hits{}, err
	}
	listing := &answer.Listing{
		Kind: asked.Kind, Not: read.Not, Site: read.Site, When: read.When, Filter: q.Filter, Count: read.Count, Total: total,
	}
	return Hits{Matches: matches, Filters: filters, Listing: listing}, nil
}

// filters returns the filters that the question's words name. The kind that the person chose takes
// precedence.
func filters(q Query, read question.Question) conversation.Filters {
	f := conversation.Filters{Since: read.Since, Until: read.Until, Filter: q.Filter}
	if read.Kind != "" && q.Kind == "" {
		f.Kind = read.Kind
		f.Words = append(f.Words, read.KindWords)
	}
	if read.DateWords != "" {
		f.Words = append(f.Words, read.DateWords)
	}
	return f
}

// leastShare is the coverage that the best filtered passage needs, relative to the best without
// filters. On 75 questions with every kind and month as a filter, 0.6 keeps every right one (the
// lowest has 0.8) and drops 97 % of the wrong ones.
const leastShare = 0.6

// hides reports whether the filters hide a better answer.
func hides(some, all []recall.Match) bool {
	return len(some) == 0 || coverage(some) < leastShare*coverage(all)
}

// coverage returns the coverage of the best passage.
func coverage(matches []recall.Match) float64 {
	best := 0.0
	for _, m := range matches {
		for _, h := range m.Passages {
			best = max(best, h.Coverage)
		}
	}
	return best
}
