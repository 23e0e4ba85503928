package question

import "testing"

// abroad are questions in Polish and Turkish and the filters they ask for on Wednesday, 18 March
// 2026.
var abroad = map[string]string{
	"co zapisałem wczoraj?":                               "lists 2026-03-17..2026-03-18",
	"co zapisałam w zeszłym tygodniu":                     "lists 2026-03-09..2026-03-16",
	"pokaż moje ostatnie trzy notatki":                    "lists note #3",
	"jakie filmy obejrzałem w maju?":                      "lists video 2025-05-01..2025-06-01",
	"moje notatki z zeszłego miesiąca":                    "lists note 2026-02-01..2026-03-01",
	"filmy z wczoraj":                                     "lists video 2026-03-17..2026-03-18",
	"co zapisałem dwa tygodnie temu":                      "lists 2026-02-28..2026-03-09",
	"co ostatnio zapisałem?":                              "lists",
	"pokaż najnowsze artykuły":                            "lists link",
	"co dodałem między czerwcem a sierpniem":              "lists 2025-06-01..2025-09-01",
	"czy zapisałem coś w marcu?":                          "lists 2026-03-01..2026-04-01",
	"co czytałem w weekend":                               "lists 2026-03-14..2026-03-16",
	"wszystkie notatki od stycznia":                       "lists note 2026-01-01..",
	"przepis na zupę, który zapisałem w zeszłym tygodniu": "2026-03-09..2026-03-16",
	"artykuł o śnie, który zapisałem w grudniu":           "link 2025-12-01..2026-01-01",
	"dün ne kaydettim?":                                   "lists 2026-03-17..2026-03-18",
	"geçen hafta kaydettiğim videolar":                    "lists video 2026-03-09..2026-03-16",
	"son üç notumu göster":                                "lists note #3",
	"notlarımı göster":                                    "lists note",
	"mayısta ne kaydettim":                                "lists 2025-05-01..2025-06-01",
	"mayıs ayında izlediğim videolar":                     "lists video 2025-05-01..2025-06-01",
	"iki hafta önce ne kaydettim?":                        "lists 2026-02-28..2026-03-09",
	"geçen ay hangi makaleleri okudum?":                   "lists link 2026-02-01..2026-03-01",
	"bugün kaydettiklerimi göster":                        "lists 2026-03-18..2026-03-19",
	"son zamanlarda ne kaydettim":                         "lists",
	"geçen haftaki notlarım":                              "lists note 2026-03-09..2026-03-16",
	"en son notlarım":                                     "lists note",
	"hafta sonu ne izledim?":                              "lists video 2026-03-14..2026-03-16",
	"cuma günü bir şey kaydettim mi?":                     "lists 2026-03-13..2026-03-14",
	"geçen hafta kaydettiğim çorba tarifi":                "2026-03-09..2026-03-16",
}

// abroadApart are held-out questions, first tried once the others passed: 24 of 26 passed at once.
var abroadApart = map[string]string{
	"co przeczytałam w zeszłym roku":           "lists 2025-01-01..2026-01-01",
	"moje ostatnie pięć linków":                "lists link #5",
	"pokaż mi notatki z lutego":                "lists note 2026-02-01..2026-03-01",
	"dokumenty z tego tygodnia":                "lists document 2026-03-16..2026-03-23",
	"co zapisałem miesiąc temu?":               "lists 2026-02-08..2026-03-01",
	"które artykuły zapisałem w styczniu 2025": "lists link 2025-01-01..2025-02-01",
	"co oglądałem wczoraj wieczorem":           "lists video 2026-03-17..2026-03-18",
	"co zapisałem w poniedziałek?":             "lists 2026-03-16..2026-03-17",
	"moja ostatnia notatka":                    "lists note #1",
	"pokaż wszystko":                           "lists",
	"co niedawno dodałem?":                     "lists",
	"co zapisaliśmy zeszłego lata":             "lists 2025-06-01..2025-09-01",
	"film o pszczołach z zeszłego tygodnia":    "video 2026-03-09..2026-03-16",
	"dün okuduğum makaleler":                   "lists link 2026-03-17..2026-03-18",
	"bu hafta neler ekledim?":                  "lists 2026-03-16..2026-03-23",
	"son beş videoyu göster":                   "lists video #5",
	"geçen yaz ne kaydettim":                   "lists 2025-06-01..2025-09-01",
	"üç ay önce kaydettiğim notlar":            "lists note 2025-12-06..2025-12-31",
	"ocakta okuduklarım":                       "lists 2026-01-01..2026-02-01",
	"tüm notlarımı listele":                    "lists note",
	"pazartesi günü ne kaydettik?":             "lists 2026-03-16..2026-03-17",
	"son notum":                                "lists note #1",
	"bu ay izlediğim videoları göster":         "lists video 2026-03-01..2026-04-01",
	"haziranda kaydettiğim belgeler":           "lists document 2025-06-01..2025-07-01",
	"geçen hafta sonu ne okudum":               "lists 2026-03-14..2026-03-16",
	"dün kaydettiğim börek tarifi":             "2026-03-17..2026-03-18",
}

func TestPolishAndTurkish(t *testing.T) {
	for name, texts := range map[string]map[string]string{"chosen by": abroad, "set aside": abroadApart} {
		t.Run(name, func(t *testing.T) {
			for text, want := range texts {
				if got := asked(Parse(text, now)); got != want {
					t.Errorf("%q asks for %q, want %q", text, got, want)
				}
			}
		})
	}
}

// TestTimesAbroadBesideASubject reads times in questions with a subject that also speak of saving.
func TestTimesAbroadBesideASubject(t *testing.T) {
	for text, want := range map[string]string{
		"la receta que guardé en mayo":                         "2025-05-01..2025-06-01",
		"el artículo sobre abejas que guardé hace dos semanas": "link 2026-02-28..2026-03-09",
		"das Rezept, das ich im Mai gespeichert habe":          "2025-05-01..2025-06-01",
		"meine Notizen über Farben vom letzten Wochenende":     "note 2026-03-14..2026-03-16",
		"la recette que j'ai enregistrée l'été dernier":        "2025-06-01..2025-09-01",
		"la ricetta che ho salvato a maggio":                   "2025-05-01..2025-06-01",
		"a receita que guardei em maio":                        "2025-05-01..2025-06-01",
		"het recept dat ik in mei heb bewaard":                 "2025-05-01..2025-06-01",
		"рецепт, который я сохранил две недели назад":          "2026-02-28..2026-03-09",
		"was habe ich seit Januar gespeichert":                 "lists 2026-01-01..",
		"was ist im Mai zu säen":                               "",
		"¿cuándo abre la tienda en mayo?":                      "",
		"las notas de Julio sobre el piso":                     "",
		"wo ist hier der Bahnhof":                              "",
	} {
		if got := asked(Parse(text, now)); got != want {
			t.Errorf("%q asks for %q, want %q", text, got, want)
		}
	}
}

func TestLatelyListsTheNewest(t *testing.T) {
	for _, text := range []string{
		"what did I save lately", "what have I saved recently?", "recently saved", "what did I recently save", "what have I been reading lately",
		"¿qué guardé últimamente?", "was habe ich in letzter Zeit gespeichert", "was habe ich zuletzt gespeichert", "qu'est-ce que j'ai enregistré récemment",
		"cosa ho salvato ultimamente", "o que guardei recentemente", "wat heb ik recent bewaard", "что я недавно сохранил", "co ostatnio zapisałem",
		"son zamanlarda ne kaydettim",
	} {
		if q := Parse(text, now); !q.Lists || !q.Since.IsZero() || !q.Until.IsZero() {
			t.Errorf("%q asks for %q", text, asked(q))
		}
	}
}
