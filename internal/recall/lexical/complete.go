package lexical

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Completions returns up to limit terms for a word being typed, most frequent first: of words with
// that prefix or, if there are none, with one typing error in it.
func Completions(parts []Part, typed string, limit int) ([]string, error) {
	terms, err := Beginning(parts, typed, limit)
	if len(terms) == 0 && err == nil {
		return termsBy((*Reader).resembling, parts, typed, limit)
	}
	return terms, err
}

// Beginning returns up to limit terms of words with the prefix, most frequent first.
func Beginning(parts []Part, typed string, limit int) ([]string, error) {
	return termsBy((*Reader).beginning, parts, typed, limit)
}

func termsBy(find func(*Reader, string, func(int)) error, parts []Part, typed string, limit int) ([]string, error) {
	holders := make(map[string]int)
	for _, p := range parts {
		places := make(map[int]bool) // indices of terms; several words may share one
		if err := find(p.Reader, typed, func(place int) { places[place] = true }); err != nil {
			return nil, err
		}
		for place := range places {
			holders[p.Term(place)] += int(p.terms[place*entrySize+3])
		}
	}
	return commonest(holders, limit), nil
}

func commonest(holders map[string]int, limit int) []string {
	terms := make([]string, 0, len(holders))
	for term := range holders {
		terms = append(terms, strings.Clone(term))
	}
	slices.SortFunc(terms, func(a, b string) int {
		return cmp.Or(cmp.Compare(holders[b], holders[a]), strings.Compare(a, b))
	})
	return terms[:min(len(terms), limit)]
}

// beginning yields the term of every word with the prefix.
func (r *Reader) beginning(prefix string, yield func(term int)) error {
	for i, _ := r.find(prefix); i < r.Terms() && strings.HasPrefix(r.Term(i), prefix); i++ {
		yield(i)
	}
	spelt, err := r.spelt()
	if err != nil {
		return err
	}
	first := sort.Search(spelt.len(), func(i int) bool { return spelt.word(i) >= prefix })
	for i := first; i < spelt.len() && strings.HasPrefix(spelt.word(i), prefix); i++ {
		yield(int(spelt.term(i)))
	}
	return nil
}

// leastTyped is the length from which on a word may have an error; shorter ones would match
// anything.
const leastTyped = 4

// resembling yields the term of every word whose prefix differs from typed by one error.
func (r *Reader) resembling(typed string, yield func(term int)) error {
	letters := []rune(typed)
	if len(letters) < leastTyped {
		return nil
	}
	for i := range r.Terms() {
		if beginsLike(r.Term(i), letters) {
			yield(i)
		}
	}
	spelt, err := r.spelt()
	if err != nil {
		return err
	}
	for i := range spelt.len() {
		if beginsLike(spelt.word(i), letters) {
			yield(int(spelt.term(i)))
		}
	}
	return nil
}

// beginsLike reports whether word has the prefix typed with at most one letter added, dropped,
// replaced or swapped with the next. The first difference decides which.
func beginsLike(word string, typed []rune) bool {
	same := 0
	for same < len(typed) {
		r, size := utf8.DecodeRuneInString(word)
		if size == 0 || r != typed[same] {
			break
		}
		word = word[size:]
		same++
	}
	left := typed[same:]
	if len(left) <= 1 {
		return true
	}
	_, size := utf8.DecodeRuneInString(word)
	if size == 0 {
		return false
	}
	swapped := [2]rune{left[1], left[0]}
	return begins(word[size:], left[1:]) || // replaced
		begins(word, left[1:]) || // added
		begins(word[size:], left) || // dropped
		begins(word, swapped[:]) && begins(word, slices.Concat(swapped[:], left[2:])) // swapped
}

func begins(word string, letters []rune) bool {
	for _, letter := range letters {
		r, size := utf8.DecodeRuneInString(word)
		if size == 0 || r != letter {
			return false
		}
		word = word[size:]
	}
	return true
}
