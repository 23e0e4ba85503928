package embed

import (
	"sync/atomic"
	"time"
)

// Stats are counters since the start.
type Stats struct {
	Questions        int64         // asked by searches
	QuestionsCached  int64         // of these, answered from the cache
	QuestionsEncoded int64         // of these, encoded by the model
	PassagesEncoded  int64         // encoded by the model
	Spent            time.Duration // in the model, without the time spent yielding
	Readings         int64         // made by the reader
	SpentReading     time.Duration // in the reader
}

// counters holds the Stats while they grow.
type counters struct {
	questions, cached, encoded, passages, spent, read, reading atomic.Int64
}

// Stats returns the current counts.
func (s *Service) Stats() Stats {
	c := &s.counts
	return Stats{
		Questions: c.questions.Load(), QuestionsCached: c.cached.Load(), QuestionsEncoded: c.encoded.Load(),
		PassagesEncoded: c.passages.Load(), Spent: time.Duration(c.spent.Load()),
		Readings: c.read.Load(), SpentReading: time.Duration(c.reading.Load()),
	}
}

// add counts n encoded texts of a role.
func (c *counters) add(n int, as Role) {
	if as == Question {
		c.encoded.Add(int64(n))
	} else {
		c.passages.Add(int64(n))
	}
}

func (c *counters) spend(d time.Duration) { c.spent.Add(int64(d)) }
