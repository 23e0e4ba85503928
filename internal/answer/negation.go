package answer

import (
	"regexp"
	"strings"

	"engram/internal/lang"
	"engram/internal/recall/text"
)

// negated reports whether a sentence says "not" in its language. That of an answer, "No, pets are allowed", says nothing of the
// rest.
func negated(sentence string, lang lang.Lang) bool {
	sentence = reply.ReplaceAllString(sentence, "")
	for _, w := range text.Words(sentence) {
		if negations[lang][w] {
			return true
		}
	}
	return false
}

// reply matches the "no" with which an answer begins.
var reply = regexp.MustCompile(`^\P{L}*(?i:no|nein|non|não|nee|nej|nei|nem|нет)\s*[,.!–—:-]`)

// negations are the words that deny a sentence, folded, by language.
var negations = func() map[lang.Lang]map[string]bool {
	all := map[lang.Lang]map[string]bool{}
	for lang, list := range map[lang.Lang]string{
		lang.English: `not no never none nobody nothing neither nor cannot cant arent couldnt didnt doesnt dont hadnt hasnt havent isnt
			shouldnt wasnt werent wont wouldnt`,
		lang.Spanish: "no nunca jamas ningun ninguno ninguna nadie nada tampoco",
		lang.French:  "pas jamais aucun aucune rien personne ni",
		lang.German:  "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder",
		lang.Italian: "non mai nessun nessuno nessuna niente nulla", lang.Portuguese: "nao nunca nenhum nenhuma ninguem nada",
		lang.Dutch: "niet geen nooit niemand niets", lang.Swedish: "inte ej icke aldrig ingen inget inga",
		lang.Norwegian: "ikke ei aldri ingen intet", lang.Hungarian: "nem ne soha senki semmi nincs nincsenek",
		lang.Russian: "не нет ни никогда никто ничего нельзя",
	} {
		all[lang] = map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			all[lang][w] = true
		}
	}
	return all
}()
