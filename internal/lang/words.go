package lang

import "strings"

// Words are the words of a language, in sections that may be empty. Lists are separated by blanks,
// lists of phrases by commas, and written as usual; readers fold them.
type Words struct {
	Tag  string // BCP 47: "pt"
	Stop string // stop words, question words included

	// Numbers count from one to nineteen, then by tens from twenty. Slashes join the forms of one:
	// "eins/ein/eine zwei".
	Numbers string
	Nouns   []Noun
	Time    Time
	Listing Listing
	Follow  Follow
	Answer  Answer
	Aside   Aside
}

// Noun is a noun for a kind of memory, in all forms used in questions.
type Noun struct {
	Kind      string
	One, Many string
	My, MyOne string // forms that include "my", as in Turkish: "notlarım"

	// When the noun means a saved thing, in languages whose questions with a subject are also read
	// for a kind:
	Follows string // what may follow it, beside "saved"
	Ends    bool   // "the boiler manual pdf, …" names the kind by its position
	Bare    bool   // so does "boiler manual pdf, …", but "travel document, …" is a subject
	Close   bool   // just "the note about", not "what did the doctor note about"
	Mine    bool   // "my notes" are saved things, "my website" is a subject
	OfSite  bool   // only with a site's name: "that post from X"
}

// Time is the vocabulary of times.
type Time struct {
	Today, Yesterday, BeforeYesterday string // one word each
	Months                            string // in order, slashes between forms: "март/марте"
	Weekdays                          string // from Monday, likewise
	Seasons                           string // from spring, likewise
	Day, Week, Month, Year, Hour      string // units, in all forms

	MonthsIn  string // forms of months that include "in", as in Turkish: "mayısta"
	InAfter   string // "in" after a month or weekday: "ayında"
	In        string // "in" or "on" before a month, weekday or holiday: "im"
	Since     string // those of In that mean a beginning: "seit"
	AgoBefore string // "vor zwei Wochen"
	AgoAfter  string // "due settimane fa"
	OneUnsaid string // units that imply one: "неделю назад"
	Between   string // phrases with an ellipsis for the first month: "zwischen … und"

	// Phrases, separated by commas.
	ThisWeek, LastWeek, ThisMonth, LastMonth, ThisYear, LastYear string
	Weekend, LastWeekend, LastNight                              string
	LastSpring, LastSummer, LastAutumn, LastWinter               string
	Lately                                                       string // asks for the newest

	Was string // verbs of the past: "war"

	Holidays map[string]string // phrases by English name
}

// Listing is the vocabulary of questions without a subject: "show me my last three notes".
type Listing struct {
	What     string // question words for things, not for yes or no, nor amounts
	Show     string // requests
	Helpers  string // auxiliary verbs, and pronouns beside them
	Have     string // auxiliary verbs that by themselves mean to have: "habe"
	Exists   string // part of "there is": "hay"
	Saved    string // verbs of saving: "guardé"; English goes by word order
	Kept     string // "saved" as an attribute: "my saved notes"
	Read     string // "read" and the like as an attribute
	Doing    Doing
	All      string
	Some     string
	Articles string
	From     string // before a time or a quantity: "de"
	Those    string // refers to what was mentioned
	Mine     string
	Newest   string
	Last     string
	Most     string // before these
	Filler   string // without meaning
	Thing    string // nouns for anything
	Things   string // in the plural
	About    string // before a subject: "sobre"

	PluralAsks bool // a plural alone lists memories: "videos"
}

// Doing are verbs that apply to one kind of memory only.
type Doing struct {
	Watch, Write, Upload string
	Read                 string // to anything but videos
}

// Follow is the vocabulary of follow-ups.
type Follow struct {
	And      string // begins one
	Pronouns string // usually refer back
	Periods  string // "this year" does not refer back
	Copulas  string
	Vague    string // content words of any subject
}

// Answer is the vocabulary for choosing answers.
type Answer struct {
	Not       string // negates a sentence
	No        string // begins an answer
	Opening   string // starts of sentences whose subject is in the one before, as alternatives of a regular expression
	Nobody    string // starts of sentences without a subject, likewise
	AskNumber string // question words that expect a number or amount
	AskDate   string
	AskName   string // the name of a person or place

	// AskSeveral are phrases of questions with several answers, as alternatives of a regular
	// expression on folded words.
	AskSeveral string
}

// Aside is small talk, as alternatives of regular expressions on folded words.
type Aside struct {
	Greeting, Thanks, Goodbye string
	You                       string // who are you, what can you do
	Engram                    string // what is Engram
	Add                       string // how do I save something
}

// InOrder numbers a list's folded words from 1, with all forms joined by slashes. A hyphen is a
// gap.
func InOrder(list string) map[string]int {
	all := map[string]int{}
	for i, forms := range strings.Fields(list) {
		for form := range strings.SplitSeq(forms, "/") {
			all[Fold(form)] = i + 1
		}
	}
	delete(all, "-")
	return all
}

// Numerals returns the values of folded number words, to nineteen and by tens to a hundred.
func (w *Words) Numerals() map[string]int {
	all := InOrder(w.Numbers)
	for word, n := range all {
		all[word] = n + 9*max(n-20, 0)
	}
	return all
}

// Phrases returns the folded phrases of a list.
func Phrases(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(Fold(list), ", ")
}
