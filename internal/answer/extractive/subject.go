package extractive

import (
	"regexp"
	"strings"

	"engram/internal/answer"
	"engram/internal/lang"
)

// maxBefore is how many sentences are brought along at most.
const maxBefore = 2

// withSubject returns the last of the sentences, behind those whose subject it goes on with. They stand under one heading.
func withSubject(said []answer.Sentence, lang lang.Lang) []answer.Sentence {
	last := len(said) - 1
	from, words := last, blanksIn(said[last].Text)
	for from > 0 && last-from < maxBefore && leans(said[from], said[from-1], lang) {
		if words += blanksIn(said[from-1].Text); words > maxWords {
			break
		}
		from--
	}
	return said[from:]
}

func blanksIn(s string) int { return strings.Count(s, " ") + 1 }

// leans reports whether a sentence goes on with the subject of the one before, or is what that leads to.
func leans(s, before answer.Sentence, in lang.Lang) bool {
	switch {
	case s.Code || before.Code || s.Listed || s.Opens && before.Listed:
		return false
	case s.Opens && leadsOn(before):
		return true
	}
	opening := pointing[in]
	if opening == nil {
		opening = pointing[lang.English]
	}
	return opening.MatchString(s.Text) && !nobody.MatchString(s.Text)
}

// nobody matches how sentences begin whose subject is none.
var nobody = beginning(`it (?:rain|rained|rains|snowed|snows|seems)|il (?:faut|y a|pleut)|es (?:gibt|gab|regnet|regnete)`)

// leadsOn reports whether a line ends in a colon: it only says what the next tells.
func leadsOn(s answer.Sentence) bool { return s.Opens && strings.HasSuffix(s.Text, ":") }

// pointing match how a sentence begins whose subject stands before it. What may be an article as well counts with a verb.
var pointing = map[lang.Lang]*regexp.Regexp{
	lang.English: beginning(`it|he|she|they|this|that|these|those|its|his|her|their|both`),
	lang.Spanish: beginning(`él|ella|ellos|ellas|esto|eso|este|esta|ese|esa|estos|estas|esos|esas|su|sus|allí|ahí`),
	lang.French:  beginning(`il|elle|ils|elles|ce|c|cela|ça|cet|cette|ces|celui|celle|ceux|son|sa|ses|leur|leurs`),
	lang.German: beginning(`er|sie|es|dies|dieser|diese|dieses|sein|seine|seinen|ihr|ihre|ihren|dort|` +
		`(?:das|der|die) (?:ist|sind|war|hat|haben|wird|kann|kostet|kommt|geht)`),
	lang.Italian:    beginning(`lui|lei|loro|esso|essa|questo|questa|questi|queste|quello|quella|suo|sua|lì`),
	lang.Portuguese: beginning(`ele|ela|eles|elas|isto|isso|este|esta|esse|essa|aquele|aquela|seu|sua`),
	lang.Dutch:      beginning(`hij|zij|ze|dat|dit|deze|zijn|haar|hun|daar|(?:het|die) (?:is|zijn|was|heeft|wordt|kan|kost|gaat)`),
	lang.Swedish:    beginning(`han|hon|den|det|de|detta|denna|hans|hennes|deras`),
	lang.Norwegian:  beginning(`han|hun|den|det|de|dette|denne|hans|hennes|deres`),
	lang.Russian:    beginning(`он|она|оно|они|это|этот|эта|эти|его|её|их|там`),
}

func beginning(words string) *regexp.Regexp {
	return regexp.MustCompile(`^(?i:` + words + `)(?:[^\pL\pN]|$)`)
}
