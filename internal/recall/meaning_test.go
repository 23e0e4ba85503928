package recall_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
	"engram/internal/recall/vector"
)

func meaningful(id, text string) recall.Passage {
	p := note(id, "", text)
	p.Vector, p.Model = meant(text), testModel
	return p
}

func TestMeaning(t *testing.T) {
	var log recalltest.Log
	log.Add("u", meaningful("boat", "boat boat red"), meaningful("wind", "wind from nowhere"), meaningful("house", "house door window"))
	e := recall.New(&log, recall.WithModel(testModel))
	question := func(text string) recall.Query { return recall.Query{Text: text, Vector: meant(text)} }
	t.Run("a synonym is found without any word of the question", func(t *testing.T) {
		got := ask(t, e, question("vessel"))
		if ids(got) != "boat" || got[0].Passages[0].Similarity < 0.5 || got[0].Passages[0].Coverage != 0 || len(got[0].Passages[0].Words) != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("an unrelated question finds nothing", func(t *testing.T) {
		if got := ask(t, e, question("spaghetti")); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("without a vector only words are searched", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "vessel"}); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a vector of the wrong size is ignored", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "wind vessel", Vector: make([]int8, 7)}); ids(got) != "wind" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a zero vector is ignored", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "wind vessel", Vector: make([]int8, 200)}); ids(got) != "wind" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a passage without a vector is found and ranked by its words", func(t *testing.T) {
		log.Add("u", note("new", "", "a vessel of copper, the copper vessel"))
		got := ask(t, e, question("copper vessel"))
		if ids(got) != "new boat" || got[0].Passages[0].Similarity != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a vector that arrives later is used", func(t *testing.T) {
		p := note("new", "", "a vessel of copper, the copper vessel")
		p.Vector, p.Model = meant("copper vessel"), testModel
		log.Add("u", p)
		if got := ask(t, e, question("copper vessel")); ids(got) != "new boat" || got[0].Passages[0].Similarity < 0.9 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("vectors of another model are ignored", func(t *testing.T) {
		other := recall.New(&log, recall.WithModel("other"))
		if got := ask(t, other, question("vessel")); ids(got) != "new" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("passages with vectors of another size are found by words, with a warning", func(t *testing.T) {
		var said bytes.Buffer
		odd := note("odd", "", "a kayak")
		odd.Vector, odd.Model = []int8{1, 2, 3}, testModel
		log.Add("u", odd)
		e := recall.New(&log, recall.WithModel(testModel), recall.WithLog(slog.New(slog.NewTextHandler(&said, nil))))
		if got := ask(t, e, question("kayak")); ids(got) != "odd" || !strings.Contains(said.String(), "another size") {
			t.Errorf("%+v, %s", got, said.String())
		}
	})
}

// TestModelChanges shows that an index is rebuilt when the model changes, from files as well.
func TestModelChanges(t *testing.T) {
	var log recalltest.Log
	log.Add("u", meaningful("boat", "boat boat red"))
	dir := t.TempDir()
	for _, model := range []string{testModel, "other", testModel} {
		e := recall.New(&log, recall.WithModel(model), recall.WithDir(dir))
		got := ids(ask(t, e, recall.Query{Text: "vessel", Vector: meant("vessel")}))
		if want := map[bool]string{true: "boat"}[model == testModel]; got != want {
			t.Errorf("%s: %q, want %q", model, got, want)
		}
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// near returns a vector with noise around a center.
func near(random *rand.Rand, center []float32, spread float64) []float32 {
	v := make([]float32, len(center))
	for i := range v {
		v[i] = center[i] + float32(random.NormFloat64()*spread)
	}
	return v
}

// clustered saves n passages with clustered vectors, as texts have, and returns questions near some
// of them.
func clustered(n, dims int) (*recalltest.Log, []recall.Query) {
	random := rand.New(rand.NewPCG(1, 2))
	var centers [][]float32
	for range n / 50 {
		centers = append(centers, near(random, make([]float32, dims), 1))
	}
	var log recalltest.Log
	var questions []recall.Query
	for i := range n {
		v := near(random, centers[i%len(centers)], 0.7)
		p := note(fmt.Sprintf("m%05d", i), "", fmt.Sprint("word", i%97))
		p.Vector, p.Model = vector.Quantise(v), testModel
		log.Add("u", p)
		if i%(n/100) == 0 {
			questions = append(questions, recall.Query{Text: fmt.Sprint("word", i%89), Vector: vector.Quantise(near(random, v, 0.5))})
		}
	}
	return &log, questions
}

// TestBitsFindTheNearest compares candidates by 1-bit vectors with an exhaustive comparison.
func TestBitsFindTheNearest(t *testing.T) {
	for name, saved := range map[string]func() (*recalltest.Log, []recall.Query){
		"passages": func() (*recalltest.Log, []recall.Query) { return clustered(5000, 384) },
		"turns":    func() (*recalltest.Log, []recall.Query) { return conversations(80, 50, 384) },
	} {
		t.Run(name, func(t *testing.T) {
			log, questions := saved()
			exact := recall.New(log, recall.WithModel(testModel))
			signs := recall.New(log, recall.WithModel(testModel), recall.WithExactUpTo(0))
			memories, first, passages := &overlap{}, &overlap{}, &overlap{}
			for _, q := range questions {
				want, got := ask(t, exact, q), ask(t, signs, q)
				memories.count(memoryIDs(want), memoryIDs(got))
				first.count(memoryIDs(want)[:min(5, len(want))], memoryIDs(got)[:min(5, len(got))])
				passages.count(placesOf(t, exact, q), placesOf(t, signs, q))
			}
			for name, of := range map[string]*overlap{"memories": memories, "first five": first, "passages": passages} {
				if share := float64(of.same) / float64(of.all); share < 0.985 {
					t.Errorf("%s: %.3f of what is nearest was found", name, share)
				}
			}
		})
	}
}

// overlap counts how many of the wanted results are found.
type overlap struct{ same, all int }

func (o *overlap) count(want, got []string) {
	o.all += len(want)
	for _, id := range want {
		if slices.Contains(got, id) {
			o.same++
		}
	}
}

func placesOf(t *testing.T, e *recall.Engine, q recall.Query) (places []string) {
	t.Helper()
	hits, err := e.Passages(t.Context(), "u", q)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hits {
		places = append(places, fmt.Sprint(h.MemoryID, ":", h.Ord))
	}
	return places
}

// conversations saves memories of short turns that stay on a topic for a while, and returns
// questions about some.
func conversations(n, turns, dims int) (*recalltest.Log, []recall.Query) {
	const topics, long = 100, 5 // long: turns that stay with a topic
	random := rand.New(rand.NewPCG(3, 4))
	var centers [][]float32
	for range topics {
		centers = append(centers, near(random, make([]float32, dims), 1))
	}
	var log recalltest.Log
	var questions []recall.Query
	for m := range n {
		for turn := range turns {
			topic := (m*7 + turn/long*13) % topics
			text := fmt.Sprintf("word%d said%d then%d", random.IntN(97), random.IntN(500), topic%20)
			p := recall.Passage{MemoryID: fmt.Sprintf("m%03d", m), Kind: "note", Ord: turn, Text: text, Model: testModel}
			v := near(random, centers[topic], 1)
			p.Vector = vector.Quantise(v)
			log.Add("u", p)
			if (m*turns+turn)%(n*turns/100) == 3 {
				q := fmt.Sprintf("word%d then%d", random.IntN(97), topic%20)
				questions = append(questions, recall.Query{Text: q, Vector: vector.Quantise(near(random, v, 0.7))})
			}
		}
	}
	return &log, questions
}

func TestBitsRespectFilters(t *testing.T) {
	log, questions := clustered(500, 64)
	log.Delete("u", "m00000")
	e := recall.New(log, recall.WithModel(testModel), recall.WithExactUpTo(0))
	for _, q := range questions {
		q.Kind = "video"
		if got := ask(t, e, q); len(got) != 0 {
			t.Errorf("%+v", got)
		}
		q.Kind = "note"
		got := ask(t, e, q)
		if len(got) == 0 || strings.Contains(ids(got), "m00000") {
			t.Errorf("%s", ids(got))
		}
	}
}

// compass makes vectors by their cosine with the question.
type compass struct {
	random   *rand.Rand
	question []float32
}

func newCompass() compass {
	c := compass{random: rand.New(rand.NewPCG(5, 6)), question: make([]float32, 256)}
	c.question[0] = 1
	return c
}

// query returns a query with the question's vector.
func (c compass) query(text string) recall.Query {
	return recall.Query{Text: text, Vector: vector.Quantise(c.question)}
}

// at returns a passage that has this cosine with the question.
func (c compass) at(id string, ord int, text string, cos float64) recall.Passage {
	v := make([]float32, len(c.question))
	for i := range v[1:] {
		v[i+1] = float32(c.random.NormFloat64() * math.Sqrt((1-cos*cos)/float64(len(v)-1)))
	}
	v[0] = float32(cos)
	return recall.Passage{MemoryID: id, Kind: "note", Ord: ord, Text: text, Vector: vector.Quantise(v), Model: testModel}
}

// scores returns the score of each memory found.
func scores(t *testing.T, e *recall.Engine, q recall.Query) map[string]float64 {
	t.Helper()
	found := make(map[string]float64)
	for _, m := range ask(t, e, q) {
		found[m.MemoryID] = m.Score
	}
	return found
}

// TestNearnessIsRelative shows that the same cosine counts for more among unrelated passages than
// among related ones.
func TestNearnessIsRelative(t *testing.T) {
	score := func(spread float64) float64 {
		var log recalltest.Log
		to := newCompass()
		log.Add("u", to.at("answer", 0, "ballast", 0.6))
		for i := range 400 {
			log.Add("u", to.at(fmt.Sprint("m", i), 0, "ballast", spread*to.random.NormFloat64()))
		}
		return scores(t, recall.New(&log, recall.WithModel(testModel)), to.query("vessel"))["answer"]
	}
	if quiet, loud := score(0.06), score(0.2); loud == 0 || quiet < 2.5*loud {
		t.Errorf("%.2f among strangers, %.2f among its like", quiet, loud)
	}
}

// TestNearnessIsBounded shows that meaning alone never beats every word of the question where all
// cosines are alike.
func TestNearnessIsBounded(t *testing.T) {
	var log recalltest.Log
	to := newCompass()
	for i := range 1000 {
		log.Add("u", to.at(fmt.Sprint("m", i), 0, "nothing of note today", 0.1+0.02*to.random.NormFloat64()))
	}
	log.Add("u", to.at("words", 0, "the red boat sank", 0.35), to.at("near", 0, "ballast", 0.5))
	got := scores(t, recall.New(&log, recall.WithModel(testModel)), to.query("red boat sank"))
	if got["near"] == 0 || got["near"] > 0.4 || got["words"] < 1.5*got["near"] {
		t.Errorf("%.2f with every word, %.2f by a cosine that stands out", got["words"], got["near"])
	}
}

// TestMissingVectorsCostNothing shows that a memory of short passages ranks the same before it has
// vectors.
func TestMissingVectorsCostNothing(t *testing.T) {
	for name, upTo := range map[string]int{"exact": 20_000, "signs": 0} {
		t.Run(name, func(t *testing.T) {
			var log recalltest.Log
			to := newCompass()
			for i := range 300 {
				log.Add("u", to.at(fmt.Sprint("m", i), 0, "nothing of note today", 0.1*to.random.NormFloat64()))
			}
			for turn := range 9 {
				text, cos := "well yes indeed", 0.05
				if turn == 4 {
					text, cos = "the red boat sank", 0.6
				}
				known := to.at("known", turn, text, cos)
				unread := known
				unread.MemoryID, unread.Vector, unread.Model = "unread", nil, ""
				log.Add("u", known, unread)
			}
			got := scores(t, recall.New(&log, recall.WithModel(testModel), recall.WithExactUpTo(upTo)), to.query("red boat sank"))
			if math.Abs(got["known"]-got["unread"]) > 1e-6 || got["known"] == 0 {
				t.Errorf("%.3f with vectors, %.3f without", got["known"], got["unread"])
			}
		})
	}
}

func FuzzSearch(f *testing.F) {
	var log recalltest.Log
	log.Add("u", meaningful("m1", "The red boat 東京 лодка"), meaningful("m2", "a house, l'eau, sync.Map 9,000"))
	for _, q := range []string{"boat", "東京 лодка", "l'eau 9,000", "\xff\x00", "'\"()*", strings.Repeat("a ", 200)} {
		f.Add(q, []byte(q), 3)
	}
	e := recall.New(&log, recall.WithModel(testModel))
	f.Fuzz(func(t *testing.T, question string, v []byte, limit int) {
		q := recall.Query{Text: question, Vector: vector.Int8s(v), Limit: limit % 1000}
		if _, err := e.Search(context.Background(), "u", q); err != nil {
			t.Fatal(err)
		}
		if _, err := e.Find(context.Background(), "u", q); err != nil {
			t.Fatal(err)
		}
	})
}
