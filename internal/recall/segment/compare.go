package segment

import "fmt"

// Compare describes the differences between two indexes.
func Compare(have, want *State) ([]string, error) {
	var problems []string
	for _, side := range []struct {
		of    string
		count func(*State) (map[string]uint64, error)
	}{{"passages", (*State).Passages}, {"words", (*State).Terms}} {
		is, err := side.count(have)
		if err != nil {
			return nil, err
		}
		should, err := side.count(want)
		if err != nil {
			return nil, err
		}
		missing, extra, other := 0, 0, 0
		for key, value := range should {
			if found, known := is[key]; !known {
				missing++
			} else if found != value {
				other++
			}
		}
		for key := range is {
			if _, known := should[key]; !known {
				extra++
			}
		}
		if missing+extra+other > 0 {
			problems = append(problems,
				fmt.Sprintf("%s: %d are missing, %d should not be there, %d are not what was saved",
					side.of, missing, extra, other))
		}
	}
	return problems, nil
}
