package httpapi

import (
	"context"

	"engram/internal/ask"
	"engram/internal/document"
	"engram/internal/httpapi/present"
	"engram/internal/httpapi/wire"
)

type searchAnswer struct {
	Content   []present.WireMemory `json:"content" nullable:"false" doc:"Related memories, best first; of a long note the first 4000 characters."`
	Answer    string               `json:"answer" doc:"Markdown that cites memories as [1], [2]. What a sentence that ends in [?] says is in none of them."`
	Answered  bool                 `json:"answered" doc:"False when the memories hold no answer."`
	Kind      wire.AnswerKind      `json:"kind" doc:"What the answer is: closest quotes what comes nearest to the query and may not answer it; listing counts memories and lists the newest behind; refused says that nothing answers, and may list what is nearest behind; spoken answers what asks nothing of memories, as a greeting."`
	Blocks    document.Document    `json:"blocks" nullable:"false" doc:"The answer as data: what answer says in markdown."`
	Degree    wire.Degree          `json:"degree,omitempty" doc:"How well the memories answer: closest quotes what comes nearest to it, and may not answer. Absent where nothing was asked of them, as with a greeting."`
	Citations []wire.Citation      `json:"citations" nullable:"false"`
	Filters   *wire.Filters        `json:"filters,omitempty" doc:"What the words of the query narrowed the search to; absent when nothing."`
	ContentID string               `json:"contentId,omitempty" doc:"The id of the memory that alone was asked; absent when all were."`
	Model     string               `json:"model,omitempty" doc:"The model that wrote the answer; absent where it is made of what was saved alone."`
	Notice    string               `json:"notice,omitempty" doc:"Why it is not the answer that one would expect, such as that the model did not answer in time."`

	Conversation string `json:"conversation,omitempty" doc:"The id of the conversation that holds it now; absent where it could not be kept."`
	Asked        string `json:"asked,omitempty" doc:"What a follow-up was read as; absent where it was taken as it is."`
}

func (a *api) searchAnswer(ctx context.Context, r ask.Result) searchAnswer {
	return searchAnswer{
		Content: a.present.All(ctx, r.Memories), Answer: r.Answer.Markdown(), Answered: r.Answer.Answered(),
		Kind: wire.KindOf(r.Answer), Blocks: wire.BlocksOf(r.Answer.Blocks), Degree: wire.DegreeOf(r.Answer),
		Citations: wire.CitationsOf(r.Answer.Citations), Filters: wire.FiltersOf(r.Filters), ContentID: r.Memory,
		Model: r.Answer.Model, Notice: r.Answer.Notice, Conversation: r.Conversation, Asked: r.Asked,
	}
}

// The events of an answer.
type (
	wireRelated struct {
		Content   []present.WireMemory `json:"content"`
		Filters   *wire.Filters        `json:"filters,omitempty"`
		ContentID string               `json:"contentId,omitempty"`
	}
	wireDelta struct {
		Text string `json:"text"`
	}
	wireBlocks struct {
		From   int               `json:"from"`
		Blocks document.Document `json:"blocks,omitempty"`
		More   string            `json:"more,omitempty"`
	}
	wireCited struct {
		Answered  bool            `json:"answered"`
		Kind      wire.AnswerKind `json:"kind"`
		Degree    wire.Degree     `json:"degree,omitempty"`
		Citations []wire.Citation `json:"citations"`
	}
	wireAskError struct {
		Status  int    `json:"status"`
		Message string `json:"message"`
	}
)
