package ask

import (
	"log/slog"
	"time"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
)

// Observer counts searches. It must not block.
type Observer interface {
	// Search is called after every search that did not fail.
	Search(took time.Duration)
}

// Parts are what a Service is built from.
type Parts struct {
	Memories      *memory.Service
	Conversations *conversation.Service
	Quota         *quota.Service
	Plans         plan.Table
	Searcher      *Searcher
	Rewriter      Rewriter // nil: follow-ups are only read by their words
	Answers       answer.Answerer
	Observer      Observer // nil: nobody
	Log           *slog.Logger
	Now           func() time.Time
}

// Service answers questions. It is safe for concurrent use.
type Service struct{ Parts }

// New returns a Service.
func New(p Parts) *Service {
	if p.Observer == nil {
		p.Observer = nobody{}
	}
	return &Service{p}
}

// nobody ignores what it is told.
type nobody struct{}

func (nobody) Search(time.Duration) {}
