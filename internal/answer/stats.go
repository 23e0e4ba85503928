package answer

import (
	"maps"
	"sync"
	"time"
)

// Stats are counts since the start.
type Stats struct {
	Outcomes map[string]int64 // questions that a model was to answer, by how that went: "answered", "slow", "failed" and others
	Spent    time.Duration    // with the model, without the wait for a turn
}

// counters are the Stats as they grow.
type counters struct {
	mu    sync.Mutex
	stats Stats
}

func (c *counters) count(outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stats.Outcomes == nil {
		c.stats.Outcomes = map[string]int64{}
	}
	c.stats.Outcomes[outcome]++
}

func (c *counters) spend(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stats.Spent += d
}

// Stats returns the counts so far.
func (s *Service) Stats() Stats {
	c := &s.counts
	c.mu.Lock()
	defer c.mu.Unlock()
	return Stats{Outcomes: maps.Clone(c.stats.Outcomes), Spent: c.stats.Spent}
}
