package eval

import (
	"slices"
	"strings"

	"engram/internal/answer"
	"engram/internal/recall"
)

// Tally counts what became of questions.
type Tally struct {
	Questions int `json:"questions"`
	Refused   int `json:"refused"`
	Told      int `json:"told"`    // those of which the set tells the words of the answer
	Best      int `json:"best"`    // of them, those whose words stand in the first sentence that is quoted
	Any       int `json:"any"`     // and those whose words stand in the answer
	Wrong     int `json:"wrong"`   // and those that are answered, and not with these words
	Right     int `json:"right"`   // the first citation is of a memory that answers
	Closest   int `json:"closest"` // of the refused, those that quote what comes closest
	Near      int `json:"near"`    // of them, those that quote a memory that answers
	Held      int `json:"held"`    // and those whose words stand in what is quoted
	Quotes    int `json:"quotes"`
	Verbatim  int `json:"verbatim"` // quotes that stand in a passage of the memory that they cite, marks of markdown aside

	Found  Hits `json:"found"`  // of the search
	Ranked Hits `json:"ranked"` // once the passages are read

	ByModel    int   `json:"byModel,omitempty"`    // answered or refused by a model
	EndedEarly int   `json:"endedEarly,omitempty"` // of them, those whose answer broke off
	FellBack   int   `json:"fellBack,omitempty"`   // made of what was saved since the model failed
	Audit      Audit `json:"audit,omitzero"`       // of all answers of a model
}

// Hits counts questions with a memory that answers among the first.
type Hits struct {
	First int `json:"first"`
	Five  int `json:"five"`
}

func (h *Hits) add(q question, matches []recall.Match) {
	at := slices.IndexFunc(matches, func(m recall.Match) bool { return q.relevant[m.MemoryID] })
	if at == 0 {
		h.First++
	}
	if at >= 0 && at < 5 {
		h.Five++
	}
}

func (h *Hits) merge(other Hits) {
	h.First += other.First
	h.Five += other.Five
}

// add counts an answer, which cites the matches in their order once they are read.
func (t *Tally) add(q question, found, matches []recall.Match, a answer.Answer) {
	t.Questions++
	t.Found.add(q, found)
	t.Ranked.add(q, matches)
	t.model(matches, a)
	right := len(a.Citations) > 0 && q.relevant[a.Citations[0].MemoryID]
	if q.Answer != "" {
		t.Told++
	}
	if !a.Answered() {
		t.Refused++
		t.closest(q, a, right)
		return
	}
	if right {
		t.Right++
	}
	for _, c := range a.Citations {
		t.Quotes++
		if verbatim(c, matches) {
			t.Verbatim++
		}
	}
	switch first, any := q.stated(a); {
	case q.Answer == "":
	case !any:
		t.Wrong++
	default:
		t.Any++
		if first {
			t.Best++
		}
	}
}

// stated reports whether the words of the answer stand in the first quote, and anywhere in the answer.
func (q question) stated(a answer.Answer) (first, any bool) {
	holds := func(c answer.Citation) bool { return strings.Contains(c.Quote, q.Answer) }
	first = len(a.Citations) > 0 && holds(a.Citations[0])
	return first, slices.ContainsFunc(a.Citations, holds) || strings.Contains(a.Markdown(), q.Answer)
}

// closest counts what is quoted without being an answer.
func (t *Tally) closest(q question, a answer.Answer, right bool) {
	if a.Kind != answer.Closest {
		return
	}
	t.Closest++
	if right {
		t.Near++
	}
	if _, any := q.stated(a); any && q.Answer != "" {
		t.Held++
	}
}

// model counts what became of a question that a model was to answer.
func (t *Tally) model(matches []recall.Match, a answer.Answer) {
	switch {
	case a.Model == "" && a.Notice != "":
		t.FellBack++
	case a.Model != "":
		t.ByModel++
		if a.Notice != "" {
			t.EndedEarly++
		}
		if a.Answered() {
			t.Audit.add(a, matches)
		}
	}
}

// verbatim reports whether a citation's words stand in a passage of the memory that its number and its id name.
func verbatim(c answer.Citation, matches []recall.Match) bool {
	if !cites(c, matches) || c.Quote == "" {
		return false
	}
	return slices.ContainsFunc(matches[c.N-1].Passages, func(h recall.Hit) bool { return answer.Holds(h.Text, c.Quote) })
}

func (t *Tally) merge(other *Tally) {
	t.Questions += other.Questions
	t.Refused += other.Refused
	t.Told += other.Told
	t.Best += other.Best
	t.Any += other.Any
	t.Wrong += other.Wrong
	t.Right += other.Right
	t.Closest += other.Closest
	t.Near += other.Near
	t.Held += other.Held
	t.Quotes += other.Quotes
	t.Verbatim += other.Verbatim
	t.Found.merge(other.Found)
	t.Ranked.merge(other.Ranked)
	t.ByModel += other.ByModel
	t.FellBack += other.FellBack
	t.EndedEarly += other.EndedEarly
	t.Audit.merge(other.Audit)
}
