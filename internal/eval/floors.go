package eval

import "fmt"

// The floors under answers, as shares. Those under answers and false refusals hold for questions that share words with what
// answers them; what is asked in other words is told, and has none.
const (
	bestFloor     = 0.75 // the words of the answer stand in the best sentence
	anyFloor      = 0.90 // or in one of the best three
	refusedFloor  = 0.80 // of questions that have no answer
	falselyAtMost = 0.05 // of those that have one
	verbatimFloor = 1.00 // of all quotes
)

// Missed says which floors the answers of a set are under; it is empty where none is.
func (r *AnswerReport) Missed() []string {
	var all []string
	worded, nothing := r.worded(), r.Nothing
	quotes := r.Answerable()
	quotes.merge(&nothing)
	under := func(what string, n, of int, floor float64) {
		if of > 0 && share(n, of) < floor {
			all = append(all, fmt.Sprintf("%s: %s %.3f, floor %.2f", r.Name, what, share(n, of), floor))
		}
	}
	under("best sentence", worded.Best, worded.Told, bestFloor)
	under("best three", worded.Any, worded.Told, anyFloor)
	under("refused", nothing.Refused, nothing.Questions, refusedFloor)
	under("verbatim", quotes.Verbatim, quotes.Quotes, verbatimFloor)
	if share(worded.Refused, worded.Questions) > falselyAtMost {
		all = append(all, fmt.Sprintf("%s: falsely refused %.3f, at most %.2f", r.Name, share(worded.Refused, worded.Questions), falselyAtMost))
	}
	return all
}

// share is n of so many, 0 of none.
func share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
