package encoder

import (
	"os"
	"testing"

	"engram/internal/embed"
	"engram/internal/embed/encoder/tokenizer"
)

func uncased(t testing.TB) *tokenizer.WordPiece {
	t.Helper()
	text, err := os.ReadFile("tokenizer/testdata/vocabulary.txt")
	if err != nil {
		t.Fatal(err)
	}
	tok, err := tokenizer.NewWordPiece(text, true)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func TestLegibility(t *testing.T) {
	tok := uncased(t)
	for text, want := range map[string]struct{ least, most float64 }{ // of a question
		"Where did we park the bicycle after the concert?":        {1, 1},
		"What does the insurance of the dog pay for?":             {1, 1},
		"the Wi-Fi password of the cabin is moss-lantern-42":      {1, 1},
		"¿Cuánto cuesta el alquiler de la casa en la montaña?":    {.01, .9},
		"Wie lange gilt die Garantie der neuen Waschmaschine?":    {.01, .9},
		"Combien coûte la location de la maison à la montagne ?":  {.01, 1},
		"Yeni çamaşır makinesinin garantisi ne kadar sürüyor?":    {0, .2},
		"Máy giặt mới được bảo hành trong bao lâu?":               {0, .2},
		"Jak długo obowiązuje gwarancja na nową pralkę?":          {0, .2},
		"На какой срок дана гарантия на новую стиральную машину?": {0, 0},
		"Πόσο διαρκεί η εγγύηση του καινούργιου πλυντηρίου;":      {0, 0},
		"ما هي مدة ضمان الغسالة الجديدة؟":                         {0, 0},
		"כמה זמן תקפה האחריות של מכונת הכביסה החדשה?":             {0, 0},
		"नई वॉशिंग मशीन की वारंटी कितने समय की है?":               {0, 0},
		"เครื่องซักผ้าใหม่รับประกันนานเท่าไร":                     {0, 0},
		"新洗衣机的保修期是多久？":                                            {0, 0},
		"新しい洗濯機の保証期間はどのくらいですか":                                    {0, 0},
		"새 세탁기의 보증 기간은 얼마나 되나요?":                                  {0, 0},
		// a name that can be read is not the question
		"NBA 的新赛季什么时候开始，谁是最有希望的球队？": {0, 0},
		"42": {1, 1}, // nothing that could not be read
		"":   {1, 1},
	} {
		if got := legibility(tok, text, embed.Question); got < want.least || got > want.most {
			t.Errorf("%q: %.2f, want %.2f to %.2f (%.2f of its letters)", text, got, want.least, want.most, tok.Worded(text))
		}
		if asked, found := legibility(tok, text, embed.Question), legibility(tok, text, embed.Passage); found < asked {
			t.Errorf("%q: %.2f as a passage, %.2f as a question", text, found, asked)
		}
	}
}

// What is half read is compared in full where an English question asks for it.
func TestLegibilityOfPassages(t *testing.T) {
	const german = "Der Hund darf nicht auf das Sofa, und die Versicherung der neuen Waschmaschine gilt noch drei Jahre in Deutschland."
	tok := uncased(t)
	if asked, found := legibility(tok, german, embed.Question), legibility(tok, german, embed.Passage); found <= asked || found < .5 {
		t.Errorf("as a question %.2f, as a passage %.2f", asked, found)
	}
}
