package recall_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
	"engram/internal/recall/vector"
)

// ask searches as user "u" and fails the test on an error.
func ask(t rapid.TB, e *recall.Engine, q recall.Query) []recall.Match {
	t.Helper()
	matches, err := e.Search(context.Background(), "u", q)
	if err != nil {
		t.Fatalf("search %.80q: %v", q.Text, err)
	}
	return matches
}

func ids(matches []recall.Match) string {
	var all []string
	for _, m := range matches {
		all = append(all, m.MemoryID)
	}
	return strings.Join(all, " ")
}

func note(id, title, text string) recall.Passage {
	return recall.Passage{MemoryID: id, Kind: "note", Title: title, Text: text, CreatedAt: time.Date(2025, 5, 1, 0, 0, 0, 0, time.UTC)}
}

func TestSearch(t *testing.T) {
	var log recalltest.Log
	e := recall.New(&log)
	t.Run("a user without memories has no matches", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "boat"}); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
	log.Add("u", note("m1", "Boat", "The red boat needs paint."), note("m2", "House", "The house needs a red door."))
	t.Run("a memory is found as soon as it is saved", func(t *testing.T) {
		got := ask(t, e, recall.Query{Text: "painting the boats"})
		if ids(got) != "m1" || got[0].Passages[0].Text != "The red boat needs paint." || got[0].Score <= 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("another user's memories are never found", func(t *testing.T) {
		if got, err := e.Search(context.Background(), "other", recall.Query{Text: "boat"}); err != nil || len(got) != 0 {
			t.Errorf("%+v, %v", got, err)
		}
	})
	t.Run("a title of stop words only is found", func(t *testing.T) {
		log.Add("u", note("m3", "The Who", "A band from London."))
		if got := ask(t, e, recall.Query{Text: "the who"}); len(got) == 0 || got[0].MemoryID != "m3" {
			t.Errorf("%s", ids(got))
		}
	})
	t.Run("a name is found across languages", func(t *testing.T) {
		log.Add("u", note("m4", "", "La cita es en la clínica Fontana y no hay que pagar."))
		if got := ask(t, e, recall.Query{Text: "where is the Fontana appointment"}); ids(got) != "m4" {
			t.Errorf("%s", ids(got))
		}
	})
	t.Run("an edited memory is found by its new words only", func(t *testing.T) {
		log.Add("u", note("m2", "House", "The cellar is damp."))
		if got := ask(t, e, recall.Query{Text: "red door"}); ids(got) != "m1" {
			t.Errorf("%s", ids(got))
		}
		if got := ask(t, e, recall.Query{Text: "damp"}); ids(got) != "m2" {
			t.Errorf("%s", ids(got))
		}
	})
	t.Run("API-31 a deleted memory is never found again, whatever is cached", func(t *testing.T) {
		log.Delete("u", "m1")
		for range 2 {
			if got := ask(t, e, recall.Query{Text: "boat"}); len(got) != 0 {
				t.Errorf("%s", ids(got))
			}
			e.Forget("u")
		}
	})
	t.Run("an index follows a source that was restored from a backup", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "damp"}); ids(got) != "m2" {
			t.Errorf("%s", ids(got))
		}
		log.Truncate("u", 2)
		if got := ask(t, e, recall.Query{Text: "damp"}); len(got) != 0 {
			t.Errorf("%s", ids(got))
		}
	})
}

func TestFilters(t *testing.T) {
	var log recalltest.Log
	day := func(d int) time.Time { return time.Date(2025, 5, d, 0, 0, 0, 0, time.UTC) }
	for i, kind := range []string{"link", "video", "tweet", "document", "note"} {
		log.Add("u", recall.Passage{MemoryID: fmt.Sprint("m", i+1), Kind: kind, Text: "a boat", CreatedAt: day(i + 1)})
	}
	e := recall.New(&log)
	for i, kind := range []string{"link", "video", "tweet", "document", "note"} {
		t.Run("API-33 only memories of the type are found: "+kind, func(t *testing.T) {
			if got := ask(t, e, recall.Query{Text: "boat", Kind: kind}); ids(got) != fmt.Sprint("m", i+1) {
				t.Errorf("%s", ids(got))
			}
		})
	}
	t.Run("API-33 without a type every kind is found", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "boat"}); len(got) != 5 {
			t.Errorf("%s", ids(got))
		}
	})
	t.Run("Since is inclusive, Until exclusive", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "boat", Since: day(2), Until: day(4)}); len(got) != 2 {
			t.Errorf("%s", ids(got))
		}
	})
	t.Run("kind and month are searched as words", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "that video about a boat from May"}); got[0].MemoryID != "m2" {
			t.Errorf("%s", ids(got))
		}
	})
	t.Run("ties are ordered by id, and the limit holds", func(t *testing.T) {
		var log recalltest.Log
		for _, id := range []string{"c", "a", "d", "b"} {
			log.Add("u", note(id, "", "a boat"))
		}
		if got := ask(t, recall.New(&log), recall.Query{Text: "boat", Limit: 3}); ids(got) != "a b c" {
			t.Errorf("%s", ids(got))
		}
	})
}

func TestHits(t *testing.T) {
	var log recalltest.Log
	for ord := range 6 {
		p := note("m1", "Boats", strings.Repeat("sail ", ord+1)+"in the wind")
		p.Ord, p.Place = ord, recall.Place{Page: ord + 1}
		log.Add("u", p)
	}
	log.Add("u", note("m2", "", "nothing of the sort"))
	e := recall.New(&log)
	m := ask(t, e, recall.Query{Text: "sail xylophone"})[0]
	if len(m.Passages) != 3 || m.Score != m.Passages[0].Score || m.Passages[0].Score < m.Passages[2].Score {
		t.Errorf("not the three best passages, best first: %+v", m)
	}
	for _, h := range m.Passages {
		if h.Coverage <= 0 || h.Coverage >= 0.5 {
			t.Errorf("coverage %v of a question whose rarer word is unknown", h.Coverage)
		}
		if len(h.Words) != 1 || h.Words[0].Forms[0] != "sail" || h.Words[0].Share <= 0 || h.Words[0].Share >= 0.5 {
			t.Errorf("words %+v", h.Words)
		}
		if h.Place.Page != h.Ord+1 {
			t.Errorf("place %+v of passage %d", h.Place, h.Ord)
		}
	}
}

func TestAnyTextIsAQuery(t *testing.T) {
	var log recalltest.Log
	log.Add("u", note("m1", "Boat", "and or near a boat 東京 лодка"))
	e := recall.New(&log)
	for _, q := range []string{
		"", " ", "?", "AND OR NEAR(", `"boat`, "boat*", "^boat", "title:boat", "-boat", "'; DROP TABLE passages; --", "the", "\x00",
		"\xff\xfe\xfd", "🎉👨‍👩‍👧", strings.Repeat("boat ", 10_000), strings.Repeat("b", 1<<20), strings.Repeat("(", 10_000), "東京", "лодки", "قارب",
		strings.Repeat("\u0301", 10_000),
	} {
		ask(t, e, recall.Query{Text: q, Limit: -1})
	}
	rapid.Check(t, func(rt *rapid.T) { ask(rt, e, recall.Query{Text: rapid.String().Draw(rt, "query")}) })
}

// failing is a source that fails in the middle of its changes.
type failing struct {
	recalltest.Log
	after int
}

var errSource = errors.New("source is down")

func (f *failing) Changes(ctx context.Context, userID string, after int64, limit int) ([]recall.Change, error) {
	if after >= int64(f.after) {
		return nil, errSource
	}
	return f.Log.Changes(ctx, userID, after, min(limit, f.after))
}

func TestSourceFails(t *testing.T) {
	source := &failing{}
	source.Add("u", note("m1", "", "a boat"), note("m2", "", "a boat"))
	e := recall.New(source)
	if _, err := e.Search(context.Background(), "u", recall.Query{Text: "boat"}); !errors.Is(err, errSource) {
		t.Fatalf("%v", err)
	}
	source.after = 10
	if got := ask(t, e, recall.Query{Text: "boat"}); ids(got) != "m1 m2" {
		t.Errorf("after the source came back: %s", ids(got))
	}
}

// blocking is a source whose changes for one user block.
type blocking struct {
	recalltest.Log
	userID        string
	reached, free chan struct{}
}

func (b *blocking) Changes(ctx context.Context, userID string, after int64, limit int) ([]recall.Change, error) {
	if userID == b.userID {
		close(b.reached)
		<-b.free
	}
	return b.Log.Changes(ctx, userID, after, limit)
}

func TestCatchingUpBlocksNoOtherUser(t *testing.T) {
	source := &blocking{userID: "slow", reached: make(chan struct{}), free: make(chan struct{})}
	source.Add("slow", note("m1", "", "a boat"))
	source.Add("u", note("m2", "", "a boat"))
	e := recall.New(source)
	done := make(chan error)
	go func() {
		_, err := e.Search(context.Background(), "slow", recall.Query{Text: "boat"})
		done <- err
	}()
	<-source.reached
	if got := ask(t, e, recall.Query{Text: "boat"}); ids(got) != "m2" {
		t.Errorf("%s", ids(got))
	}
	gone, cancel := context.WithCancel(context.Background())
	go func() {
		_, err := e.Search(gone, "slow", recall.Query{Text: "boat"})
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("a search that waits ends with its context: %v", err)
	}
	close(source.free)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestConcurrentSearchesReadTheirWrites(t *testing.T) {
	var log recalltest.Log
	e := recall.New(&log, recall.WithBudget(1<<15))
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			user := fmt.Sprint("u", worker%3)
			for i := range 60 {
				word := fmt.Sprintf("word%dx%d", worker, i)
				log.Add(user, note(word, "", "some "+word+" here"))
				got, err := e.Search(context.Background(), user, recall.Query{Text: word})
				if err != nil || ids(got) != word {
					t.Errorf("%s: %s, %v", word, ids(got), err)
				}
				if i%7 == 0 {
					e.Forget(user)
				}
			}
		})
	}
	group.Wait()
}

// testModel is the name of the model of these tests.
const testModel = "test"

// meant returns a vector for a text: each word has a direction, synonyms nearly the same one.
func meant(text string) []int8 {
	same := map[string]string{"ship": "boat", "vessel": "boat", "running": "run", "runs": "run", "shore": "harbour", "playa": "harbour"}
	sum := make([]float32, 200)
	for word := range strings.FieldsSeq(text) {
		if meaning, ok := same[word]; ok {
			word = meaning
		}
		h := fnv.New64a()
		_, _ = h.Write([]byte(word))
		random := rand.New(rand.NewPCG(h.Sum64(), 1))
		for i := range sum {
			sum[i] += float32(random.NormFloat64())
		}
	}
	return vector.Quantise(sum)
}

// life is an engine with its log and the reference implementation.
type life struct {
	log    recalltest.Log
	ref    reference
	dir    string
	engine *recall.Engine
}

func (l *life) start() {
	l.engine = recall.New(&l.log, recall.WithDir(l.dir), recall.WithBudget(1), recall.WithModel(testModel), recall.FlushFrom(4),
		recall.WithLegibility(testLegible, testLegible))
}

func TestEngineEqualsReference(t *testing.T) {
	words := rapid.SliceOfN(rapid.SampledFrom(strings.Fields(
		"boat ship sail red wind harbour shore the of running runs casa playa que el de 東京 東京都庁 лодка 42 who")), 0, 60)
	titles := rapid.SampledFrom([]string{"", "", "Boat", "The red harbour", "La casa de la playa"})
	dirs := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(dirs, "")
		if err != nil {
			rt.Fatal(err)
		}
		l := &life{dir: dir}
		l.start()
		defer func() { _ = l.engine.Close() }()
		day := rapid.IntRange(1, 90)
		date := func(d int) time.Time { return time.Date(2025, 1, d, 0, 0, 0, 0, time.UTC) }
		memory := rapid.SampledFrom(strings.Fields("m1 m2 m3 m4 m5"))
		add := func(p recall.Passage) {
			l.log.Add("u", p)
			l.ref.add(p)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"add": func(rt *rapid.T) {
				p := recall.Passage{
					MemoryID: memory.Draw(rt, "memory"), Ord: rapid.IntRange(0, 6).Draw(rt, "ord"),
					Kind:      rapid.SampledFrom([]string{"note", "tweet", "link"}).Draw(rt, "kind"),
					CreatedAt: date(day.Draw(rt, "day")),
					Text:      strings.Join(words.Draw(rt, "text"), " "), Title: titles.Draw(rt, "title"),
					Fields:  rapid.SampledFrom([]string{"", "boat", "harbour"}).Draw(rt, "fields"),
					Remarks: rapid.SampledFrom([]string{"", "boat", "a harbour of my own"}).Draw(rt, "remarks"),
				}
				if p.Vector = meant(p.Text); p.Vector != nil {
					p.Model = rapid.SampledFrom([]string{"", testModel, "other"}).Draw(rt, "model")
				}
				add(p)
			},
			"embed": func(rt *rapid.T) { // a known passage again, now with its vector
				if len(l.ref.passages) == 0 {
					return
				}
				p := rapid.SampledFrom(l.ref.passages).Draw(rt, "passage")
				if p.Vector = meant(p.Text + rapid.SampledFrom([]string{"", " boat"}).Draw(rt, "and")); p.Vector != nil {
					p.Model = testModel
					add(p)
				}
			},
			"delete": func(rt *rapid.T) {
				id := memory.Draw(rt, "memory")
				l.log.Delete("u", id)
				l.ref.delete(id)
			},
			"evict": func(rt *rapid.T) {
				if _, err := l.engine.Search(context.Background(), "other", recall.Query{Text: "boat"}); err != nil {
					rt.Fatal(err)
				}
			},
			"forget": func(*rapid.T) { l.engine.Forget("u") },
			"crash":  func(*rapid.T) { l.engine.Crash(); l.start() },
			"reopen": func(rt *rapid.T) {
				if err := l.engine.Close(); err != nil {
					rt.Fatal(err)
				}
				l.start()
			},
			"purge": func(rt *rapid.T) {
				if err := l.engine.Purge(context.Background()); err != nil {
					rt.Fatal(err)
				}
			},
			"damage": func(rt *rapid.T) { damage(rt, l) },
			"": func(rt *rapid.T) {
				q := recall.Query{Text: strings.Join(words.Draw(rt, "query"), " "), Limit: rapid.IntRange(1, 5).Draw(rt, "limit")}
				if rapid.Bool().Draw(rt, "by meaning") {
					q.Vector = meant(q.Text)
				}
				if rapid.Bool().Draw(rt, "filtered") {
					q.Kind = rapid.SampledFrom([]string{"", "note", "tweet"}).Draw(rt, "of kind")
					q.Since, q.Until = date(day.Draw(rt, "since")), date(45+day.Draw(rt, "until"))
				}
				if rapid.Bool().Draw(rt, "of one memory") {
					q.Memory = memory.Draw(rt, "asked")
				}
				equal(rt, ask(rt, l.engine, q), l.ref.search(q), q.Limit)
			},
		})
	})
}

// damage flips a byte of a file or truncates it while the engine is down.
func damage(rt *rapid.T, l *life) {
	if err := l.engine.Close(); err != nil {
		rt.Fatal(err)
	}
	defer l.start()
	files, err := filepath.Glob(filepath.Join(l.dir, "u", "*"))
	if err != nil || len(files) == 0 {
		return
	}
	path := rapid.SampledFrom(files).Draw(rt, "file")
	file, err := os.ReadFile(path)
	if err != nil || len(file) == 0 {
		rt.Fatal(err)
	}
	at := rapid.IntRange(0, len(file)-1).Draw(rt, "at")
	if rapid.Bool().Draw(rt, "cut") {
		file = file[:at]
	} else {
		file[at] ^= 1 << rapid.IntRange(0, 7).Draw(rt, "bit")
	}
	if err := os.WriteFile(path, file, 0o600); err != nil {
		rt.Fatal(err)
	}
}

// rounding is the difference allowed between engine and reference: the engine adds in 32 bits.
const rounding = 1e-5

// equal compares up to rounding.
func equal(rt *rapid.T, got []recall.Match, want []refScore, limit int) {
	want = want[:min(len(want), limit)]
	if len(got) != len(want) {
		rt.Fatalf("%d matches, want %d: %+v, %+v", len(got), len(want), got, want)
	}
	for i, m := range got {
		tied := func(j int) bool {
			return j >= 0 && j < len(want) && math.Abs(want[j].score-want[i].score) < rounding
		}
		if math.Abs(m.Score-want[i].score) > rounding {
			rt.Fatalf("match %d scores %v, want %v\n%+v\n%+v", i, m.Score, want[i].score, got, want)
		}
		if m.MemoryID != want[i].id && !tied(i-1) && !tied(i+1) && i != len(want)-1 {
			rt.Fatalf("match %d is %s, want %s", i, m.MemoryID, want[i].id)
		}
	}
}

// readings counts reads of its log.
type readings struct {
	recalltest.Log
	n int
}

func (r *readings) Changes(ctx context.Context, userID string, after int64, limit int) ([]recall.Change, error) {
	r.n++
	return r.Log.Changes(ctx, userID, after, limit)
}

func TestCatchUp(t *testing.T) {
	log := &readings{}
	e := recall.New(log)
	catchUp := func(userID string) (read int) {
		t.Helper()
		before := log.n
		if err := e.CatchUp(t.Context(), userID); err != nil {
			t.Fatal(err)
		}
		return log.n - before
	}
	search := func() (found string, read int) {
		t.Helper()
		before := log.n
		found = ids(ask(t, e, recall.Query{Text: "green boats"}))
		return found, log.n - before
	}
	log.Add("u", note("m1", "Boat", "The red boat needs paint."))
	t.Run("a closed index stays closed", func(t *testing.T) {
		if read := catchUp("u"); read != 0 || len(e.Open()) != 0 {
			t.Errorf("the log was read %d times, and %v are open", read, e.Open())
		}
	})
	search()
	t.Run("an open index is up to date for the next search", func(t *testing.T) {
		log.Add("u", note("m2", "Boats", "Two boats are green."))
		catchUp("u")
		if found, read := search(); found != "m2 m1" || read != 0 {
			t.Errorf("found %s, and the log was read %d times more", found, read)
		}
	})
	t.Run("catching up does not count as a use", func(t *testing.T) {
		log.Add("other", note("m1", "", "boats"))
		if _, err := e.Search(t.Context(), "other", recall.Query{Text: "boats"}); err != nil {
			t.Fatal(err)
		}
		log.Add("u", note("m3", "", "a house"))
		if read := catchUp("u"); read == 0 || !slices.Equal(e.Open(), []string{"other", "u"}) {
			t.Errorf("the log was read %d times, and %v are open", read, e.Open())
		}
	})
	t.Run("a long log is not replayed between searches", func(t *testing.T) {
		for i := range recall.MaxCatchUp + 1 {
			log.Add("u", note(fmt.Sprint("new", i), "", "a house"))
		}
		if read := catchUp("u"); read != 0 {
			t.Errorf("the log was read %d times", read)
		}
		if _, read := search(); read == 0 {
			t.Error("the search did not catch up")
		}
	})
}

// Where every memory has a question's words, more memories can be among the best than are compared exactly. The order stays that
// of their ids, and what has more of the words still comes first.
func TestWordsThatAreInEveryMemory(t *testing.T) {
	var log recalltest.Log
	for i := range 1_500 {
		log.Add("u", recall.Passage{MemoryID: fmt.Sprintf("m%04d", (i*7)%1_500), Kind: "note", Text: "a page of the garden"})
	}
	log.Add("u", recall.Passage{MemoryID: "z", Kind: "note", Text: "a page of the heron garden"})
	e := recall.New(&log)
	if got := ids(ask(t, e, recall.Query{Text: "page of the heron garden", Limit: 4})); got != "z m0000 m0001 m0002" {
		t.Error(got)
	}
}
