package mcp

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"engram/internal/answer"
	"engram/internal/ask"

	"engram/internal/token"
)

var askTool = tool{
	name: "ask", title: "Ask memories", scope: token.Ask,
	says: "Ask a question and get a short answer made of what the user saved, with its sources numbered as in the answer. " +
		"It says so when the memories hold no answer. Give conversation to ask a follow-up.",
}

type askInput struct {
	Question     string `json:"question" jsonschema:"in at most 2,000 characters"`
	Conversation string `json:"conversation,omitempty" jsonschema:"of the answer before, to ask on"`
}

type source struct {
	N        int    `json:"n" jsonschema:"its number in the answer"`
	ID       string `json:"id"`
	Title    string `json:"title"`
	URL      string `json:"url"`
	Quote    string `json:"quote,omitempty" jsonschema:"the words that the answer rests on, fenced"`
	Place    string `json:"place,omitempty" jsonschema:"where they stand, such as page 4"`
	Resource string `json:"resource"`
}

type askOutput struct {
	Notice       string   `json:"notice"`
	Answered     bool     `json:"answered" jsonschema:"false where the memories hold no answer; then the answer says what comes nearest"`
	Kind         string   `json:"kind" jsonschema:"answered, closest, listing, refused or spoken"`
	Answer       string   `json:"answer" jsonschema:"markdown that cites sources as [1], fenced"`
	Sources      []source `json:"sources"`
	Remark       string   `json:"remark,omitempty" jsonschema:"why it is not the answer that one would expect"`
	Conversation string   `json:"conversation,omitempty" jsonschema:"to ask on"`
}

func (s *server) ask(ctx context.Context, c Caller, in askInput) (out askOutput, links []sdk.Content, err error) {
	r, err := s.Asking.Ask(ctx, ask.Request{UserID: c.UserID, Private: c.Private, Text: in.Question, Conversation: in.Conversation}, nil)
	if err != nil {
		return out, nil, err
	}
	f := newFence()
	out = askOutput{
		Notice: notice, Answered: r.Answer.Answered(), Kind: r.Answer.Kind.String(), Answer: f.around(r.Answer.Markdown()),
		Sources: []source{}, Remark: r.Answer.Notice, Conversation: r.Conversation,
	}
	linked := map[int]bool{}
	for _, cited := range r.Answer.Citations {
		if cited.N < 1 || cited.N > len(r.Memories) {
			continue
		}
		m := r.Memories[cited.N-1]
		out.Sources = append(out.Sources, source{
			N: cited.N, ID: m.ID, Title: titleOf(m), URL: addressOf(c, m), Quote: f.around(cited.Quote),
			Place: answer.PlaceOf(cited.Page, cited.Second), Resource: scheme + m.ID,
		})
		if !linked[cited.N] {
			linked[cited.N] = true
			links = append(links, linkTo(m))
		}
	}
	return out, links, nil
}
