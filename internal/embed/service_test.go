package embed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"engram/internal/fault"
)

// memStore is a Store in memory: one passage for each entry, in the order of saving.
type memStore struct {
	mu       sync.Mutex
	passages []passage
	private  map[string]bool // users whose passages are not to leave
	broken   error
	holder   string
	ends     time.Time
}

type passage struct {
	Text
	model   string
	numbers []int8
}

func (s *memStore) add(userID string, bodies ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, body := range bodies {
		s.passages = append(s.passages, passage{Text: Text{UserID: userID, Seq: int64(len(s.passages) + 1), Title: "t", Body: body}})
	}
}

func (s *memStore) Unembedded(_ context.Context, model, after string, leaves bool, limit int) ([]Text, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var texts []Text
	for _, p := range s.passages {
		if p.model != model && p.UserID > after && (!leaves || !s.private[p.UserID]) && len(texts) < limit {
			texts = append(texts, p.Text)
		}
	}
	for _, p := range s.passages {
		if p.model != model && p.UserID <= after && (!leaves || !s.private[p.UserID]) && len(texts) < limit {
			texts = append(texts, p.Text)
		}
	}
	return texts, s.broken
}

func (s *memStore) SaveVectors(_ context.Context, model string, vectors []Vector) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range vectors {
		p := &s.passages[v.Seq-1]
		p.model, p.numbers = model, v.Numbers
	}
	return s.broken
}

func (s *memStore) Length(_ context.Context, model string) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.passages {
		if p.model == model && p.numbers != nil {
			return len(p.numbers), s.broken
		}
	}
	return 0, s.broken
}

func (s *memStore) Lease(_ context.Context, _, holder string, now, ends time.Time) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holder != "" && s.holder != holder && s.ends.After(now) {
		return false, s.broken
	}
	s.holder, s.ends = holder, ends
	return true, s.broken
}

func (s *memStore) EndLease(_ context.Context, _, holder string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holder == holder {
		s.holder = ""
	}
	return s.broken
}

// embedded returns the bodies of the passages with a vector of the model, and of those stored
// without one.
func (s *memStore) embedded(model string) (with, without []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.passages {
		switch {
		case p.model == model && p.numbers != nil:
			with = append(with, p.Body)
		case p.model == model:
			without = append(without, p.Body)
		}
	}
	return with, without
}

// oracle is an Embedder whose vectors have two numbers. What is odd about it can be set while it
// runs.
type oracle struct {
	model string

	mu     sync.Mutex
	err    error
	answer func(texts []string) [][]float32
	slow   time.Duration
	bad    string // a text that holds it is refused
	calls  [][]string
	roles  []Role
}

func (o *oracle) set(change func(*oracle)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change(o)
}

func (o *oracle) Model() string { return o.model }

func (o *oracle) Embed(ctx context.Context, texts []string, as Role) ([][]float32, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls, o.roles = append(o.calls, texts), append(o.roles, as)
	select {
	case <-time.After(o.slow):
	case <-ctx.Done():
		return nil, fault.Wrap(fault.Unavailable, "late", ctx.Err())
	}
	if o.err != nil {
		return nil, o.err
	}
	if o.bad != "" && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, o.bad) }) {
		return nil, fault.New(fault.Invalid, "bad text")
	}
	if o.answer != nil {
		return o.answer(texts), nil
	}
	vectors := make([][]float32, len(texts))
	for i, t := range texts {
		vectors[i] = []float32{float32(len(t)), 1}
	}
	return vectors, nil
}

func (o *oracle) asked() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.calls)
}

func answering(vectors ...[]float32) func([]string) [][]float32 {
	return func([]string) [][]float32 { return vectors }
}

func newService(store Store, o Embedder, options ...Option) (*Service, *bytes.Buffer) {
	var log bytes.Buffer
	return New(store, o, slog.New(slog.NewTextHandler(&log, nil)), time.Now, options...), &log
}

// down is a model that does not answer.
var down = fault.New(fault.Unavailable, "down")

func TestQuestion(t *testing.T) {
	t.Run("a question has the quantised vector of its text, as a question", func(t *testing.T) {
		o := &oracle{model: "m"}
		s, _ := newService(&memStore{}, o)
		got := s.Question(t.Context(), "abcd", false)
		if diff := cmp.Diff([]int8{127, 32}, got); diff != "" || o.calls[0][0] != "abcd" || o.roles[0] != Question {
			t.Errorf("got %v for %v", got, o.calls)
		}
	})
	t.Run("without an embedder there are no vectors, and nothing runs", func(t *testing.T) {
		s, _ := newService(&memStore{}, nil)
		s.Run(t.Context())
		s.Wake()
		if got := s.Question(t.Context(), "a", false); got != nil {
			t.Errorf("got %v", got)
		}
	})
	t.Run("a slow model delays a search by half a second at most", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, &oracle{model: "m", slow: time.Hour})
			began := time.Now()
			if got := s.Question(t.Context(), "a", false); got != nil || time.Since(began) != 500*time.Millisecond {
				t.Errorf("got %v after %v", got, time.Since(began))
			}
		})
	})
	t.Run("an outage is logged once when it begins and once when it ends", func(t *testing.T) {
		o := &oracle{model: "m", err: down}
		s, log := newService(&memStore{}, o)
		for range 3 {
			if got := s.Question(t.Context(), "a", false); got != nil {
				t.Errorf("got %v", got)
			}
		}
		o.err = nil
		s.Question(t.Context(), "a", false)
		s.Question(t.Context(), "b", false)
		if got := log.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "words alone") || !strings.Contains(got, "meaning again") {
			t.Errorf("the log:\n%s", got)
		}
	})
	t.Run("a cancelled caller and a refused question are not logged as outages", func(t *testing.T) {
		o := &oracle{model: "m", slow: time.Minute}
		s, log := newService(&memStore{}, o)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		first := s.Question(gone, "a", false)
		o.slow, o.bad = 0, "bad"
		if second := s.Question(t.Context(), "bad", false); first != nil || second != nil || log.Len() != 0 {
			t.Errorf("got %v and %v; the log: %s", first, second, log)
		}
	})
}

func TestUnusableAnswers(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for _, c := range []struct {
		title  string
		answer [][]float32
		want   string
	}{
		{"no vector", nil, "0 vectors for 2 texts"},
		{"one too many", [][]float32{{1, 1}, {1, 1}, {1, 1}}, "3 vectors for 2 texts"},
		{"an empty one", [][]float32{{}, {}}, "a vector of 0 numbers"},
		{"a huge one", [][]float32{make([]float32, maxLength+1), {1}}, "a vector of 16385 numbers"},
		{"two lengths", [][]float32{{1, 1}, {1}}, "vectors of 2 and of 1 numbers"},
		{"no number", [][]float32{{1, 1}, {1, nan}}, "none or infinite"},
		{"an infinite number", [][]float32{{inf, 1}, {1, 1}}, "none or infinite"},
		{"another length than is kept", [][]float32{{1, 1, 1}, {1, 1, 1}}, "vectors of 3 numbers where those of m have 2"},
	} {
		t.Run(c.title+" is logged and not stored", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, o := &memStore{}, &oracle{model: "m"}
				store.add("u", "kept")
				s, log := newService(store, o)
				ctx, cancel := context.WithCancel(t.Context())
				go s.Run(ctx)
				time.Sleep(time.Second)
				o.set(func(o *oracle) { o.answer = answering(c.answer...) })
				store.add("u", "one", "two")
				time.Sleep(time.Minute)
				cancel()
				synctest.Wait()
				if with, without := store.embedded("m"); len(with) != 1 || len(without) != 0 || !strings.Contains(log.String(), c.want) {
					t.Errorf("kept %v and %v; the log: %s", with, without, log)
				}
			})
		})
	}
	t.Run("a question's vector of another length is not used", func(t *testing.T) {
		store := &memStore{}
		store.add("u", "kept")
		if err := store.SaveVectors(t.Context(), "m", []Vector{{"u", 1, []int8{1, 2}}}); err != nil {
			t.Fatal(err)
		}
		s, log := newService(store, &oracle{model: "m", answer: answering([]float32{1, 2, 3})})
		if got := s.Question(t.Context(), "a", false); got != nil || !strings.Contains(log.String(), "vectors of 3 numbers") {
			t.Errorf("got %v; the log: %s", got, log)
		}
	})
}

// run runs a worker in a bubble until do returns.
func run(t *testing.T, store Store, o *oracle, do func(t *testing.T, s *Service)) (log string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, written := newService(store, o)
		ctx, cancel := context.WithCancel(t.Context())
		go s.Run(ctx)
		do(t, s)
		cancel()
		synctest.Wait()
		log = written.String()
	})
	return log
}

func TestRun(t *testing.T) {
	t.Run("every passage gets the vector of its title and text, in batches", func(t *testing.T) {
		store, o := &memStore{}, &oracle{model: "m"}
		for i := range 2*maxBatch + 3 {
			store.add(fmt.Sprint("user ", i%3), fmt.Sprint("body ", i))
		}
		run(t, store, o, func(*testing.T, *Service) { synctest.Wait() })
		if with, _ := store.embedded("m"); len(with) != 2*maxBatch+3 || len(o.calls) != 3 || !strings.HasPrefix(o.calls[0][0], "t\nbody") || o.roles[0] != Passage {
			t.Errorf("%d vectors after %v", len(with), o.calls)
		}
	})
	t.Run("a new passage is encoded at once when the worker is woken, else soon", func(t *testing.T) {
		store, o := &memStore{}, &oracle{model: "m"}
		run(t, store, o, func(t *testing.T, s *Service) {
			synctest.Wait()
			store.add("u", "woken")
			s.Wake()
			s.Wake()
			synctest.Wait()
			if with, _ := store.embedded("m"); len(with) != 1 {
				t.Errorf("woken, it embedded %v", with)
			}
			store.add("u", "polled")
			time.Sleep(pollEvery)
			synctest.Wait()
			if with, _ := store.embedded("m"); len(with) != 2 {
				t.Errorf("then it embedded %v", with)
			}
		})
	})
	t.Run("users whose passages got vectors are reported, once for each save", func(t *testing.T) {
		store, o := &memStore{}, &oracle{model: "m"}
		store.add("user 0", make([]string, 20)...)
		store.add("user 1", make([]string, 13)...)
		synctest.Test(t, func(t *testing.T) {
			var embedded []string
			s, _ := newService(store, o, OnVectors(func(_ context.Context, userID string) {
				with, _ := store.embedded("m")
				embedded = append(embedded, fmt.Sprint(userID, " at ", len(with)))
			}))
			ctx, cancel := context.WithCancel(t.Context())
			go s.Run(ctx)
			synctest.Wait()
			if want := []string{"user 0 at 32", "user 1 at 32", "user 1 at 33"}; !slices.Equal(embedded, want) {
				t.Errorf("embedded %v", embedded)
			}
			cancel()
			synctest.Wait()
		})
	})
	t.Run("another model encodes every passage again", func(t *testing.T) {
		store := &memStore{}
		store.add("u", "one", "two")
		for _, model := range []string{"m", "a", "z"} {
			run(t, store, &oracle{model: model}, func(*testing.T, *Service) { synctest.Wait() })
			if with, _ := store.embedded(model); len(with) != 2 {
				t.Errorf("%s embedded %v", model, with)
			}
		}
	})
	t.Run("an outage is waited out with a growing backoff, and logged once", func(t *testing.T) {
		store, o := &memStore{}, &oracle{model: "m", err: down}
		store.add("u", "one")
		log := run(t, store, o, func(t *testing.T, s *Service) {
			tries := []int{}
			for range 8 {
				s.Wake() // does not hurry it
				synctest.Wait()
				tries = append(tries, o.asked())
				time.Sleep(time.Second)
			}
			if want := []int{1, 2, 2, 3, 3, 3, 3, 4}; !slices.Equal(tries, want) {
				t.Errorf("tried %v times, want %v", tries, want)
			}
			time.Sleep(10 * time.Minute)
			before := o.asked()
			time.Sleep(10 * time.Minute)
			if got := o.asked() - before; got != 10 {
				t.Errorf("%d tries in ten minutes", got)
			}
			o.set(func(o *oracle) { o.err = nil })
			time.Sleep(maxBackoff)
		})
		if with, _ := store.embedded("m"); len(with) != 1 || strings.Count(log, "\n") != 2 {
			t.Errorf("embedded %v; the log: %s", with, log)
		}
	})
	t.Run("a model's Retry-After is followed", func(t *testing.T) {
		busy := fault.New(fault.Unavailable, "busy")
		busy.RetryAfter = 3 * time.Minute
		store, o := &memStore{}, &oracle{model: "m", err: busy}
		store.add("u", "one")
		run(t, store, o, func(t *testing.T, _ *Service) {
			time.Sleep(3*time.Minute - time.Second)
			if o.asked() != 1 {
				t.Errorf("asked %d times", o.asked())
			}
			time.Sleep(2 * time.Second)
			if o.asked() != 2 {
				t.Errorf("then asked %d times", o.asked())
			}
		})
	})
	t.Run("a failing store is waited out", func(t *testing.T) {
		store, o := &memStore{broken: errors.New("no disk")}, &oracle{model: "m"}
		store.add("u", "one")
		log := run(t, store, o, func(*testing.T, *Service) { time.Sleep(time.Minute) })
		if o.asked() != 0 || !strings.Contains(log, "no disk") {
			t.Errorf("asked %d times; the log: %s", o.asked(), log)
		}
	})
	t.Run("a text that the model refuses does not delay others, and is not sent again", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			store, o := &memStore{}, &oracle{model: "m", bad: "bad"}
			var good, bad []string
			for i, refused := range rapid.SliceOfN(rapid.Bool(), 0, 80).Draw(rt, "refused") {
				body := fmt.Sprint("good ", i)
				if refused {
					body = fmt.Sprint("bad ", i)
					bad = append(bad, body)
				} else {
					good = append(good, body)
				}
				store.add("u", body)
			}
			run(t, store, o, func(*testing.T, *Service) {
				synctest.Wait()
				calls := o.asked()
				time.Sleep(time.Minute)
				if o.asked() != calls {
					rt.Errorf("it asked again")
				}
			})
			with, without := store.embedded("m")
			if !slices.Equal(with, good) || !slices.Equal(without, bad) {
				rt.Errorf("embedded %v, gave up %v", with, without)
			}
		})
	})
	t.Run("a model that refuses everything leaves no passage behind", func(t *testing.T) {
		store, o := &memStore{}, &oracle{model: "m", err: fault.New(fault.Invalid, "nothing pleases")}
		store.add("u", "one", "two")
		log := run(t, store, o, func(t *testing.T, _ *Service) {
			time.Sleep(time.Minute)
			if with, without := store.embedded("m"); len(with)+len(without) != 0 {
				t.Errorf("embedded %v, gave up %v", with, without)
			}
			o.set(func(o *oracle) { o.err = nil })
			time.Sleep(2 * maxBackoff)
		})
		if with, _ := store.embedded("m"); len(with) != 2 || !strings.Contains(log, "takes no text") {
			t.Errorf("embedded %v; the log: %s", with, log)
		}
	})
	t.Run("a text without meaning has no vector", func(t *testing.T) {
		store, o := &memStore{}, &oracle{model: "m", answer: answering([]float32{0, 0})}
		store.add("u", "...")
		run(t, store, o, func(*testing.T, *Service) { synctest.Wait() })
		if with, without := store.embedded("m"); len(with) != 0 || len(without) != 1 {
			t.Errorf("embedded %v, gave up %v", with, without)
		}
	})
	t.Run("a stop is immediate, though the model is slow", func(t *testing.T) {
		store, o := &memStore{}, &oracle{model: "m", slow: time.Hour}
		store.add("u", "one")
		synctest.Test(t, func(t *testing.T) {
			s, log := newService(store, o)
			ctx, cancel := context.WithCancel(t.Context())
			began := time.Now()
			time.AfterFunc(time.Second, cancel)
			s.Run(ctx)
			if time.Since(began) != time.Second || log.Len() != 0 || store.holder != "" {
				t.Errorf("stopped after %v, lease %q; the log: %s", time.Since(began), store.holder, log)
			}
		})
	})
	t.Run("of two nodes one embeds, and the other continues when it has died", func(t *testing.T) {
		store, o := &memStore{holder: "a node that died"}, &oracle{model: "m"}
		store.add("u", "one")
		synctest.Test(t, func(t *testing.T) {
			store.ends = time.Now().Add(30 * time.Second)
			s, _ := newService(store, o)
			ctx, cancel := context.WithCancel(t.Context())
			go s.Run(ctx)
			time.Sleep(29 * time.Second)
			if o.asked() != 0 {
				t.Error("it embeds beside the other")
			}
			time.Sleep(pollEvery + time.Second)
			if o.asked() != 1 {
				t.Errorf("asked %d times", o.asked())
			}
			cancel()
			synctest.Wait()
		})
	})
}

func TestPrivateTextsAreNotSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, o := &memStore{private: map[string]bool{"ann": true}}, &oracle{model: "m"}
		s, _ := newService(store, o)
		if got := s.Question(t.Context(), "a", true); got != nil || o.asked() != 0 {
			t.Errorf("got %v, asked %d times", got, o.asked())
		}
		if s.ModelFor(true) != "" || s.ModelFor(false) != s.Model() {
			t.Errorf("read by %q and %q", s.ModelFor(true), s.ModelFor(false))
		}
		store.add("ann", "hers")
		store.add("bob", "his")
		ctx, stop := context.WithCancel(t.Context())
		go s.Run(ctx)
		time.Sleep(time.Minute)
		with, without := store.embedded(s.Model())
		if !slices.Equal(with, []string{"his"}) || without != nil {
			t.Errorf("embedded %v, given up %v", with, without)
		}
		store.mu.Lock()
		delete(store.private, "ann")
		store.mu.Unlock()
		time.Sleep(time.Minute)
		if with, _ := store.embedded(s.Model()); !slices.Equal(with, []string{"hers", "his"}) {
			t.Errorf("embedded %v", with)
		}
		stop()
		synctest.Wait()
	})
}
