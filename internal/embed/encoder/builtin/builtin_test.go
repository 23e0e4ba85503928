package builtin

import (
	"slices"
	"testing"

	"engram/internal/embed"
)

func TestBuiltIn(t *testing.T) {
	if !Encodes() || !Reads() {
		t.Skip("built without the encoder or the reader")
	}
	e, err := Multilingual()
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{
		"押金在搬出公寓后六周内退还。",
		"Die Kaution wird spätestens sechs Wochen nach dem Auszug zurückgezahlt.",
		"The landlord returns the deposit within six weeks of moving out.",
		"Bake the bread for forty minutes.",
	}
	embedded := func(texts []string, as embed.Role) [][]float32 {
		t.Helper()
		vectors, err := e.Embed(t.Context(), texts, as)
		if err != nil {
			t.Fatal(err)
		}
		return vectors
	}
	saved, asked := embedded(texts, embed.Passage), embedded([]string{"how do I get my money back from the landlord"}, embed.Question)[0]
	near := func(v []float32) (sum float64) {
		for i, x := range v {
			sum += float64(x) * float64(asked[i])
		}
		return sum
	}
	for i, v := range saved[:3] {
		if far := near(saved[3]); near(v) < far+.1 {
			t.Errorf("%q is as near as %.2f, and what does not answer %.2f", texts[i], near(v), far)
		}
	}
	r, err := Reader(e.Multilingual())
	if err != nil {
		t.Fatal(err)
	}
	read := func(body string) embed.Reading {
		t.Helper()
		reading, err := r.Read(t.Context(), "When does the ferry leave?", embed.Excerpt{Body: body})
		if err != nil {
			t.Fatal(err)
		}
		return reading
	}
	const ferry = "The ferry leaves at seven. Bring the tickets."
	first := read(ferry)
	if other := read(texts[3]); first.Answers < 2*other.Answers || ferry[first.Places[0].Start:first.Places[0].End] != "at seven" {
		t.Errorf("%+v, and of another text %+v", first, other)
	}

	Release()
	ReleaseEncoders()
	if again := embedded(texts, embed.Passage); !slices.EqualFunc(saved, again, slices.Equal[[]float32]) {
		t.Error("other vectors since the memory was given back")
	}
	if again := read(ferry); again.Answers != first.Answers {
		t.Errorf("%v, and %v since the memory was given back", first.Answers, again.Answers)
	}
}
