package text

import "strings"

// turkishLayers are the endings of Turkish nouns from the last one on: "the one", case, whose, how many. Folding has taken the
// harmony of their vowels away, by which the stemmer of Snowball goes.
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

// stemTurkish takes the endings off a folded word. What an ending may have changed, or be a part of, goes from every stem: a
// vowel or an "n" at its end, and the voice of its last letter. So "kitap" and "kitabı", "araba" and "arabanın" meet.
func stemTurkish(word string, _ bool) string {
	for _, layer := range turkishLayers {
		word = withoutEnding(word, layer)
	}
	if n := len(word); n > leastTurkishStem+1 && word[n-1] == 'n' && kindOfLetter(word[n-2]) == vowel {
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

// withoutEnding takes the longest ending of a layer off.
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
