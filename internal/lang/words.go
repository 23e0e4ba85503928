package lang

import "strings"

// Words are the words of a language in sections, each of which may be empty. A list has blanks between its words, or commas
// between phrases, and is written as people write: whoever reads it folds it.
type Words struct {
	Tag  string // as in BCP 47: "pt"
	Stop string // words of function, question words among them: they say nothing by themselves

	// Numbers are counted from one, then from twenty to a hundred by tens. Slashes join the forms of one: "eins/ein/eine zwei".
	Numbers string
	Nouns   []Noun
	Time    Time
	Listing Listing
	Follow  Follow
	Answer  Answer
	Aside   Aside
}

// Noun is what memories of a kind are called, in all forms that stand in a question.
type Noun struct {
	Kind      string
	One, Many string
	My, MyOne string // plural and singular forms that say "my" as well, as Turkish does: "notlarım"

	// When the noun stands for a saved thing, in languages whose questions about a subject are read for its kind:
	Follows string // what may follow it, beside what says that it was saved
	Ends    bool   // "the boiler manual pdf, …" names the kind by its place alone
	Bare    bool   // so does "boiler manual pdf, …"; "travel document, …" is a subject
	Close   bool   // "the note about": "what did the doctor note about" is no note
	Mine    bool   // "my notes" are saved things; "my website" is a subject
	OfSite  bool   // with the name of a site alone: "that post from X"
}

// Time is how a language tells when something was.
type Time struct {
	Today, Yesterday, BeforeYesterday string // of one word each
	Months                            string // in order, slashes between the forms of one: "март/марте"
	Weekdays                          string // from Monday, likewise
	Seasons                           string // from spring, likewise
	Day, Week, Month, Year, Hour      string // units, in all forms

	MonthsIn  string // months in forms that say "in" as well, as in Turkish: "mayısta"
	InAfter   string // stands behind a month or a weekday and says "in": "ayında"
	In        string // stands before a month, a weekday or a holiday when something was: "im"
	Since     string // of these, what stands before when it began: "seit"
	AgoBefore string // "vor zwei Wochen"
	AgoAfter  string // "due settimane fa"
	OneUnsaid string // units that mean one by themselves there: "неделю назад"
	Between   string // phrases with an ellipsis for the first month: "zwischen … und"

	// Phrases, with commas between them.
	ThisWeek, LastWeek, ThisMonth, LastMonth, ThisYear, LastYear string
	Weekend, LastWeekend, LastNight                              string
	LastSpring, LastSummer, LastAutumn, LastWinter               string
	Lately                                                       string // asks for the newest

	Was string // verbs that tell of the past: "war"

	Holidays map[string]string // phrases by the English name
}

// Listing is what asks for memories that are not named by a subject: "show me my last three notes".
type Listing struct {
	What     string // asks for something, and not whether it is so nor how much
	Show     string // tells somebody to bring it
	Helpers  string // verbs that help others, and the persons that stand at them
	Have     string // helpers that say by themselves that the person has something: "habe"
	Exists   string // says, with others, that there is something: "hay"
	Saved    string // what was done to a memory: "guardé"; in English the order of words tells it
	Kept     string // saved, as a property of the memory: "my saved notes"
	Read     string // read and the like, as a property
	Doing    Doing
	All      string
	Some     string
	Articles string
	From     string // stands before a time, or before what is counted: "de"
	Those    string // points at what was spoken of
	Mine     string
	Newest   string
	Last     string
	Most     string // stands before these
	Filler   string // says nothing
	Thing    string // a noun of anything in the world
	Things   string // of several
	About    string // stands before the subject of what was saved: "sobre"

	PluralAsks bool // a plural by itself asks for memories: "videos"
}

// Doing are the verbs of what is done to one kind of memory alone.
type Doing struct {
	Watch, Write, Upload string
	Read                 string // to anything but videos
}

// Follow is what a question says that goes on behind others.
type Follow struct {
	And      string // opens it
	Pronouns string // stand for something that was named before, mostly
	Periods  string // "this year" points at nothing
	Copulas  string
	Vague    string // words that are about nothing by themselves: properties that anything may have
}

// Answer is what tells an answer's sentences apart.
type Answer struct {
	Not       string // words that deny a sentence
	No        string // with which an answer begins
	Opening   string // how sentences begin whose subject stands before them, alternatives of a regular expression
	Nobody    string // how they begin when their subject is none, likewise
	AskNumber string // words of questions that a number or an amount answers
	AskDate   string
	AskName   string // a name of somebody or of a place
}

// Aside is what people say that asks nothing of their memories: alternatives of regular expressions for folded words.
type Aside struct {
	Greeting, Thanks, Goodbye string
	You                       string // who are you, what can you do
	Engram                    string // what is Engram
	Add                       string // how do I save something
}

// InOrder numbers the words of a list from 1, folded, with all forms that slashes join. A hyphen stands for none.
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

// Numerals returns what the words for numbers count, folded: from one to nineteen, and by tens to a hundred.
func (w *Words) Numerals() map[string]int {
	all := InOrder(w.Numbers)
	for word, n := range all {
		all[word] = n + 9*max(n-20, 0)
	}
	return all
}

// Phrases returns those of a list with commas between them, folded.
func Phrases(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(Fold(list), ", ")
}
