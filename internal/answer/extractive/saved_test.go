package extractive_test

import (
	"strings"
	"testing"

	"engram/internal/answer"
	"engram/internal/recall"
)

func TestHeadings(t *testing.T) {
	const asked = "hallway walls paint"
	for title, text := range map[string]string{
		"the first line is the title": "Paint for the hallway walls\nFarrow Skimming, two tins left in the cellar.",
		"a heading of markdown":       "# Paint for the hallway walls\n\nFarrow Skimming, two tins left in the cellar.",
		"one that is underlined":      "Paint for the hallway walls\n---\nFarrow Skimming, two tins left in the cellar.",
		"a line in bold":              "**Paint for the hallway walls**\nFarrow Skimming, two tins left in the cellar.",
		"a line that leads on":        "About the house\nPaint for the hallway walls:\n- Farrow Skimming, two tins left in the cellar.",
	} {
		t.Run("the words of a heading find the text under it, which is the answer: "+title, func(t *testing.T) {
			a, _ := respond(t, asked, append(filler, note("m1", "Paint for the hallway walls", text))...)
			if !a.Answered() || len(a.Citations) != 1 || a.Citations[0].Quote != "Farrow Skimming, two tins left in the cellar." {
				t.Errorf("%+v", a)
			}
		})
	}
	for title, passage := range map[string]recall.Passage{
		"a file's name":         {MemoryID: "m1", Kind: "document", Title: "Paint for the hallway.pdf", Text: "Paint for the hallway.pdf"},
		"a page's title":        {MemoryID: "m1", Kind: "link", Title: "Paint for the hallway", Text: "Paint for the hallway"},
		"a heading, no more":    note("m1", "Paint for the hallway", "# Paint for the hallway"),
		"a heading and a title": note("m1", "Paint for the hallway", "Paint for the hallway\n\n## Walls"),
	} {
		t.Run("a heading alone is no answer, and its memory is named: "+title, func(t *testing.T) {
			a, _ := respond(t, asked, append(filler, passage)...)
			if a.Answered() || len(a.Citations) > 0 || !strings.Contains(a.Markdown(), "Paint for the hallway") {
				t.Errorf("%+v", a)
			}
		})
	}
	t.Run("a title that is a sentence, or all the text of a note, can answer", func(t *testing.T) {
		for _, text := range []string{"The hallway walls paint is Skimming.\nTwo tins left.", "hallway walls paint Skimming"} {
			title, _, _ := strings.Cut(text, "\n")
			if a, _ := respond(t, asked, append(filler, note("m1", title, text))...); !a.Answered() || a.Citations[0].Quote != title {
				t.Errorf("%+v", a)
			}
		}
	})
}

func TestMarksAreNotQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"Boiler\n- **Valve** pressure is _1.5 bar_":            "Valve pressure is 1.5 bar [1]",
		"Boiler\n> Valve pressure is [1.5 bar](http://x.test)": "Valve pressure is 1.5 bar [1]",
		"Boiler\n| valve pressure | **1.5 bar** |":             "valve pressure · 1.5 bar [1]",
		"Boiler\nValve pressure is `p_max * 2_0`":              "Valve pressure is `p_max * 2_0` [1]",
		"Boiler\n```\nvalve pressure **kw = 3\n```":            `valve pressure \*\*kw = 3 [1]`,
		"Boiler\nvalve_pressure_max is 2 * 3 valve pressure":   `valve_pressure_max is 2 \* 3 valve pressure [1]`,
	} {
		a, matches := respond(t, "what is the valve pressure", append(filler, note("m1", "Boiler", text))...)
		if a.Markdown() != want || !answer.Holds(matches[0].Passages[0].Text, a.Citations[0].Quote) {
			t.Errorf("%q: %s, want %s", text, a.Markdown(), want)
		}
	}
}

func TestSubjects(t *testing.T) {
	for title, c := range map[string]struct{ question, text, want string }{
		"it":              {"when does the clinic open", "The clinic is on Mill Street. It will open at six.", "The clinic is on Mill Street. It will open at six."},
		"two before":      {"when do they close the counter", "The clinic is on Mill Street. It opens at six. They close the counter at noon.", "The clinic is on Mill Street. It opens at six. They close the counter at noon."},
		"that one":        {"where is the garden with the pond", "We liked two of them. That one with the pond is behind the church garden.", "We liked two of them. That one with the pond is behind the church garden."},
		"German":          {"wer räumt das Zimmer am Montag", "Herr Vogt hat das alte Haus verkauft. Er räumt das Zimmer und wird am Montag nicht mehr da sein.", "Herr Vogt hat das alte Haus verkauft. Er räumt das Zimmer und wird am Montag nicht mehr da sein."},
		"of its own":      {"when does the clinic open", "The church is on Mill Street. The clinic will open at six.", "The clinic will open at six."},
		"an item of more": {"what opens at six", "- The clinic\n- It opens at six", "It opens at six"},
		"what leads on":   {"which code opens the cellar", "The code that opens the cellar is:\n4471 and the hash key", "The code that opens the cellar is: 4471 and the hash key"},
		"weather":         {"when did it rain on the tent", "The sofa came on Monday. It rained on the tent all week.", "It rained on the tent all week."},
	} {
		t.Run(title, func(t *testing.T) {
			a, _ := respond(t, c.question, append(filler, note("m1", "", c.text))...)
			if len(a.Citations) == 0 || a.Citations[0].Quote != c.want {
				t.Errorf("%+v", a)
			}
		})
	}
	t.Run("a sentence already quoted is not added again as context", func(t *testing.T) {
		a, _ := respond(t, "what of the clinic on Mill Street", append(filler, note("m1", "", "The clinic is on Mill Street. It is the clinic that opens at six."))...)
		if strings.Count(a.Markdown(), "Mill Street") != 1 || strings.Count(a.Markdown(), "at six") > 1 {
			t.Errorf("%s", a.Markdown())
		}
	})
}

func TestSecondSources(t *testing.T) {
	word := []recall.Word{{Forms: []string{"password"}, Share: .5}, {Forms: []string{"wifi"}, Share: .5}}
	found := func(id, text string, score float64) recall.Match {
		m := hit(id, text, 0)
		m.Score, m.Passages[0].Words = score, word
		return m
	}
	for score, want := range map[float64]int{.9: 2, .4: 1} {
		a := answerBy(t, nil, "what is the wifi password", found("m1", "The wifi password is hunter22.", 1),
			found("m2", "Das password reicht nicht, auch wifi braucht TOTP.", score), found("m3", "Two eggs.", 0), found("m4", "Curtains.", 0), found("m5", "Roses.", 0))
		if len(a.Citations) != want || a.Citations[0].MemoryID != "m1" {
			t.Errorf("%.1f: %+v", score, a)
		}
	}
}

func TestClosest(t *testing.T) {
	found := func(share float64) []recall.Match {
		m := hit("m1", "The boat is **insured** with Norwick.", 0)
		m.Score, m.Passages[0].Words = .5, []recall.Word{{Forms: []string{"boat"}, Share: share}}
		m.Passages[0].Coverage = share
		return []recall.Match{m, hit("m2", "Two eggs.", 0), hit("m3", "Curtains.", 0), hit("m4", "Roses.", 0), hit("m5", "Tyres.", 0)}
	}
	t.Run("ASK-15 a sentence that nearly answers is quoted as closest, and answered is false", func(t *testing.T) {
		matches := found(.1)
		matches[0].Score, matches[1].Score = .4, .28
		a := answerBy(t, nil, "who repaired the boat", matches...)
		if a.Answered() || a.Kind != answer.Closest || a.Markdown() != "Closest I have:\n\nThe boat is insured with Norwick. [1]" || len(a.Citations) != 1 {
			t.Errorf("%+v", a)
		}
	})
	t.Run("among few notes, one that covers little of the question is not quoted as closest", func(t *testing.T) {
		for asked, want := range map[string]answer.Kind{"who insured the boat": answer.Closest, "who insured the library": answer.Refused} {
			matches := found(.3)[:2]
			words := []recall.Word{{Forms: []string{"insur"}, Share: .2}, {Forms: []string{"boat"}, Share: .1}}
			matches[0].Score, matches[0].Passages[0].Words = .32, words
			if want == answer.Refused { // the score is the same
				matches[0].Score, matches[0].Passages[0].Words = .39, words[:1]
			}
			if a := answerBy(t, nil, asked, matches...); a.Answered() || a.Kind != want {
				t.Errorf("%s: %+v", asked, a)
			}
		}
	})
	t.Run("weak evidence is refused, and strong evidence answers", func(t *testing.T) {
		if a := answerBy(t, nil, "who repaired the boat", append([]recall.Match{hit("m9", "A boat.", 0)}, found(.1)[1:]...)...); a.Kind != answer.Refused || a.Answered() {
			t.Errorf("%+v", a)
		}
		if a := answerBy(t, nil, "who repaired the boat", found(.9)...); a.Kind != answer.Answered {
			t.Errorf("%+v", a)
		}
	})
}

func TestAsides(t *testing.T) {
	for _, question := range []string{"hello", "summarize my notes", "who are you", "write me a poem about boats", "how do I add a pdf"} {
		a, _ := respond(t, question, append(filler, note("m1", "Boat", "My notes: the boat is blue. I say hello to it."))...)
		if a.Answered() || a.Kind != answer.Spoken || len(a.Citations) > 0 || strings.Contains(a.Markdown(), answer.NoAnswer) {
			t.Errorf("%q: %+v", question, a)
		}
	}
	for question, text := range map[string]string{
		"hello kitty lunch box price":     "Hello Kitty lunch box price: 12 euros.",
		"summarize the meeting of Monday": "Meeting of Monday: summarize the budget of 12,000.",
		"write me a poem about autumn":    "Write a poem about autumn for the school paper, ten lines.",
	} {
		if a, _ := respond(t, question, append(filler, note("m1", "", text))...); !a.Answered() {
			t.Errorf("%q: %+v", question, a)
		}
	}
}
