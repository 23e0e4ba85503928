package conversation

import (
	"slices"
	"unicode/utf8"

	"engram/internal/answer"
	"engram/internal/recall/question"
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

// Read returns what a question that is asked now means, itself or with what it leans on: as it is searched for and answered,
// and as a person is told it, which says no word twice. A question stays as it is when it opens a conversation; so must an aside.
func (t Thread) Read(text string) (asked, told string) {
	if len(t.Turns) > 0 {
		if full, ok := question.Follow(text, t.leant()...); ok && utf8.RuneCountInString(full) <= MaxQuestion {
			return full, full
		}
	}
	return reading(text, t.Turns)
}

// leant are the questions back to the last one that stood by itself, the latest first.
func (t Thread) leant() (questions []string) {
	for _, turn := range slices.Backward(t.Turns) {
		questions = append(questions, turn.Question)
		if turn.Asked == "" {
			break
		}
	}
	return questions
}

// Before returns the latest turns as an answerer is told of them. What was withdrawn is an answer without words.
func (t Thread) Before() []answer.Turn {
	var before []answer.Turn
	for _, turn := range t.Turns[max(0, len(t.Turns)-turnsTold):] {
		before = append(before, answer.Turn{Question: turn.Question, Answer: clip(turn.Answer.Markdown, answerTold)})
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
