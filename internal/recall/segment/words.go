package segment

import (
	"cmp"
	"slices"
	"time"

	"engram/internal/lang"
	"engram/internal/recall/lexical"
	"engram/internal/recall/text"
)

// about holds a memory's words of title and fields, stemmed once per language.
type about struct {
	lang          lang.Lang // of the title
	title, fields []string  // folded
	saved         lexical.Words
	inLang        map[lang.Lang]lexical.Doc
}

// wordsAbout prepares the words of a memory.
func wordsAbout(m Memory) *about {
	return &about{
		lang: text.Detect(m.Title), title: text.Words(m.Title), fields: text.Words(m.Fields),
		saved:  words(text.Words(saved(m.Kind, m.CreatedAt)), lang.English),
		inLang: make(map[lang.Lang]lexical.Doc),
	}
}

// analyse returns a passage's words, remarks included, and its detected language.
func (a *about) analyse(body, remarks string) (lexical.Doc, lang.Lang) {
	spelt := text.Words(body)
	shown := cmp.Or(lang.Detect(spelt), a.lang)
	lang := cmp.Or(shown, lang.English)
	doc, done := a.inLang[lang]
	if !done {
		doc.Title = words(a.title, lang)
		doc.Fields = joined(words(a.fields, lang), a.saved)
		a.inLang[lang] = doc
	}
	if remarks != "" {
		doc.Fields = joined(doc.Fields, words(text.Words(remarks), lang))
	}
	doc.Text = words(spelt, lang)
	return doc, shown
}

func joined(a, b lexical.Words) lexical.Words {
	return lexical.Words{Terms: slices.Concat(a.Terms, b.Terms), Spelt: slices.Concat(a.Spelt, b.Spelt)}
}

func words(spelt []string, lang lang.Lang) lexical.Words {
	return lexical.Words{Terms: text.Stems(spelt, lang), Spelt: spelt}
}

// saved returns words for kind and month, for questions like "the video from June".
func saved(kind string, at time.Time) string {
	words := lang.KindNames[kind].Search
	if !at.IsZero() {
		words += at.UTC().Format(" January 2006")
	}
	return words
}
