package text

import "strings"

// turkishLayers are the endings of Turkish nouns, last to first. Snowball's stemmer relies on vowel
// harmony, which folding removes.
var turkishLayers = [][]turkishEnding{
	{{"ki", 0}},
	{{"yla yle si su", vowel}, {"dan den da de", vowel | voiced}, {"tan ten ta te", voiceless}, {"nin nun yi yu ya ye", vowel}, {"in un i u a e", voiced | voiceless}},
	{{"lari leri", 0}, {"imiz umuz iniz unuz im um", voiced | voiceless}, {"si su", vowel}},
	{{"lar ler", 0}},
}

type turkishEnding struct {
	forms string
	after letterKind // 0: any
}

type letterKind int

const (
	vowel letterKind = 1 << iota
	voiced
	voiceless
)

func kindOfLetter(b byte) letterKind {
	switch {
	case strings.IndexByte("aeiou", b) >= 0:
		return vowel
	case strings.IndexByte("cfhkpst", b) >= 0:
		return voiceless
	}
	return voiced
}

const leastTurkishStem = 3

// stemTurkish removes the endings of a folded word, then what an ending may have changed: a final
// vowel or "n", and the voicing of the last letter. So "kitap" and "kitabı", "araba" and "arabanın"
// match.
func stemTurkish(word string, _ bool) string {
	for _, layer := range turkishLayers {
		word = withoutEnding(word, layer)
	}
	if n := len(word); n > leastTurkishStem+1 && word[n-1] == 'n' &&
		kindOfLetter(word[n-2]) == vowel {
		word = word[:n-1]
	}
	if n := len(word); n > leastTurkishStem && kindOfLetter(word[n-1]) == vowel {
		word = word[:n-1]
	}
	if n := len(word); n >= leastTurkishStem {
		if i := strings.IndexByte("bdg", word[n-1]); i >= 0 {
			return word[:n-1] + "ptk"[i:i+1]
		}
	}
	return word
}

// withoutEnding removes the longest ending of a layer.
func withoutEnding(word string, layer []turkishEnding) string {
	shortest := word
	for _, ending := range layer {
		for form := range strings.FieldsSeq(ending.forms) {
			stem, found := strings.CutSuffix(word, form)
			short := len(stem) == 2 && kindOfLetter(stem[0]) == vowel && len(form) > 1 // "evde"
			if found && (len(stem) >= leastTurkishStem || short) && len(stem) < len(shortest) &&
				(ending.after == 0 || ending.after&kindOfLetter(stem[len(stem)-1]) != 0) {
				shortest = stem
			}
		}
	}
	return shortest
}
