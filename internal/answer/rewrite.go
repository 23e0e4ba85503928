package answer

import (
	"context"
	"errors"
	"strings"
)

// rewriting tells the model what to do with a follow-up.
const rewriting = `A person asks questions about what they saved. Put their last question so that it can be understood without the conversation before it: name what "it", "that" or "there" means. Change nothing else, and answer nothing. If it stands by itself, repeat it. Write the question alone, on one line, in its language.`

const maxQuestion = 2000 // bytes of a question in full

var errPrivate = errors.New("answer: the question is private")

// Rewrite has the model put a follow-up so that it can be understood by itself. What it is sent is the conversation before
// and the question. An error means that it did not: the question stands as it was asked.
func (s *Service) Rewrite(ctx context.Context, q Question) (string, error) {
	if q.Private {
		return "", errPrivate
	}
	if err := s.rest.resting(s.now()); err != nil {
		return "", err
	}
	leave, err := s.turn(ctx, q.UserID)
	if err != nil {
		return "", err
	}
	defer leave()
	share := s.settings.Tokens / turnsShare
	messages := append([]Message{{System, rewriting}}, turns(q.Before, 2*share)...)
	messages = append(messages, Message{User, head(oneLine(q.Text), share)})
	var w writing
	whole, err := s.write(ctx, messages, false, func(text string) bool {
		return w.add(text) && w.raw.Len() < 2*maxQuestion
	})
	if err != nil {
		return "", err
	}
	text, thinking := w.said()
	text = strings.Trim(oneLine(visible(text)), "\"'`*“”«» ")
	if !whole || thinking || len(text) > maxQuestion || !strings.ContainsFunc(text, isWordRune) {
		return "", errUnusable
	}
	return text, nil
}
