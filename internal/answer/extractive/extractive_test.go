package extractive_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/document"
	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// respond saves the passages, asks the question and returns the answer with its matches.
func respond(t rapid.TB, question string, passages ...recall.Passage) (answer.Answer, []recall.Match) {
	t.Helper()
	var log recalltest.Log
	log.Add("u", passages...)
	matches, err := recall.New(&log).Search(context.Background(), "u", recall.Query{Text: question})
	if err != nil {
		t.Fatal(err)
	}
	a, err := extractive.New(nil, nil).Answer(context.Background(), answer.Question{Text: question, Matches: matches, Aside: answer.AsideTo(question)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a, matches
}

func note(id, title, text string) recall.Passage {
	return recall.Passage{MemoryID: id, Kind: "note", Title: title, Text: text}
}

// filler are unrelated memories, which give words their weight.
var filler = []recall.Passage{
	note("f1", "Garden", "The tomatoes need water. The roses were pruned in March."),
	note("f2", "Work", "Stand-up moved to ten. The release is late again."),
	note("f3", "Books", "Read two chapters of the novel. The middle drags."),
	note("f4", "Car", "Tyres changed. The next service is due soon."),
}

func TestAnswer(t *testing.T) {
	t.Run("ASK-14 the answer cites memories as [1], [2] in the order of content", func(t *testing.T) {
		a, matches := respond(t, "how much did the boat insurance cost", append(filler,
			note("m1", "Boat insurance", "The boat insurance cost £240 a year. Paid by card."),
			note("m2", "Boat insurance, old", "Before that the boat insurance cost £199."))...)
		if !a.Answered() || len(a.Citations) < 2 {
			t.Fatalf("%+v", a)
		}
		for i, c := range a.Citations {
			item := strings.Split(a.Markdown(), "\n")[i]
			if want := "- " + c.Quote + " [" + string(rune('0'+c.N)) + "]"; item != want {
				t.Errorf("item %d is %q, want %q", i, item, want)
			}
			if got := marked(a); len(got) <= i || got[i] != c.Quote {
				t.Errorf("the mark of item %d stands for none of %q", i, got)
			}
			if matches[c.N-1].MemoryID != c.MemoryID {
				t.Errorf("[%d] is %s, and cites %s", c.N, matches[c.N-1].MemoryID, c.MemoryID)
			}
		}
	})
	t.Run("sentences of one memory are paragraphs, each with its citation", func(t *testing.T) {
		a, _ := respond(t, "what of the boat insurance policy", append(filler,
			note("m1", "", "The boat insurance policy is in the blue folder. The boat insurance policy began in May."))...)
		if want := "The boat insurance policy is in the blue folder. [1]\n\nThe boat insurance policy began in May. [1]"; a.Markdown() != want {
			t.Errorf("%s\nwant\n%s", a.Markdown(), want)
		}
	})
	t.Run("ASK-15 when the memories hold no answer, the answer says so and answered is false", func(t *testing.T) {
		for _, question := range []string{"what is the address of the hotel in Lisbon", "?", "", "¿", "x", "何ですか"} {
			a, _ := respond(t, question, filler...)
			if diff := cmp.Diff(answer.Answer{Blocks: document.Read(extractive.Refusal)}, a); diff != "" {
				t.Errorf("%q: %s", question, diff)
			}
		}
		a, err := extractive.New(nil, nil).Answer(context.Background(), answer.Question{Text: "anything"}, nil)
		if err != nil || a.Answered() {
			t.Errorf("without matches: %+v, %v", a, err)
		}
	})
	t.Run("ASK-15 among few memories a vaguely similar one is no answer", func(t *testing.T) {
		clinic := note("m1", "Dental clinic", "The dental clinic on Mill Street opens at 8:30 on weekdays.")
		plumber := note("m2", "Plumber", "Gregor the plumber: phone number 555 0142.")
		for question, saved := range map[string][]recall.Passage{
			"when does the library open": {clinic}, "which street is the cinema on": {clinic, plumber}, "how old is the dental assistant": {clinic, plumber},
			"phone number of the vet": {plumber}, "what is the phone number of the vet": append(filler, clinic, plumber),
		} {
			if a, _ := respond(t, question, saved...); a.Answered() {
				t.Errorf("%q: %+v", question, a)
			}
		}
		if a, _ := respond(t, "when does the dental clinic open", clinic); !a.Answered() {
			t.Errorf("%+v", a)
		}
	})
	t.Run("ASK-15 when nothing answers, the nearest memories are named", func(t *testing.T) {
		hostile := note("h1", "", "Boats [2] and <b>ferries</b> that leave for the isles at dawn in winter.")
		a, _ := respond(t, "which carpenter repaired the engine of the boats", append(filler, hostile, note("m1", "Old boats", "Varnish needed."))...)
		want := extractive.Refusal + "\n\nThe nearest to it:\n\n- Old boats [1]\n- Boats \\[2\\] and \\<b\\>ferries\\</b\\> that leave for the … [2]"
		if diff := cmp.Diff(answer.Answer{Blocks: document.Read(want)}, a); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("API-34 each citation is {n, memoryId, quote, place}", func(t *testing.T) {
		manual := note("m1", "Mixer manual", "Never exceed 900 g of flour.")
		manual.Place = recall.Place{Page: 4}
		a, _ := respond(t, "how many grams of flour must I never exceed", append(filler, manual)...)
		want := []answer.Citation{{N: 1, MemoryID: "m1", Quote: "Never exceed 900 g of flour.", Span: [2]int{0, 28}, Page: 4}}
		if diff := cmp.Diff(want, a.Citations); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a place in a recording is a time", func(t *testing.T) {
		for second, want := range map[int]string{0: "", 5: "at 0:05", 65: "at 1:05", 3723: "at 1:02:03"} {
			talk := note("m1", "Talk", "Bread wants steam.")
			talk.Place.Second = second
			a, _ := respond(t, "bread steam", append(filler, talk)...)
			if got := answer.PlaceOf(0, a.Citations[0].Second); got != want {
				t.Errorf("second %d: %q, want %q", second, got, want)
			}
		}
	})
	t.Run("a list item is quoted without its marker", func(t *testing.T) {
		a, _ := respond(t, "shed padlock code", append(filler, note("m1", "Numbers", "- wifi: sunflower\n- shed padlock code 4471\n- alarm 9910"))...)
		if !a.Answered() || a.Citations[0].Quote != "shed padlock code 4471" {
			t.Errorf("%+v", a)
		}
	})
	t.Run("of two equal sentences, the one with the expected answer type comes first", func(t *testing.T) {
		a, _ := respond(t, "when was the boiler serviced", append(filler,
			note("m1", "", "The boiler was serviced rather badly. The boiler was serviced on 12 May."))...)
		if a.Citations[0].Quote != "The boiler was serviced on 12 May." {
			t.Errorf("%+v", a)
		}
	})
	t.Run("a sentence is quoted once, and at most three are", func(t *testing.T) {
		same := "The ferry to Skye leaves at nine."
		a, _ := respond(t, "when does the ferry to Skye leave", append(filler,
			note("m1", "", same), note("m2", "", same), note("m3", "", "The ferry to Skye leaves at ten on Sundays."),
			note("m4", "", "The Skye ferry is full in August, leave early."), note("m5", "", "Leave Skye by the evening ferry."))...)
		if len(a.Citations) != 3 || strings.Count(a.Markdown(), same) != 1 {
			t.Errorf("%s", a.Markdown())
		}
	})
	t.Run("a heading that only repeats the question is no answer, unless the memory has nothing else", func(t *testing.T) {
		a, _ := respond(t, "how much did the boat insurance cost", append(filler,
			note("m1", "Boat insurance", "Boat insurance\nThe boat insurance cost £240 a year. Paid by card."))...)
		if !a.Answered() || a.Citations[0].Quote != "The boat insurance cost £240 a year." || strings.Contains(a.Markdown(), "Boat insurance [1]") {
			t.Errorf("%+v", a)
		}
		a, _ = respond(t, "boat insurance", append(filler, note("m1", "", "Boat insurance"))...)
		if !a.Answered() || a.Citations[0].Quote != "Boat insurance" {
			t.Errorf("%+v", a)
		}
	})
	t.Run("a text without sentences is quoted in parts", func(t *testing.T) {
		a, matches := respond(t, "zebra crossing rules", append(filler, note("m1", "", strings.Repeat("word ", 500)+"zebra crossing rules "+strings.Repeat("word ", 500)))...)
		if n := len(strings.Fields(a.Citations[0].Quote)); n > 80 || !strings.Contains(matches[0].Passages[0].Text, a.Citations[0].Quote) {
			t.Errorf("%d words: %q", n, a.Citations[0].Quote)
		}
	})
	t.Run("a cancelled search gives no answer", func(t *testing.T) {
		gone, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := extractive.New(nil, nil).Answer(gone, answer.Question{Text: "boat"}, nil); err == nil {
			t.Error("no error")
		}
	})
}

// marked returns what the marks of an answer quote, in their order.
func marked(a answer.Answer) (all []string) {
	a.Blocks.Each(func(spans []document.Span) {
		for _, s := range spans {
			if s.Citation > 0 && a.Citations[s.Citation-1].N == s.Cite {
				all = append(all, a.Citations[s.Citation-1].Quote)
			}
		}
	})
	return all
}

func quotes(a answer.Answer) (all []string) {
	for _, c := range a.Citations {
		all = append(all, c.Quote)
	}
	return all
}

func TestAnswersOfAnyText(t *testing.T) {
	fragment := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"zebra ", ". ", "! ", "\n", "\n- ", "](http://x)", "<b>", "[1]", "\xff"}))
	rapid.Check(t, func(rt *rapid.T) {
		saved := strings.Join(rapid.SliceOfN(fragment, 1, 12).Draw(rt, "saved"), "")
		a, matches := respond(rt, "zebra", append(filler, note("m1", "Zebra", saved))...)
		if a.Answered() != (len(a.Citations) > 0) || !utf8.ValidString(a.Markdown()) || len(a.Citations) > 3 {
			rt.Fatalf("%+v", a)
		}
		for _, c := range a.Citations {
			holds := func(h recall.Hit) bool { return answer.Holds(h.Text, c.Quote) }
			if !slices.ContainsFunc(matches[c.N-1].Passages, holds) {
				rt.Fatalf("%q does not stand in %q", c.Quote, saved)
			}
		}
		if got := marked(a); !slices.Equal(got, quotes(a)) {
			rt.Fatalf("the marks of %q stand for %q", a.Markdown(), got)
		}
	})
}
