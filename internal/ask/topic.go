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
	mostWords = 6 // of a topic: more would drown the follow-up's own
	fewWords  = 2 // with fewer, the title of the cited memory is added
)

// term is a content word of a question.
type term struct {
	form string // as written
	stem string
	name bool // capitalised, but not the first word
}

// topic holds the words of what is asked about, latest first.
type topic []term

// inBrackets returns the topic in brackets, empty if there is none.
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

// without removes the other topic's words.
func (t topic) without(other topic) topic { return slices.DeleteFunc(slices.Clone(t), other.has) }

// unsaid removes words that are in a question. Stems may differ, since a short question may not
// show its language.
func (t topic) unsaid(question string) topic {
	said := text.Words(question)
	return slices.DeleteFunc(slices.Clone(t), func(w term) bool {
		return !slices.ContainsFunc(text.Words(w.form),
			func(word string) bool { return !slices.Contains(said, word) })
	})
}

func (t topic) names() topic {
	return slices.DeleteFunc(slices.Clone(t), func(w term) bool { return !w.name })
}

// behind appends the topic to that of a later question. If that one shifts ("and to Porto?"), its
// names replace the earlier ones.
func (t topic) behind(own topic, shifts bool) topic {
	if shifts && len(own.names()) > 0 {
		t = t.without(t.names())
	}
	all := append(slices.Clone(own), t.without(own)...)
	return all[:min(len(all), mostWords)]
}

// topicOf returns what the turns are about: since the last question that stood alone, with the
// title of the last cited memory if that says too little. A listing is about nothing.
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

// contentOf returns the distinct content words of a text.
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

// capital reports whether a word is capitalised, possibly after an article (d'Orsay).
func capital(form string) bool {
	if article, rest, found := strings.Cut(strings.ReplaceAll(form, "’", "'"), "'"); found && len(article) <= 2 {
		form = rest
	}
	first, _ := utf8.DecodeRuneInString(form)
	return unicode.IsUpper(first)
}
