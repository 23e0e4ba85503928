package answer

import (
	"strings"
	"testing"
	"unicode/utf8"

	"engram/internal/recall"
)

func TestRefusalNamesTheNearest(t *testing.T) {
	hit := func(title, text string, coverage, similarity float64) recall.Match {
		return recall.Match{Passages: []recall.Hit{{Passage: recall.Passage{Title: title, Text: text}, Coverage: coverage, Similarity: similarity}}}
	}
	far, byWords, byMeaning := hit("Far", "x", 0.01, 0.2), hit("Old *boats*", "x", 0.5, 0), hit("", "one two three four five six seven eight nine", 0, 0.5)
	for _, c := range []struct {
		title   string
		matches []recall.Match
		fitted  bool
		want    string
	}{
		{"nothing is near", []recall.Match{far}, true, NoAnswer},
		{"nothing was found", nil, true, NoAnswer},
		{"by words, as it is written", []recall.Match{far, byWords, byMeaning}, false, NoAnswer + "\n\nThe nearest to it:\n\n- Old \\*boats\\* [2]"},
		{"by meaning too, with its first words", []recall.Match{far, byMeaning}, true, NoAnswer + "\n\nThe nearest to it:\n\n- one two three four five six seven eight … [2]"},
		{"three at most", []recall.Match{byWords, byWords, byWords, byWords}, true, NoAnswer + "\n\nThe nearest to it:\n\n- Old \\*boats\\* [1]\n- Old \\*boats\\* [2]\n- Old \\*boats\\* [3]"},
	} {
		t.Run(c.title, func(t *testing.T) {
			if got := Refusal(c.matches, c.fitted).Markdown(); got != c.want {
				t.Errorf("\n got %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestRefusalTokenIsRecognised(t *testing.T) {
	const says = "The landlord returns the deposit within thirty days [1]."
	for text, want := range map[string]string{ // "-": a refusal
		"NO_ANSWER": "-", " NO_ANSWER\n": "-", "**NO_ANSWER**": "-", "`NO_ANSWER`.": "-", "\"NO_ANSWER\"": "-", "«NO_ANSWER»": "-", "„NO_ANSWER“": "-", "> NO_ANSWER": "-", "- NO_ANSWER": "-",
		"# NO_ANSWER": "-", "[NO_ANSWER]": "-", "<NO_ANSWER>": "-", "NO\\_ANSWER": "-", "no_answer": "-", "No_Answer!": "-", "NO ANSWER": "-", "NO-ANSWER.": "-", "```\nNO_ANSWER\n```": "-", "【NO_ANSWER】": "-",
		"NO_ANSWER\nThe passages say nothing of it.": "-", "NO_ANSWER. Die Notizen sagen dazu nichts [1].": "-", "NO_ANSWER (passage 1 is about a lease [1])": "-", "NO_ANSWER – nada [2]": "-",
		"Answer: NO_ANSWER": "-", "Antwort: **NO_ANSWER**": "-", "Les passages n'en disent rien.\n\nNO_ANSWER": "-", "答えはありません。NO_ANSWER": "-",
		says: says, says + "\n\nNO_ANSWER": says, says + " **NO_ANSWER**.": says,
		"NO_ANSWER means that nobody picked up [1].":  "NO_ANSWER means that nobody picked up [1].",
		"NO_ANSWER_FOUND is what it prints [1].":      "NO_ANSWER_FOUND is what it prints [1].",
		"NO ANSWER FROM ANN SINCE MAY [1].":           "NO ANSWER FROM ANN SINCE MAY [1].",
		"__NO_ANSWER__":                               "-",
		"NO\\_ANSWER\\_":                              "-",
		"NO ANSWER Die Notizen sagen nichts [1].":     "-",
		"NO ANSWERS WERE GIVEN BY THE LANDLORD.":      "NO ANSWERS WERE GIVEN BY THE LANDLORD.",
		"_NO_ANSWER_ die Notizen sagen nichts":        "-",
		"The code `NO_ANSWER` says that [1].":         "The code `NO_ANSWER` says that [1].",
		"No answer was given by the landlord in May.": "No answer was given by the landlord in May.",
		"No, the landlord has to return it [1].":      "No, the landlord has to return it [1].",
		"Keine Antwort steht in den Notizen.":         "Keine Antwort steht in den Notizen.",
	} {
		var r reader
		w := writingFor(&r)
		for _, c := range text {
			w.add(string(c))
		}
		d, refused := w.document(false)
		got := d.Markdown()
		if refused {
			got = "-"
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if noAnswerFirst.MatchString(r.text) {
			t.Errorf("%q: sent %q", text, r.text)
		}
	}
}

// TestRefusalTokenIsNeverShown streams it in two pieces, split anywhere, and in pieces of every size.
func TestRefusalTokenIsNeverShown(t *testing.T) {
	const says = "The landlord returns the deposit within thirty days [1]."
	for _, text := range []string{
		"NO_ANSWER", "**NO_ANSWER**\n", "NO ANSWER \n", "> NO\\_ANSWER\nThe passages say nothing of it. ",
		says + "\n\nNO_ANSWER\n", says + " NO_ANSWER ", says + " **NO_ANSWER**. \n\n", says + "\n\n> `no_answer`\n", says + "\n\nNO ANSWER \n", says + "\nNO-ANSWER. ",
		says + " _NO\\_ANSWER\\_ \n", "Answer: NO_ANSWER ", "Les passages n'en disent rien.\n\nNO_ANSWER\n", "答えはありません。NO_ANSWER。", "Answer: NO_ANSWER. The notes say nothing [9]. \n",
	} {
		wantUnseen := func(pieces []string) {
			var r reader
			w := writingFor(&r)
			for _, piece := range pieces {
				w.add(piece)
				if noAnswerToken.MatchString(r.text) || strings.HasSuffix(r.text, "NO") {
					t.Fatalf("%q: sent %q", pieces, r.text)
				}
			}
			d, refused := w.document(false)
			if whole := d.Markdown(); refused == strings.HasPrefix(text, says) || !refused && (whole != says || r.text != says) {
				t.Fatalf("%q: whole %q, refused: %t, sent %q", pieces, whole, refused, r.text)
			}
		}
		for at := range text {
			wantUnseen([]string{text[:at], text[at:]})
			wantUnseen(chunks(text, at+1))
		}
	}
}

func TestWordsLikeTheRefusalTokenAreShown(t *testing.T) {
	for _, text := range []string{
		"The code NO_ANSWER says that [1]. ", "Ann wrote NO ANSWER on it [1]. ", "He prints NO_ANSWER_FOUND there [1]. ", "She said NO to it [1]. ", "It was NO ANSWER, but a sign [1]. ",
	} {
		for size := range len(text) {
			var r reader
			w := writingFor(&r)
			for _, piece := range chunks(text, size+1) {
				w.add(piece)
			}
			if r.text != strings.TrimSpace(text) {
				t.Fatalf("%q in pieces of %d: sent %q", text, size+1, r.text)
			}
		}
	}
}

// chunks splits a text into pieces of size bytes, completing characters.
func chunks(text string, size int) (all []string) {
	for text != "" {
		n := min(size, len(text))
		for n < len(text) && !utf8.RuneStart(text[n]) {
			n++
		}
		all = append(all, text[:n])
		text = text[n:]
	}
	return all
}

func TestRefusalOfOneMemory(t *testing.T) {
	near := []recall.Match{{MemoryID: "a", Passages: []recall.Hit{{Passage: recall.Passage{Title: "Boats"}, Coverage: .5}}}}
	if got := (Question{Matches: near, Alone: true}).Refusal(true).Markdown(); got != "Nothing in this memory answers this." {
		t.Errorf("%q", got)
	}
	if got := (Question{Matches: near}).Refusal(true).Markdown(); got != Refusal(near, true).Markdown() {
		t.Errorf("%q", got)
	}
}
