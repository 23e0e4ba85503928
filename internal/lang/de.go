package lang

var german = Words{
	Tag: "de",
	Stop: `aber alle als also am an auch auf aus bei bin bis bist da dann das dass dein dem den denn der des die dies diese
	diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es euch fur gegen hab habe haben hat
	hatte hier ich ihm ihn ihr ihre im in ins ist ja kann kein keine man mein mich mir mit nach nicht noch nur ob oder
	ohne sehr sein seine sich sie sind so uber um und uns unter vom von vor war waren warum was weil welche welcher
	welches wenn wer werden wie wieviel wir wird wo zu zum zur`,
	Numbers: `eins/ein/eine/einem/einer zwei drei vier funf sechs sieben acht neun zehn elf zwolf/dutzend dreizehn vierzehn
		funfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig
		hundert`,
	Nouns: []Noun{
		{Kind: Video, One: "video", Many: "videos"},
		{Kind: Note, One: "notiz", Many: "notizen"},
		{Kind: Document, One: "dokument pdf", Many: "dokumente dokumenten pdfs"},
		{Kind: Tweet, One: "tweet", Many: "tweets"},
		{Kind: Link, One: "artikel seite webseite link lesezeichen", Many: "seiten webseiten links"},
		{Kind: Any, One: "erinnerung", Many: "erinnerungen"},
	},
	Time: Time{
		Today: "heute", Yesterday: "gestern", BeforeYesterday: "vorgestern",
		Months:   "januar/jänner februar märz april mai juni juli august september oktober november dezember",
		Weekdays: "montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag",
		Day:      "tag tagen", Week: "woche wochen", Month: "monat monaten", Year: "jahr jahren",
		In:          "im am in an zu",
		Since:       "seit",
		AgoBefore:   "vor",
		Between:     "zwischen … und, von … bis",
		ThisWeek:    "diese Woche, dieser Woche",
		LastWeek:    "letzte Woche, letzter Woche",
		ThisMonth:   "diesen Monat, diesem Monat",
		LastMonth:   "letzten Monat",
		ThisYear:    "dieses Jahr",
		LastYear:    "letztes Jahr",
		Weekend:     "am Wochenende, vom Wochenende",
		LastWeekend: "letztes Wochenende, vom letzten Wochenende",
		LastSpring:  "letzten Frühling",
		LastSummer:  "letzten Sommer",
		LastAutumn:  "letzten Herbst",
		LastWinter:  "letzten Winter",
		LastNight:   "letzte Nacht",
		Lately:      "in letzter Zeit, kürzlich",
		Holidays: map[string]string{
			"christmas":       "Weihnachten",
			"christmas eve":   "Heiligabend",
			"new year's eve":  "Silvester",
			"new year's day":  "Neujahr",
			"valentine's day": "Valentinstag",
			"good friday":     "Karfreitag",
			"easter":          "Ostern",
			"pentecost":       "Pfingsten",
		},
	},
	Listing: Listing{
		What:    "was welche welcher welches welchen",
		Show:    "zeige zeig liste gib",
		Helpers: "sind waren ich wir mir uns",
		Have:    "habe hab haben",
		Exists:  "gibt gibt's es",
		Saved: `gespeichert gemerkt gelesen gesehen angesehen angeschaut geschrieben notiert hinzugefügt hochgeladen abgelegt
			speicherte las sah schrieb`,
		Kept:     "gespeicherten gespeicherte",
		Doing:    Doing{Watch: "angesehen angeschaut", Read: "gelesen las"},
		All:      "alle",
		Some:     "irgendein irgendeine irgendwelche",
		Articles: "die der das den dem ein eine einen einige",
		From:     "aus von vom seit",
		Those:    "diese dieses diesen dieser",
		Mine:     "mein meine meinen meiner meinem unsere unseren",
		Newest:   "neueste neuesten neuester neuestes neusten neuste zuletzt",
		Last:     "letzte letzten letzter letztes",
		Filler:   "bitte auch schon",
		Thing:    "sache ding",
		Things:   "sachen dinge alles etwas irgendetwas irgendwas",
		About:    "über",
	},
	Follow: Follow{
		And: "und aber oder auch",
		Pronouns: `er sie es ihn ihm ihr ihre ihren ihrem seine seinen seinem das dies dieser diese dieses diesen diesem davon
			dafur damit dazu daran darin daruber dabei dort danach darauf`,
		Periods: "Jahr Woche Monat Sommer Winter Morgen Abend",
		Copulas: "ist sind war waren",
		Vague: `preis kostet kosten kostete autor titel name adresse datum uhrzeit nummer dauert dauerte heisst hiess beginnt
			endet passiert geschah sagt sagte erste zweite letzte tag jahr genau lange viel viele oft weit wohin woher
			fuhrt fuhren braucht brauchen`,
	},
	Answer: Answer{
		Not:       "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder",
		No:        "nein",
		Opening:   "er|sie|es|dies|dieser|diese|dieses|sein|seine|seinen|ihr|ihre|ihren|dort|(?:das|der|die) (?:ist|sind|war|hat|haben|wird|kann|kostet|kommt|geht)",
		Nobody:    "es (?:gibt|gab|regnet|regnete)",
		AskNumber: "wieviel wieviele preis",
		AskDate:   "wann",
		AskName:   "wer wem wo",

		AskSeveral: "welche (?:[^ ]+(?:en|ern|eln|es)|(?:[^ ]+ )?(?:sind|waren|gibt))|wer alles|was alles|was sind|wo überall|alle|liste|nenne",
	},
	Aside: Aside{
		Greeting: "hallo|moin|servus|guten (?:Morgen|Tag|Abend)|wie geht s",
		Thanks:   "danke(?: schön)?|vielen Dank",
		Goodbye:  "tschüss|auf Wiedersehen",
		You:      "wer bist du|was kannst du|was bist du",
		Engram:   "was ist engram",
		Add:      "wie (?:speichere|füge) ich (?:ein |eine |einen )?(?:notiz|link|pdf|dokument|video)(?: hinzu)?",
	},
}
