package main

import (
	"strings"
	"time"
	"unicode"
)

const gram = 3 // words that are compared at a time, so that order counts

// overlap tells how many of the runs of words of one text are in the other, as shares of each: 1 and 1 for equal texts.
func overlap(got, want string) (precision, recall float64) {
	g, w := grams(got), grams(want)
	common, inGot, inWant := 0, 0, 0
	for run, n := range w {
		inWant += n
		common += min(n, g[run])
	}
	for _, n := range g {
		inGot += n
	}
	if inGot == 0 && inWant == 0 {
		return 1, 1
	}
	return share(common, inGot), share(common, inWant)
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func f1(precision, recall float64) float64 {
	if precision+recall == 0 {
		return 0
	}
	return 2 * precision * recall / (precision + recall)
}

// grams counts the runs of three words of a text. A shorter text is one run.
func grams(text string) map[string]int {
	all := words(text)
	runs := map[string]int{}
	if len(all) > 0 && len(all) < gram {
		runs[strings.Join(all, " ")]++
	}
	for i := gram; i <= len(all); i++ {
		runs[strings.Join(all[i-gram:i], " ")]++
	}
	return runs
}

// words are runs of letters and digits in lower case. Where words are written without blanks each character is one.
func words(text string) []string {
	var all []string
	var word strings.Builder
	end := func() {
		if word.Len() > 0 {
			all = append(all, word.String())
			word.Reset()
		}
	}
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			end()
			all = append(all, string(r))
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			word.WriteRune(r)
		default:
			end()
		}
	}
	end()
	return all
}

func plain(s string) string { return strings.Join(words(s), " ") }

// sameTitle reports whether titles have the same words.
func sameTitle(got, want string) bool { return plain(got) == plain(want) }

// isHeadline reports whether a title is the expected one, or all of that before a sign that parts a headline from the
// name of its site. The expectations keep that name wherever a page's tags do.
func isHeadline(got, want string) bool {
	if sameTitle(got, want) {
		return true
	}
	for _, sign := range []string{" | ", " - ", " – ", " — ", " · ", " : "} {
		for at := strings.Index(want, sign); at >= 0; {
			if plain(want[:at]) == plain(got) && plain(got) != "" {
				return true
			}
			next := strings.Index(want[at+1:], sign)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return false
}

// sameAuthor reports whether a name is part of the line that is expected, which may say more, such as "By" and a date.
func sameAuthor(got, want string) bool {
	return got != "" && strings.Contains(" "+plain(want)+" ", " "+plain(got)+" ")
}

// sameSite reports whether the names of sites begin alike: some add what the site is about.
func sameSite(got, want string) bool {
	return got != "" && (strings.HasPrefix(plain(got), plain(want)) || strings.HasPrefix(plain(want), plain(got)))
}

// sameDay reports whether two times are less than a day apart: some name the zone and some do not.
func sameDay(got, want time.Time) bool {
	return !got.IsZero() && got.Sub(want).Abs() < 24*time.Hour
}
