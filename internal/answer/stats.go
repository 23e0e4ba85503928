package answer

import (
	"maps"
	"sync"
	"time"
)

// Stats are counts since the program started.
type Stats struct {
	Outcomes map[string]int64 // calls to the model by outcome: "answered", "slow", "failed" and others
	Spent    time.Duration    // time with the model, without waiting for a slot
}

// counters accumulate the Stats.
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
