package extractive_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/recall"
)

// nearTo is a Meaning for which texts with certain words are near.
type nearTo struct {
	readable
	words []string
	near  float64 // default 0.7
	asked []string
}

func (n *nearTo) Near(_ context.Context, _, _ string, texts []string) []float64 {
	n.asked = append(n.asked, texts...)
	near := make([]float64, len(texts))
	for i, t := range texts {
		if slices.ContainsFunc(n.words, func(w string) bool { return strings.Contains(t, w) }) {
			near[i] = cmp.Or(n.near, 0.7)
		}
	}
	return near
}

// readable is the part of a Meaning that reads every question.
type readable struct{}

func (readable) Legibility(string) float64 { return 1 }

// unreadable is a Meaning that can't read the question; its cosines are guesses.
type unreadable struct{ nearTo }

func (*unreadable) Legibility(string) float64 { return 0 }

// late is a Meaning that misses the deadline.
type late struct{ readable }

func (late) Near(ctx context.Context, _, _ string, _ []string) []float64 {
	<-ctx.Done()
	return nil
}

// none is a Meaning without an encoder on this machine.
type none struct{ readable }

func (none) Near(context.Context, string, string, []string) []float64 { return nil }

// graded is a Meaning with a cosine per word.
type graded map[string]float64

func (graded) Legibility(string) float64 { return 1 }

func (g graded) Near(_ context.Context, _, _ string, texts []string) []float64 {
	near := make([]float64, len(texts))
	for i, t := range texts {
		for w, n := range g {
			if strings.Contains(t, w) {
				near[i] = n
			}
		}
	}
	return near
}

// hit returns a memory that was found by meaning alone.
func hit(id, text string, similarity float64) recall.Match {
	return recall.Match{MemoryID: id, Score: similarity, Passages: []recall.Hit{{
		Passage: recall.Passage{MemoryID: id, Text: text}, Score: similarity, Similarity: similarity,
	}}}
}

func answerBy(t testing.TB, m extractive.Meaning, question string, matches ...recall.Match) answer.Answer {
	t.Helper()
	a, err := extractive.New(m, nil).Answer(context.Background(), answer.Question{Text: question, Matches: matches, Aside: answer.AsideTo(question)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestMeaning(t *testing.T) {
	puppy := "The sofa came on Monday. The puppy may no longer have tennis balls. It rained all week."
	const asked = "what toy should the dog no longer chew"
	t.Run("a sentence in other words is an answer when nothing else is as near", func(t *testing.T) {
		a := answerBy(t, &nearTo{words: []string{"puppy"}}, asked, hit("m1", puppy, 0.5), hit("m2", "Curtains are due.", 0.2),
			hit("m3", "Tyres were changed.", 0.2), hit("m4", "Two eggs.", 0.1), hit("m5", "The roses bloom.", 0.1))
		if !a.Answered() || a.Citations[0].Quote != "The puppy may no longer have tennis balls." {
			t.Errorf("%+v", a)
		}
	})
	t.Run("an illegible question is not answered by meaning", func(t *testing.T) {
		blind := &unreadable{nearTo{words: []string{"puppy"}}}
		a := answerBy(t, blind, asked, hit("m1", puppy, 0.5), hit("m2", "Curtains are due.", 0.2))
		if a.Answered() {
			t.Errorf("%+v", a)
		}
	})
	t.Run("a memory without any word of the question needs a smaller lead", func(t *testing.T) {
		others := []recall.Match{hit("m2", "Curtains are due.", 0.31), hit("m3", "Tyres were changed.", 0.2), hit("m4", "Two eggs.", 0.1), hit("m5", "The roses bloom.", 0.1)}
		without, with := hit("m1", puppy, 0.45), hit("m1", puppy, 0.45)
		with.Passages[0].Words = []recall.Word{{Forms: []string{"longer"}, Share: 0.05}}
		barely := hit("m1", puppy, 0.39)
		for want, first := range map[bool][]recall.Match{true: {without}, false: {with, barely}} {
			for _, m := range first {
				if a := answerBy(t, &nearTo{words: []string{"puppy"}, near: .3}, asked, append([]recall.Match{m}, others...)...); a.Answered() != want {
					t.Errorf("ahead by %.2f, with %d words: %+v", m.Score-others[0].Score, len(m.Passages[0].Words), a)
				}
			}
		}
	})
	t.Run("a second sentence in other words is quoted if it is near enough", func(t *testing.T) {
		others := []recall.Match{hit("m2", "Curtains are due.", 0.2), hit("m3", "Tyres were changed.", 0.2), hit("m4", "Two eggs.", 0.1), hit("m5", "The roses bloom.", 0.1)}
		for near, want := range map[float64]int{0.3: 2, 0.2: 1} {
			m := graded{"puppy": .5, "sofa": near}
			a := answerBy(t, m, asked, append([]recall.Match{hit("m1", puppy, 0.5)}, others...)...)
			if len(a.Citations) != want || a.Citations[0].Quote != "The puppy may no longer have tennis balls." {
				t.Errorf("%.1f: %+v", near, a)
			}
		}
	})
	t.Run("a sentence in other words is no answer when others are as near", func(t *testing.T) {
		a := answerBy(t, &nearTo{}, asked, hit("m1", puppy, 0.3), hit("m2", "Curtains are due.", 0.28))
		if a.Answered() {
			t.Errorf("%+v", a)
		}
	})
	t.Run("at most six sentences are encoded", func(t *testing.T) {
		m := &nearTo{}
		answerBy(t, m, asked, hit("m1", strings.Repeat("One more sentence here. ", 200), 0.5))
		if len(m.asked) != 6 {
			t.Errorf("%d", len(m.asked))
		}
	})
	t.Run("after a sentence that covers much of the question, only sentences that could outrank it are encoded", func(t *testing.T) {
		far, close := hit("m2", "Curtains are due. Tyres were changed.", 0.05), hit("m2", "Curtains are due. Tyres were changed.", 0.55)
		for want, second := range map[int]recall.Match{1: far, 3: close} {
			m := &nearTo{words: []string{"balls"}, near: .4}
			first := hit("m1", "The puppy may no longer have tennis balls.", 0.5)
			for share, want := range map[float64]int{.3: want, .25: 3} {
				first.Passages[0].Words = []recall.Word{{Forms: []string{"ball", "balls"}, Share: share}}
				m.asked = nil
				answerBy(t, m, asked, first, second)
				if len(m.asked) != want || want == 1 && !strings.Contains(m.asked[0], "balls") {
					t.Errorf("%.2f of it: compared %q, want %d", share, m.asked, want)
				}
			}
		}
	})
	t.Run("a sentence that could outrank the first one is encoded", func(t *testing.T) {
		m := graded{"sofa": .1, "balls": .8}
		a := answerBy(t, m, asked, hit("m1", "The dog may chew the sofa no longer than the chair. The puppy may have no tennis balls.", 0.6), hit("m2", "Curtains are due.", 0.1))
		if len(a.Citations) == 0 || !strings.Contains(a.Citations[0].Quote, "balls") {
			t.Errorf("%+v", a)
		}
	})
	t.Run("an answer does not wait for a slow model", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			said := hit("m1", puppy, 0.6)
			said.Passages[0].Words = []recall.Word{{Forms: []string{"longer"}, Share: 0.5}, {Forms: []string{"toy", "balls"}, Share: 0.5}}
			a := answerBy(t, late{}, asked, said, hit("m2", "Curtains are due.", 0.2))
			if !a.Answered() || time.Since(began) > time.Second {
				t.Errorf("%+v after %v", a, time.Since(began))
			}
		})
	})
	t.Run("cosines of a model that does not tell sentences apart are ignored", func(t *testing.T) {
		for name, m := range map[string]extractive.Meaning{"no meaning": nil, "late": late{}, "another model": none{}} {
			a := answerBy(t, m, "who is the queen of Denmark", hit("m1", "Tyres were changed on Monday.", 0.76), hit("m2", "Curtains are due.", 0.74),
				hit("m3", "Two eggs.", 0.74), hit("m4", "The roses bloom.", 0.73), hit("m5", "The ferry is late.", 0.73))
			if a.Answered() || a.Markdown() != extractive.Refusal {
				t.Errorf("%s: %+v", name, a)
			}
		}
	})
	t.Run("a memory's words do not make another memory the answer", func(t *testing.T) {
		word := []recall.Word{{Forms: []string{"queen"}, Share: 0.5}}
		first, second := hit("m1", "The bees have a queen.", 0.3), hit("m2", "Tyres were changed on Monday in Denmark.", 0.5)
		first.Score, second.Score = 0.6, 0.1
		first.Passages[0].Words = word
		others := []recall.Match{first, second, hit("m3", "Two eggs.", 0), hit("m4", "The roses bloom.", 0), hit("m5", "The ferry is late.", 0)}
		if a := answerBy(t, &nearTo{words: []string{"Tyres"}, near: 1}, "who was queen", others...); a.Answered() && a.Citations[0].MemoryID == "m2" {
			t.Errorf("%+v", a)
		}
	})
	t.Run("of equal sentences, one in the question's language comes first", func(t *testing.T) {
		words := []recall.Word{{Forms: []string{"paella", "paell"}, Share: 1}}
		match := func(id, text string) recall.Match {
			m := hit(id, text, 0)
			m.Score, m.Passages[0].Words = 1, words
			return m
		}
		english := match("m1", "The paella is what we had when it was hot and there was no wind.")
		spanish := match("m2", "La paella es lo que comimos cuando hacía calor y no había viento.")
		for question, want := range map[string]string{"¿qué es la paella que comimos con ellos?": "m2", "what is the paella that we had?": "m1"} {
			if a := answerBy(t, nil, question, english, spanish); a.Citations[0].MemoryID != want {
				t.Errorf("%q: %+v", question, a)
			}
		}
	})
}

// holds asserts invariants of every answer.
func holds(t interface{ Fatalf(string, ...any) }, a answer.Answer, matches []recall.Match) {
	quotes := a.Answered() || a.Kind == answer.Closest
	if quotes != (len(a.Citations) > 0) || len(a.Citations) > 3 || !utf8.ValidString(a.Markdown()) || a.Markdown() == "" {
		t.Fatalf("%+v", a)
	}
	for _, c := range a.Citations {
		in := func(h recall.Hit) bool { return answer.Holds(h.Text, c.Quote) }
		if c.N < 1 || c.N > len(matches) || matches[c.N-1].MemoryID != c.MemoryID || c.Quote == "" || !slices.ContainsFunc(matches[c.N-1].Passages, in) {
			t.Fatalf("%+v is in no passage that it cites", c)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	for _, seed := range [][2]string{
		{"zebra", "Zebras [1] are ![striped](http://x). <b>Zebra</b>"}, {"x", "x"}, {"", ""}, {"何", "何ですか。はい。"}, {"who", "\xff\xfe. \u202eW."},
		{strings.Repeat("why ", 10_000), "Why not? Because."}, {"when", "1. \n- \n\n# On 5 May."},
	} {
		f.Add(seed[0], seed[1], 0.5)
	}
	f.Fuzz(func(t *testing.T, question, saved string, similarity float64) {
		matches := []recall.Match{hit("m1", saved, similarity), hit("m2", saved+" "+question, similarity)}
		for i := range matches {
			matches[i].Passages[0].Title = question
			matches[i].Passages[0].Words = []recall.Word{{Forms: []string{"zebra", "x", "why"}, Share: 1}}
		}
		holds(t, answerBy(t, &nearTo{words: []string{"a"}}, question, matches...), matches)
		holds(t, answerRead(t, finds(.99, question), answer.Question{Text: question, Matches: matches}), matches)
	})
}
