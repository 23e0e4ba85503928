package answer

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"engram/internal/document"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// found returns search results: two passages of a lease, a note on beans, a German page, a film.
func found() []recall.Match {
	hit := func(id, title, body string, place recall.Place) recall.Hit {
		return recall.Hit{Passage: recall.Passage{MemoryID: id, Kind: "note", Title: title, Text: body, Place: place, CreatedAt: time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)}}
	}
	return []recall.Match{
		{MemoryID: "lease", Score: 3, Passages: []recall.Hit{
			hit("lease", "Lease of Elm Street 4", "The landlord returns the deposit within thirty days after the tenant moves out. The deposit is 1,200 euros.", recall.Place{Page: 4}),
			hit("lease", "Lease of Elm Street 4", "Pets are allowed with the written consent of the landlord.", recall.Place{Page: 7}),
		}},
		{MemoryID: "beans", Score: 2, Passages: []recall.Hit{
			hit("beans", "Garden", "- Broad beans are sown in November, 5 cm deep.\n- Water them twice a week.", recall.Place{}),
		}},
		{MemoryID: "brot", Score: 1, Passages: []recall.Hit{
			hit("brot", "Brot", "Der Teig ruht zwölf Stunden im Kühlschrank und wird dann bei 250 Grad gebacken.", recall.Place{}),
		}},
		{MemoryID: "film", Score: 1, Passages: []recall.Hit{
			hit("film", "A film", "The director says that the film was shot in Lisbon in the summer of 1998.", recall.Place{Second: 65}),
		}},
		{MemoryID: "boiler", Score: 1, Passages: []recall.Hit{
			hit("boiler", "Boiler", "The boiler isn't to be repaired by the tenant.", recall.Place{}),
		}},
	}
}

func evidenceOf(matches []recall.Match) []*evidence {
	return gather(matches, choosePassages(matches, 1<<20, func(passage) int { return 1 }))
}

// savedAddress is the only address in the passages.
const savedAddress = "https://saved.example/page?a=1"

func newReader() document.Reader {
	return document.Reader{Matches: 5, Known: func(address string) bool { return strings.HasPrefix(savedAddress, address) }}
}

// checked grounds a model's markdown.
func checked(markdown string, evidence []*evidence) (string, []Citation) {
	d, cites := ground(newReader().Parse(markdown), evidence)
	return d.Markdown(), cites
}

func TestGrounding(t *testing.T) {
	for _, c := range []struct{ title, in, out string }{
		{"a supported sentence is unchanged", "The landlord returns the deposit within 30 days [1].", "The landlord returns the deposit within 30 days [1]."},
		{"the wrong number is put right", "Broad beans are sown in November [1].", "Broad beans are sown in November. [2]"},
		{"a supported sentence without a citation gets one", "Broad beans are sown in November.", "Broad beans are sown in November. [2]"},
		{"a number behind the stop belongs to what it ends", "The deposit is 1200 euros. [1] Broad beans are sown in November. [2]", "The deposit is 1200 euros. [1] Broad beans are sown in November. [2]"},
		{"a quotation begins the next sentence", "敷金は三十日です。「契約書」は千二百ユーロです。", "敷金は三十日です。 [?]「契約書」は千二百ユーロです。 [?]"},
		{"an unsupported sentence is marked", "The deposit is 1,200 euros [1]. The flat has a view over the lake.", "The deposit is 1,200 euros [1]. The flat has a view over the lake. [?]"},
		{"an invented number of days is marked", "The landlord returns the deposit within 45 days [1].", "The landlord returns the deposit within 45 days. [?]"},
		{"so is one in words", "The landlord returns the deposit within forty days [1].", "The landlord returns the deposit within forty days. [?]"},
		{"of several citations the right ones stay", "The deposit is returned within thirty days [1][4].", "The deposit is returned within thirty days [1]."},
		{"two that support it together", "The deposit is 1200 euros, and broad beans are sown in November [1][2].", "The deposit is 1200 euros, and broad beans are sown in November [1][2]."},
		{"the model's own marks are ignored", "The flat has a view over the lake [?].", "The flat has a view over the lake. [?]"},
		{"another language is compared by its numbers", "The dough rests in the fridge for twelve hours and is baked at 250 degrees [3].", "The dough rests in the fridge for twelve hours and is baked at 250 degrees [3]."},
		{"and not believed in these", "The dough rests in the fridge and is then baked at 180 degrees [3].", "The dough rests in the fridge and is then baked at 180 degrees. [?]"},
		{"the date of saving is evidence", "The film was shot in Lisbon, as saved on 5 March 2026 [4].", "The film was shot in Lisbon, as saved on 5 March 2026 [4]."},
		{"and by itself", "It was saved on 2026-03-05 [1].", "It was saved on 2026-03-05 [1]."},
		{"its day alone is no number of the passage", "The landlord returns the deposit within 5 days [1].", "The landlord returns the deposit within 5 days. [?]"},
		{"nor is its year", "The landlord returns the deposit in 2026 [1].", "The landlord returns the deposit in 2026. [?]"},
		{"nor a page or a second", "The film was shot in Lisbon in 65 days [4].", "The film was shot in Lisbon in 65 days. [?]"},
		{"names that look like another language", "Hans met Ida in Den Haag [1].", "Hans met Ida in Den Haag. [?]"},
		{"a short claim in another language", "Hunde sind nicht erlaubt [1].", "Hunde sind nicht erlaubt. [?]"},
		{"the contrary of what is said", "Pets are not allowed with the written consent of the landlord [1].", "Pets are not allowed with the written consent of the landlord. [?]"},
		{"the contrary of what is denied", "The boiler may be repaired by the tenant [5].", "The boiler may be repaired by the tenant. [?]"},
		{"a supported negation", "The boiler may never be repaired by the tenant [5].", "The boiler may never be repaired by the tenant [5]."},
		{"the contrary of what is denied without a number", "The boiler may be repaired by the tenant.", "The boiler may be repaired by the tenant. [?]"},
		{"a reply that begins with no", "No, pets are allowed with the written consent of the landlord [1].", "No, pets are allowed with the written consent of the landlord [1]."},
		{"an introduction is not compared", "Here is what the lease says about it:\n\nThe deposit is 1,200 euros [1].", "Here is what the lease says about it:\n\nThe deposit is 1,200 euros [1]."},
		{"a sign behind the end of a sentence makes no question of it", "The flat has a view over the lake. ?\n\nIt has a large pool. :\n\nIt has a dark cellar.**:**", "The flat has a view over the lake. ? [?]\n\nIt has a large pool. : [?]\n\nIt has a dark cellar.**:** [?]"},
		{"questions", "Is the deposit 1,200 euros [1]? Est-ce vrai ?\n\n**Who?** 「誰？」", "Is the deposit 1,200 euros [1]? Est-ce vrai ?\n\n**Who?** 「誰？」"},
		{"a number in digits that the passage has in words", "30 days.", "30 days. [1]"},
		{"a short answer in another language", "Twelve hours.", "Twelve hours. [?]"},
		{"a short answer in another script", "Да, можно.", "Да, можно. [?]"},
		{"an answer in a script without spaces", "是的，可以。", "是的，可以。 [?]"},
		{"a heading alone", "## The deposit", "## The deposit\n\n[?]"},
		{"an introduction alone", "The tenant gets it back as follows:", "The tenant gets it back as follows: [?]"},
		{"a table alone", "| the tenant | the landlord |\n| --- | --- |\n| keeps | nothing |", "| the tenant | the landlord |\n| --- | --- |\n| keeps | nothing |\n\n[?]"},
		{"code alone", "```\n[?] [1]\n```", "```\n[?] [1]\n```\n\n[?]"},
		{"marks in code are none", "Yes, see `[?]` and `[1]`:", "Yes, see `[?]` and `[1]`: [?]"},
		{"a number in code cites nothing", "Pets are allowed `[1]`.", "Pets are allowed `[1]`. [1]"},
		{"bars that make no table", "| The landlord keeps all of it for ever [1].", "\\| The landlord keeps all of it for ever. [?]"},
		{"lines below what divides no table", "-|-\nThe landlord keeps all of it for ever [1].", "\\-\\|- The landlord keeps all of it for ever. [?]"},
		{"signs around a mark that goes", "Pets are allowed with consent [1].\n**[?]**\n- [?]\n1. [9]\n> *[9]*", "Pets are allowed with consent [1]."},
		{"a short word is not judged", "Yes [1].", "Yes [1]."},
		{"lists", "- **Deposit**: 1,200 euros [1]\n- Broad beans are sown in November\n  1. Aliens built the pyramids", "- **Deposit**: 1,200 euros [1]\n- Broad beans are sown in November [2]\n  1. Aliens built the pyramids [?]"},
		{"headings, tables and rules", "## The lease of aliens\n\n---\n\n| what | how much |\n| --- | --- |\n| deposit of aliens | 1,200 [1] |\n| x | y [9] |", "## The lease of aliens\n\n---\n\n| what | how much |\n| --- | --- |\n| deposit of aliens | 1,200 [1] |\n| x | y |"},
		{"a mark on a line of its own in a table", "| a | b |\n| --- | --- |\n\n[?]\nYes [1].", "| a | b |\n| --- | --- |\n\nYes [1]."},
		{"a mark that begins a heading", "## [?]Deposit\n\nYes [1].", "## Deposit\n\nYes [1]."},
		{"numbers in a table, a heading and what leads on", "| n | what | how much | by |\n| --- | --- | --- | --- |\n| 2 | deposit | 1,300 [1] | |\n| 3 | deposit | 1,200 | [1] |\n\n## Deposit: 1,300 euros [1]\n\nWithin 45 days [1]:\n\nIs it 1,300 euros [1]?", "| n | what | how much | by |\n| --- | --- | --- | --- |\n| 2 | deposit | 1,300 [?] |  |\n| 3 | deposit | 1,200 | [1] |\n\n## Deposit: 1,300 euros [?]\n\nWithin 45 days [?]\\:\n\nIs it 1,300 euros [?]?"},
		{"code", "```\na[1] = b[9]\n```\nThe deposit is 1,200 euros: `x[9]. Aliens` [1].", "```\na[1] = b[9]\n```\n\nThe deposit is 1,200 euros: `x[9]. Aliens` [1]."},
		{"quotations", "> Pets are allowed with the written consent of the landlord.", "> Pets are allowed with the written consent of the landlord. [1]"},
		{"other brackets", "The deposit [see below] is 1,200 euros [1].", "The deposit \\[see below\\] is 1,200 euros [1]."},
	} {
		t.Run(c.title, func(t *testing.T) {
			if got, _ := checked(c.in, evidenceOf(found())); got != c.out {
				t.Errorf("\n got %q\nwant %q", got, c.out)
			}
		})
	}
}

func TestCitations(t *testing.T) {
	_, cites := checked("Pets are allowed with consent [1]. The deposit is 1,200 euros [1]. The deposit is 1,200 euros [1].\n\n| film |\n|---|\n| Lisbon [4] |", evidenceOf(found()))
	want := []Citation{
		{N: 1, MemoryID: "lease", Quote: "Pets are allowed with the written consent of the landlord.", Span: [2]int{0, 58}, Page: 7},
		{N: 1, MemoryID: "lease", Quote: "The deposit is 1,200 euros.", Span: [2]int{80, 107}, Page: 4},
		{N: 4, MemoryID: "film", Quote: "The director says that the film was shot in Lisbon in the summer of 1998.", Span: [2]int{0, 73}, Second: 65},
	}
	if len(cites) != len(want) {
		t.Fatalf("got %+v", cites)
	}
	for i := range want {
		if cites[i] != want[i] {
			t.Errorf("got %+v, want %+v", cites[i], want[i])
		}
	}
}

func TestNumbers(t *testing.T) {
	for in, want := range map[string]string{
		"1,200": "1200", "1.200": "1200", "1,200.50": "1200.5", "1.200,50": "1200.5", "1,200.00": "1200", "3.0": "3", "3.5": "3.5", "3,5": "3.5", "007": "7", "0": "0",
		"0.250": "0.25", "12": "12", "1,000,000": "1000000",
	} {
		if got := canonical(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
	for held, said := range map[string]string{
		"on 05.03.2026": "5 March 2026", "on 2026-03-05": "05.03.2026", "in thirty days": "30 days", "dreißig Tage": "30 Tage", "30 days": "thirty days", "at 12:30": "12:30",
		"الرسوم ١٬٢٠٠٫٥٠": "1200.5", "料金は３０００円": "3000", "1,200.00 euros": "1,200 euros", "le bail dure douze mois et non un": "12",
	} {
		c, e := claim{numbers: statedNumbers(said, text.Detect(said))}, &evidence{numbers: readableNumbers(held, text.Detect(held))}
		if len(c.numbers) == 0 || !c.hasNumbers(e) {
			t.Errorf("%q does not hold the numbers %v of %q", held, c.numbers, said)
		}
	}
	for held, said := range map[string]string{"35 euros": "3.5 euros", "in 2025": "in 2026", "twenty": "30", "it was said once and for all": "11"} {
		if (claim{numbers: statedNumbers(said, text.Detect(said))}).hasNumbers(&evidence{numbers: readableNumbers(held, text.Detect(held))}) {
			t.Errorf("%q holds the numbers of %q", held, said)
		}
	}
}

// letters returns the letters of a text.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

func FuzzGrounding(f *testing.F) {
	f.Add("The deposit is 1,200 euros [1]. Beans [9]! `a. b[1]` - c\n\n| a [1] |\n```\n[9]\n```")
	f.Add("# [1]\n> - [x] 30 days.[2][3] [?]\n日本語。[1]そう。")
	evidence := evidenceOf(found())
	f.Fuzz(func(t *testing.T, s string) {
		read := newReader().Parse(s)
		words := letters(read.Markdown())
		d, cites := ground(read, evidence)
		got := d.Markdown()
		if !utf8.ValidString(got) {
			t.Fatalf("%q became %q", s, got)
		}
		// No word is added or removed.
		if letters(got) != words {
			t.Fatalf("%q became %q", s, got)
		}
		for _, c := range cites {
			held := false
			for _, e := range evidence {
				for _, h := range e.hits {
					held = held || e.n == c.N && strings.Contains(h.Text, c.Quote) && c.MemoryID == h.MemoryID
				}
			}
			if !held {
				t.Fatalf("the citation %+v is made up", c)
			}
		}
		d.Each(func(spans []document.Span) {
			for _, s := range spans {
				if s.Cite > 0 && (s.Citation < 1 || s.Citation > len(cites) || cites[s.Citation-1].N != s.Cite) {
					t.Fatalf("the mark %+v stands for none of %+v", s, cites)
				}
			}
		})
	})
}
