package embed

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// localOracle is an oracle in this process: a text takes a number of steps of a quarter of a
// millisecond.
type localOracle struct {
	*oracle
	steps   int
	damaged error // its weights are
}

func newLocalOracle(steps int) *localOracle {
	return &localOracle{oracle: &oracle{model: "m"}, steps: steps}
}

func (r *localOracle) Warm() error { return r.damaged }

func (r *localOracle) Embed(ctx context.Context, texts []string, as Role) ([][]float32, error) {
	yield := YieldOf(ctx)
	for range r.steps * len(texts) {
		time.Sleep(250 * time.Microsecond)
		if err := yield(); err != nil {
			return nil, err
		}
	}
	return r.oracle.Embed(ctx, texts, as)
}

// bubble runs do with a service of the model, which works in the background until do returns.
func bubble(t *testing.T, store Store, model Embedder, do func(t *testing.T, s *Service)) (log string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s, written := newService(store, model)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { defer close(ended); s.Run(ctx) }()
		do(t, s)
		cancel()
		<-ended // a step that has begun comes to its end
		log = written.String()
	})
	return log
}

func TestLocal(t *testing.T) {
	t.Run("passages are encoded one at a time, and saved within a second", func(t *testing.T) {
		store, model := &memStore{}, newLocalOracle(1000) // a quarter of a second each
		for i := range 40 {
			store.add("u", fmt.Sprint("body ", i))
		}
		bubble(t, store, model, func(t *testing.T, s *Service) {
			for range 39 {
				time.Sleep(250 * time.Millisecond)
				if with, _ := store.embedded("m"); model.asked()-len(with) > 5 {
					t.Fatalf("%d passages are read, %d saved", model.asked(), len(with))
				}
			}
			time.Sleep(time.Second)
			stats := s.Stats()
			if stats.PassagesEncoded != 40 || stats.Spent != 10*time.Second {
				t.Errorf("stats: %+v", stats)
			}
		})
		with, _ := store.embedded("m")
		if len(with) != 40 || len(model.calls) != 40 || slices.ContainsFunc(model.calls, func(texts []string) bool { return len(texts) != 1 }) {
			t.Errorf("%d vectors after %v", len(with), model.calls)
		}
	})
	t.Run("encoding continues after a restart", func(t *testing.T) {
		store, model := &memStore{}, newLocalOracle(1000)
		for i := range 10 {
			store.add("u", fmt.Sprint("body ", i))
		}
		bubble(t, store, model, func(*testing.T, *Service) { time.Sleep(1400 * time.Millisecond) })
		half, _ := store.embedded("m")
		if len(half) != 5 {
			t.Errorf("it kept %v", half)
		}
		bubble(t, store, model, func(*testing.T, *Service) { time.Sleep(2 * time.Second) })
		if with, _ := store.embedded("m"); len(with) != 10 || model.asked() != 10 {
			t.Errorf("%d vectors after %d were read", len(with), model.asked())
		}
	})
	t.Run("searches have priority over encoding", func(t *testing.T) {
		store, model := &memStore{}, newLocalOracle(40)
		store.add("u", "one")
		bubble(t, store, model, func(t *testing.T, s *Service) {
			leave := s.Gate().Enter()
			time.Sleep(15 * time.Millisecond)
			if model.asked() != 0 {
				t.Error("it read beside a search")
			}
			leave()
			time.Sleep(12 * time.Millisecond)
			if stats := s.Stats(); model.asked() != 1 || stats.Spent > 11*time.Millisecond {
				t.Errorf("%d read, stats: %+v", model.asked(), stats)
			}
		})
	})
	t.Run("passages being saved have priority over the background", func(t *testing.T) {
		store, model := &memStore{}, newLocalOracle(40)
		store.add("u", "one")
		bubble(t, store, model, func(t *testing.T, s *Service) {
			synctest.Wait()
			began := time.Now()
			if _, vectors := s.Passages(t.Context(), "t", []string{"a"}); len(vectors) != 1 || time.Since(began) > 11*time.Millisecond || model.asked() != 1 {
				t.Errorf("%d vectors after %v, %d read", len(vectors), time.Since(began), model.asked())
			}
			time.Sleep(15 * time.Millisecond)
			if model.asked() != 2 {
				t.Errorf("then %d read", model.asked())
			}
		})
	})
	t.Run("a text that the model refuses does not delay others", func(t *testing.T) {
		store, model := &memStore{}, newLocalOracle(1)
		model.bad = "bad"
		store.add("u", "one", "bad two", "three", "bad four")
		bubble(t, store, model, func(*testing.T, *Service) { time.Sleep(time.Minute) })
		with, without := store.embedded("m")
		if !slices.Equal(with, []string{"one", "three"}) || !slices.Equal(without, []string{"bad two", "bad four"}) {
			t.Errorf("embedded %v, gave up %v", with, without)
		}
	})
	t.Run("vectors from before a failure are kept, and the failure is waited out", func(t *testing.T) {
		store, model := &memStore{}, newLocalOracle(1000)
		store.add("u", "one", "two", "three")
		log := bubble(t, store, model, func(*testing.T, *Service) {
			time.Sleep(300 * time.Millisecond)
			model.set(func(o *oracle) { o.err = down })
			time.Sleep(300 * time.Millisecond)
			if with, _ := store.embedded("m"); len(with) != 1 {
				t.Errorf("kept %v", with)
			}
			model.set(func(o *oracle) { o.err = nil })
			time.Sleep(10 * time.Second)
		})
		if with, _ := store.embedded("m"); len(with) != 3 || strings.Count(log, "\n") != 2 {
			t.Errorf("embedded %v; the log: %s", with, log)
		}
	})
	t.Run("there is one processor more while encoding", func(t *testing.T) {
		before := runtime.GOMAXPROCS(0)
		bubble(t, &memStore{}, newLocalOracle(1), func(t *testing.T, _ *Service) {
			synctest.Wait()
			if got := runtime.GOMAXPROCS(0); got != before+1 {
				t.Errorf("%d processors, before %d", got, before)
			}
		})
		if got := runtime.GOMAXPROCS(0); got != before {
			t.Errorf("then %d processors, before %d", got, before)
		}
	})
}

func TestDamagedWeights(t *testing.T) {
	store, model := &memStore{}, newLocalOracle(1)
	model.damaged, model.err = errors.New("a flipped bit"), down
	store.add("u", "one")
	log := bubble(t, store, model, func(t *testing.T, s *Service) {
		question := s.Question(t.Context(), "a", false)
		name, vectors := s.Passages(t.Context(), "t", []string{"a"})
		if question != nil || name != "" || vectors != nil {
			t.Errorf("a question is %v, passages are %v by %q", question, vectors, name)
		}
		s.Wake()
		time.Sleep(time.Hour)
		if s.Model() != "" || model.asked() != 0 || s.Stats() != (Stats{}) {
			t.Errorf("the model is %q, asked %v", s.Model(), model.calls)
		}
	})
	if strings.Count(log, "\n") != 1 || !strings.Contains(log, "a flipped bit") {
		t.Errorf("the log: %s", log)
	}
}

func TestPassages(t *testing.T) {
	t.Run("a saved memory gets vectors of its title and passages, with their neighbours", func(t *testing.T) {
		model := newLocalOracle(1)
		s, _ := newService(&memStore{}, model)
		name, vectors := s.Passages(t.Context(), "t", []string{"ab", "abcd"})
		if name != "m" || len(vectors) != 2 || !slices.Equal(vectors[0], []int8{127, 14}) || model.calls[0][0] != "t\nab\nabcd" || model.calls[1][0] != "t\nabcd\nab" || model.roles[0] != Passage {
			t.Errorf("%s: %v for %v", name, vectors, model.calls)
		}
	})
	t.Run("a long text's first passages get vectors within the time limit", func(t *testing.T) {
		for steps, want := range map[int]int{40: maxWhileSaving, 240: 5} { // of 10 ms and of 60 ms
			synctest.Test(t, func(t *testing.T) {
				s, _ := newService(&memStore{}, newLocalOracle(steps))
				began := time.Now()
				_, vectors := s.Passages(t.Context(), "t", make([]string, 250))
				if took := time.Since(began); took > saveTimeout+time.Millisecond || len(vectors) > want || len(vectors) < want-1 {
					t.Errorf("%d vectors after %v", len(vectors), took)
				}
			})
		}
	})
	t.Run("one passage is encoded at a time, with long notes in rotation", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(40)) // 10 ms
			began, got := time.Now(), make(chan string)
			for range 2 {
				go func() {
					_, vectors := s.Passages(t.Context(), "t", make([]string, 3))
					got <- fmt.Sprint(len(vectors), " after ", time.Since(began))
				}()
			}
			if first, second := <-got, <-got; first != "3 after 50ms" || second != "3 after 60ms" {
				t.Errorf("got %s, %s", first, second)
			}
		})
	})
	t.Run("a short note goes before long ones", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(40)) // 10 ms
			began, long := time.Now(), make(chan int)
			for range 2 {
				go func() {
					_, vectors := s.Passages(t.Context(), "t", make([]string, 250))
					long <- len(vectors)
				}()
			}
			time.Sleep(5 * time.Millisecond)
			_, vectors := s.Passages(t.Context(), "t", []string{"a"})
			if took := time.Since(began); len(vectors) != 1 || took != 15*time.Millisecond {
				t.Errorf("%d vectors after %v", len(vectors), took)
			}
			if n := <-long + <-long; n != 2*maxWhileSaving || time.Since(began) > 172*time.Millisecond {
				t.Errorf("%d of the long ones after %v", n, time.Since(began))
			}
		})
	})
	t.Run("no note waits long, and the rest is left to the worker", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(600)) // 150 ms
			got := make(chan string)
			for range 3 {
				go func() {
					began := time.Now()
					_, vectors := s.Passages(t.Context(), "t", []string{"a"})
					got <- fmt.Sprint(len(vectors), " after ", time.Since(began))
				}()
			}
			all := []string{<-got, <-got, <-got}
			if slices.Sort(all); !slices.Equal(all, []string{"0 after 50ms", "0 after 50ms", "1 after 150ms"}) {
				t.Errorf("got %v", all)
			}
		})
	})
	t.Run("a failing model leaves passages to the worker, without an error", func(t *testing.T) {
		model := newLocalOracle(1)
		model.err = down
		s, log := newService(&memStore{}, model)
		if _, vectors := s.Passages(t.Context(), "t", []string{"a", "b"}); len(vectors) != 0 || log.Len() != 0 {
			t.Errorf("%v; the log: %s", vectors, log)
		}
	})
	t.Run("passages are not encoded on save without a local model", func(t *testing.T) {
		model := &oracle{model: "m"}
		for _, e := range []Embedder{model, nil} {
			s, _ := newService(&memStore{}, e)
			if name, vectors := s.Passages(t.Context(), "t", []string{"a"}); name != "" || len(vectors) != 0 {
				t.Errorf("%s: %v", name, vectors)
			}
		}
		if model.asked() != 0 {
			t.Errorf("asked %v", model.calls)
		}
	})
}

func TestQuestions(t *testing.T) {
	t.Run("the same question is encoded once", func(t *testing.T) {
		model := newLocalOracle(1)
		s, _ := newService(&memStore{}, model)
		for range 3 {
			if got := s.Question(t.Context(), "abcd", false); !slices.Equal(got, []int8{127, 32}) {
				t.Errorf("got %v", got)
			}
		}
		s.Question(t.Context(), "abcde", false)
		stats := s.Stats()
		if stats.Spent <= 0 {
			t.Errorf("spent %v", stats.Spent)
		}
		if stats.Spent = 0; model.asked() != 2 || stats != (Stats{Questions: 4, QuestionsCached: 2, QuestionsEncoded: 2}) {
			t.Errorf("asked %v, stats: %+v", model.calls, stats)
		}
	})
	t.Run("concurrent equal questions are encoded once", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			model := newLocalOracle(400) // 100 ms
			s, _ := newService(&memStore{}, model)
			began, got := time.Now(), make(chan []int8)
			for range 3 {
				go func() { got <- s.Question(t.Context(), "abcd", false) }()
			}
			for range 3 {
				if v := <-got; !slices.Equal(v, []int8{127, 32}) {
					t.Errorf("got %v", v)
				}
			}
			if took := time.Since(began); model.asked() != 1 || took != 100*time.Millisecond {
				t.Errorf("asked %v in %v", model.calls, took)
			}
		})
	})
	t.Run("a caller that leaves does not cancel the others", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, log := newService(&memStore{}, newLocalOracle(400)) // 100 ms
			leaving, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			left := make(chan []int8)
			go func() { left <- s.Question(leaving, "a", false) }()
			synctest.Wait()
			began := time.Now()
			if v := s.Question(t.Context(), "a", false); v == nil || time.Since(began) > 151*time.Millisecond {
				t.Errorf("got %v after %v", v, time.Since(began))
			}
			if v := <-left; v != nil || log.Len() != 0 {
				t.Errorf("the caller that left got %v; the log: %s", v, log)
			}
		})
	})
	t.Run("a caller that waits for another's encoding waits at most questionTimeout", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(40_000)) // 10 s
			began, got := time.Now(), make(chan []int8)
			for range 3 {
				go func() { got <- s.Question(t.Context(), "a", false) }()
			}
			for range 3 {
				if v, took := <-got, time.Since(began); v != nil || took > questionTimeout+time.Millisecond {
					t.Errorf("got %v after %v", v, took)
				}
			}
		})
	})
	t.Run("unhurried, it waits", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(40_000), Unhurried())
			if s.Question(t.Context(), "a", false) == nil {
				t.Error("no vector")
			}
		})
	})
	t.Run("a failed question is encoded again", func(t *testing.T) {
		model := newLocalOracle(1)
		model.err = down
		s, _ := newService(&memStore{}, model)
		first := s.Question(t.Context(), "a", false)
		model.err = nil
		if second := s.Question(t.Context(), "a", false); first != nil || second == nil {
			t.Errorf("got %v, then %v", first, second)
		}
	})
	t.Run("at most one question for each processor is encoded at once, and none waits longer than a search may", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(1600)) // 400 ms
			at := runtime.GOMAXPROCS(0)
			began, got := time.Now(), make(chan bool)
			for i := range 3 * at {
				go func() { got <- s.Question(t.Context(), fmt.Sprint(i), false) != nil }()
			}
			embedded := 0
			for range 3 * at {
				if <-got {
					embedded++
				}
			}
			if embedded != at || time.Since(began) > questionTimeout+time.Millisecond {
				t.Errorf("%d of %d at once, after %v", embedded, at, time.Since(began))
			}
		})
	})
	t.Run("an encoding question counts as a search", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, _ := newService(&memStore{}, newLocalOracle(400))
			go s.Question(t.Context(), "a", false)
			time.Sleep(50 * time.Millisecond)
			during := s.gate.busy()
			time.Sleep(100 * time.Millisecond)
			if !during || s.gate.busy() {
				t.Errorf("busy during: %v, afterwards: %v", during, s.gate.busy())
			}
		})
	})
}

func TestModel(t *testing.T) {
	for want, e := range map[string]Embedder{"m": &oracle{model: "m"}, "": nil} {
		if s, _ := newService(&memStore{}, e); s.Model() != want {
			t.Errorf("got %q, want %q", s.Model(), want)
		}
	}
}
