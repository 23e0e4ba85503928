package recall_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
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
	t.Run("what means the same is found without a word of the question", func(t *testing.T) {
		got := ask(t, e, question("vessel"))
		if ids(got) != "boat" || got[0].Passages[0].Similarity < 0.5 || got[0].Passages[0].Coverage != 0 || len(got[0].Passages[0].Words) != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("what means nothing of the sort is not", func(t *testing.T) {
		if got := ask(t, e, question("spaghetti")); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a question without a vector is asked by words alone", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "vessel"}); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a vector of the wrong size is as good as none", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "wind vessel", Vector: make([]int8, 7)}); ids(got) != "wind" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a vector of nothing but zeros as well", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "wind vessel", Vector: make([]int8, 200)}); ids(got) != "wind" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("words find at once what has no vector yet, and rank it where it belongs", func(t *testing.T) {
		log.Add("u", note("new", "", "a vessel of copper, the copper vessel"))
		got := ask(t, e, question("copper vessel"))
		if ids(got) != "new boat" || got[0].Passages[0].Similarity != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("its vector comes late, and is used", func(t *testing.T) {
		p := note("new", "", "a vessel of copper, the copper vessel")
		p.Vector, p.Model = meant("copper vessel"), testModel
		log.Add("u", p)
		if got := ask(t, e, question("copper vessel")); ids(got) != "new boat" || got[0].Passages[0].Similarity < 0.9 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("vectors of another model are left alone", func(t *testing.T) {
		other := recall.New(&log, recall.WithModel("other"))
		if got := ask(t, other, question("vessel")); ids(got) != "new" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("passages whose vectors have another size are found by words, and the log says so", func(t *testing.T) {
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

// TestModelChanges holds that an index made with one model is made anew for another, from files as well.
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

// clustered saves n passages whose vectors stand in clusters, as those of texts do, and returns questions near some of them.
func clustered(n, dims int) (*recalltest.Log, []recall.Query) {
	random := rand.New(rand.NewPCG(1, 2))
	near := func(center []float32, spread float64) []float32 {
		v := make([]float32, dims)
		for i := range v {
			v[i] = float32(random.NormFloat64() * spread)
			if center != nil {
				v[i] += center[i]
			}
		}
		return v
	}
	var centers [][]float32
	for range n / 50 {
		centers = append(centers, near(nil, 1))
	}
	var log recalltest.Log
	var questions []recall.Query
	for i := range n {
		v := near(centers[i%len(centers)], 0.7)
		p := note(fmt.Sprintf("m%05d", i), "", fmt.Sprint("word", i%97))
		p.Vector, p.Model = vector.Quantise(v), testModel
		log.Add("u", p)
		if i%(n/100) == 0 {
			questions = append(questions, recall.Query{Text: fmt.Sprint("word", i%89), Vector: vector.Quantise(near(v, 0.5))})
		}
	}
	return &log, questions
}

// TestSignsFindTheNearest holds that choosing by the signs of the vectors finds what comparing all of them does.
func TestSignsFindTheNearest(t *testing.T) {
	const passages = 5000
	log, questions := clustered(passages, 384)
	exact := recall.New(log, recall.WithModel(testModel))
	signs := recall.New(log, recall.WithModel(testModel), recall.WithExactUpTo(0))
	same, all := 0, 0
	for _, q := range questions {
		found := make(map[string]bool)
		for _, m := range ask(t, signs, q) {
			found[m.MemoryID] = true
		}
		for _, m := range ask(t, exact, q) {
			all++
			if found[m.MemoryID] {
				same++
			}
		}
	}
	if share := float64(same) / float64(all); share < 0.99 {
		t.Errorf("%.3f of what is nearest was found", share)
	}
}

func TestSignsHeedFilters(t *testing.T) {
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

// TestNearnessIsJudgedByWhatIsUsual holds that the same cosine counts for much among passages that have nothing to do with the
// question, and for little among those that are all more or less about it.
func TestNearnessIsJudgedByWhatIsUsual(t *testing.T) {
	score := func(spread float64) float64 {
		random := rand.New(rand.NewPCG(5, 6))
		question := make([]float32, 256)
		question[0] = 1
		at := func(cos float64) []int8 { // a vector that has this cosine with the question
			v := make([]float32, len(question))
			for i := range v[1:] {
				v[i+1] = float32(random.NormFloat64() * math.Sqrt((1-cos*cos)/float64(len(v)-1)))
			}
			v[0] = float32(cos)
			return vector.Quantise(v)
		}
		var log recalltest.Log
		for i := range 400 {
			p := note(fmt.Sprint("m", i), "", "ballast")
			p.Vector, p.Model = at(spread*random.NormFloat64()), testModel
			if i == 0 {
				p.MemoryID, p.Vector = "answer", at(0.6)
			}
			log.Add("u", p)
		}
		e := recall.New(&log, recall.WithModel(testModel))
		for _, m := range ask(t, e, recall.Query{Text: "vessel", Vector: vector.Quantise(question)}) {
			if m.MemoryID == "answer" {
				return m.Score
			}
		}
		t.Fatal("the answer was not found")
		return 0
	}
	if quiet, loud := score(0.06), score(0.2); quiet < 5*loud {
		t.Errorf("%.2f among strangers, %.2f among its like", quiet, loud)
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
