package library

import (
	"context"

	"engram/internal/account"
	"engram/internal/httpapi/wire"
)

type tagsInput struct {
	Q string `query:"q" doc:"The beginning of a word of the tags; case and accents don't count."`
}

type wireTag struct {
	Name  string `json:"name"`
	Count int    `json:"count" doc:"How many memories have it."`
}

type tagsOutput struct {
	Body struct {
		Tags []wireTag `json:"tags" nullable:"false" doc:"At most 1,000."`
	}
}

func (p Parts) tags(ctx context.Context, id account.Identity, in *tagsInput) (*tagsOutput, error) {
	found, err := p.Library.Tags(ctx, id.User().ID, in.Q)
	out := &tagsOutput{}
	out.Body.Tags = make([]wireTag, len(found))
	for i, tag := range found {
		out.Body.Tags[i] = wireTag{Name: tag.Name, Count: tag.Count}
	}
	return out, err
}

type renameTagInput struct {
	Name string `path:"name"`
	Body struct {
		Name string `json:"name" doc:"The new name, at most 64 characters."`
	}
}

type renameTagOutput struct {
	Body struct {
		Name string `json:"name" doc:"As it is kept."`
	}
}

func (p Parts) renameTag(ctx context.Context, id account.Identity, in *renameTagInput) (*renameTagOutput, error) {
	tag, err := p.Library.RenameTag(ctx, id.User().ID, in.Name, in.Body.Name)
	if err == nil {
		err = p.Filters.RenameTag(ctx, id.User().ID, in.Name, tag.Name)
	}
	out := &renameTagOutput{}
	out.Body.Name = tag.Name
	return out, err
}

type tagInput struct {
	Name string `path:"name"`
}

func (p Parts) dropTag(ctx context.Context, id account.Identity, in *tagInput) (*wire.MessageOutput, error) {
	return wire.Message("Tag removed"), p.Library.DropTag(ctx, id.User().ID, in.Name)
}
