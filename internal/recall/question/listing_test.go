package question

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// listings are questions without a subject and what they ask for: kind, first day, day after the
// last, count, name of the time.
var listings = map[string][5]string{
	"what did I save yesterday":                   {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"What have I been reading this week?":         {"", "2026-03-16", "2026-03-23", "", "this week"},
	"what did I read in March":                    {"", "2026-03-01", "2026-04-01", "", "in March"},
	"what did I save in 2024":                     {"", "2024-01-01", "2025-01-01", "", "in 2024"},
	"what did I keep before summer 2025":          {"", "", "2025-06-01", "", "before summer 2025"},
	"what have I saved since last month":          {"", "2026-02-01", "", "", "since last month"},
	"things I saved the day before yesterday":     {"", "2026-03-16", "2026-03-17", "", "the day before yesterday"},
	"saved last week":                             {"", "2026-03-09", "2026-03-16", "", "last week"},
	"last week":                                   {"", "2026-03-09", "2026-03-16", "", "last week"},
	"show me yesterday":                           {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"what did I save":                             {},
	"show me everything":                          {},
	"what was the last thing I saved":             {"", "", "", "1", ""},
	"my last 3":                                   {"", "", "", "3", ""},
	"the videos from last week":                   {"video", "2026-03-09", "2026-03-16", "", "last week"},
	"how many notes did I save last week?":        {"note", "2026-03-09", "2026-03-16", "", "last week"},
	"which articles did I save in May":            {"link", "2025-05-01", "2025-06-01", "", "in May"},
	"anything I saved from past 10 days":          {"", "2026-03-08", "2026-03-19", "", "in the past 10 days"},
	"did I save anything yesterday?":              {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"show me what I saved yesterday":              {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"everything I read last week":                 {"", "2026-03-09", "2026-03-16", "", "last week"},
	"what did I save last night":                  {"", "2026-03-17", "2026-03-18", "", "last night"},
	"what did I save yesterday morning":           {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"what did I save this evening":                {"", "2026-03-18", "2026-03-19", "", "today"},
	"my most recent video":                        {"video", "", "", "1", ""},
	"mis notas más recientes":                     {"note", "", "", "", ""},
	"what are my last three notes":                {"note", "", "", "3", ""},
	"my last 30 notes":                            {"note", "", "", "30", ""},
	"welche Videos habe ich gestern gesehen":      {"video", "2026-03-17", "2026-03-18", "", "yesterday"},
	"alles was ich gestern gespeichert habe":      {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"tout ce que j'ai lu hier":                    {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"and everything? (the videos from last week)": {"", "2026-03-09", "2026-03-16", "", "last week"},
	"the last one? (my notes)":                    {"note", "", "", "1", ""},
	"the last one? (my last three notes)":         {"note", "", "", "1", ""},
	"and the last five? (my last three notes)":    {"note", "", "", "5", ""},
	"and the videos? (my last three notes)":       {"video", "", "", "3", ""},
	"can you list all my tweets since June":       {"tweet", "2025-06-01", "", "", "since June"},
	"my last three notes":                         {"note", "", "", "3", ""},
	"the last note I wrote":                       {"note", "", "", "1", ""},
	"what did I note yesterday":                   {"note", "2026-03-17", "2026-03-18", "", "yesterday"},
	"my notes from Monday":                        {"note", "2026-03-16", "2026-03-17", "", "on Monday"},
	"notes saved on the 5th of may":               {"note", "2025-05-05", "2025-05-06", "", "on the 5th of May"},
	"show me my pdfs":                             {"document", "", "", "", ""},
	"pdf documents from March 2025":               {"document", "2025-03-01", "2025-04-01", "", "in March 2025"},
	"which notes do I have?":                      {"note", "", "", "", ""},
	"how many videos do we have":                  {"video", "", "", "", ""},
	"which notes do I have from last week":        {"note", "2026-03-09", "2026-03-16", "", "last week"},
	"quelles vidéos ai-je regardées hier ?":       {"video", "2026-03-17", "2026-03-18", "", "yesterday"},
	"do I have any pdfs?":                         {"document", "", "", "", ""},
	"videos":                                      {"video", "", "", "", ""},
	"all notes":                                   {"note", "", "", "", ""},
	"the 5 newest web pages":                      {"link", "", "", "5", ""},
	"my latest page":                              {"link", "", "", "1", ""},
	"articles read in the last 10 days":           {"link", "2026-03-08", "2026-03-19", "", "in the last 10 days"},
	"¿qué guardé ayer?":                           {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"muéstrame mis vídeos":                        {"video", "", "", "", ""},
	"mis tres últimas notas":                      {"note", "", "", "3", ""},
	"las notas de la semana pasada":               {"note", "2026-03-09", "2026-03-16", "", "last week"},
	"Was habe ich gestern gespeichert?":           {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"zeig mir die Videos von letzter Woche":       {"video", "2026-03-09", "2026-03-16", "", "last week"},
	"meine letzten drei Notizen":                  {"note", "", "", "3", ""},
	"qu'est-ce que j’ai lu hier ?":                {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"les notes d'hier":                            {"note", "2026-03-17", "2026-03-18", "", "yesterday"},
	"mes vidéos du mois dernier":                  {"video", "2026-02-01", "2026-03-01", "", "last month"},
	"cosa ho salvato ieri":                        {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"i miei video":                                {"video", "", "", "", ""},
	"o que guardei ontem":                         {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"os vídeos da semana passada":                 {"video", "2026-03-09", "2026-03-16", "", "last week"},
	"wat heb ik eergisteren opgeslagen":           {"", "2026-03-16", "2026-03-17", "", "the day before yesterday"},
	"video's van vorige week":                     {"video", "2026-03-09", "2026-03-16", "", "last week"},
	"что я сохранил вчера":                        {"", "2026-03-17", "2026-03-18", "", "yesterday"},
	"покажи мои заметки за сегодня":               {"note", "2026-03-18", "2026-03-19", "", "today"},
	"and the videos? (what did I save yesterday)": {"video", "2026-03-17", "2026-03-18", "", "yesterday"},
}

// ofTime ask for a time alone; true: the question may also mean what memories say about that time.
var ofTime = map[string]struct {
	when string
	open bool
}{
	"Do I have anything on Friday?":                 {"on Friday", true},
	"do I have anything in June":                    {"in June", true},
	"do I have anything this week":                  {"this week", true},
	"is there something on 5 May":                   {"on 5 May", true},
	"which items do I have on Friday":               {"on Friday", true},
	"how many things do we have in May":             {"in May", true},
	"what is there on Friday":                       {"on Friday", true},
	"show me something on Monday":                   {"on Monday", true},
	"anything on Monday?":                           {"on Monday", true},
	"anything today?":                               {"today", true},
	"is there anything from April?":                 {"in April", true}, // April may be a person
	"anything from June":                            {"in June", true},
	"do I have anything from March 2025":            {"in March 2025", true},
	"hay algo de julio":                             {"in July", true},
	"is there anything from last week?":             {"last week", false},
	"do you have anything from yesterday":           {"yesterday", false},
	"have I got anything from last week":            {"last week", false},
	"have we anything from last month":              {"last month", false},
	"what do I have from last week":                 {"last week", false},
	"is there anything saved in March":              {"in March", false},
	"have I saved something in March?":              {"in March", false},
	"is there a video from yesterday?":              {"yesterday", false},
	"how many notes are there from last week":       {"last week", false},
	"have I any articles from May":                  {"in May", false},
	"¿Tengo algo el viernes?":                       {"on Friday", true},
	"¿hay algo de la semana pasada?":                {"last week", false},
	"¿guardé algo en marzo?":                        {"in March", false},
	"¿qué cosas tengo hoy?":                         {"today", true},
	"Habe ich am Freitag etwas gespeichert?":        {"on Friday", false},
	"gibt es etwas von letzter Woche?":              {"last week", false},
	"was habe ich heute":                            {"today", true},
	"was habe ich im März 2025 gespeichert":         {"in March 2025", false},
	"est-ce que j'ai quelque chose d'hier ?":        {"yesterday", false},
	"y a-t-il quelque chose de la semaine dernière": {"last week", false},
	"j’ai enregistré quelque chose en mars ?":       {"in March", false},
	"ho qualcosa venerdì?":                          {"on Friday", true},
	"c'è qualcosa di ieri?":                         {"yesterday", false},
	"ho salvato qualcosa a marzo?":                  {"in March", false},
	"tenho algo na sexta-feira?":                    {"on Friday", true},
	"há algo da semana passada?":                    {"last week", false},
	"guardei alguma coisa em março?":                {"in March", false},
	"heb ik iets op vrijdag?":                       {"on Friday", true},
	"is er iets van vorige week?":                   {"last week", false},
	"heb ik in maart iets bewaard?":                 {"in March", false},
	"есть что-нибудь в пятницу?":                    {"on Friday", true},
	"есть ли у меня что-то за вчера?":               {"yesterday", false},
	"я сохранял что-нибудь в марте?":                {"in March", false},
}

func TestATimeAloneLists(t *testing.T) {
	for text, want := range ofTime {
		q := Parse(text, now)
		if q.Lists != (want.when != "") || q.When != want.when || q.Open != want.open {
			t.Errorf("%q lists: %t, %q, open: %t", text, q.Lists, q.When, q.Open)
		}
	}
}

func TestListings(t *testing.T) {
	for text, want := range listings {
		q := Parse(text, now)
		count := ""
		if q.Count > 0 {
			count = strconv.Itoa(q.Count)
		}
		if diff := cmp.Diff(want, [5]string{q.Kind, shown(q.Since), shown(q.Until), count, q.When}); diff != "" || !q.Lists {
			t.Errorf("%q lists: %t (-want +got):\n%s", text, q.Lists, diff)
		}
	}
}

// unlisted are no listings, though most of their words are.
var unlisted = map[string][]string{
	"a word to be found": {"", "?", "yesterday", "Yesterday?", "today", "march", "in spring", "2024", "this morning", "video", "note", "the page", "the last page", "the last pages", "page 2019", "see pages", "get notes", "read last week",
		"heute", "gestern", "hier", "aujourd'hui", "ayer", "ieri", "gisteren", "вчера", "vi", "Lido", "Salvo 2022", "das las", "12 pages", "pages 12", "4000 video", "the notes"},
	"what is in the calendar": {"what did I do yesterday", "what happened last week", "notes on Friday", "what's on today", "do I have an appointment on Friday", "Notizen im März"},
	"a name that begins as a day": {"do I have anything on Friday the 13th, the film?", "is there anything on March Madness", "anything on Sunday roasts", "do I have anything on May",
		"is there anything about last week", "tengo algo sobre marzo", "gibt es etwas über Freitag", "leí el artículo ayer", "is there a video", "is there anything", "anything",
		"las notas de Julio", "¿hay algo de Domingo?", "os artigos de Abril", "le note di Domenica"},
	"how to": {"how do I read the pdf I saved", "how do I find my notes", "how do I get my notes", "how do I list my notes", "how do I see my notes", "how could I get the pdf I uploaded",
		"how can I see the videos I saved", "wie finde ich meine Notizen", "wie sehe ich meine Videos", "cómo veo mis notas", "comment voir mes notes"},
	"how it was": {"how was the article I read", "how far have I read", "how far have I watched the video", "how recent is the document", "how did I save last month", "wie war das Video gestern"},
	"how much": {"how many pages", "how many pages did I read last week", "how many pages did I save", "how many articles did I write in 2024", "how many liked my last tweet", "how many videos",
		"wie viele Seiten sind es", "cuántas páginas leí", "quante pagine ho letto", "combien de pages j'ai lu", "сколько страниц я прочитал", "how many"},
	"what is in it": {"what was in my last note", "what is in the pdf I saved yesterday", "what's in my notes", "was war im Dokument von gestern", "qué hay en mis notas", "what is in my last three notes"},
	"the most":      {"most read articles", "most liked tweets of last week", "what did I save most", "articles plus lus hier", "articles read", "los artículos más leídos", "my most watched videos", "liked tweets", "read articles"},
	"one thing": {"Did I save the document?", "Have I read the article?", "Did I write the note?", "did I save that?", "have I watched the video yet", "did I read my last note", "the note from today",
		"the document from 2019", "the video from yesterday", "get the pdf I uploaded", "who wrote the note from yesterday", "the last one", "the latest thing", "read it", "what is a note", "what are notes"},
	"nothing much": {"how?", "please", "could you?", "of what?", "and?", "what is that?", "I saved", "the day before", "what to read", "what should I read", "show me", "my", "all", "last", "was there anything the week before"},
	"a subject": {"videos to watch", "what did I save about knots", "my notes about yesterday", "notes on March", "the video about last week", "my last three dentist notes", "articles in June",
		"the notes of last year's budget", "what did I save yesterday and last week", "notes and videos", "when did I save the last note", "¿qué guardé sobre nudos ayer?", "videos from 2019",
		"was habe ich gestern gegessen", "meine Notizen zur Heizung", "не сохранил", strings.Repeat("my ", 60) + "notes"},
	"no day of saving": {"what did I save in summer 2026", "what did I save in 1984", "was habe ich im März 1984 gespeichert", "what did I save in 2031"},
}

func TestASubjectIsNeverListed(t *testing.T) {
	for why, texts := range unlisted {
		for _, text := range texts {
			if q := Parse(text, now); q.Lists {
				t.Errorf("%s: %q lists: %+v", why, text, q)
			}
		}
	}
}

// TestAListingWithAnotherWordIsNone adds words that give a listing a subject.
func TestAListingWithAnotherWordIsNone(t *testing.T) {
	texts := slices.Concat(slices.Sorted(maps.Keys(listings)), slices.Sorted(maps.Keys(ofTime)))
	rapid.Check(t, func(t *rapid.T) {
		all := strings.Fields(rapid.SampledFrom(texts).Draw(t, "listing"))
		at := rapid.IntRange(0, len(all)).Draw(t, "at")
		word := rapid.SampledFrom([]string{"knots", "Nähe", "пирог", "東京", "regarding", "boiler's", "where", "about", "not", "most", "much", "why", "who", "under", "im", "wie"}).Draw(t, "word")
		text := strings.Join(slices.Insert(all, at, word), " ")
		same := word == "most" && at < len(all) && english.orders(all[at]) || strings.HasPrefix(text, "what about")
		if q := Parse(text, now); q.Lists && !same {
			t.Fatalf("%q lists: %+v", text, q)
		}
	})
}

func TestFollow(t *testing.T) {
	const saved, flight, lease = "What did I save yesterday?", "When does the flight leave?", "What does the lease say about pets?"
	for _, test := range []struct{ before, text, want string }{ // empty: one has a subject
		{saved, "what did I save last week?", "what did I save last week?"},
		{flight, "what did I save last week?", "what did I save last week?"},
		{saved, "and the videos?", "and the videos? (What did I save yesterday?)"},
		{"and the videos? (What did I save yesterday?)", "and last week?", "and last week? (and the videos? What did I save yesterday?)"},
		{saved, "which of these are notes?", "which of these are notes? (What did I save yesterday?)"},
		{"was habe ich gestern gespeichert", "und letzte Woche?", "und letzte Woche? (was habe ich gestern gespeichert)"},
		{saved, "the last one?", "the last one? (What did I save yesterday?)"}, {saved, "show me the notes", "show me the notes (What did I save yesterday?)"},
		{saved, "have I read those notes?", "have I read those notes? (What did I save yesterday?)"},
		{flight, "and the last one?", ""}, {flight, "show me the notes", ""}, {flight, "and my notes?", ""}, {flight, "did I save one?", ""},
		{flight, "the videos that I saved last week", "the videos that I saved last week"},
		{saved, "what about the knots?", ""}, {flight, "and last week?", ""}, {flight, "and the videos?", ""}, {saved, "why?", ""}, {saved, "", ""}, {"", "notes?", ""},
		{saved, "how?", ""}, {saved, "please", ""}, {saved, "could you?", ""}, {saved, "of what?", ""}, {saved, "and?", ""}, {saved, "what is that?", ""},
		{saved, "how do I find them?", ""}, {saved, "what is in the notes?", ""}, {saved, "how many pages?", ""},
		{lease, "Did I save the document?", ""}, {lease, "Have I read the article?", ""}, {lease, "Did I write the note?", ""}, {saved, "Did I save the document?", ""},
		{"my notes", "the last one?", "the last one? (my notes)"}, {"my last three notes", "and the last five?", "and the last five? (my last three notes)"},
		{"the videos from last week", "and everything?", "and everything? (the videos from last week)"}, {"videos", "and Friday?", "and Friday? (videos)"},
		{saved, "and my notes from last week?", "and my notes from last week? (What did I save yesterday?)"}, {saved, "and what did I save last week?", "and what did I save last week?"},
		{saved, strings.Repeat("and ", 46) + "notes", ""},
	} {
		full, ok := Follow(test.text, test.before)
		if ok != (test.want != "") || ok && full != test.want {
			t.Errorf("%q after %q is %q, %t; want %q", test.text, test.before, full, ok, test.want)
		}
	}
}

func TestALongChainStaysShort(t *testing.T) {
	for _, again := range []string{"and the day before?", "and the videos?", "and in March?", "the last one?", "and everything?"} {
		for _, n := range []int{1, 2, 10, 49} {
			before := append(slices.Repeat([]string{again}, n), "what did I save yesterday?")
			full, ok := Follow(again, before...)
			if !ok || len(strings.Fields(full)) > 17 {
				t.Errorf("%q after %d is %q, %t", again, n, full, ok)
			}
			if got := Parse(full, now); again == "and the day before?" && shown(got.Since) != shown(now.AddDate(0, 0, -2-n)) {
				t.Errorf("%q asks for %s", full, shown(got.Since))
			}
		}
	}
	t.Run("\"everything\" means every kind from then on", func(t *testing.T) {
		full, _ := Follow("and yesterday?", "and everything?", "and the notes?", "the videos from last week")
		if got := Parse(full, now); full != "and yesterday? (and everything? the videos from last week)" || got.Kind != "" || !got.Lists {
			t.Errorf("%q asks for %+v", full, got)
		}
	})
}

func TestTheTimeBefore(t *testing.T) {
	const before = "and the day before? (what did I save yesterday?)"
	for text, want := range map[string][4]string{
		before: {"2026-03-16", "2026-03-17", "on 16 March 2026", "the day before"},
		"and the day before? (" + strings.NewReplacer("(", "", ")", "").Replace(before) + ")": {"2026-03-15", "2026-03-16", "on 15 March 2026", "the day before"},
		"the week before? (the videos from last week)":                                        {"2026-03-02", "2026-03-09", "in the week of 2 March 2026", "the week before"},
		"and the day before? (and the week before? what did I save last week)":                {"2026-03-01", "2026-03-02", "on 1 March 2026", "the day before"},
		"and today? (and the week before? what did I save last week)":                         {"2026-03-18", "2026-03-19", "today", "today"},
		"and the month before? (what did I read in January)":                                  {"2025-12-01", "2026-01-01", "in December 2025", "the month before"},
		"and the year before? (what did I save last year)":                                    {"2024-01-01", "2025-01-01", "in 2024", "the year before"},
		"and the day before? (what have I saved since June)":                                  {"2025-06-01", "", "since June", "since June"},
	} {
		q := Parse(text, now)
		if diff := cmp.Diff(want, [4]string{shown(q.Since), shown(q.Until), q.When, q.DateWords}); diff != "" || !q.Lists {
			t.Errorf("%q lists: %t (-want +got):\n%s", text, q.Lists, diff)
		}
	}
}

func FuzzFollow(f *testing.F) {
	f.Add("and the day before?", "what did I save yesterday")
	f.Add("\xff (", ")) the week before? (notes")
	f.Fuzz(func(t *testing.T, text, before string) {
		full, ok := Follow(text, before)
		if ok && !strings.HasPrefix(full, strings.TrimSpace(text)) && full != text {
			t.Fatalf("%q after %q became %q", text, before, full)
		}
		check(t, full, now)
	})
}
