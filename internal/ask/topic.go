package ask

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/conversation"
	"engram/internal/lang"
	"engram/internal/recall/question"
	"engram/internal/recall/text"
)

const (
	mostWords = 6 // of a topic: more would hide what a follow-up says itself
	fewWords  = 2 // fewer than these and the title of what was cited is needed
)

// term is a word that says what a question is about.
type term struct {
	form string // as it was written
	stem string
	name bool // begins with a capital, and does not open the question
}

// topic is what is asked about, the latest first.
type topic []term

// inBrackets is what is put behind a question, nothing of no topic.
func (t topic) inBrackets() string {
	if len(t) == 0 {
		return ""
	}
	forms := make([]string, len(t))
	for i, w := range t {
		forms[i] = w.form
	}
	return " (" + strings.Join(forms, " ") + ")"
}

func (t topic) has(w term) bool {
	return slices.ContainsFunc(t, func(other term) bool { return w.stem == other.stem })
}

// without drops the words that the other has.
func (t topic) without(other topic) topic { return slices.DeleteFunc(slices.Clone(t), other.has) }

// unsaid drops the words that stand in a question. Their stems may differ: a short question does not tell its language.
func (t topic) unsaid(question string) topic {
	said := text.Words(question)
	return slices.DeleteFunc(slices.Clone(t), func(w term) bool {
		return !slices.ContainsFunc(text.Words(w.form), func(word string) bool { return !slices.Contains(said, word) })
	})
}

func (t topic) names() topic {
	return slices.DeleteFunc(slices.Clone(t), func(w term) bool { return !w.name })
}

// behind puts the words of the topic behind those of a later question. Where that shifts the topic ("and to Porto?"), its
// names stand for the names of before.
func (t topic) behind(own topic, shifts bool) topic {
	if shifts && len(own.names()) > 0 {
		t = t.without(t.names())
	}
	all := append(slices.Clone(own), t.without(own)...)
	return all[:min(len(all), mostWords)]
}

// topicOf is what the turns are about. A question that stands by itself begins anew, one that leans adds to what was before
// it. Where that is too little, it is about the memory that was cited last. One that lists is about nothing.
func topicOf(turns []conversation.Turn) topic {
	var about topic
	title, spoken := "", lang.Unknown
	for _, turn := range turns {
		before := spoken
		spoken = languageOf(text.Words(turn.Question), before)
		if question.Lists(cmp.Or(turn.Asked, turn.Question)) {
			about, title = nil, ""
			continue
		}
		own, lean := parse(turn.Question, before)
		if lean == stands {
			about, title = nil, ""
		}
		about = about.behind(own, lean == shifts)
		if len(turn.Titles) > 0 {
			title = turn.Titles[0]
		}
	}
	if len(about) < fewWords {
		titled, _ := parse(title, lang.Unknown)
		about = titled.behind(about, false)
	}
	return about
}

// contentOf returns the words that say what a text is about, each once: none of function, and none that are about nothing
// by themselves.
func contentOf(s string, lang lang.Lang) topic {
	var all topic
	for i, form := range strings.Fields(s) {
		form = strings.TrimFunc(form, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		words := text.Words(form)
		if !slices.ContainsFunc(words, func(w string) bool { return !lang.IsStop(w) && !vague[w] && (i > 0 || !conjunctions[lang][w]) }) {
			continue
		}
		w := term{form: form, stem: strings.Join(text.Stems(words, lang), " "), name: i > 0 && capital(form)}
		if !all.has(w) {
			all = append(all, w)
		}
	}
	return all[:min(len(all), mostWords)]
}

// capital reports whether a word is written with a capital, behind an article (d'Orsay) or not.
func capital(form string) bool {
	if article, rest, found := strings.Cut(strings.ReplaceAll(form, "’", "'"), "'"); found && len(article) <= 2 {
		form = rest
	}
	first, _ := utf8.DecodeRuneInString(form)
	return unicode.IsUpper(first)
}
