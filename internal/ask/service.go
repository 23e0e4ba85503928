package ask

import (
	"context"
	"log/slog"
	"time"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
)

// Observer counts searches. It must not block.
type Observer interface {
	// Search is called after every successful search.
	Search(took time.Duration)
}

// Selector finds the memories that filters select.
type Selector interface {
	// IDs returns the ids of all memories that a query selects, sorted; never nil.
	IDs(ctx context.Context, userID string, q filter.Query) ([]string, error)
}

// Feeds knows whose answers leave out what is from feeds.
type Feeds interface {
	// LeavesOut reports whether a user's do, and there may be some.
	LeavesOut(ctx context.Context, userID string) (bool, error)
}

// Parts are the parts of a Service.
type Parts struct {
	Memories      *memory.Service
	Conversations *conversation.Service
	Quota         *quota.Service
	Plans         plan.Table
	Searcher      *Searcher
	Filters       Selector
	Feeds         Feeds      // nil: there are none
	Rewriter      Rewriter   // nil: follow-ups are understood by their words
	Highlights    Highlights // nil: none
	Answers       answer.Answerer
	Observer      Observer // nil: none
	Log           *slog.Logger
	Now           func() time.Time
}

// Service answers questions. It is safe for concurrent use.
type Service struct{ Parts }

// New returns a Service.
func New(p Parts) *Service {
	if p.Observer == nil {
		p.Observer = noObserver{}
	}
	return &Service{p}
}

// noObserver ignores searches.
type noObserver struct{}

func (noObserver) Search(time.Duration) {}
