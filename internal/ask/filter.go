package ask

import (
	"slices"

	"engram/internal/conversation"
	"engram/internal/filter"
	"engram/internal/recall"
)

// readFilter takes the words of filters out of the question, and out of those before it.
func (q *inquiry) readFilter() error {
	words, rest, err := filter.Split(q.Text)
	if len(words) > 0 {
		q.filter, q.Text = words, rest
	}
	q.thread.Turns = slices.Clone(q.thread.Turns)
	for i, turn := range q.thread.Turns {
		if words, rest := filter.Parse(turn.Question); len(words) > 0 {
			q.thread.Turns[i].Question = rest
		}
	}
	return err
}

// within returns the filter of a reading: the question's own or, of a follow-up, that of the
// question before.
func (q *inquiry) within(as reading) filter.Filter {
	turns := q.thread.Turns
	if len(q.filter) > 0 || as.asked == q.Text || len(turns) == 0 {
		return q.filter
	}
	before, _ := filter.Parse(turns[len(turns)-1].Filters.Filter)
	return before
}

// narrowed returns the query with the filters that words of the question name.
func narrowed(q recall.Query, f conversation.Filters) recall.Query {
	if f.Kind != "" {
		q.Kind = f.Kind
	}
	q.Since, q.Until = f.Since, f.Until
	return q
}
