package extractive_test

import (
	"slices"
	"testing"

	"engram/internal/answer"
	"engram/internal/recall"
)

func TestMatchesAreRankedByWhatIsRead(t *testing.T) {
	boat := about("m1", "Boat", "The boat is blue.", .5)
	car := about("m2", "Car", "The car is insured with Axel.", .4)
	shed := about("m3", "Shed", "The shed is insured with Norwick.", .3)
	matches := []recall.Match{boat, car, shed}
	for name, c := range map[string]struct {
		reader *reader
		order  []int // that is reported; nil: none
		first  string
	}{
		"the one that answers comes first, the others stay as they were": {finds(.9, "Norwick"), []int{2, 0, 1}, "m3"},
		"the order stands where the first answers":                       {finds(.9, "blue"), nil, "m1"},
		"and where nothing is read":                                      {&reader{blind: true}, nil, "m1"},
	} {
		t.Run(name, func(t *testing.T) {
			var reported []int
			now := matches
			q := answer.Question{Text: "who insures the shed", Matches: matches}
			q.Ranked = func(order []int) { reported, now = order, answer.Arrange(matches, order) }
			a := answerRead(t, c.reader, q)
			if !slices.Equal(reported, c.order) || now[0].MemoryID != c.first {
				t.Errorf("reported %v, want %v", reported, c.order)
			}
			for _, cited := range a.Citations {
				if now[cited.N-1].MemoryID != cited.MemoryID {
					t.Errorf("number %d is not %s", cited.N, cited.MemoryID)
				}
			}
			if !c.reader.blind && (len(a.Citations) == 0 || a.Citations[0].MemoryID != c.first) {
				t.Errorf("cited %+v", a.Citations)
			}
		})
	}
}
