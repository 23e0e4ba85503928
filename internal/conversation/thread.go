package conversation

import (
	"unicode/utf8"

	"engram/internal/answer"
)

// What a model is told of the turns before a question, at most.
const (
	turnsTold  = 6
	answerTold = 2000 // bytes of one answer
)

// Thread is where the next turn goes: behind the turns of a conversation or, without one, at the beginning of another.
type Thread struct {
	UserID string
	ID     string // empty: a new conversation
	Memory string // the one that alone is asked; empty: all are
	Turns  []Turn
}

// Before returns the latest turns as an answerer is told of them. What was withdrawn is an answer without words.
func (t Thread) Before() []answer.Turn {
	var before []answer.Turn
	for _, turn := range t.Turns[max(0, len(t.Turns)-turnsTold):] {
		before = append(before, answer.Turn{Question: turn.Question, Answer: clip(turn.Answer.Markdown(), answerTold)})
	}
	return before
}

// clip cuts a text to so many bytes, between two characters.
func clip(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && !utf8.RuneStart(s[bytes]) {
		bytes--
	}
	return s[:bytes]
}
