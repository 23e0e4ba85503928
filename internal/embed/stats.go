package embed

import (
	"sync/atomic"
	"time"
)

// Stats are counts since the start.
type Stats struct {
	Questions        int64         // that a search asked the meaning of
	QuestionsCached  int64         // of these, remembered from before
	QuestionsEncoded int64         // of these, told by the model
	PassagesEncoded  int64         // told by the model
	Spent            time.Duration // in the model, with questions and with passages; waiting for searches is left out
}

// counters are the Stats as they grow.
type counters struct {
	questions, cached, encoded, passages, spent atomic.Int64
}

// Stats returns the counts so far.
func (s *Service) Stats() Stats {
	c := &s.counts
	return Stats{
		Questions: c.questions.Load(), QuestionsCached: c.cached.Load(), QuestionsEncoded: c.encoded.Load(),
		PassagesEncoded: c.passages.Load(), Spent: time.Duration(c.spent.Load()),
	}
}

// told counts n texts of that role.
func (c *counters) told(n int, as Role) {
	if as == Question {
		c.encoded.Add(int64(n))
	} else {
		c.passages.Add(int64(n))
	}
}

func (c *counters) spend(d time.Duration) { c.spent.Add(int64(d)) }
