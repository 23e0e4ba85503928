package question

import (
	"strings"

	"engram/internal/lang"
)

// noun is a word for a kind of memory, and how much context it needs, see lang.Noun.
type noun struct {
	kind                    string
	follows                 set
	ends, bare, close, mine bool
}

// nouns are the English ones.
var nouns = func() map[string]noun {
	all := map[string]noun{}
	for _, n := range lang.English.Words().Nouns {
		for w := range lang.Set(n.One + " " + n.Many) {
			if !n.OfSite && n.Kind != lang.Any {
				all[w] = noun{kind: n.Kind, follows: lang.Set(n.Follows), ends: n.Ends,
					bare: n.Bare, close: n.Close, mine: n.Mine}
			}
		}
	}
	return all
}()

// subjectWords tell in other languages that a noun is the kind that is asked for. Only the plainest
// form counts: "about" after it, and an article, a possessive, "in" or nothing before it.
type subjectWords struct {
	nouns         map[string]string
	about, before set
	when, was     set // words that ask for a time, and words of the past
}

func newSubjectWords(w *lang.Words) *subjectWords {
	in := w.Listing
	all := &subjectWords{
		nouns: map[string]string{}, about: lang.Set(in.About), when: lang.Set(w.Answer.AskDate),
		was:    lang.Set(w.Time.Was),
		before: lang.Set(in.Articles + " " + in.Those + " " + in.Mine + " " + w.Time.In),
	}
	for _, n := range w.Nouns {
		for name := range lang.Set(n.One + " " + n.Many + " " + n.My + " " + n.MyOne) {
			if n.Kind != lang.Any {
				all.nouns[name] = n.Kind
			}
		}
	}
	return all
}

func (s sentence) foreignKind() (kind, quoted string) {
	for _, v := range vocabularies {
		of := v.subject
		for i := range s.words {
			kind := of.nouns[s.at(i)]
			if kind != "" && of.about[s.next(i)] && (s.opens(i) || of.before[s.at(i-1)]) {
				return kind, s.quote(i, i+1)
			}
		}
	}
	return "", ""
}

// Words before a noun.
var (
	definite   = lang.Set("the that this those these")
	possessive = lang.Set("my our")
	asking     = lang.Set("which what any")
	indefinite = lang.Set("a an some")

	// these end a noun phrase: earlier words belong to something else
	breaks = lang.Set("i you he she it we they me him us them is are was were be been am do does did has have had can could will would " +
		"shall should may might must and or but not no if than then so because as how why who whom whose when where while there")
	prepositions = lang.Set("of in on at for from to with without by about into onto over under between against through during after before since")

	// before an indefinite noun: a particular one is meant
	recalls = lang.Set("saved kept bookmarked remember find show me there was saw read watched search")
	// before a noun: these act on it, so it is the subject
	doing = lang.Set("convert compress merge split edit sign make write create record send draft publish shoot upload download embed export print share " +
		"delete remove open add cite rename take trim cut crop play view unlock scan post translate attach insert format load build design rotate " +
		"to reply replying submit fill renew need making writing creating recording sending editing converting signing posting without")
	// after "on": a location, not a subject
	places = lang.Set("demand file line screen top paper call hold display loan")

	// before "page" and "note": part of a thing, or a different thing
	parts = lang.Set("first second third last next title front home landing cover opening previous back same blank web's foot bank sick delivery thank-you")
)

// Words for saving: "I saved", "did we keep".
var (
	person     = lang.Set("i we i've we've i'd")
	helpers    = lang.Set("have had just once already also recently last ever been")
	savedPast  = lang.Set("saved kept bookmarked stored added uploaded read watched liked clipped pinned wrote noted saving reading watching")
	savedBase  = lang.Set("save keep bookmark store add upload read watch like clip pin write note saved kept bookmarked stored added uploaded watched liked written saving reading watching")
	questioned = lang.Set("did have had was")
	particles  = map[string]string{"look": "at", "looked": "at", "looking": "at", "write": "down",
		"wrote": "down", "noted": "down", "jot": "down", "jotted": "down"}
	noteMade  = lang.Set("took made") // of notes
	noteNouns = lang.Set("note notes")
	relatives = lang.Set("that which")
)

// kind returns the kind that the sentence asks for and the word that says so, if any. The first
// clear one counts: "the note about the video" is a note.
func (s sentence) kind() (kind, quoted string) {
	for i := range s.words {
		if n, ok := nouns[s.at(i)]; ok && s.names(i, n) {
			return n.kind, s.quote(i, i+1)
		}
	}
	if kind, quoted := s.siteKind(); kind != "" {
		return kind, quoted
	}
	return s.foreignKind()
}

// names reports whether the noun at i clearly is the kind of a saved thing.
func (s sentence) names(i int, n noun) bool {
	p := s.phrase(i)
	before := s.before(p.start)
	if p.dubious || doing[before] || before == "not" {
		return false
	}
	if s.saved(i + 1) {
		return true
	}
	follows := s.describes(i, n)
	switch first := s.at(p.start); {
	case definite[first]:
		return follows && !p.nested && (!n.close || p.start == i-1) || n.ends && s.ends(p, i)
	case possessive[first]:
		return n.mine && !p.nested &&
			(follows || (before == "in" || before == "from") && strings.HasSuffix(s.at(i), "s"))
	case asking[first]:
		return s.about(i, n) && !p.nested
	case indefinite[first]:
		return s.about(i, n) && !p.nested && (p.start == 0 || recalls[before])
	default:
		return p.start == 0 && (i == 0 && follows || n.bare && !p.nested && p.start < i && s.ends(p, i) && !doing[first])
	}
}

// phrase is a noun phrase, up to the noun.
type phrase struct {
	start   int
	nested  bool // contains a preposition
	dubious bool // contains a word that gives the noun another meaning
}

// maxPhrase is the most words of a noun phrase.
const maxPhrase = 8

// phrase reads back from the noun to its determiner or the start of the clause.
func (s sentence) phrase(noun int) phrase {
	p := phrase{start: noun}
	for i := noun - 1; i >= 0 && noun-i < maxPhrase && !s.words[i].closes && !breaks[s.at(i)]; i-- {
		w := s.at(i)
		p.start = i
		if definite[w] || possessive[w] || asking[w] || indefinite[w] {
			return p
		}
		p.nested = p.nested || prepositions[w]
		p.dubious = p.dubious || parts[w]
	}
	return p
}

// before returns the word before i in the same clause.
func (s sentence) before(i int) string {
	if s.opens(i) {
		return ""
	}
	return s.at(i - 1)
}

// describes reports whether the words after the noun say what the thing is about or where it is
// from.
func (s sentence) describes(i int, n noun) bool {
	w := s.next(i)
	return w != "on" && n.follows[w] || s.about(i, n)
}

// about reports whether a topic follows the noun: "about", or an action on something ("touring the
// town", not "video editing programs").
func (s sentence) about(i int, n noun) bool {
	w, object := s.next(i), s.next(i+1)
	if w == "about" || w == "on" || w == "showing" {
		return n.follows[w] && (w != "on" || !places[object])
	}
	return n.ends && strings.HasSuffix(w, "ing") &&
		(definite[object] || possessive[object] || indefinite[object] || object == "how" ||
			object == "why" || object == "what")
}

// ends reports whether the noun's position shows that a thing is meant: it opens the question
// before a comma ("the boiler manual pdf, how long…"), or follows "in" ("the price in that video").
func (s sentence) ends(p phrase, i int) bool {
	if !s.words[i].closes {
		return false
	}
	if p.start == 0 {
		alone := definite[s.at(0)] && i == 1 // just "the page"
		return !s.last(i) || !p.nested && !alone
	}
	before := s.before(p.start)
	return !p.nested && (before == "in" || before == "from")
}

// saved reports whether the words from i say that the person saved it: "I saved", "that I have
// kept", "did I save".
func (s sentence) saved(i int) bool {
	if i >= len(s.words) || s.opens(i) {
		return false
	}
	return s.savedAt(i) || relatives[s.at(i)] && s.savedAt(i+1)
}

// savedAt is saved for words that begin with the person or the verb.
func (s sentence) savedAt(i int) bool { return s.savedWords(i) > 0 }

// savedWords returns how many words from i say so, else 0.
func (s sentence) savedWords(i int) int {
	verb, done := i+1, savedPast
	if questioned[s.at(i)] {
		verb, done = i+2, savedBase
	}
	if !person[s.at(verb-1)] {
		return 0
	}
	if helpers[s.at(verb)] {
		verb++
	}
	particle := particles[s.at(verb)]
	switch {
	case particle != "" && s.next(verb) == particle:
		return verb + 2 - i
	case noteMade[s.at(verb)] && verb == i+1 && noteNouns[s.at(i-1)], done[s.at(verb)]:
		return verb + 1 - i
	}
	return 0
}
