package embed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// slowReader is a CrossEncoder for which a reading takes ten milliseconds.
type slowReader struct {
	damaged error // its weights are

	mu     sync.Mutex
	err    error
	warmed int
	asked  []string
}

func (r *slowReader) Model() string { return "reader" }

func (r *slowReader) Warm() error {
	r.warmed++
	return r.damaged
}

func (r *slowReader) fail(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = err
}

func (r *slowReader) Read(ctx context.Context, question string, e Excerpt) (Reading, error) {
	select {
	case <-time.After(10 * time.Millisecond):
	case <-ctx.Done():
		return Reading{}, ctx.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, question+"|"+e.Title+"|"+e.Body)
	return Reading{Answers: 1 / float64(len(e.Body)), Places: []Place{{0, len(e.Body), 1}}}, r.err
}

// choosy is a reader of questions in capitals.
type choosy struct{ *slowReader }

func (choosy) Legibility(text string, _ Role) float64 {
	if strings.ToUpper(text) == text {
		return 1
	}
	return 0.4
}

// odd is a reader that makes the same reading of everything.
type odd struct {
	*slowReader
	reading Reading
}

func (o odd) Read(context.Context, string, Excerpt) (Reading, error) { return o.reading, nil }

var excerpts = []Excerpt{{"t", "a"}, {"t", "bb"}, {"t", "cccc"}}

func TestRead(t *testing.T) {
	t.Run("a question is read with each excerpt, in order, and counted", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			reader := &slowReader{}
			s, _ := newService(&memStore{}, nil, WithReader(reader))
			s.slots = make(chan struct{}, 1)
			got := s.Read(t.Context(), "q", excerpts)
			if len(got) != 3 || got[0].Answers != 1 || got[2].Answers != .25 || reader.asked[1] != "q|t|bb" {
				t.Errorf("%v after %v", got, reader.asked)
			}
			if stats := s.Stats(); stats != (Stats{Readings: 3, SpentReading: 30 * time.Millisecond}) {
				t.Errorf("stats: %+v", stats)
			}
		})
	})
	for slots, want := range map[int]time.Duration{2: 30 * time.Millisecond, 3: 30 * time.Millisecond, 4: 20 * time.Millisecond} {
		t.Run(fmt.Sprintf("of %d slots it takes two, and more while one is left", slots), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, _ := newService(&memStore{}, nil, WithReader(&slowReader{}))
				s.slots = make(chan struct{}, slots)
				began := time.Now()
				got := s.Read(t.Context(), "q", append(excerpts, excerpts...))
				if took := time.Since(began); len(got) != 6 || got[1].Answers != .5 || got[5].Answers != .25 || took != want {
					t.Errorf("%v after %v", got, took)
				}
				if len(s.slots) > 0 {
					t.Errorf("%d slots are held", len(s.slots))
				}
			})
		})
	}
	t.Run("what was read before the time is over is returned", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, log := newService(&memStore{}, nil, WithReader(&slowReader{}))
			s.slots = make(chan struct{}, 1)
			ctx, cancel := context.WithTimeout(t.Context(), 25*time.Millisecond)
			defer cancel()
			if got := s.Read(ctx, "q", excerpts); len(got) != 2 || log.Len() > 0 {
				t.Errorf("%v; the log: %s", got, log)
			}
			if got := s.Read(ctx, "q", excerpts); got != nil {
				t.Errorf("then %v", got)
			}
		})
	})
	t.Run("readings wait for a slot, and go before the encoding of passages", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, nil, WithReader(&slowReader{}))
			s.slots = make(chan struct{}, 1)
			s.slots <- struct{}{}
			go func() { time.Sleep(time.Second); <-s.slots }()
			go func() {
				if time.Sleep(500 * time.Millisecond); !s.gate.busy() {
					t.Error("the gate is open while a reading waits")
				}
			}()
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if got := s.Read(ctx, "q", excerpts); got != nil {
				t.Errorf("%v without a slot", got)
			}
			began := time.Now()
			if got := s.Read(t.Context(), "q", excerpts); len(got) != 3 || time.Since(began) != 930*time.Millisecond {
				t.Errorf("%v after %v", got, time.Since(began))
			}
			if s.gate.busy() {
				t.Error("the gate stays busy")
			}
		})
	})
	t.Run("without a reader there are no readings", func(t *testing.T) {
		s, _ := newService(&memStore{}, newLocalOracle(1))
		if got := s.Read(t.Context(), "q", excerpts); got != nil || s.Reads("q") {
			t.Errorf("%v", got)
		}
	})
	t.Run("a failure ends the reading, and is logged when it begins and ends", func(t *testing.T) {
		reader := &slowReader{}
		s, log := newService(&memStore{}, nil, WithReader(reader))
		s.slots = make(chan struct{}, 1)
		reader.fail(down)
		for range 2 {
			if got := s.Read(t.Context(), "q", excerpts); len(got) != 0 {
				t.Errorf("got %v", got)
			}
		}
		reader.fail(nil)
		if got := s.Read(t.Context(), "q", excerpts); len(got) != 3 || len(reader.asked) != 5 || strings.Count(log.String(), "\n") != 2 {
			t.Errorf("%v after %v; the log: %s", got, reader.asked, log)
		}
	})
	t.Run("a reading that is no probability is a failure", func(t *testing.T) {
		for _, r := range []Reading{{Answers: math.NaN()}, {Relevance: math.NaN()}, {Answers: 1.5}, {Relevance: -1}} {
			s, log := newService(&memStore{}, nil, WithReader(odd{&slowReader{}, r}))
			if got := s.Read(t.Context(), "q", excerpts); len(got) != 0 || strings.Count(log.String(), "\n") != 1 {
				t.Errorf("%v for %v; the log: %s", got, r, log)
			}
		}
	})
	t.Run("a damaged reader is logged once and not called", func(t *testing.T) {
		reader := &slowReader{damaged: errors.New("a flipped bit")}
		s, log := newService(&memStore{}, nil, WithReader(reader))
		s.Run(t.Context())
		if s.Reads("q") || s.Read(t.Context(), "q", excerpts) != nil || reader.asked != nil || reader.warmed != 1 {
			t.Errorf("it was asked %v and warmed %d times", reader.asked, reader.warmed)
		}
		if strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "a flipped bit") {
			t.Errorf("the log: %s", log)
		}
	})
	t.Run("it is warm before it is asked, with an encoder and without", func(t *testing.T) {
		for _, model := range []Embedder{nil, newLocalOracle(1)} {
			reader := &slowReader{}
			synctest.Test(t, func(t *testing.T) {
				s, _ := newService(&memStore{}, model, WithReader(reader))
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				s.Run(ctx)
			})
			if reader.warmed != 1 {
				t.Errorf("warmed %d times beside %v", reader.warmed, model)
			}
		}
	})
}

func TestReads(t *testing.T) {
	for question, want := range map[string]bool{"WHERE": true, "where": false} {
		s, _ := newService(&memStore{}, nil, WithReader(choosy{&slowReader{}}))
		if got := s.Reads(question); got != want {
			t.Errorf("%q: %v", question, got)
		}
	}
	s, _ := newService(&memStore{}, nil, WithReader(&slowReader{}))
	if !s.Reads("where") {
		t.Error("a reader that knows no languages reads none")
	}
}
