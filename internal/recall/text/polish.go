package text

import "strings"

// polishEndings are those of cases and of the commonest forms of verbs, folded. What begins with an "i" softens the letter
// before it. The longest that leaves a stem is taken off.
var polishEndings = strings.Fields(`
	owych owymi owego owemu owej owym owie owi owa owe owy
	ujemy ujesz ujecie ujac uje uja owalem owalam owali owala owal owac owanie owania
	alismy alysmy ilismy ylismy alem alam ilem ilam ylem ylam ali aly alo ala al ili ily ilo ila il yly ylo yla yl
	iami iach iom iego iemu iej iem ie ia iu ich imi im i
	ami ach om ow ego emu ej em ych ymi ym a e y o u
	acie amy asz aja ac ic yc ec icie imy isz anie aniu ania eniu enie enia aniem eniem aniach eniach aniami eniami`)

const leastPolishStem = 3

// stemPolish takes the ending off a folded word, and gives a softened stem its hard end: "nodze" and "noga" are "nog". It is
// light: what changes within a stem ("miasto", "mieście") stays apart.
func stemPolish(word string, _ bool) string {
	ending := ""
	for _, e := range polishEndings {
		if len(e) > len(ending) && len(word)-len(e) >= leastPolishStem && strings.HasSuffix(word, e) {
			ending = e
		}
	}
	return hardPolish(strings.TrimSuffix(word, ending), strings.HasPrefix(ending, "i"))
}

// hardPolish returns the stem without what an ending, or none, made of its last letters.
func hardPolish(stem string, soft bool) string {
	if len(stem) < leastPolishStem {
		return stem
	}
	for _, change := range []struct{ from, soft, hard string }{
		{"sc", "st", "st"}, {"cz", "cz", "cz"}, {"rz", "r", "r"}, {"dz", "d", "g"}, {"c", "t", "k"}, {"ek", "k", "k"},
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
