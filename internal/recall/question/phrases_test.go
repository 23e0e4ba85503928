package question

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

// phrases are ways to name a time, a kind or a number, and what they ask for on Wednesday, 18 March
// 2026.
var phrases = map[string]string{
	"what did I save a year ago":                        "lists 2025-02-25..2025-04-09",
	"what did I save over the weekend":                  "lists 2026-03-14..2026-03-16",
	"what did I save between June and August":           "lists 2025-06-01..2025-09-01",
	"notes from 2025-03-05":                             "lists note 2025-03-05..2025-03-06",
	"what did I save the week of June 9":                "lists 2025-06-09..2025-06-16",
	"the last five things I saved":                      "lists #5",
	"what have I been saving lately":                    "lists",
	"what did I save around Thanksgiving":               "lists 2025-11-20..2025-12-08",
	"that youtube clip":                                 "lists video",
	"that post from X":                                  "lists tweet",
	"what did I watch in November":                      "lists video 2025-11-01..2025-12-01",
	"what did I save a month ago":                       "lists 2026-02-08..2026-03-01",
	"what did I save two weeks ago":                     "lists 2026-02-28..2026-03-09",
	"articles I saved two years ago":                    "lists link 2024-02-05..2024-04-30",
	"what did I save a few days ago":                    "lists 2026-03-12..2026-03-17",
	"what did I save from November to January":          "lists 2025-11-01..2026-02-01",
	"videos I saved between May and July 2024":          "lists video 2024-05-01..2024-08-01",
	"what did I save between Sunday and Tuesday":        "lists 2026-03-15..2026-03-18",
	"what did I save on 24.12.2025":                     "lists 2025-12-24..2025-12-25",
	"notes from 5/3/2025":                               "lists note 2025-03-05..2025-03-06",
	"what did I save on the 5th":                        "lists 2026-03-05..2026-03-06",
	"what did I save on Tuesday, March 3":               "lists 2026-03-03..2026-03-04",
	"what did I save in the first week of May":          "lists 2025-05-01..2025-05-08",
	"what did I save in early June":                     "lists 2025-06-01..2025-06-13",
	"what did I save in mid-October":                    "lists 2025-10-10..2025-10-23",
	"what did I save at the end of January":             "lists 2026-01-19..2026-02-01",
	"notes from Q3":                                     "lists note 2025-07-01..2025-10-01",
	"what did I save in the second quarter of 2024":     "lists 2024-04-01..2024-07-01",
	"what did I save in the summer of 2024":             "lists 2024-06-01..2024-09-01",
	"what did I save this time last year":               "lists 2025-02-25..2025-04-09",
	"what did I save over Easter":                       "lists 2025-04-18..2025-04-22",
	"what did I save on Halloween":                      "lists 2025-10-31..2025-11-01",
	"what have I saved since New Year's":                "lists 2025-12-31..",
	"what did I save before Christmas":                  "lists ..2025-12-24",
	"my five most recent bookmarks":                     "lists link #5",
	"what have I watched since Tuesday":                 "lists video 2026-03-17..",
	"what did I save the week before last":              "lists 2026-03-02..2026-03-09",
	"what did I save earlier this week":                 "lists 2026-03-16..2026-03-23",
	"what did I save the other day":                     "lists 2026-03-11..2026-03-18",
	"the soup recipe I saved around Christmas":          "2025-12-17..2026-01-03",
	"the article on moss I saved the week of June 9":    "link 2025-06-09..2025-06-16",
	"what did I save half a year ago":                   "lists 2025-09-03..2025-10-04",
	"notes from six months ago":                         "lists note 2025-09-03..2025-10-04",
	"what did I bookmark a couple of days ago":          "lists 2026-03-15..2026-03-17",
	"the articles I read over the weekend":              "lists link 2026-03-14..2026-03-16",
	"what did I save three days ago":                    "lists 2026-03-15..2026-03-16",
	"the notes I wrote from March to May":               "lists note 2025-03-01..2025-06-01",
	"what did I save between 2023 and 2024":             "lists 2023-01-01..2025-01-01",
	"what did I save on 2025-12-24":                     "lists 2025-12-24..2025-12-25",
	"what did I save on Nov 3rd":                        "lists 2025-11-03..2025-11-04",
	"what did I save on 12/24/2025":                     "lists 2025-12-24..2025-12-25",
	"what did I save between December 20 and January 5": "lists 2025-12-20..2026-01-06",
	"what did I save in the last week of January":       "lists 2026-01-25..2026-02-01",
	"what did I save in late November":                  "lists 2025-11-19..2025-12-01",
	"show me notes from the beginning of February":      "lists note 2026-02-01..2026-02-13",
	"what did I save in Q1 2025":                        "lists 2025-01-01..2025-04-01",
	"what did I save in the first half of 2025":         "lists 2025-01-01..2025-07-01",
	"what did I save in the 2010s":                      "lists 2010-01-01..2020-01-01",
	"what did I watch around New Year's":                "lists video 2025-12-24..2026-01-09",
	"what did I save around Labor Day":                  "lists 2025-08-25..2025-09-09",
	"what did I save last Christmas":                    "lists 2025-12-24..2025-12-27",
	"what did I save on Valentine's Day":                "lists 2026-02-14..2026-02-15",
	"what have I been reading these days":               "lists",
	"the last ten things I bookmarked":                  "lists #10",
	"my three newest pdfs":                              "lists document #3",
	"what did I watch last night":                       "lists video 2026-03-17..2026-03-18",
	"what did I save the month before last":             "lists 2026-01-01..2026-02-01",
	"what have I saved in the last 24 hours":            "lists 2026-03-17..2026-03-19",
	"the tweets I liked last week":                      "lists tweet 2026-03-09..2026-03-16",
	"the pasta recipe I saved between June and August":  "2025-06-01..2025-09-01",
	"the video about bees from last summer":             "video 2025-06-01..2025-09-01",
	"what did I save since the weekend":                 "lists 2026-03-14..",
	"that twitter thread":                               "lists tweet",
	"what did I save until yesterday":                   "lists ..2026-03-18",
	"what did I save last winter":                       "lists 2025-12-01..2026-03-01",
	"what were the last five things I saved":            "lists #5",
	"latest 5 things":                                   "lists #5",
	"what did I save in the last couple of weeks":       "lists 2026-02-25..2026-03-19",
	"what did I save about a month ago":                 "lists 2026-02-08..2026-03-01",
	"what did I save a year ago today":                  "lists 2025-02-25..2025-04-09",
	"what did I save around two weeks ago":              "lists 2026-02-28..2026-03-09",
	"what did I save on the weekend of June 7":          "lists 2025-06-07..2025-06-09",
	"what did I look at around Thanksgiving":            "lists 2025-11-20..2025-12-08",
	"what was I reading in mid-October":                 "lists 2025-10-10..2025-10-23",
	"notes I took in November":                          "lists note 2025-11-01..2025-12-01",
	"what did I save this week so far":                  "lists 2026-03-16..2026-03-23",
	"what did I save between 5 and 10 May":              "lists 2025-05-05..2025-05-11",
	"what did I save from May 5 to 10":                  "lists 2025-05-05..2025-05-11",
	"what did I save in 2025-03":                        "lists 2025-03-01..2025-04-01",
	"what did I save at Christmas":                      "lists 2025-12-24..2025-12-27",
	"over the weekend":                                  "lists 2026-03-14..2026-03-16",
	"between June and August":                           "lists 2025-06-01..2025-09-01",
	"the week of June 9":                                "lists 2025-06-09..2025-06-16",
	"since Tuesday":                                     "lists 2026-03-17..",
	"my youtube videos":                                 "lists video",
	"the x post I saved yesterday":                      "lists tweet 2026-03-17..2026-03-18",
	"that post from X about bees":                       "tweet",
	"what did I upload in January":                      "lists document 2026-01-01..2026-02-01",
	"what have I saved since the start of the year":     "lists 2026-01-01..",
	"was habe ich vor zwei Wochen gespeichert":          "lists 2026-02-28..2026-03-09",
	"was habe ich vor einem Jahr gespeichert":           "lists 2025-02-25..2025-04-09",
	"was habe ich am Wochenende gespeichert":            "lists 2026-03-14..2026-03-16",
	"was habe ich von Mai bis Juli 2024 gespeichert":    "lists 2024-05-01..2024-08-01",
	"was habe ich zu Ostern gespeichert":                "lists 2025-04-18..2025-04-22",
	"meine Notizen vom letzten Wochenende":              "lists note 2026-03-14..2026-03-16",
	"was habe ich im November angeschaut":               "lists video 2025-11-01..2025-12-01",
	"¿qué guardé hace dos semanas?":                     "lists 2026-02-28..2026-03-09",
	"¿qué guardé el fin de semana?":                     "lists 2026-03-14..2026-03-16",
	"¿qué guardé entre junio y agosto?":                 "lists 2025-06-01..2025-09-01",
	"¿qué guardé en Navidad?":                           "lists 2025-12-24..2025-12-27",
	"mis notas de mayo a julio":                         "lists note 2025-05-01..2025-08-01",
	"qu'est-ce que j'ai enregistré il y a un an":        "lists 2025-02-25..2025-04-09",
	"qu'est-ce que j'ai enregistré le week-end dernier": "lists 2026-03-14..2026-03-16",
	"qu'est-ce que j'ai enregistré à Noël":              "lists 2025-12-24..2025-12-27",
	"qu'est-ce que j'ai enregistré l'été dernier":       "lists 2025-06-01..2025-09-01",
	"cosa ho salvato due settimane fa":                  "lists 2026-02-28..2026-03-09",
	"o que guardei há duas semanas":                     "lists 2026-02-28..2026-03-09",
	"wat heb ik tussen juni en augustus opgeslagen":     "lists 2025-06-01..2025-09-01",
}

func TestPhrases(t *testing.T) {
	for text, want := range phrases {
		if got := asked(Parse(text, now)); got != want {
			t.Errorf("%q asks for %q, want %q", text, got, want)
		}
	}
}

// contents name a time, a site or a verb as their subject.
var contents = []string{
	"notes about Summer of 69",
	"the May report",
	"1984 by Orwell",
	"monday.com",
	"how does monday.com price seats",
	"the Christmas cake recipe",
	"Thanksgiving turkey brine",
	"Easter egg hunt ideas",
	"Halloween costume for a toddler",
	"Labor Day history",
	"the Q3 report",
	"Q3 revenue of the shop",
	"Black Friday deals on laptops",
	"Valentine's Day card wording",
	"what is the weather between June and August",
	"the difference between Monday and Wednesday classes",
	"between Mars and Jupiter",
	"between 5 and 10 people",
	"from A to B",
	"from 5 to 10 percent",
	"from 9 to 5",
	"the week of fashion",
	"fashion week",
	"week of the shark",
	"early music",
	"early spring salad",
	"late night snacks",
	"mid-century furniture",
	"the end of history",
	"the beginning of infinity",
	"the first week of school",
	"the last week of the Tour",
	"the 2008 crisis",
	"the 90s",
	"music of the 2010s",
	"best films of the 2010s",
	"24/7 support",
	"9/11",
	"version 3.5.2025",
	"version 2025-03",
	"1.2.3.4",
	"192.168.1.1",
	"phone 03-05-2025-77",
	"the weekend edition",
	"The Weeknd albums",
	"weekend trip ideas",
	"Friday the 13th",
	"the third quarter of the moon",
	"the fourth of July parade",
	"what to cook at Christmas",
	"what should I plant in the spring",
	"when is Thanksgiving",
	"when is Easter next year",
	"how many days between Christmas and Easter",
	"before Christmas sales",
	"around the world in 80 days",
	"around 2024 things",
	"around 5 people",
	"half a year of parental leave",
	"tomorrow",
	"next week",
	"next Christmas",
	"lately the hedge fund",
	"solve for x from y",
	"a post from a fence",
	"the post from 2019",
	"post office opening hours",
	"clip art",
	"paper clip from youtube",
	"youtube algorithm",
	"how to download a youtube video",
	"how do I embed a youtube clip",
	"twitter api limits",
	"post on X marketing",
	"how to write a twitter thread",
	"the watch I bought",
	"apple watch",
	"watch repair shop",
	"what to watch",
	"May the fourth be with you",
	"august company",
	"march of progress",
	"the summer house",
	"in the summer house",
	"water in the spring",
	"spring boot",
	"fall of Rome",
	"in the fall of Rome",
	"on the 5th floor",
	"the 21st century",
	"on the 1st page",
	"the second half of the match",
	"the first half of the book",
	"the middle of nowhere",
	"the start of the project",
	"at the end of the day",
	"at the end of the street",
	"the end of the month rule",
	"last christmas by wham",
	"new year resolutions",
	"the new year",
	"the holidays",
	"father's day gift",
	"since forever",
	"until dawn",
	"before sunrise",
	"after hours",
	"before 2024 nobody cared",
	"in 24 hours",
	"the last 24 hours of the trip",
	"an hour ago",
	"last hour",
	"what did the meeting decide between Monday and Wednesday",
	"what is due between June and August",
	"is the pool open from May to September",
	"museum hours from Monday to Friday",
	"open from 5 to 10 May",
	"trains between 2023 and 2024",
	"inflation between 2020 and 2023",
	"the cat, from June to August",
	"the lease runs from March 2024 to March 2025",
	"the rent from January to June",
	"who won on 2024-11-05",
	"what happened on 11/22/1963",
	"what happened on 3/5/2025",
	"the 2024-11-05 election",
	"the week of prayer",
	"what is the week of June 9 like",
	"a note on Christmas",
	"notes on Thanksgiving",
	"my notes on Easter",
	"articles on Labor Day",
	"what did I save about Christmas",
	"what did I save about the 2010s",
	"what I kept on the summer of 2003",
}

func TestTimesOfASubject(t *testing.T) {
	for _, text := range contents {
		if q := Parse(text, now); q.Lists || q.DateWords != "" {
			t.Errorf("%q asks for %q by %q", text, asked(q), q.DateWords)
		}
	}
}

func TestDatesDependOnTheTimeZone(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"notes from 5/3/2025":                 {"Europe/Berlin": "lists note 2025-03-05..2025-03-06", "America/New_York": "lists note 2025-05-03..2025-05-04"},
		"notes from 5.3.2025":                 {"America/New_York": "lists note 2025-03-05..2025-03-06"},
		"what did I save around Thanksgiving": {"America/Toronto": "lists 2025-10-04..2025-10-21", "America/Chicago": "lists 2025-11-20..2025-12-08"},
		"what did I save on Labour Day":       {"America/Toronto": "lists 2025-09-01..2025-09-02", "Europe/London": "lists 2025-05-01..2025-05-02"},
	} {
		for zone, want := range want {
			there, err := time.LoadLocation(zone)
			if err != nil {
				t.Fatal(err)
			}
			if got := asked(Parse(text, now.In(there))); got != want {
				t.Errorf("%q in %s asks for %q, want %q", text, zone, got, want)
			}
		}
	}
}

func TestOverTheWeekend(t *testing.T) {
	for day, want := range map[int]string{20: "2026-03-14..2026-03-16", 21: "2026-03-21..2026-03-23", 22: "2026-03-21..2026-03-23", 23: "2026-03-21..2026-03-23"} {
		if got := asked(Parse("over the weekend", time.Date(2026, 3, day, 9, 0, 0, 0, time.UTC))); got != "lists "+want {
			t.Errorf("on the %dth it asks for %q, want %s", day, got, want)
		}
	}
}

func TestVideosAreNotRead(t *testing.T) {
	for text, not := range map[string]string{"what did I read in March": "video", "was habe ich gestern gelesen": "video", "which videos did I read": "", "what did I save in March": ""} {
		if q := Parse(text, now); !q.Lists || q.Not != not {
			t.Errorf("%q lists: %t, without %q, want %q", text, q.Lists, q.Not, not)
		}
	}
}

func TestASiteIsListed(t *testing.T) {
	for text, site := range map[string]string{"that youtube clip": "YouTube", "my Vimeo videos": "Vimeo", "that post from X": "", "my videos": ""} {
		if q := Parse(text, now); !q.Lists || q.Site != site || (q.Host == "") != (site == "") {
			t.Errorf("%q lists: %t, from %q with %q in it", text, q.Lists, q.Site, q.Host)
		}
	}
}

// asked prints what a question asks for.
func asked(q Question) string {
	var all []string
	if q.Lists {
		all = append(all, "lists")
	}
	if q.Kind != "" {
		all = append(all, q.Kind)
	}
	if q.DateWords != "" {
		all = append(all, shown(q.Since)+".."+shown(q.Until))
	}
	if q.Count > 0 {
		all = append(all, "#"+strconv.Itoa(q.Count))
	}
	return strings.Join(all, " ")
}
