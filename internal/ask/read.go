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

const rewriteTime = 3 * time.Second // for a model to put a follow-up in full

// Rewriter has a model put a follow-up so that it can be understood by itself.
type Rewriter interface {
	// Rewrite returns the question in full, the same text where it stands by itself. It ends when ctx does. It is not called
	// for a private question.
	Rewrite(ctx context.Context, q answer.Question) (string, error)
}

// reading is how a question is understood behind those before it.
type reading struct {
	asked string // what is searched for and answered
	shown string // the same as a person is shown it, with no word twice
}

// read returns how the question is understood. It stays as it is when it opens a conversation or asks nothing of memories.
func (q inquiry) read() reading {
	if q.aside.Sure {
		return reading{q.Text, q.Text}
	}
	return read(q.Text, q.thread.Turns)
}

// read returns how a question is understood behind these turns.
func read(text string, before []conversation.Turn) reading {
	if len(before) > 0 {
		full, ok := question.Follow(text, leant(before)...)
		if ok && utf8.RuneCountInString(full) <= conversation.MaxQuestion {
			return reading{full, full}
		}
	}
	return inContext(text, before)
}

// leant returns the questions back to the last one that stood by itself, the latest first.
func leant(before []conversation.Turn) (questions []string) {
	for _, turn := range slices.Backward(before) {
		questions = append(questions, turn.Question)
		if turn.Asked == "" {
			break
		}
	}
	return questions
}

// rewrite has the model put the follow-up in full. It returns false when no model does so in time.
func (s *Service) rewrite(ctx context.Context, q answer.Question) (string, bool) {
	if q.Aside.Sure || s.Rewriter == nil || q.Private || len(q.Before) == 0 {
		return "", false
	}
	ctx, cancel := context.WithTimeout(ctx, rewriteTime)
	defer cancel()
	rewritten, err := s.Rewriter.Rewrite(ctx, q)
	rewritten = strings.Join(strings.Fields(rewritten), " ")
	if err != nil || rewritten == "" || utf8.RuneCountInString(rewritten) > conversation.MaxQuestion {
		return "", false
	}
	return rewritten, true
}
