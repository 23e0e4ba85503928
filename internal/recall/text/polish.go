package text

import "strings"

// polishEndings are folded endings of cases and common verb forms. Those with "i" soften the letter
// before. The longest that leaves a stem is removed.
var polishEndings = strings.Fields(`
	owych owymi owego owemu owej owym owie owi owa owe owy
	ujemy ujesz ujecie ujac uje uja owalem owalam owali owala owal owac owanie owania
	alismy alysmy ilismy ylismy alem alam ilem ilam ylem ylam ali aly alo ala al ili ily ilo ila il yly ylo yla yl
	iami iach iom iego iemu iej iem ie ia iu ich imi im i
	ami ach om ow ego emu ej em ych ymi ym a e y o u
	acie amy asz aja ac ic yc ec icie imy isz anie aniu ania eniu enie enia aniem eniem aniach eniach aniami eniami`)

const leastPolishStem = 3

// stemPolish removes the ending of a folded word and hardens the stem: "nodze" and "noga" become
// "nog". Changes within a stem ("miasto", "mieście") are not handled.
func stemPolish(word string, _ bool) string {
	ending := ""
	for _, e := range polishEndings {
		if len(e) > len(ending) && len(word)-len(e) >= leastPolishStem &&
			strings.HasSuffix(word, e) {
			ending = e
		}
	}
	return hardPolish(strings.TrimSuffix(word, ending), strings.HasPrefix(ending, "i"))
}

// hardPolish hardens the last letters of a stem.
func hardPolish(stem string, soft bool) string {
	if len(stem) < leastPolishStem {
		return stem
	}
	for _, change := range []struct{ from, soft, hard string }{
		{"sc", "st", "st"}, {"cz", "cz", "cz"}, {"rz", "r", "r"}, {"dz", "d", "g"},
		{"c", "t", "k"}, {"ek", "k", "k"},
	} {
		if begin, found := strings.CutSuffix(stem, change.from); found && len(begin) > 1 {
			if soft {
				return begin + change.soft
			}
			return begin + change.hard
		}
	}
	return stem
}
