package ask

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/recall/question"
)

const rewriteTime = 3 * time.Second // for a model to rewrite a follow-up

// Rewriter has a model rewrite follow-ups to stand alone.
type Rewriter interface {
	// Rewrite returns the question to use, unchanged if it stands alone. It returns when ctx ends.
	// It is never called for a private question.
	Rewrite(ctx context.Context, q answer.Question) (string, error)
}

// reading is a question as understood after earlier ones.
type reading struct {
	asked string // searched for and answered
	shown string // the same for display, without repeated words
}

// read returns how the question is understood: as asked if it is the first, small talk or a filter
// alone.
func (q inquiry) read() reading {
	if q.aside.Sure || q.Text == "" {
		return reading{q.Text, q.Text}
	}
	return read(q.Text, q.thread.Turns)
}

// read returns how a question is understood after these turns.
func read(text string, before []conversation.Turn) reading {
	if len(before) > 0 {
		full, ok := question.Follow(text, leant(before)...)
		if ok && utf8.RuneCountInString(full) <= conversation.MaxQuestion {
			return reading{full, full}
		}
	}
	return inContext(text, before)
}

// leant returns the questions back to the last one that stood alone, latest first.
func leant(before []conversation.Turn) (questions []string) {
	for _, turn := range slices.Backward(before) {
		questions = append(questions, turn.Question)
		if turn.Asked == "" {
			break
		}
	}
	return questions
}

// rewrite has the model rewrite the follow-up. It returns false if that fails or takes too long.
func (s *Service) rewrite(ctx context.Context, q answer.Question) (string, bool) {
	if q.Aside.Sure || s.Rewriter == nil || q.Private || len(q.Before) == 0 {
		return "", false
	}
	ctx, cancel := context.WithTimeout(ctx, rewriteTime)
	defer cancel()
	rewritten, err := s.Rewriter.Rewrite(ctx, q)
	rewritten = strings.Join(strings.Fields(rewritten), " ")
	if err != nil || rewritten == "" ||
		utf8.RuneCountInString(rewritten) > conversation.MaxQuestion {
		return "", false
	}
	return rewritten, true
}
