package question

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// now is a Wednesday.
var now = time.Date(2026, 3, 18, 15, 4, 5, 0, time.UTC)

func TestKind(t *testing.T) {
	for kind, texts := range map[string][]string{
		"video": {
			"the video about knots", "that video on sourdough, how long does it rise", "hip mobility video, what if the knee complains",
			"video showing dumplings made fast", "which kids' science video did I keep", "what pudding video did I save in November",
			"the cycling without stabilisers video, what should you never hold", "the video touring the old town, where does it end",
			"what was the recipe in that video?", "a video about bees", "is there a video about grafting", "how did the video explaining inflation put it",
			"what did the video say", "Video by Anna on tides", "the “knots” video, which is best", "hip mobility video", "the video clip about otters",
			"my videos about pruning", "the videos we have saved", "which video that I watched mentions yeast",
		},
		"tweet": {"the tweet on vitamin d dose", "that tweet from Ada, what did she mean", "the tweet that I liked", "tweet about empty spaces"},
		"document": {
			"that pdf about mould", "the friend loan agreement document, who witnessed it", "document of the kick-off minutes, when is the pilot",
			"the residential consent form pdf, maximum spending money", "the pdf for the boiler, how to bleed it", "what is the price in that pdf",
			"what do my pdfs say about mould", "the PDF I uploaded last week",
		},
		"note": {
			"in my notes, what is the gate code", "what did I write in my notes about paint", "the note about the video on knots", "my note on paint colours",
			"that note I wrote on Tuesday", "what has Ludmila said in my cello lesson notes", "notes on the synthesiser", "the note where I listed tyres",
		},
		"link": {
			"the article about moss", "an article on sleep that I saved", "the page about illness symptoms I saved in October", "the website I bookmarked",
			"the web page on damp, which paint", "the BBC article by Tom, who is quoted", "the link about tides", "the site I saved on moths", "bookmarks about Go",
		},
	} {
		for _, text := range texts {
			if got := Parse(text, now); got.Kind != kind || got.KindWords == "" {
				t.Errorf("%q asks for %q by %q, want %s", text, got.Kind, got.KindWords, kind)
			}
		}
	}
}

func TestKindInOtherLanguages(t *testing.T) {
	for text, kind := range map[string]string{
		"el vídeo sobre nudos": "video", "mis notas sobre pintura": "note", "la página sobre mareas": "link",
		"la vidéo sur les nœuds": "video", "mon article sur le sommeil": "link",
		"das Video über Knoten": "video", "meine Notizen über Farben": "note", "der Artikel über Schlaf": "link",
		"il video sui nodi": "video", "il documento sulla casa": "document",
		"o vídeo sobre nós": "video", "o artigo sobre sono": "link",
		"видео про узлы": "video", "что в заметке о краске": "note", "в статье о сне": "link", "мои заметки о краске": "note",
	} {
		if got := Parse(text, now); got.Kind != kind {
			t.Errorf("%q asks for %q, want %q", text, got.Kind, kind)
		}
	}
}

func TestSubjectsAreNotKinds(t *testing.T) {
	for _, text := range []string{
		"how do I convert a video to gif", "what is a good note-taking app", "pdf viewer", "page 4 of the report", "twitter api", "link building",
		"a note in music", "video", "note", "how do I make a video about my shop", "what did the doctor note on the form", "convert pdf",
		"merge pdf", "sign the pdf from the bank", "how long should a video be", "video editing program", "the video editing program",
		"what is a link", "the link between sleep and memory", "site of the battle", "the site of the battle of Hastings", "construction site rules",
		"which documents do I need for the visa", "what documents from my employer", "travel document, how long is it valid", "my website hosting password",
		"when did I launch my website", "the first page about us", "article 5 of the treaty", "the front page of the paper", "paper clip",
		"does the new deal include video on demand", "the bank note from 1920", "who wrote the sick note", "blog post length",
		"video game with the best story", "chain link fence", "which article of the constitution", "not the video about knots",
		"documentary about bees", "how do I reply to the tweet from the council", "the page", "landing page", "we have taken note of it",
		"how do I send the document by post", "delivery note, where is it",
	} {
		if got := Parse(text, now); got.Kind != "" {
			t.Errorf("%q asks for %s by %q, want every kind", text, got.Kind, got.KindWords)
		}
	}
}

func TestDates(t *testing.T) {
	const open = "" // unbounded
	for text, want := range map[string][3]string{
		"what did I save yesterday":                              {"2026-03-17", "2026-03-18", "yesterday"},
		"the recipe from the day before yesterday":               {"2026-03-16", "2026-03-17", "from the day before yesterday"},
		"as receitas da semana passada":                          {"2026-03-09", "2026-03-16", "da semana passada"},
		"yesterday I saved a recipe":                             {"2026-03-17", "2026-03-18", "yesterday"},
		"what did I save this morning":                           {"2026-03-18", "2026-03-19", "this morning"},
		"the recipe I saved yesterday evening":                   {"2026-03-17", "2026-03-18", "yesterday evening"},
		"what was that video I watched last night":               {"2026-03-17", "2026-03-18", "last night"},
		"¿qué guardé ayer?":                                      {"2026-03-17", "2026-03-18", "ayer"},
		"la receta que guardé la semana pasada":                  {"2026-03-09", "2026-03-16", "la semana pasada"},
		"l'article que j'ai lu le mois dernier":                  {"2026-02-01", "2026-03-01", "le mois dernier"},
		"was habe ich letzte Woche gespeichert":                  {"2026-03-09", "2026-03-16", "letzte Woche"},
		"что я сохранил на прошлой неделе":                       {"2026-03-09", "2026-03-16", "на прошлой неделе"},
		"o que guardei no mês passado":                           {"2026-02-01", "2026-03-01", "no mês passado"},
		"what did I bookmark today":                              {"2026-03-18", "2026-03-19", "today"},
		"the plumber's number from last week":                    {"2026-03-09", "2026-03-16", "from last week"},
		"what did we decide this week":                           {"2026-03-16", "2026-03-23", "this week"},
		"gift ideas from last month":                             {"2026-02-01", "2026-03-01", "from last month"},
		"notes on paint this month":                              {"2026-03-01", "2026-04-01", "this month"},
		"articles I read last year":                              {"2025-01-01", "2026-01-01", "last year"},
		"what have I saved this year":                            {"2026-01-01", "2027-01-01", "this year"},
		"what was the crime number from June":                    {"2025-06-01", "2025-07-01", "from June"},
		"what did the boiler repair in February cost":            {"2026-02-01", "2026-03-01", "in February"},
		"coffee review I kept back in March":                     {"2026-03-01", "2026-04-01", "in March"},
		"the page I saved in March 2025":                         {"2025-03-01", "2025-04-01", "in March 2025"},
		"the page I saved in Sept, 2025":                         {"2025-09-01", "2025-10-01", "in Sept, 2025"},
		"what bulbs did I plant last spring":                     {"2025-03-01", "2025-06-01", "last spring"},
		"what we cooked last summer":                             {"2025-06-01", "2025-09-01", "last summer"},
		"bulbs from last autumn":                                 {"2025-09-01", "2025-12-01", "from last autumn"},
		"bulbs from last fall":                                   {"2025-09-01", "2025-12-01", "from last fall"},
		"what we burned last winter":                             {"2025-12-01", "2026-03-01", "last winter"},
		"what the vet said last March":                           {"2025-03-01", "2025-04-01", "last March"},
		"what did I save on bulbs in spring 2025":                {"2025-03-01", "2025-06-01", "in spring 2025"},
		"the article from summer 2025 that I saved":              {"2025-06-01", "2025-09-01", "from summer 2025"},
		"the page I saved in Fall, 2024":                         {"2024-09-01", "2024-12-01", "in Fall, 2024"},
		"what did we cook in summer":                             {"2025-06-01", "2025-09-01", "in summer"},
		"what was the vet's bill from autumn for":                {"2025-09-01", "2025-12-01", "from autumn"},
		"what bulbs did I plant in spring, the white ones":       {"2026-03-01", "2026-06-01", "in spring"},
		"in winter I read an article on moss that I saved":       {"2025-12-01", "2026-03-01", "in winter"},
		"what have I saved since autumn":                         {"2025-09-01", open, "since autumn"},
		"what did I keep before summer 2025":                     {open, "2025-06-01", "before summer 2025"},
		"what did I save in 2024":                                {"2024-01-01", "2025-01-01", "in 2024"},
		"in 2024 I saved a recipe":                               {"2024-01-01", "2025-01-01", "In 2024"},
		"saved in 2024, something with figs":                     {"2024-01-01", "2025-01-01", "in 2024"},
		"what I noted three weeks ago":                           {"2026-02-20", "2026-03-03", "three weeks ago"},
		"the recipe from a week ago":                             {"2026-03-08", "2026-03-15", "from a week ago"},
		"what did she recommend 10 days ago":                     {"2026-03-07", "2026-03-10", "10 days ago"},
		"what broke a couple of months ago":                      {"2025-12-06", "2026-01-30", "a couple of months ago"},
		"what did I save in the last 10 days":                    {"2026-03-08", "2026-03-19", "in the last 10 days"},
		"tyre sizes from the past three weeks":                   {"2026-02-25", "2026-03-19", "from the past three weeks"},
		"what did I read in the last week":                       {"2026-03-11", "2026-03-19", "in the last week"},
		"what have I saved since June":                           {"2025-06-01", open, "since June"},
		"what did I save since last month":                       {"2026-02-01", open, "since last month"},
		"what did I keep before 2025":                            {open, "2025-01-01", "before 2025"},
		"videos I watched after December 2025":                   {"2026-01-01", open, "after December 2025"},
		"the note from 5 May":                                    {"2025-05-05", "2025-05-06", "from 5 May"},
		"what did I save on the 5th of May":                      {"2025-05-05", "2025-05-06", "on the 5th of May"},
		"the pdf I uploaded on March 5th, 2025, the price":       {"2025-03-05", "2025-03-06", "on March 5th, 2025"},
		"what did the vet say last Tuesday":                      {"2026-03-17", "2026-03-18", "last Tuesday"},
		"what did the vet say last Wednesday":                    {"2026-03-11", "2026-03-12", "last Wednesday"},
		"what did I save on Sunday":                              {"2026-03-15", "2026-03-16", "on Sunday"},
		"what did we eat last weekend":                           {"2026-03-14", "2026-03-16", "last weekend"},
		"the video about the crisis in 2008 that I saved in May": {"2025-05-01", "2025-06-01", "in May"},
	} {
		got := Parse(text, now)
		if diff := cmp.Diff(want, [3]string{shown(got.Since), shown(got.Until), got.DateWords}, cmp.Comparer(strings.EqualFold)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}

func TestDaysInATimeZone(t *testing.T) {
	zone := func(name string) *time.Location {
		there, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		return there
	}
	berlin, auckland := zone("Europe/Berlin"), zone("Pacific/Auckland")
	night := time.Date(2026, 3, 29, 23, 30, 0, 0, time.UTC) // Monday in Berlin, where the clocks went forward that night
	for _, c := range []struct {
		text         string
		there        *time.Location
		since, until string
	}{
		{"what did I save yesterday", time.UTC, "2026-03-28T00:00:00Z", "2026-03-29T00:00:00Z"},
		{"what did I save yesterday", berlin, "2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"},
		{"what did I save today", auckland, "2026-03-30T00:00:00+13:00", "2026-03-31T00:00:00+13:00"},
		{"the video I saved in January", berlin, "2026-01-01T00:00:00+01:00", "2026-02-01T00:00:00+01:00"},
		{"my videos", berlin, "0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"},
	} {
		got := Parse(c.text, night.In(c.there))
		if since, until := got.Since.Format(time.RFC3339), got.Until.Format(time.RFC3339); since != c.since || until != c.until {
			t.Errorf("%q in %s: from %s until %s", c.text, c.there, since, until)
		}
	}
}

func shown(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format("2006-01-02")
}

func TestSubjectsAreNotDates(t *testing.T) {
	for _, text := range []string{
		"what happened in 1945", "the 2008 crisis", "in March 1917", "what was decided in March 1917", "what did I save about the crisis in 2008",
		"what I kept on the war in 2003", "what did I save in 1984", "what did I save in 2031", "when to sow beans in March", "is Japan warm in October",
		"when did the shop open in June", "how much may it cost", "may I park here", "march of the penguins", "which bins go out on Monday",
		"open on Sunday", "what is the weather today", "last year's budget", "yesterday's paper", "Yesterday by the Beatles", "the last page of the book",
		"what was formed 66 million years ago", "who lived here two hundred years ago", "how long ago was it", "the March hare", "what did they do before the war",
		"by noon on 5 September", "what is due on 31 June", "what happened in 2024", "profit last year", "the allowance this year", "this may be",
		"the decade", "one week in Rome", "since when", "before", "on", "in the last", "last", "the", "3 days", "what was it in June 1850",
		"what to sow in spring", "is Japan hot in summer", "when did the shop open in summer", "what happened in summer 1976", "the spring 2025",
		"who won in summer 2024", "what was in spring rolls", "what did the man in winter boots say", "how did the fall happen", "before winter",
		"what grew in summer 1850", "what was said in winter 2025", "what was said in winter 2024-25", "what did they eat before winter",
		"what did I save in summer 2026", "what is due in autumn", "was it hurt in fall 3", "in spring", "autumn", "spring 2025",
		"what was cheaper in summer of 2020", "which tyres were in winter use", "did the cat sleep on spring mattresses", "summer reading I saved",
		"what is on this evening", "this morning", "wo ist hier der Bahnhof", "la semana", "semana pasada",
		"may 2025", "in last", "the week before August 3, 2023",
	} {
		if got := Parse(text, now); !got.Since.IsZero() || !got.Until.IsZero() || got.DateWords != "" {
			t.Errorf("%q asks for %s to %s by %q, want any time", text, shown(got.Since), shown(got.Until), got.DateWords)
		}
	}
}

func TestLongTextsFilterNothing(t *testing.T) {
	pasted := "the video about knots I saved in May " + strings.Repeat("and then ", 10_000)
	if diff := cmp.Diff(Question{Text: pasted}, Parse(pasted, now)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// check asserts invariants of every question.
func check(t interface{ Fatalf(string, ...any) }, text string, now time.Time) {
	q := Parse(text, now)
	if q.Text != text {
		t.Fatalf("%q became %q", text, q.Text)
	}
	if !strings.Contains(text, q.KindWords) || !strings.Contains(text, q.DateWords) {
		t.Fatalf("%q does not say %q or %q", text, q.KindWords, q.DateWords)
	}
	if (q.Kind == "") != (q.KindWords == "") || (q.Since.IsZero() && q.Until.IsZero()) != (q.DateWords == "") {
		t.Fatalf("%q: a filter without its words, or words without a filter: %+v", text, q)
	}
	if !q.Since.IsZero() && !q.Until.IsZero() && !q.Since.Before(q.Until) {
		t.Fatalf("%q: from %s to %s", text, q.Since, q.Until)
	}
	if q.Since.After(now) {
		t.Fatalf("%q: from %s, which is not yet", text, q.Since)
	}
	if !q.Lists && (q.Count != 0 || q.When != "") || q.Lists && (q.When == "") != (q.DateWords == "") || q.Count < 0 {
		t.Fatalf("%q: %+v", text, q)
	}
}

func TestParseHolds(t *testing.T) {
	vocabulary := strings.Fields(`the a my that which what video videos notes note pdf page article site tweet about on in from since before after
		I saved did keep was last this past week month year years days day spring winter fall summer March May June 2024 2025, 1917 31 30 29 5 5th of ago three
		yesterday today Tuesday weekend few couple, between and to around early mid- end half quarter Q3 Christmas Easter Thanksgiving 2025-03-05 3/5/25 31.2.2025 2010s hour other lately watch youtube clip X post from showing touring, knots? with — ' " 99 100 4000 0 February`)
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 14).Draw(t, "words"), " ")
		day := rapid.Int64Range(0, 40_000).Draw(t, "day")
		check(t, text, time.Unix(day*86_400+rapid.Int64Range(0, 86_399).Draw(t, "second"), 0))
	})
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "the video about knots I saved in May", "between 31 June and 5", "from 0/0/00 to 99.99.9999", "the last week of february 2000", "around easter 9999", "\xff\xfe", "’’a’’", "in the last 99999999999999999999 years", "das Video über Knoten", "\u0301 of 31 February 0000", "0 0000.0"} {
		f.Add(text, int64(1_773_846_245))
	}
	f.Fuzz(func(t *testing.T, text string, at int64) {
		const year9999 = 253_402_300_799
		check(t, text, time.Unix((at%year9999+year9999)%year9999, 0))
	})
}

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		Parse("the page about illness symptoms I saved in October, how fast does flu begin", now)
	}
}
