package answer

import (
	"regexp"
	"strings"

	"engram/internal/lang"
	"engram/internal/recall/text"
)

// The replies to small talk.
const (
	greets   = "Hello! Ask me about anything that you saved, and I will look for it and quote it."
	thanked  = "You are welcome. Ask on whenever you like."
	takes    = "Goodbye. What you saved is here when you need it."
	itself   = "I am Engram. I search what you saved and answer with its own words, each with the memory that it comes from."
	adding   = "Press Add Memory above your memories: it takes links, notes and PDFs. Once one is read, you can ask about it."
	deleting = "Asking changes nothing. Each memory is deleted on its own card, among your memories."
	beyond   = "I can't do that: I answer questions from what you saved. Ask about a subject, and I will look for it."
)

// Aside is the reply to a greeting, a command or a question about Engram itself.
type Aside struct {
	Line string // empty: it is a question to the memories
	Sure bool   // otherwise memories that answer take precedence
}

// aside is a kind of small talk.
type aside struct {
	said *regexp.Regexp // matches the whole text, folded
	line string
	open bool // memories that answer take precedence
}

// things are the English words for saved things.
var things = func() string {
	all := []string{"files?"}
	for _, n := range lang.English.Words().Nouns {
		if !n.OfSite {
			all = append(all, strings.Fields(n.One+" "+n.Many)...)
		}
	}
	return "(?:" + strings.Join(all, "|") + ")"
}()

const please = `(?:(?:please|can you|could you|would you|will you|i want you to|bitte|por favor) )*`

var asides = []aside{
	{whole(`(?:` + phrases(func(a lang.Aside) string { return a.Greeting }) + `)(?: (?:there|again|engram|you|everyone|all))*`), greets, false},
	{whole(`(?:` + phrases(func(a lang.Aside) string { return a.Thanks }) + `)(?: (?:a lot|so much|very much|engram|you))*`), thanked, false},
	{whole(`(?:` + phrases(func(a lang.Aside) string { return a.Goodbye }) + `)(?: engram)?`), takes, false},
	{whole(phrases(func(a lang.Aside) string { return a.You })), itself, false},
	{whole(phrases(func(a lang.Aside) string { return a.Engram })), itself, true},
	{whole(`(?:how (?:do|can|could|should) (?:i|you|we)|how to|where (?:do|can) i) (?:add|save|upload|import|store|put in) `+
		`(?:an? |my |new |some |another |more )*(?:web )?`+things+`(?: here| to engram| in engram)?`, phrases(func(a lang.Aside) string { return a.Add })), adding, true},
	{whole(`how (?:do|can|could) i (?:delete|remove|erase) (?:an? |my |the )*(?:old )?`+things, `how to (?:delete|remove) (?:an? |my )*`+things), deleting, true},
	{whole(please + `(?:delete|remove|erase|forget|clear|wipe|discard) (?:all |of |my |the |these |those |this |that |last |every )*(?:` + things + `|everything|it|all|them|data|account|history)(?: i saved| please)?`), deleting, false},
	{whole(please + `(?:summari[sz]e|sum up|recap|outline|review|organi[sz]e|sort|translate|rewrite|export|back ?up|fasse|resume) (?:all |of |my |the |these |those |every |meine |mis |mes )*` +
		`(?:` + things + `|everything|all|stuff|things|notizen|notas|alles)(?: (?:i saved|for me|please|zusammen))*`), beyond, false},
	{whole(please + `(?:summari[sz]e|sum up|recap|translate|rewrite) .+`), beyond, true},
	{whole(please + `(?:write|compose|tell|sing|draw|paint|generate|create|make|schreib|escribe|ecris) (?:me |us |mir |moi )?(?:an? |some |another |ein |eine |un |une )?(?:(?:short|funny|little|nice|new) )*` +
		`(?:poem|story|song|joke|essay|haiku|limerick|riddle|picture|image|drawing|gedicht|witz|geschichte|poema|chiste|poeme|blague)(?: .+)?`), beyond, true},
	{whole(please + `(?:remind me|set (?:an? )?(?:alarm|timer|reminder)|send (?:an? )?(?:e ?mail|message)|order me|play (?:some )?music)(?: .+)?`), beyond, true},
}

// phrases returns an expression for the phrases of all languages, folded.
func phrases(of func(lang.Aside) string) string {
	var all []string
	for _, l := range lang.All() {
		if said := of(l.Words().Aside); said != "" {
			all = append(all, lang.Fold(said))
		}
	}
	return strings.Join(all, "|")
}

func whole(said ...string) *regexp.Regexp {
	return regexp.MustCompile(`^(?:` + strings.Join(said, "|") + `)$`)
}

// apostrophes separate words here: "what's" is two.
var apostrophes = strings.NewReplacer("'", " ", "’", " ")

// maxAside is the size in bytes above which a text is not small talk.
const maxAside = 200

// AsideTo returns the reply if a question to all memories is small talk. It runs before the search.
func AsideTo(question string) Aside {
	if len(question) > maxAside {
		return Aside{}
	}
	said := strings.Join(text.Words(apostrophes.Replace(question)), " ")
	for _, a := range asides {
		if a.said.MatchString(said) {
			return Aside{a.line, !a.open}
		}
	}
	return Aside{}
}
