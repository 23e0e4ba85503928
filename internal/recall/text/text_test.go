package text

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"engram/internal/lang"
)

func TestTerms(t *testing.T) {
	tests := []struct {
		name, in string
		lang     lang.Lang
		want     []string
	}{
		{"stems", "Running dogs ran", lang.English, []string{"run", "dog", "ran"}},
		{"genitive and elision", "Mom's l'eau dell’arte don't", lang.Unknown, []string{"mom", "l", "eau", "dell", "arte", "dont"}},
		{"identifiers", "sync.Map busy_timeout U.S.A. v1.2", lang.Unknown, []string{"sync", "map", "busy", "timeout", "usa", "v1", "2"}},
		{"numbers", "£9,000 1'234'567 3.14 1,5 12,34,567", lang.Unknown, []string{"9000", "1234567", "3.14", "1,5", "12,34,567"}},
		{"bigrams", "東京タワー, 水", lang.Unknown, []string{"東京", "京タ", "タワ", "ワー", "水"}},
		{"spanish", "las canciones cantadas", lang.Spanish, []string{"las", "cancion", "cant"}},
		{"russian", "ёлки книгами", lang.Russian, []string{"елк", "книг"}},
		{"german", "Katzen Katze Häuser Haus", lang.German, []string{"katz", "katz", "haus", "haus"}},
		{"italian", "gatti gatto cantava cantare", lang.Italian, []string{"gatt", "gatt", "cant", "cant"}},
		{"portuguese", "gatos gato cantando cantava", lang.Portuguese, []string{"gat", "gat", "cant", "cant"}},
		{"dutch", "katten kat huizen", lang.Dutch, []string{"kat", "kat", "huiz"}},
		{"nothing to find", "!? \x00 🎉 —", lang.English, []string{}},
		{"a very long word is cut", strings.Repeat("x", 5000), lang.English, []string{strings.Repeat("x", maxWord)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Terms(tt.in, tt.lang)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStemmedLanguages(t *testing.T) {
	forms := map[lang.Lang][2]string{
		lang.English: {"running", "runs"}, lang.Spanish: {"canciones", "canción"}, lang.French: {"chantaient", "chanter"}, lang.Swedish: {"flickorna", "flickor"},
		lang.Norwegian: {"guttene", "gutter"}, lang.Hungarian: {"házakban", "házak"}, lang.Russian: {"книгами", "книга"}, lang.German: {"häuser", "haus"},
		lang.Italian: {"cantava", "cantare"}, lang.Portuguese: {"gatos", "gato"}, lang.Dutch: {"katten", "kat"},
		lang.Polish: {"notatkach", "notatka"}, lang.Turkish: {"kitapların", "kitap"},
	}
	for l, stemmer := range stemmers {
		pair, listed := forms[lang.Lang(l)]
		if listed != (stemmer != nil) {
			t.Errorf("%q has a stemmer: %t, and a pair of forms: %t", lang.Lang(l), stemmer != nil, listed)
		} else if one, other := Terms(pair[0], lang.Lang(l)), Terms(pair[1], lang.Lang(l)); !slices.Equal(one, other) {
			t.Errorf("%s has %q, %s has %q", pair[0], one, pair[1], other)
		}
	}
}

func TestQueryTerms(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"stop words go", "What is the price of the boat?", []string{"price", "boat"}},
		{"a text of stop words keeps them", "The Who", []string{"the", "who"}},
		{"repeated words count", "titles of a title", []string{"titl titl"}},
		{"operators are words", `AND "OR" NEAR(boat*)`, []string{"near", "boat"}},
		{"the question's own language", "¿Cuántas canciones hay en el disco?", []string{"cancion", "disc"}},
		{"nothing", "?", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, term := range QueryTerms(tt.in, []lang.Lang{lang.English}, 64) {
				got = append(got, strings.TrimSpace(strings.Repeat(term.Forms[0]+" ", term.Count)))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("a word is stemmed in every language", func(t *testing.T) {
		want := []QueryTerm{{Forms: []string{"fontana", "fontan", "fontana"}, Count: 1}}
		if diff := cmp.Diff(want, QueryTerms("the Fontana", []lang.Lang{lang.Spanish, lang.German}, 64)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("bigrams of one run overlap, single bigrams and words do not", func(t *testing.T) {
		var got []string
		for _, term := range QueryTerms("東京都 NBA 球員 art tea", []lang.Lang{lang.English}, 64) {
			if term.Overlaps {
				got = append(got, term.Forms[0])
			}
		}
		if diff := cmp.Diff([]string{"京都"}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a pasted text is cut to the limit", func(t *testing.T) {
		var words []string
		for i := range 10_000 {
			words = append(words, strings.Repeat("z", 1+i%60)+"q")
		}
		if got := len(QueryTerms(strings.Join(words, " "), nil, 16)); got != 16 {
			t.Errorf("%d terms", got)
		}
	})
}

func TestDetect(t *testing.T) {
	for in, want := range map[string]lang.Lang{
		"The cat sat on the mat and it was happy.":                 lang.English,
		"El gato se sentó en la alfombra porque estaba cansado.":   lang.Spanish,
		"Le chat est dans la maison et il ne veut pas sortir.":     lang.French,
		"Der Hund ist nicht auf dem Sofa, sondern unter dem Tisch": lang.German,
		"Il gatto è nella casa e non vuole uscire perché piove":    lang.Italian,
		"O gato não está na casa porque foi para a rua":            lang.Portuguese,
		"De kat zit niet op het dak maar onder een boom":           lang.Dutch,
		"Jag vill inte gå ut för att det är kallt och mörkt":       lang.Swedish,
		"Jeg vil ikke gå ut fordi det er kaldt og mørkt":           lang.Norwegian,
		"A macska nem akar kimenni, mert az eső esik és hideg van": lang.Hungarian,
		"Кошка не хочет выходить, потому что идёт дождь":           lang.Russian,
		"zzz 12345": lang.Unknown,
		"":          lang.Unknown,
	} {
		if got := Detect(in); got != want {
			t.Errorf("Detect(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestSentences(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"plain", "One is here. Two is there! Is it three? Yes.", []string{"One is here.", "Two is there!", "Is it three?", "Yes."}},
		{"abbreviations", "Dr. Smith met J. K. Rowling at 5 p.m. on Main St. Later they ate, e.g. Pizza.",
			[]string{"Dr. Smith met J. K. Rowling at 5 p.m. on Main St. Later they ate, e.g. Pizza."}},
		{"list", "Buy:\n- milk\n- two eggs\n1. Wash up\n2. Sleep", []string{"Buy:", "- milk", "- two eggs", "1. Wash up", "2. Sleep"}},
		{"wrapped lines", "This line of an e-mail was wrapped at a width and\ngoes on below. Next.",
			[]string{"This line of an e-mail was wrapped at a width and\ngoes on below.", "Next."}},
		{"verse and headings", "The heading\nthe text begins small. So it goes.", []string{"The heading", "the text begins small.", "So it goes."}},
		{"other scripts", "これは文です。次の文です。", []string{"これは文です。", "次の文です。"}},
		{"numbers", "It costs 3.50 in all. Pay.", []string{"It costs 3.50 in all.", "Pay."}},
		{"blank", " \n\t ", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range Sentences(tt.in) {
				got = append(got, s.Text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// prose returns text with words[i] words in each sentence and a paragraph every three.
func prose(words ...int) string {
	var b strings.Builder
	for i, n := range words {
		b.WriteString("Word" + strings.Repeat(" word", n-1) + ".")
		if i%3 == 2 {
			b.WriteString("\n\n")
		} else {
			b.WriteString(" ")
		}
	}
	return b.String()
}

func TestChunks(t *testing.T) {
	t.Run("a short text is one passage", func(t *testing.T) {
		if got := Chunks("  A note.\n\nOf two lines.\n"); len(got) != 1 || got[0] != (Chunk{"A note.\n\nOf two lines.", 2}) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("a blank text has no passage", func(t *testing.T) {
		if got := Chunks(strings.Repeat(" \n", 10_000)); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("paragraphs of sufficient length stay whole", func(t *testing.T) {
		got := Chunks(prose(40, 40, 40, 50, 50, 50))
		if len(got) != 2 || countWords(got[0].Text) != 120 || countWords(got[1].Text) != 150 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("long paragraphs are cut at sentences", func(t *testing.T) {
		for _, c := range Chunks(strings.ReplaceAll(prose(50, 50, 50, 50, 50, 50, 50), "\n\n", " ")) {
			if !strings.HasSuffix(c.Text, ".") {
				t.Errorf("%q", c.Text)
			}
		}
	})
	t.Run("a word of a megabyte is cut between characters", func(t *testing.T) {
		s := strings.Repeat("é", 1<<19)
		checkChunks(t, s)
		if n := len(Chunks(s)); n != 1<<20/maxChunkBytes {
			t.Errorf("%d chunks", n)
		}
	})
	t.Run("a script without spaces is cut", func(t *testing.T) { checkChunks(t, strings.Repeat("東京は大きい。", 500)) })
}

func TestChunksOfProse(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := prose(rapid.SliceOfN(rapid.IntRange(1, 250), 1, 60).Draw(rt, "words")...)
		checkChunks(t, s)
		chunks := Chunks(s)
		for i, c := range chunks[:len(chunks)-1] {
			if n := countWords(c.Text); n < minChunkWords {
				rt.Fatalf("chunk %d of %d has %d words", i, len(chunks), n)
			}
		}
	})
}

func TestTermsOfAnyText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := rapid.String().Draw(rt, "a"), rapid.String().Draw(rt, "b")
		whole := Terms(a+"\n"+b, lang.English)
		if parts := append(Terms(a, lang.English), Terms(b, lang.English)...); !slices.Equal(whole, parts) {
			rt.Fatalf("%q in one text, %q in two", whole, parts)
		}
		in := lang.Lang(rapid.IntRange(0, int(lang.Count)-1).Draw(rt, "lang"))
		once := Terms(a, in)
		if again := Terms(a, in); !slices.Equal(once, again) {
			rt.Fatalf("%q, then %q", once, again)
		}
	})
}

func BenchmarkTerms(b *testing.B) {
	s := prose(20, 30, 40, 30)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Terms(s, lang.English)
	}
}

func BenchmarkChunks(b *testing.B) {
	s := strings.Repeat(prose(20, 30, 40, 30, 25, 10), 100)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Chunks(s)
	}
}
