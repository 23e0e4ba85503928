package encoder

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"engram/internal/embed"
)

// smallAligned is small with an alignment that turns vectors around and halves some of the numbers.
func smallAligned() Weights {
	w := small(func(d *Description) { d.Name, d.Towards, d.Pooling = "many", "small", First })
	w.Alignment = make([]float32, w.Hidden*w.Hidden)
	for i := range w.Hidden {
		w.Alignment[i*w.Hidden+w.Hidden-1-i] = 1 / float32(1+i%2)
	}
	return w
}

func smallEnsemble(t testing.TB) (e *Ensemble, some, many *Encoder) {
	t.Helper()
	some, many = smallEncoder(t), opened(t, written(t, smallAligned(), Int8))
	e, err := NewEnsemble(some, many)
	if err != nil {
		t.Fatal(err)
	}
	return e, some, many
}

func TestEnsembleHasBothVectors(t *testing.T) {
	e, some, many := smallEnsemble(t)
	for text, legible := range map[string]bool{"milk": true, "milk milk tea": true, "a b c": false, "c a": false} {
		vectors, err := e.Embed(t.Context(), []string{"tea milk", text}, embed.Passage)
		if err != nil {
			t.Fatal(err)
		}
		asked, err := e.Embed(t.Context(), []string{text}, embed.Question) // small has no prefixes
		if err != nil || !slices.Equal(asked[0], vectors[1]) {
			t.Errorf("%q is another as a question: %v", text, err)
		}
		second := vectorOf(t, many, text)
		first := make([]float32, len(second))
		for i := range first {
			first[i] = second[len(second)-1-i] / float32(1+i%2)
		}
		normalise(first)
		if legible {
			first = vectorOf(t, some, text)
		}
		want := slices.Concat(first, second)
		normalise(want)
		if cos, length := cosine(vectors[1], want), cosine(vectors[1], vectors[1]); cos < 0.99999 || math.Abs(length-1) > 1e-4 || len(vectors[1]) != len(want) {
			t.Errorf("%q: %d numbers, the squared length %f, cosine %f", text, len(vectors[1]), length, cos)
		}
	}
	if half := vectorOf(t, e, "tea a"); math.Abs(cosine(half, half)-1) > 1e-4 {
		t.Errorf("of a text that is half legible: %v", half)
	}
	empty, err := e.Embed(t.Context(), []string{""}, embed.Passage)
	if err != nil || cosine(empty[0], empty[0]) != 0 || len(empty[0]) != some.Hidden+many.Hidden {
		t.Errorf("an empty text: %v, %v", empty, err)
	}
}

func TestEnsembleIsNamedAfterBoth(t *testing.T) {
	e, some, many := smallEnsemble(t)
	other := smallEncoder(t)
	other.model += "x"
	changed, err := NewEnsemble(other, many)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(e.Model(), "many@") || e.Model() == changed.Model() || e.Model() == many.Model() {
		t.Errorf("%q and %q, of %q and %q", e.Model(), changed.Model(), some.Model(), many.Model())
	}
}

func TestEncodersThatAreNotAlignedAreRefused(t *testing.T) {
	aligned := opened(t, written(t, smallAligned(), Int8))
	for name, pair := range map[string][2]*Encoder{
		"no alignment":         {smallEncoder(t), smallEncoder(t)},
		"aligned with another": {aligned, aligned},
		"the other way around": {aligned, smallEncoder(t)},
		"of another length":    {opened(t, written(t, small(func(d *Description) { d.Hidden, d.Heads = 128, 8 }), Int8)), aligned},
	} {
		if _, err := NewEnsemble(pair[0], pair[1]); err == nil || !strings.Contains(err.Error(), "aligned") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*Weights){
		"a row that is missing":           func(w *Weights) { w.Alignment = w.Alignment[w.Hidden:] },
		"an alignment that leads nowhere": func(w *Weights) { w.Towards = "" },
		"no alignment":                    func(w *Weights) { w.Alignment = nil },
	} {
		w := smallAligned()
		change(&w)
		if err := WriteFloat(t.TempDir()+"/weights", w); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// A long text is judged by parts of it, whatever characters it has where they are cut.
func TestLegibilityOfALongText(t *testing.T) {
	e, _, many := smallEnsemble(t)
	for _, text := range []string{strings.Repeat("milk ", 500), strings.Repeat("я мы ", 500), strings.Repeat("茶", 500)} {
		if got, want := e.Legibility(text, embed.Passage), many.Legibility(text, embed.Passage); got != want {
			t.Errorf("%.20q…: %v, want %v", text, got, want)
		}
	}
	mixed := strings.Repeat("milk я мы ", 100)
	if got := many.Legibility(mixed, embed.Passage); got <= 0 || got >= 1 || math.Abs(e.Legibility(mixed, embed.Passage)-got) > .2 {
		t.Errorf("half is legible: %v, of parts %v", got, e.Legibility(mixed, embed.Passage))
	}
	for range 4 {
		if short := strings.Repeat("y", rand.IntN(3*excerptSize)); excerpts(short) != short {
			t.Errorf("of %d bytes something is left out", len(short))
		}
	}
}
