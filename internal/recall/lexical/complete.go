package lexical

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Completions returns the terms of the words that a word which is still being typed may become: those that begin with it
// or, when there are none, those that begin with it but for one letter too many, too few, wrong or out of order. They are
// at most limit, those that most documents hold first.
func Completions(parts []Part, typed string, limit int) ([]string, error) {
	terms, err := Beginning(parts, typed, limit)
	if len(terms) == 0 && err == nil {
		return termsBy((*Reader).resembling, parts, typed, limit)
	}
	return terms, err
}

// Beginning returns the terms of the words that begin with typed, at most limit, those that most documents hold first.
func Beginning(parts []Part, typed string, limit int) ([]string, error) {
	return termsBy((*Reader).beginning, parts, typed, limit)
}

func termsBy(find func(*Reader, string, func(int)) error, parts []Part, typed string, limit int) ([]string, error) {
	holders := make(map[string]int)
	for _, p := range parts {
		places := make(map[int]bool) // of terms, some of which several words stand for
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

// beginning calls yield with the place of the term of every word that begins with the prefix.
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

// leastTyped is how many letters a word has in which one may be wrong; a shorter one would become any other.
const leastTyped = 4

// resembling calls yield with the place of the term of every word that begins with typed but for one slip.
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

// beginsLike reports whether word begins with the typed letters when at most one of them is added, dropped, replaced or
// swapped with the next. Up to the first letter that differs there was no slip, so what follows tells which it was.
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
	return begins(word[size:], left[1:]) || // another letter in its place
		begins(word, left[1:]) || // one too many
		begins(word[size:], left) || // one too few
		begins(word, swapped[:]) && begins(word, slices.Concat(swapped[:], left[2:])) // two out of order
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
