package text

import "slices"

const (
	maxRespelledWords = 6  // words of a text that is tried in other spellings
	maxSpellings      = 12 // spellings that are tried
	minHalf           = 2  // letters of each half when a word is split
	maxJoined         = 12 // letters of a word that may be two
)

// Spelling is a text with one word split or two joined.
type Spelling struct {
	Words []string
	Pair  []string // words that must be adjacent; nil: none
}

// Respelt returns the texts with two words joined ("wi fi" as "wifi") or one word split.
func Respelt(words []string) []Spelling {
	var all []Spelling
	if len(words) > maxRespelledWords {
		return nil
	}
	for i, w := range words {
		if i > 0 && len(words[i-1]+w) <= maxJoined {
			all = append(all, Spelling{Words: slices.Concat(words[:i-1], []string{words[i-1] + w}, words[i+1:])})
		}
		letters := []rune(w)
		for cut := minHalf; cut <= len(letters)-minHalf && len(letters) <= maxJoined; cut++ {
			pair := []string{string(letters[:cut]), string(letters[cut:])}
			all = append(all, Spelling{slices.Concat(words[:i], pair, words[i+1:]), pair})
		}
	}
	return all[:min(len(all), maxSpellings)]
}
