package metrics

import (
	"slices"
	"strconv"
	"sync"
	"time"
)

// bounds of every histogram's buckets, in seconds: a search takes a few milliseconds, an upload minutes.
var bounds = [...]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 60}

// histogram counts durations by the bucket that they fall into. The zero value has none; it is safe for concurrent use.
type histogram struct {
	mu      sync.Mutex
	buckets [len(bounds) + 1]uint64 // the last one: beyond all bounds
	sum     time.Duration
}

func (h *histogram) observe(took time.Duration) {
	bucket, _ := slices.BinarySearch(bounds[:], took.Seconds()) // a bound belongs to the bucket beneath it
	h.mu.Lock()
	defer h.mu.Unlock()
	h.buckets[bucket]++
	h.sum += took
}

// write adds the samples under a family's name. Each bucket holds what those before it hold, as the format has it.
func (h *histogram) write(p *page, name string, labels ...label) {
	h.mu.Lock()
	defer h.mu.Unlock()
	total := uint64(0)
	for i, n := range h.buckets {
		total += n
		bound := "+Inf"
		if i < len(bounds) {
			bound = strconv.FormatFloat(bounds[i], 'g', -1, 64)
		}
		p.sample(name+"_bucket", float64(total), append(slices.Clip(labels), label{"le", bound})...)
	}
	p.sample(name+"_sum", h.sum.Seconds(), labels...)
	p.sample(name+"_count", float64(total), labels...)
}
