package encoder

import (
	"testing"

	"engram/internal/embed"
	"engram/internal/embed/encoder/multilingual"
)

// multilingualBuiltIn is the product's encoder for many languages.
func multilingualBuiltIn(t testing.TB) *Encoder {
	t.Helper()
	if len(multilingual.Weights()) == 0 {
		t.Skip("built without the encoder")
	}
	e, err := Read(multilingual.Weights())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// plainVector encodes a passage without subtracting the mean.
func plainVector(t testing.TB, e *Encoder, text string) []float32 {
	t.Helper()
	l, err := e.ready()
	if err != nil {
		t.Fatal(err)
	}
	vector, err := l.encode(append(l.pieces(e.Passage), l.pieces(text)...), func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return vector
}

func TestMultilingualAsTheReference(t *testing.T) {
	texts := withVectors(t, readTexts(t, "tokenizer/testdata/unigram.jsonl"), "unigram.vectors")
	e, worst, sum := multilingualBuiltIn(t), 1.0, 0.0
	for _, text := range texts {
		cos := cosine(plainVector(t, e, text.Text), text.Vector)
		if cos < 0.99 {
			t.Errorf("%.5f for %q", cos, text.Text)
		}
		worst, sum = min(worst, cos), sum+cos
	}
	t.Logf("%d texts: at least %.5f, %.5f on average", len(texts), worst, sum/float64(len(texts)))
}

// Languages that MiniLM can't read, and what stands in any.
func TestMultilingualLegibility(t *testing.T) {
	e := multilingualBuiltIn(t)
	for text, want := range map[string]float64{
		"Where did we park the bicycle after the concert?":        1,
		"Wie lange gilt die Garantie der neuen Waschmaschine?":    1,
		"Yeni çamaşır makinesinin garantisi ne kadar sürüyor?":    1,
		"Máy giặt mới được bảo hành trong bao lâu?":               1,
		"На какой срок дана гарантия на новую стиральную машину?": 1,
		"Πόσο διαρκεί η εγγύηση του καινούργιου πλυντηρίου;":      1,
		"ما هي مدة ضمان الغسالة الجديدة؟":                         1,
		"नई वॉशिंग मशीन की वारंटी कितने समय की है?":               1,
		"เครื่องซักผ้าใหม่รับประกันนานเท่าไร":                     1,
		"新洗衣机的保修期是多久？":                                            1,
		"새 세탁기의 보증 기간은 얼마나 되나요?":                                  1,
		"ახალი სარეცხი მანქანის გარანტია რამდენ ხანს მოქმედებს?":  0,
		"አዲሱ የልብስ ማጠቢያ ማሽን ዋስትና ለምን ያህል ጊዜ ነው?":                   0,
	} {
		if got := e.Legibility(text, embed.Question); got != want {
			t.Errorf("%q: %.2f, want %.0f", text, got, want)
		}
	}
}

// A question is nearer to what answers it in another language than to another text in its own.
func TestMultilingualMeaning(t *testing.T) {
	e := multilingualBuiltIn(t)
	asked, err := e.Embed(t.Context(), []string{"how do I get my money back from the landlord"}, embed.Question)
	if err != nil {
		t.Fatal(err)
	}
	far := cosine(asked[0], vectorOf(t, e, "Bake the bread for forty minutes."))
	for _, text := range []string{
		"Die Kaution wird spätestens sechs Wochen nach dem Auszug zurückgezahlt.", "Залог возвращается в течение шести недель после выезда из квартиры.",
		"押金在搬出公寓后六周内退还。",
	} {
		if near := cosine(asked[0], vectorOf(t, e, text)); near < far+0.1 {
			t.Errorf("%.2f for %s, and %.2f for what it does not mean", near, text, far)
		}
	}
}

func BenchmarkMultilingual(b *testing.B) { benchmarkEmbed(b, multilingualBuiltIn(b)) }
