package ask

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"engram/internal/conversation"
	"engram/internal/lab/eval/evaltest"
	"engram/internal/lang"
	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

func TestReading(t *testing.T) {
	for _, test := range []struct {
		title    string
		asked    []string
		question string
		want     string
	}{
		{"the first question stands", nil, "When was that?", "When was that?"},
		{"a question with words of its own stands", []string{"Who wrote Dune?"}, "How long does the pizza dough rest?", "How long does the pizza dough rest?"},
		{"a pronoun points back", []string{"How long does the pizza dough rest?"}, "Why does it?", "Why does it? (pizza dough rest)"},
		{"nothing but question words", []string{"How long does the pizza dough rest?"}, "Why?", "Why? (pizza dough rest)"},
		{"a property of anything", []string{"Who wrote the Raft paper?"}, "What is the title?", "What is the title? (Raft paper)"},
		{"a name takes the place of a name", []string{"When does the flight to Lisbon leave?"}, "And to Porto?", "And to Porto? (Porto flight)"},
		{"what the question says itself is not carried", []string{"When does the flight to Lisbon leave?"}, "Is that flight late?", "Is that flight late? (Lisbon)"},
		{"over several turns, the latest first", []string{"Who sells the roof tiles?", "What about the gutter?"}, "How much is it?", "How much is it? (gutter sells roof tiles)"},
		{"a question that stands begins anew", []string{"Who sells roof tiles?", "How do I prune the old roses?"}, "When is that?", "When is that? (prune roses)"},
		{"a name within the question is what its pronoun means", []string{"Who wrote Dune?"}, "What did Anna say about her trip?", "What did Anna say about her trip?"},
		{"that after a noun, and there are, point at nothing", []string{"Who wrote Dune?"}, "Which recipes are there that need lentils?", "Which recipes are there that need lentils?"},
		{"this year is a time", []string{"Who wrote Dune?"}, "Which conferences were announced this year?", "Which conferences were announced this year?"},
		{"it with what it is for", []string{"Who wrote Dune?"}, "How long does it take to bake sourdough bread?", "How long does it take to bake sourdough bread?"},
		{"it with what is said of it", []string{"Who wrote Dune?"}, "Is it true that bread rises overnight?", "Is it true that bread rises overnight?"},
		{"what stands before a pronoun is what it means", []string{"Who wrote Dune?"}, "What did the children call their new pets?", "What did the children call their new pets?"},
		{"a question that says enough itself", []string{"Who wrote Dune?"}, "Why does that citrus dessert firm up overnight?", "Why does that citrus dessert firm up overnight?"},
		{"the second one", []string{"Which lentil recipes use cumin?"}, "And the second one?", "And the second one? (lentil recipes cumin)"},
		{"one to one", []string{"Who wrote Dune?"}, "When is the one-to-one with Farida?", "When is the one-to-one with Farida?"},
		{"Spanish", []string{"¿Cuándo abre el museo del Prado?"}, "¿Y cuánto cuesta?", "¿Y cuánto cuesta? (museo Prado)"},
		{"German", []string{"Wohin führt die Radtour?"}, "Wie lange dauert sie?", "Wie lange dauert sie? (Radtour)"},
		{"French", []string{"Où est la fromagerie ?"}, "Quand est-ce qu'elle ouvre ?", "Quand est-ce qu'elle ouvre ? (fromagerie)"},
		{"French that points at nothing", []string{"Où est la fromagerie ?"}, "Combien de musées y a-t-il à Paris ?", "Combien de musées y a-t-il à Paris ?"},
		{"Polish", []string{"Kiedy otwiera się biblioteka miejska?"}, "A ile to kosztuje?", "A ile to kosztuje? (otwiera biblioteka miejska)"},
		{"Polish, a pronoun", []string{"Gdzie jest klucz do piwnicy?"}, "Kto go ma?", "Kto go ma? (klucz piwnicy)"},
		{"Polish, a property of anything", []string{"Gdzie jest muzeum kolei?"}, "Jaki jest adres?", "Jaki jest adres? (muzeum kolei)"},
		{"Polish, a name takes the place of a name", []string{"Kiedy odjeżdża pociąg do Krakowa?"}, "A do Gdańska?", "A do Gdańska? (Gdańska odjeżdża pociąg)"},
		{"Polish that stands", []string{"Gdzie jest muzeum kolei?"}, "Jak długo rośnie ciasto na pizzę?", "Jak długo rośnie ciasto na pizzę?"},
		{"Turkish", []string{"Şehir kütüphanesi ne zaman açılıyor?"}, "Peki ücreti ne kadar?", "Peki ücreti ne kadar? (Şehir kütüphanesi açılıyor)"},
		{"Turkish, a pronoun", []string{"Bodrum anahtarı nerede?"}, "Onu kim aldı?", "Onu kim aldı? (Bodrum anahtarı)"},
		{"Turkish, a property of anything", []string{"Demiryolu müzesi nerede?"}, "Adresi ne?", "Adresi ne? (Demiryolu müzesi)"},
		{"Turkish, a name takes the place of a name", []string{"Ne zaman Ankara treni kalkıyor?"}, "Ya İzmir?", "Ya İzmir? (İzmir treni kalkıyor)"},
		{"Turkish that stands", []string{"Demiryolu müzesi nerede?"}, "Pizza hamuru kaç saat dinlenir?", "Pizza hamuru kaç saat dinlenir?"},
		{"one word asks the same of something else", []string{"Who wrote Dune?"}, "Solaris?", "Solaris?"},
		{"no word at all", []string{"Who wrote Dune?"}, "?!", "?!"},
		{"nothing to carry", []string{"Why?"}, "And when was that?", "And when was that?"},
	} {
		t.Run(test.title, func(t *testing.T) {
			var before []conversation.Turn
			for _, q := range test.asked {
				before = append(before, conversation.Turn{Question: q})
			}
			if got := inContext(test.question, before).asked; got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	t.Run("a listing is unchanged, and a follow-up to it gets it in brackets", func(t *testing.T) {
		turns := []conversation.Turn{{Question: "When does the flight leave?"}}
		if got := read("What did I save yesterday?", turns).asked; got != "What did I save yesterday?" {
			t.Errorf("got %q", got)
		}
		turns = append(turns, conversation.Turn{Question: "What did I save yesterday?", Titles: []string{"Dune"}})
		const videos = "And the videos? (What did I save yesterday?)"
		if got := read("And the videos?", turns).asked; got != videos {
			t.Errorf("got %q", got)
		}
		turns = append(turns, conversation.Turn{Question: "And the videos?", Asked: videos})
		const before = "And last week? (And the videos? What did I save yesterday?)"
		if got := read("And last week?", turns); got != (reading{before, before}) {
			t.Errorf("got %q", got)
		}
		if got := read("When was that?", turns).asked; got == videos {
			t.Errorf("got %q", got)
		}
	})
	t.Run("a chain of listings keeps only what is needed", func(t *testing.T) {
		var turns []conversation.Turn
		for i, step := range []struct{ question, want string }{
			{"What did I save yesterday?", "What did I save yesterday?"},
			{"And the day before?", "And the day before? (What did I save yesterday?)"},
			{"And the day before?", "And the day before? (And the day before? What did I save yesterday?)"},
			{"And the day before?", "And the day before? (and 2 days before? What did I save yesterday?)"},
			{"And in March?", "And in March? (What did I save yesterday?)"},
			{"And the videos?", "And the videos? (And in March? What did I save yesterday?)"},
			{"And the notes?", "And the notes? (And in March? What did I save yesterday?)"},
			{"And last week?", "And last week? (And the notes? What did I save yesterday?)"},
			{"And the week before?", "And the week before? (And last week? And the notes? What did I save yesterday?)"},
			{"And everything?", "And everything? (And the week before? And last week? What did I save yesterday?)"},
			{"And today?", "And today? (What did I save yesterday?)"},
		} {
			got := read(step.question, turns)
			if got != (reading{step.want, step.want}) {
				t.Errorf("%d: got %q", i, got)
			}
			asked := got.asked
			if asked == step.question {
				asked = ""
			}
			turns = append(turns, conversation.Turn{Question: step.question, Asked: asked})
		}
	})
	t.Run("a listing adds neither words nor titles to the topic", func(t *testing.T) {
		lease := conversation.Turn{Question: "What does the lease say about pets?", Titles: []string{"The lease, signed"}}
		notes := conversation.Turn{Question: "my notes", Titles: []string{"Lease: pets allowed"}}
		videos := conversation.Turn{Question: "And the videos?", Asked: "And the videos? (my notes)", Titles: []string{"How to tie knots"}}
		for _, before := range [][]conversation.Turn{{notes}, {notes, videos}, {lease, notes}, {lease, notes, videos}} {
			if got := inContext("And the dentist?", before); got != (reading{"And the dentist?", "And the dentist?"}) {
				t.Errorf("after %q: %q", before[len(before)-1].Question, got)
			}
		}
		if got := inContext("And cats?", []conversation.Turn{notes, lease}).asked; got != "And cats? (cats lease pets)" {
			t.Errorf("got %q", got)
		}
	})
	t.Run("if the questions say too little, the cited memory's title is used", func(t *testing.T) {
		before := []conversation.Turn{{Question: "Who wrote Dune?", Titles: []string{"Dune, a novel of the desert", "Another"}}, {Question: "Why?"}}
		if got := inContext("When was that?", before).asked; got != "When was that? (Dune novel desert)" {
			t.Errorf("got %q", got)
		}
	})
}

func TestFollowUpsShowTheirTopic(t *testing.T) {
	for _, test := range []struct{ asked, question, want string }{
		{"What does the boat insurance cover?", "And what does it cover?", "And what does it cover? (boat insurance)"},
		{"What does the boat insurance cover?", "And theft cover?", "And theft cover? (boat insurance)"},
		{"What does the boat insurance cover?", "And insurances?", "And insurances? (boat cover)"},
		{"What does the boat insurance cover?", "Insurance?", "Insurance? (boat cover)"},
		{"What does the boat insurance cover?", "Boat insurance cover?", "Boat insurance cover?"},
		{"When does the flight to Lisbon leave?", "And to Porto?", "And to Porto? (flight)"},
		{"How long does the pizza dough rest?", "Why does it?", "Why does it? (pizza dough rest)"},
		{"How long does the pizza dough rest?", "Who wrote the novel Dune?", "Who wrote the novel Dune?"},
	} {
		t.Run("a follow-up shows no word twice: "+test.question, func(t *testing.T) {
			if shown := inContext(test.question, []conversation.Turn{{Question: test.asked}}).shown; shown != test.want {
				t.Errorf("showed %q, want %q", shown, test.want)
			}
		})
	}
}

// TestFollowUps asks our own conversations of our own memories, by words alone.
func TestFollowUps(t *testing.T) {
	raw, err := os.ReadFile("testdata/followups.json")
	if err != nil {
		t.Fatal(err)
	}
	var set struct {
		Memories      []struct{ ID, Title, Text string }
		Conversations []struct {
			Asked []string
			Then  string
			Want  string
		}
	}
	if err := json.Unmarshal(raw, &set); err != nil {
		t.Fatal(err)
	}
	now := func() time.Time { return time.Date(2026, 3, 18, 12, 0, 0, 0, time.UTC) }
	log, titles := &recalltest.Log{}, map[string]string{}
	for _, m := range set.Memories {
		log.Add("u", recall.Passage{MemoryID: m.ID, Kind: "note", CreatedAt: now(), Text: m.Text, Title: m.Title})
		titles[m.ID] = m.Title
	}
	s := NewSearcher(recall.New(log), nil, now)
	first := func(question string) string {
		found, err := s.Search(t.Context(), "u", Query{Text: question})
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Matches) == 0 {
			return ""
		}
		return found.Matches[0].MemoryID
	}
	plainly, read := 0, 0
	for _, c := range set.Conversations {
		var before []conversation.Turn
		for _, q := range c.Asked {
			asked := inContext(q, before).asked
			before = append(before, conversation.Turn{Question: q, Titles: []string{titles[first(asked)]}})
		}
		if first(c.Then) == c.Want {
			plainly++
		}
		asked := inContext(c.Then, before).asked
		if got := first(asked); got == c.Want {
			read++
		} else {
			t.Logf("%q found %s, want %s", asked, got, c.Want)
		}
	}
	n := len(set.Conversations)
	t.Logf("of %d follow-ups the first memory is right for %d as they are, and for %d with what they lean on", n, plainly, read)
	if read*100 < 85*n || read <= plainly {
		t.Error("that is too few")
	}
}

// TestStandingQuestions counts false follow-ups in public sets. A few questions in XQuAD do depend
// on their page ("When was he elected by Nixon?").
func TestStandingQuestions(t *testing.T) {
	for _, name := range []string{"memories", "xquad-en", "xquad-es"} {
		t.Run(name, func(t *testing.T) {
			questions := evaltest.Read(t, name).Sets[0].Answerable()
			taken := 0
			for i, q := range questions {
				before := []conversation.Turn{{Question: questions[(i+len(questions)/2)%len(questions)].Text}}
				if read := inContext(q.Text, before).asked; read != q.Text {
					t.Log(read)
					taken++
				}
			}
			t.Logf("%d of %d", taken, len(questions))
			if taken*100 > 2*len(questions) {
				t.Error("those are too many")
			}
		})
	}
}

func FuzzReading(f *testing.F) {
	f.Add("Who wrote Dune?", "When was that?", "And l'Étranger?")
	f.Fuzz(func(t *testing.T, first, second, third string) {
		turns := []conversation.Turn{{Question: first, Titles: []string{second}}, {Question: second}}
		got := inContext(third, turns)
		if !strings.HasPrefix(got.asked, third) || !strings.HasPrefix(got.shown, third) || len(got.shown) > len(got.asked) {
			t.Errorf("%q became %q", third, got)
		}
		own, _ := parse(third, lang.Unknown)
		if len(own) > mostWords || len(topicOf(turns)) > mostWords {
			t.Error("more words than a topic has")
		}
	})
}
