package related

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/lang"
	"engram/internal/recall/lexical"
	"engram/internal/recall/segment"
	"engram/internal/recall/text"
)

const (
	longest     = 3  // words of a phrase
	leastLetter = 3  // letters of a word in it, of scripts that write more than one for a word
	phrasesOf   = 40 // passages of a memory, its first
	often       = 2  // times that a phrase stands in the text, at least
)

// Phrases returns at most limit phrases of a memory that set it apart from the others, the most
// telling first, as they are written.
func Phrases(state *segment.State, of segment.Ref, limit int) ([]string, error) {
	part := state.Parts[of.Part]
	found := make(map[string]*phrase)
	in := lang.English
	first, end := part.Words.Group(of.Memory)
	for doc := first; doc < min(end, first+phrasesOf); doc++ {
		passage, err := part.Segment.Passage(doc)
		if err != nil {
			return nil, err
		}
		in = cmp.Or(text.Detect(passage.Text), in)
		collect(found, passage.Text, in)
	}
	collect(found, part.Head(of.Memory).Title, in)
	return best(state, found, limit)
}

// phrase is a run of words.
type phrase struct {
	stems   []string
	written map[string]int // how often it is written so
	count   int
}

// score grows with how often the phrase stands here, how rare its words are elsewhere, and its length.
func (p *phrase) score(parts []lexical.Part, docs int) (float64, error) {
	rare := 0.0
	for _, stem := range p.stems {
		n, err := lexical.Holding(parts, stem)
		if err != nil {
			return 0, err
		}
		rare += math.Log(1 + float64(docs)/float64(n+1))
	}
	return math.Log(1+float64(p.count)) * rare / math.Sqrt(float64(len(p.stems))), nil
}

// as returns the phrase as it is written most often.
func (p *phrase) as() (written string) {
	for w, n := range p.written {
		if most := p.written[written]; n > most || n == most && w < written {
			written = w
		}
	}
	return written
}

// collect counts the phrases of a text. None has a stop word, a sign or a break of lines within.
func collect(found map[string]*phrase, s string, in lang.Lang) {
	for _, run := range runs(s, in) {
		for from := range run {
			for to := from + 1; to <= min(len(run), from+longest); to++ {
				written := strings.Join(run[from:to], " ")
				stems := text.Terms(written, in)
				key := strings.Join(stems, " ")
				if found[key] == nil {
					found[key] = &phrase{stems: stems, written: make(map[string]int)}
				}
				found[key].count++
				found[key].written[written]++
			}
		}
	}
}

// runs returns the stretches of words between which there is nothing but blanks.
func runs(s string, in lang.Lang) (all [][]string) {
	var run []string
	end := func() {
		if len(run) > 0 {
			all = append(all, run)
		}
		run = nil
	}
	for line := range strings.Lines(s) {
		counted := false // the word is of what a number counts: "250 grams"
		for field := range strings.FieldsSeq(line) {
			word := strings.TrimFunc(field, notOfWord)
			tells := telling(word, in) && !counted
			if !tells || !strings.HasPrefix(field, word) {
				end()
			}
			if tells {
				run = append(run, word)
			}
			counted = strings.ContainsFunc(word, unicode.IsNumber)
			if !strings.HasSuffix(field, word) {
				end()
			}
		}
		end()
	}
	return all
}

func notOfWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }

// telling reports whether a word may stand in a phrase.
func telling(word string, in lang.Lang) bool {
	folded := text.Words(word)
	if len(folded) != 1 || in.IsStop(folded[0]) || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' }) {
		return false
	}
	return utf8.RuneCountInString(word) >= leastLetter
}

// best ranks the phrases. One that is part of a better one, or holds it, is left out.
func best(state *segment.State, found map[string]*phrase, limit int) ([]string, error) {
	parts, docs := make([]lexical.Part, len(state.Parts)), state.Live().Docs
	for i, p := range state.Parts {
		parts[i] = p.Lexical()
	}
	type scored struct {
		key, written string
		score        float64
	}
	var all []scored
	for key, p := range found {
		if p.count < often {
			continue
		}
		score, err := p.score(parts, docs)
		if err != nil {
			return nil, err
		}
		all = append(all, scored{key, p.as(), score})
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.key, b.key)) })
	var kept []string
	var keys []string
	for _, s := range all {
		overlaps := func(key string) bool {
			return strings.Contains(" "+key+" ", " "+s.key+" ") || strings.Contains(" "+s.key+" ", " "+key+" ")
		}
		if len(kept) < limit && !slices.ContainsFunc(keys, overlaps) {
			kept, keys = append(kept, s.written), append(keys, s.key)
		}
	}
	return kept, nil
}
