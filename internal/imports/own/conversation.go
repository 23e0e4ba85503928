package own

import (
	"slices"
	"strings"
	"time"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/document"
	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/portable"
)

const (
	maxTitle     = 200       // characters
	maxAnswer    = 256 << 10 // bytes of Markdown
	maxCitations = 200       // of an answer
	maxSources   = 1_000
)

const (
	msgConversation = "its conversation has no questions in order"
	msgTurn         = "an answer is none of Engram's"
)

// Conversation returns a conversation of a user with its turns. fault.Invalid for one that Engram
// can't have written.
func Conversation(userID string, p portable.Conversation, now time.Time) (conversation.Conversation, []conversation.Turn, error) {
	d := dates{now}
	c := conversation.Conversation{
		ID: p.ID, UserID: userID, Title: text(p.Title, maxTitle), Memory: p.Memory, Turns: len(p.Turns), CreatedAt: d.at(p.CreatedAt), UpdatedAt: d.at(p.UpdatedAt),
	}
	switch {
	case !ID(c.ID), c.Memory != "" && !ID(c.Memory):
		return c, nil, damaged(msgID)
	case c.CreatedAt.IsZero() || c.UpdatedAt.IsZero():
		return c, nil, damaged(msgDate)
	case len(p.Turns) == 0 || len(p.Turns) > conversation.MostTurns:
		return c, nil, damaged(msgConversation)
	}
	turns := make([]conversation.Turn, len(p.Turns))
	for i, t := range p.Turns {
		if t.Number != i+1 || strings.TrimSpace(t.Question) == "" {
			return c, nil, damaged(msgConversation)
		}
		turn, err := turnOf(t, d)
		if err != nil {
			return c, nil, err
		}
		turns[i] = turn
	}
	return c, turns, nil
}

func turnOf(p portable.Turn, d dates) (conversation.Turn, error) {
	t := conversation.Turn{
		Question: text(p.Question, conversation.MaxQuestion), Asked: text(p.Asked, conversation.MaxQuestion), At: d.at(p.AskedAt), Withdrawn: p.Withdrawn,
		Kind: kindOf(p.Kind), Filters: filtersOf(p.Filters, d),
	}
	if t.At.IsZero() {
		return t, damaged(msgDate)
	}
	if p.Withdrawn {
		return t, nil
	}
	t.Answer = answer.Answer{
		Kind: answer.Kind(p.Result), Model: text(p.Model, maxTitle), Notice: text(p.Notice, maxLine), Blocks: document.Read(p.Answer),
	}
	if !slices.Contains(answer.Kinds, t.Answer.Kind) || len(p.Answer) > maxAnswer || len(p.Citations) > maxCitations || len(p.Sources) > maxSources {
		return t, damaged(msgTurn)
	}
	for _, c := range p.Citations {
		if !ID(c.MemoryID) || c.N < 1 || c.N > maxCitations || anyNegative(c.Passage, c.Page, c.Second, c.Span[0], c.Span[1], c.Lit[0], c.Lit[1]) {
			return t, damaged(msgTurn)
		}
		t.Answer.Citations = append(t.Answer.Citations, answer.Citation{
			N: c.N, MemoryID: c.MemoryID, Quote: text(c.Quote, maxWords), Passage: c.Passage, Span: c.Span, Lit: c.Lit, Page: c.Page, Second: c.Second,
		})
		t.Sources = append(t.Sources, c.MemoryID)
	}
	for _, id := range p.Sources {
		if !ID(id) {
			return t, damaged(msgTurn)
		}
		t.Sources = append(t.Sources, id)
	}
	slices.Sort(t.Sources)
	t.Sources = slices.Compact(t.Sources)
	return t, nil
}

func anyNegative(all ...int) bool {
	return slices.ContainsFunc(all, func(n int) bool { return n != count(n) })
}

func kindOf(s string) string {
	if slices.Contains(memory.Kinds, memory.Kind(s)) {
		return s
	}
	return ""
}

// maxLimiting bounds the words of a question that narrow it.
const maxLimiting = 20

func filtersOf(p *portable.Filters, d dates) (f conversation.Filters) {
	if p == nil || len(p.Words) > maxLimiting {
		return f
	}
	f = conversation.Filters{Kind: kindOf(p.Kind), Filter: text(p.Filter, maxLine)}
	if p.Since > 0 {
		f.Since = d.ahead(time.UnixMilli(p.Since))
	}
	if p.Until > 0 {
		f.Until = d.ahead(time.UnixMilli(p.Until))
	}
	for _, words := range p.Words {
		f.Words = append(f.Words, text(words, maxLine))
	}
	return f
}

// Filter returns a kept filter. fault.Invalid for one that Engram can't have written.
func Filter(p portable.Filter) (filter.Kept, error) {
	if !ID(p.ID) {
		return filter.Kept{}, damaged(msgID)
	}
	return filter.Kept{ID: p.ID, Name: p.Name, Filter: p.Filter, Sort: filter.Sort(p.Sort)}, nil
}

// Remapped returns turns that cite the memories of this Engram: here says what each id is here, and
// leaves out those that are not. A turn with a source that is not here is withdrawn, as if that had
// been deleted.
func Remapped(turns []conversation.Turn, here map[string]string) (remapped []conversation.Turn, withdrawn int) {
	remapped = slices.Clone(turns)
	for i := range remapped {
		t := &remapped[i]
		if slices.ContainsFunc(t.Sources, func(id string) bool { return here[id] == "" }) {
			*t = conversation.Turn{Question: t.Question, Kind: t.Kind, At: t.At, Withdrawn: true}
			withdrawn++
			continue
		}
		t.Sources = slices.Clone(t.Sources)
		for n, id := range t.Sources {
			t.Sources[n] = here[id]
		}
		slices.Sort(t.Sources)
		t.Sources = slices.Compact(t.Sources)
		t.Answer.Citations = slices.Clone(t.Answer.Citations)
		for n, c := range t.Answer.Citations {
			t.Answer.Citations[n].MemoryID = here[c.MemoryID]
		}
	}
	return remapped, withdrawn
}
